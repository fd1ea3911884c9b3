// For tests: a folder that is gone afterwards, and environment variables that get their old value back.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>

namespace gpuenv::machine::live {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto base = std::filesystem::temp_directory_path();
    std::random_device random;
    do path_ = base / ("gpuenv-test-" + std::to_string(random()));
    while (!std::filesystem::create_directory(path_));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// The path of a name in the folder, with the system's separator; an ASCII name.
  std::string at(const std::string& name) const { return (path_ / name).make_preferred().string(); }
  std::string path() const { return path_.string(); }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return at(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace gpuenv::machine::live
