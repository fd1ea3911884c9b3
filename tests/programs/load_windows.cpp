// Says what LoadLibraryEx would do in a wine prefix, for the test that compares with wine itself.
//   load_windows PREFIX PROGRAM REQUEST...     paths as wine has them, Z: for the root of this machine
// REQUEST: path:DIR add:DIR set:DIR cwd:DIR, then std:NAME alt:NAME def:NAME dir:NAME, done in this order.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "base/text.h"
#include "loader/windows.h"
#include "machine/live/entry.h"
#include "machine/test_machine.h"

namespace {

namespace fs = std::filesystem;
using namespace gpuenv;
using machine::FileKind;

/// A file in memory that owns its bytes.
class OwnedSource final : public base::ByteSource {
 public:
  explicit OwnedSource(std::string bytes) : bytes_(std::move(bytes)), memory_(bytes_) {}
  std::uint64_t size() const override { return memory_.size(); }
  base::Result<void> read(std::span<base::Piece> pieces) override { return memory_.read(pieces); }

 private:
  std::string bytes_;
  base::MemorySource memory_;
};

/// The drives of a prefix, where case does not count.
class Prefix final : public machine::test::TestMachine {
 public:
  explicit Prefix(fs::path drive_c) : TestMachine(base::OsFamily::windows), drive_c_(std::move(drive_c)) {
    variables["SystemRoot"] = R"(C:\windows)";
  }

  base::Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override {
    using Source = std::unique_ptr<base::ByteSource>;
    const fs::path file = found(path);
    if (file.empty() || !fs::is_regular_file(file))
      return base::Unknown{base::Why::absent, std::string(path)};
    std::ifstream stream(file, std::ios::binary);
    return base::Known<Source>(
        std::make_unique<OwnedSource>(std::string(std::istreambuf_iterator<char>(stream), {})),
        std::string(path));
  }
  base::Known<machine::FileStatus> status(std::string_view path) override {
    const fs::path file = found(path);
    if (file.empty()) return base::Unknown{base::Why::absent, std::string(path)};
    return {machine::FileStatus{fs::is_directory(file) ? FileKind::directory : FileKind::file, 0},
            std::string(path)};
  }

 private:
  fs::path found(std::string_view path) const {
    const std::string whole = base::normal_path(base::windows_paths, path);
    if (whole.size() < 3 || whole[1] != ':') return {};
    fs::path at = base::lower(whole.substr(0, 1)) == "z" ? fs::path("/") : drive_c_;
    for (const std::string_view name : base::split(std::string_view(whole).substr(3), '\\')) {
      fs::path next;
      if (fs::exists(at / std::string(name)))
        next = at / std::string(name);
      else if (fs::is_directory(at))
        for (const auto& entry : fs::directory_iterator(at))
          if (base::equal_ignoring_case(entry.path().filename().string(), name)) next = entry.path();
      if (next.empty()) return {};
      at = next;
    }
    return at;
  }

  fs::path drive_c_;
};

}  // namespace

int gpuenv_main(const std::vector<std::string>& arguments) {
  Prefix prefix(fs::path(arguments.at(0)) / "drive_c");
  loader::WindowsRequest request;
  request.program = arguments.at(1);
  const std::pair<const char*, loader::WindowsSearch> searches[] = {
      {"std", loader::WindowsSearch::standard},
      {"alt", loader::WindowsSearch::altered},
      {"def", loader::WindowsSearch::default_dirs},
      {"dir", loader::WindowsSearch::dll_load_dir}};
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    const std::string kind = arguments[i].substr(0, 3),
                      rest = arguments[i].substr(arguments[i].find(':') + 1);
    if (kind == "pat") request.path.push_back(rest);
    if (kind == "add") request.added.push_back(rest);
    if (kind == "set") request.set_folder = rest;
    if (kind == "cwd") prefix.info->working_directory = rest;
    for (const auto& [name, search] : searches)
      if (kind == name) request.open.push_back({rest, search});
  }
  const auto result = loader::load_windows(prefix, request);
  for (const auto& object : result.objects) std::cout << "module\t" << object.file << '\n';
  for (const auto& failure : result.failures)
    std::cout << "failure\t" << word(failure.kind) << '\t' << failure.what << '\n';
  return 0;
}
