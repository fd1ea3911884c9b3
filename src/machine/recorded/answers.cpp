// The single answers of a recording by name, so that a test can take one away at a time.
#include <fmt/format.h>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

/// Calls visit(name, forget) for each answer; forget() turns that answer into "not recorded".
template <class Visit>
void visit_answers(Recording& recording, Visit visit) {
  const auto forget = [](auto& answer, const std::string& name) {
    answer = base::Unknown{base::Why::not_recorded, "the recording has no answer to: " + name};
  };
  const auto one = [&](const std::string& name, auto& answer) { visit(name, [&] { forget(answer, name); }); };
  const auto all = [&](const char* kind, auto& answers) {
    for (auto& [what, answer] : answers) one(fmt::format("{} {}", kind, what), answer);
  };
  one("system", recording.system);
  for (auto& [path, file] : recording.files) one("files " + path, file.bytes);
  all("status", recording.status);
  all("directories", recording.directories);
  all("links", recording.links);
  all("access", recording.access);
  all("free_bytes", recording.free_bytes);
  all("variables", recording.variables);
  for (auto& [key, values] : recording.registry_values)
    for (auto& [name, value] : values) one(fmt::format("registry_values {}\\{}", key, name), value);
  all("registry_keys", recording.registry_keys);
  one("display_devices", recording.display_devices);
  if (recording.os != base::OsFamily::windows) one("kernel_log", recording.kernel_log);
  all("vendor", recording.vendor);
}

}  // namespace

std::vector<std::string> answers(const Recording& recording) {
  Recording copy = recording;
  std::vector<std::string> names;
  visit_answers(copy, [&](const std::string& name, const auto&) { names.push_back(name); });
  return names;
}

Recording without(Recording recording, const std::string& answer) {
  visit_answers(recording, [&](const std::string& name, const auto& forget) {
    if (name == answer) forget();
  });
  return recording;
}

}  // namespace gpuenv::machine::recorded
