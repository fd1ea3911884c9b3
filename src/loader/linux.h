// Simulates the dynamic loaders of Linux: which files a process would load, by which rule each was found, and
// what is missing. Nothing is mapped and no code of the files runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "model/load.h"

namespace gpuenv::loader {

/// One dlopen.
struct OpenRequest {
  std::string name;     ///< with a slash it is a path, else it is searched as the caller's own libraries are
  std::string caller;   ///< file, soname or name of a loaded object; "" = the program
  bool global = false;  ///< RTLD_GLOBAL: what is opened later may use its symbols
};

struct LoadRequest {
  /// The program, or the library that is looked at by itself, as by ldd. When "", the first of `open` stands
  /// for it.
  std::string program;
  /// The file is given to the loader (`ld.so FILE`, ldd) and not to the kernel: $ORIGIN is then the folder
  /// that its path says and not the one behind its links.
  bool named_to_loader = false;
  std::vector<OpenRequest> open;  ///< in this order
  /// The process's own LD_LIBRARY_PATH, LD_PRELOAD; what is not set here is not set.
  std::map<std::string, std::string> environment;
  bool secure = false;  ///< set-user-id and the like: the environment and $ORIGIN are not trusted
  bool check_symbols = true;
  bool record_bindings = false;  ///< every reference with the file it is bound to
  bool find_others = true;       ///< files of the same name later in the search (LoadStep::instead_of)
};

/// Loads in thought. What cannot be loaded is told in the result, and the rest is loaded all the same.
model::LoadResult load(machine::Machine& machine, const LoadRequest& request);

}  // namespace gpuenv::loader
