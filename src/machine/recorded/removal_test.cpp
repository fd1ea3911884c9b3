// What a recording that lacks one answer may say: the same as before, or that it cannot tell. Never something
// else, and above all not that a thing which is there is absent.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

constexpr const char* linux_machine = R"(
os = "linux"
distro = "Ubuntu 24.04"
kernel = "6.8.0-45-generic"
[driver]
module = "550.54.15"
library = "550.54.15"
cuda = "12.4"
[[gpu]]
id = "2684"
name = "NVIDIA GeForce RTX 4090"
cc = "8.9"
memory_mib = 24564
[[toolkit]]
version = "12.4.1"
[[env]]
path = "/home/user/.venv"
python = "3.12.4"
active = true
packages = ["onnxruntime-gpu==1.31.1"])";

constexpr const char* windows_machine = R"(
os = "windows"
distro = "Windows 11"
kernel = "10.0.22631"
[driver]
module = "560.94"
library = "560.94"
cuda = "12.6"
[[gpu]]
id = "2786"
name = "NVIDIA GeForce RTX 4070"
cc = "8.9"
memory_mib = 12282
[[env]]
path = 'C:\p\.venv'
python = "3.12.4"
packages = ["torch==2.8.0+cu128"])";

template <class T, class Show>
std::string shown(const Known<T>& answer, Show show) {
  if (answer.known()) return "known " + show(*answer);
  return answer.undecided() ? "cannot tell" : "absent";
}

/// Answers to everything that can be asked about what the recording names, by question.
std::map<std::string, std::string> interview(const Recording& named, const Recording& played) {
  const auto machine = play(played);
  std::map<std::string, std::string> all;
  const auto text = [](const std::string& it) { return it; };
  const auto ask_path = [&](const std::string& path) {
    all["read " + path] = shown(machine->read_file(path, 9999), text);
    all["status " + path] = shown(machine->status(path), [](const FileStatus& it) {
      return std::to_string(static_cast<int>(it.kind)) +
             std::to_string(it.kind == FileKind::file ? it.size : 0);
    });
    all["list " + path] =
        shown(machine->list(path), [](const auto& it) { return std::to_string(it.size()); });
    all["link " + path] = shown(machine->link_target(path), text);
  };
  for (const auto& [path, answer] : named.files) ask_path(path);
  for (const auto& [path, answer] : named.directories) ask_path(path);
  for (const auto& [path, answer] : named.links)
    ask_path(path), ask_path(path + named.paths().separator + "x");
  for (const auto& [name, answer] : named.variables)
    all["variable " + name] = shown(machine->variable(name), text);
  for (const auto& [key, values] : named.registry_values)
    for (const auto& [name, answer] : values)
      all[fmt::format("value {}{}", key, name)] = shown(machine->registry_value(key, name), text);
  for (const auto& [key, answer] : named.registry_keys)
    all["keys " + key] =
        shown(machine->registry_keys(key), [](const auto& it) { return std::to_string(it.size()); });
  for (const auto& [request, answer] : named.vendor)
    all["vendor " + request] = shown(machine->ask_vendor(request, std::chrono::seconds(1))->get(), text);
  return all;
}

void expect_only_doubt(const char* toml) {
  const auto recording = expand(toml, "m.toml");
  ASSERT_TRUE(recording) << recording.error().message;
  const auto truth = interview(*recording, *recording);
  for (const auto& answer : answers(*recording)) {
    if (answer.starts_with("vendor_line")) continue;  // what a reply without a line says, src/vendor reads
    int doubts = 0;
    for (const auto& [question, reply] : interview(*recording, without(*recording, answer))) {
      doubts += reply != truth.at(question);
      EXPECT_TRUE(reply == truth.at(question) || reply == "cannot tell")
          << "without \"" << answer << "\": " << question << " was " << truth.at(question) << ", is "
          << reply;
    }
    // The kind of a folder also stands in the listing above it, so only some lost answers must show.
    if (answer.starts_with("variables") || answer.starts_with("files")) EXPECT_GT(doubts, 0) << answer;
  }
}

TEST(Removal, OneAnswerLessOnLinuxOnlyBringsDoubt) {
  expect_only_doubt(linux_machine);
}

TEST(Removal, OneAnswerLessOnWindowsOnlyBringsDoubt) {
  expect_only_doubt(windows_machine);
}

}  // namespace
}  // namespace gpuenv::machine::recorded
