// The packer that the build runs: pack_data FOLDER OUT reads a folder laid out like data/, checks it and
// writes the packed tables. A mistake in the folder ends the build with file, line and row.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "catalog/pack.h"

// The program names the packed tables by these; here they do not exist yet.
extern "C" {
extern const char gpuenv_catalog_blob[1] = {0};
extern const char gpuenv_catalog_blob_end[1] = {0};
}

namespace {

using gpuenv::base::Result;

gpuenv::catalog::FolderReader reader_of(const std::filesystem::path& folder) {
  gpuenv::catalog::FolderReader reader;
  reader.name = "data";
  reader.list = [folder](std::string_view subfolder) -> Result<std::vector<std::string>> {
    std::error_code error;
    std::filesystem::directory_iterator entries(folder / subfolder, error);
    if (error) return gpuenv::base::io_error((folder / subfolder).string() + ": " + error.message());
    std::vector<std::string> names;
    for (const auto& entry : entries) names.push_back(entry.path().filename().string());
    return names;
  };
  reader.read = [folder](std::string_view relative) -> Result<std::string> {
    std::ifstream file(folder / relative, std::ios::binary);
    if (!file) return gpuenv::base::io_error((folder / relative).string() + ": cannot be opened");
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  return reader;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("use: pack_data FOLDER OUT\n", stderr);
    return 2;
  }
  const Result<std::string> blob = gpuenv::catalog::pack_folder(reader_of(argv[1]));
  if (!blob) {
    std::fprintf(stderr, "%s\n", blob.error().message.c_str());
    return 1;
  }
  std::ofstream out(argv[2], std::ios::binary);
  out.write(blob->data(), static_cast<std::streamsize>(blob->size()));
  out.close();
  if (!out) std::fprintf(stderr, "%s: cannot be written\n", argv[2]);
  return out ? 0 : 1;
}
