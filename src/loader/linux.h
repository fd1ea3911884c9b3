// Simulates the dynamic loaders of Linux: which files a process would load, by which rule each was found, and
// what is missing. Nothing is mapped and no code of the files runs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"
#include "model/load.h"

namespace gpuenv::loader {

/// One dlopen.
struct OpenRequest {
  std::string name;     ///< with a slash it is a path, else it is searched as the caller's own libraries are
  std::string caller;   ///< file, soname or name of a loaded object; "" = the program
  bool global = false;  ///< RTLD_GLOBAL: what is opened later may use its symbols
  bool lazy = false;    ///< RTLD_LAZY: symbols may be missing until they are used
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

/// A process that loads one thing after the other, in thought: the program first, then what is opened.
class Session {
 public:
  /// Starts request.program; `request.open` is not looked at. The request must outlive the session.
  Session(machine::Machine& machine, const LoadRequest& request);
  ~Session();

  /// Opens as dlopen does: all of it or nothing. False when it could not be loaded; the failures then stand
  /// in the result, and what it had brought is gone again.
  bool open(const OpenRequest& wanted);
  /// The loaded object whose path ends in this, as "libcudnn.so.9" or "torch/lib/libc10.so" with `*` for any
  /// text; "" = there is none.
  std::string loaded(const std::string& pattern) const;
  /// What is known so far.
  const model::LoadResult& result() const;
  /// The objects that are loaded now, in the order in which they were loaded.
  std::vector<model::LoadedObject> objects() const;
  /// Where a search for this name by the program would look, whatever is loaded: existing files, each once.
  std::vector<std::string> files_named(const std::string& name) const;

 private:
  std::unique_ptr<class Run> run_;
};

/// Whether a text is a pattern, in which `*` stands for any text, from end to end.
bool matches(std::string_view pattern, std::string_view text);

/// Loads in thought. What cannot be loaded is told in the result, and the rest is loaded all the same.
model::LoadResult load(machine::Machine& machine, const LoadRequest& request);

}  // namespace gpuenv::loader
