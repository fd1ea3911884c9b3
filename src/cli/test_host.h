// A host in memory for the tests of the command line: a recording as its machine, strings as its streams.
#pragma once

#include <map>
#include <string>

#include "cli/dispatch.h"
#include "cli/host.h"
#include "machine/recorded/recorded.h"

namespace gpuenv::cli::test {

using machine::FileKind;
using machine::FileStatus;
namespace recorded = machine::recorded;

/// A bare Linux machine started in /proj, on which only what is added here exists.
inline recorded::Recording bare_machine() {
  recorded::Recording recording;
  recording.complete = true;
  recording.all_variables = true;
  recording.system = base::Known<machine::SystemInfo>({"6.8.0", "x86_64", "/home/user", "/start"}, "uname");
  recording.directories["/"] =
      base::Known<std::vector<machine::DirectoryEntry>>({{"start", FileKind::directory}}, "/");
  recording.directories["/start"] = base::Known<std::vector<machine::DirectoryEntry>>(
      {{"a-file", FileKind::file}, {"a-folder", FileKind::directory}, {"locked", FileKind::directory}},
      "/start");
  recording.directories["/start/a-folder"] = base::Known<std::vector<machine::DirectoryEntry>>(
      std::vector<machine::DirectoryEntry>{}, "/start/a-folder");
  const auto status = [](FileKind kind) { return base::Known<FileStatus>({kind, 0}, "stat"); };
  recording.status["/start/a-file"] = status(FileKind::file);
  recording.status["/start/a-folder"] = status(FileKind::directory);
  recording.status["/start/locked"] =
      base::Known<FileStatus>(base::Unknown{base::Why::denied, "permission denied"}, "stat");
  return recording;
}

class TestHost : public Host {
 public:
  explicit TestHost(recorded::Recording recording = bare_machine())
      : machine_(recorded::play(std::move(recording))) {}

  void leave_cache_out() override { without_cache = true; }
  machine::Machine& machine() override { return *machine_; }
  Screen screen() override { return shown_on; }
  Language language() override { return locale; }
  catalog::FolderReader folder(const std::string& path) override {
    catalog::FolderReader reader;
    reader.name = path;
    reader.list = [](std::string_view) { return std::vector<std::string>{}; };
    reader.read = [this, path](std::string_view name) -> base::Result<std::string> {
      const auto file = files.find(path + "/" + std::string(name));
      if (file == files.end()) return base::io_error(path + "/" + std::string(name) + ": no such file");
      return file->second;
    };
    return reader;
  }
  base::Result<void> write_file(const std::string& path, std::string_view text,
                                bool /*make_folders*/) override {
    if (full) return base::io_error(path + ": no space left");
    files[path] = text;
    return {};
  }
  bool write(std::string_view text) override {
    if (full || pipe_gone) return false;
    out += text;
    return true;
  }
  bool reader_gone() const override { return pipe_gone; }
  void message(std::string_view line) override { err += std::string(line) + '\n'; }
  bool shows_progress() override { return false; }
  void progress(std::string_view /*line*/) override {}

  /// Runs the program; out and err then hold what it wrote.
  int run(const std::vector<std::string>& arguments) {
    out.clear();
    err.clear();
    return dispatch(arguments, *this);
  }

  Screen shown_on;
  Language locale = Language::english;
  bool full = false, pipe_gone = false;
  bool without_cache = false;
  std::map<std::string, std::string> files;
  std::string out, err;

 private:
  std::unique_ptr<machine::Machine> machine_;
};

}  // namespace gpuenv::cli::test
