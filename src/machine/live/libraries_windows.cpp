// Shared libraries through LoadLibraryEx.
#include "base/path.h"
#include "machine/live/live.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

class OpenLibrary final : public Library {
 public:
  explicit OpenLibrary(HMODULE module) : module_(module) {}
  // Never closed: vendor libraries leave threads behind, and the child ends soon.
  void* symbol(const char* name) override { return reinterpret_cast<void*>(::GetProcAddress(module_, name)); }

 private:
  HMODULE module_;
};

class Opener final : public LibraryOpener {
 public:
  Opener() {
    // A library that is broken or crashes is an answer, and no reason to open a dialog.
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  }
  Known<std::unique_ptr<Library>> open(const std::string& path) override {
    const bool absolute = base::is_absolute(base::windows_paths, path);
    const std::string native = absolute ? base::normal_path(base::windows_paths, path) : path;
    const DWORD flags = absolute ? LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS
                                 : LOAD_LIBRARY_SEARCH_SYSTEM32;
    HMODULE module = ::LoadLibraryExW(wide(native).c_str(), nullptr, flags);
    if (module != nullptr) return {std::make_unique<OpenLibrary>(module), path};
    return {base::Unknown{base::Why::failed, path + ": " + error_text(::GetLastError())}, path};
  }
};

}  // namespace

std::unique_ptr<LibraryOpener> open_libraries() {
  return std::make_unique<Opener>();
}

}  // namespace gpuenv::machine::live
