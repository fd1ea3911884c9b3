// Shared libraries through dlopen.
#include <dlfcn.h>

#include "machine/live/live.h"

namespace gpuenv::machine::live {
namespace {

class OpenLibrary final : public Library {
 public:
  explicit OpenLibrary(void* handle) : handle_(handle) {}
  // Never closed: vendor libraries leave threads and exit handlers behind, and the child ends soon.
  void* symbol(const char* name) override { return ::dlsym(handle_, name); }

 private:
  void* handle_;
};

class Opener final : public LibraryOpener {
 public:
  Known<std::unique_ptr<Library>> open(const std::string& path) override {
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return {std::make_unique<OpenLibrary>(handle), path};
    const char* reason = ::dlerror();
    return {base::Unknown{base::Why::failed, reason != nullptr ? reason : "dlopen failed"}, path};
  }
};

}  // namespace

std::unique_ptr<LibraryOpener> open_libraries() {
  return std::make_unique<Opener>();
}

}  // namespace gpuenv::machine::live
