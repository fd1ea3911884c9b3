// Where programs on Linux find shared libraries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probe/ask.h"

namespace gpuenv::probe {

/// The folders to look in, and why the list may be too short.
struct LibraryFolders {
  std::vector<std::string> paths;
  std::size_t given = 0;  ///< how many of the first ones LD_LIBRARY_PATH names
  std::optional<Unknown> open;
  std::size_t sure = 0;  ///< so many of them come before the first place that could not be asked for folders

  void add(std::string path);
  template <class T>
  void note(const Known<T>& answer) {
    if (!answer.undecided() || open) return;
    open = answer.why();
    sure = paths.size();
  }
};

/// Those of LD_LIBRARY_PATH, of ld.so.conf and its includes, and the usual ones, in the order of the search.
LibraryFolders library_folders(Machine& machine);

}  // namespace gpuenv::probe
