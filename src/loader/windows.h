// Simulates the loader of Windows: which files a process would load, by which rule each was found, and what
// is missing. Works on any system, over a recorded or a live machine with Windows' paths.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"
#include "model/load.h"

namespace gpuenv::loader {

/// How LoadLibraryEx searches; it holds for what the file needs as well.
enum class WindowsSearch {
  standard,      ///< no flags: application, system, Windows and current folder, PATH
  altered,       ///< LOAD_WITH_ALTERED_SEARCH_PATH: the folder of the file in place of the application's
  default_dirs,  ///< LOAD_LIBRARY_SEARCH_DEFAULT_DIRS: application and system folder, AddDllDirectory; no
                 ///< PATH
  /// and LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR: the folder of the file first. As Python loads extension modules
  /// since 3.8, and ctypes what is named by its path.
  dll_load_dir,
};

/// One LoadLibraryEx.
struct WindowsOpen {
  std::string name;  ///< a path, or a name that is searched
  WindowsSearch search = WindowsSearch::standard;
};

struct WindowsRequest {
  std::string program;             ///< its folder is the application's
  std::vector<std::string> added;  ///< AddDllDirectory, os.add_dll_directory
  std::string set_folder;          ///< SetDllDirectory; "" = not called
  std::vector<std::string> path;   ///< folders of PATH
  std::vector<WindowsOpen> open;   ///< in this order
  bool check_symbols = true;
};

/// Loads in thought. Not modelled: redirection by manifests (side by side), packaged applications, and where
/// API sets lead, which the loader knows by itself.
model::LoadResult load_windows(machine::Machine& machine, const WindowsRequest& request);

}  // namespace gpuenv::loader
