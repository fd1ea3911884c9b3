// The single answers of a recording by name, so that a test can take one away at a time.
#include <fmt/format.h>

#include "base/text.h"
#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

/// Calls visit("vendor_line <request>: <line>", forget) for each line of a reply of the vendor child, each a
/// key.
template <class Visit>
void visit_lines(const std::string& request, Known<std::string>& reply, Visit visit) {
  const std::string whole = *reply;
  for (const std::string_view line : base::lines(whole)) {
    const auto start = static_cast<std::size_t>(line.data() - whole.data());
    visit(fmt::format("vendor_line {}: {}", request, line), [&, start, length = line.size() + 1] {
      reply = Known<std::string>(std::string(whole).erase(start, length), reply.origin());
    });
  }
}

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
  all("summaries", recording.summaries);
  all("free_bytes", recording.free_bytes);
  all("variables", recording.variables);
  for (auto& [key, values] : recording.registry_values)
    for (auto& [name, value] : values) one(fmt::format("registry_values {}\\{}", key, name), value);
  all("registry_keys", recording.registry_keys);
  one("display_devices", recording.display_devices);
  if (recording.os != base::OsFamily::windows) one("kernel_log", recording.kernel_log);
  all("vendor", recording.vendor);
  for (auto& [request, reply] : recording.vendor)
    if (reply.known()) visit_lines(request, reply, visit);
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
