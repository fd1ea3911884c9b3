// What a process would load, and how each library was found: the answer of the loaders' simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpuenv::model {

/// The rule of a loader by which a file is looked at.
enum class LoadRule {
  none,
  program,         ///< it was started or asked for by path
  interpreter,     ///< the loader itself, named by the program
  path,            ///< the name has a slash
  already_loaded,  ///< an object of that name is there
  rpath,           ///< DT_RPATH of the one who needs it, or of those who brought that one
  library_path,    ///< LD_LIBRARY_PATH
  runpath,         ///< DT_RUNPATH of the one who needs it
  cache,           ///< /etc/ld.so.cache
  default_folder,  ///< a folder that the loader knows by itself
  // Windows
  redirected,          ///< program.exe.local
  api_set,             ///< a name that stands for whatever file has it in this Windows
  known_dll,           ///< KnownDLLs of the registry: always that of the system folder
  application_folder,  ///< beside the program
  dll_folder,          ///< beside the file that was loaded by its path
  added_folder,        ///< AddDllDirectory, os.add_dll_directory, SetDllDirectory
  system_folder,
  windows_folder,
  current_folder,
  path_variable,       ///< PATH
};

/// The word for a rule, as traces and JSON print it.
constexpr const char* word(LoadRule rule) {
  switch (rule) {
    case LoadRule::none:
      return "none";
    case LoadRule::program:
      return "program";
    case LoadRule::interpreter:
      return "interpreter";
    case LoadRule::path:
      return "path";
    case LoadRule::already_loaded:
      return "already loaded";
    case LoadRule::rpath:
      return "RPATH";
    case LoadRule::library_path:
      return "LD_LIBRARY_PATH";
    case LoadRule::runpath:
      return "RUNPATH";
    case LoadRule::cache:
      return "ld.so.cache";
    case LoadRule::default_folder:
      return "default folder";
    case LoadRule::redirected:
      return ".local";
    case LoadRule::api_set:
      return "API set";
    case LoadRule::known_dll:
      return "known DLL";
    case LoadRule::application_folder:
      return "application folder";
    case LoadRule::dll_folder:
      return "folder of the DLL";
    case LoadRule::added_folder:
      return "added folder";
    case LoadRule::system_folder:
      return "system folder";
    case LoadRule::windows_folder:
      return "Windows folder";
    case LoadRule::current_folder:
      return "current folder";
    case LoadRule::path_variable:
      return "PATH";
  }
  return "none";
}

/// What became of a file that the loader looked at.
enum class LoadOutcome {
  loaded,
  same_file,      ///< it is an object that is loaded already
  not_there,      ///< no such file
  not_readable,   ///< this user may not read it: the loader goes on
  wrong_machine,  ///< made for another processor or width: the loader goes on
  refused,        ///< no library that can be loaded: the loader stops here
  cut_off,        ///< shorter than its own headers say: the process dies on it
  undecided,      ///< nothing is known about this path
};

constexpr const char* word(LoadOutcome outcome) {
  switch (outcome) {
    case LoadOutcome::loaded:
      return "loaded";
    case LoadOutcome::same_file:
      return "same file";
    case LoadOutcome::not_there:
      return "not there";
    case LoadOutcome::not_readable:
      return "not readable";
    case LoadOutcome::wrong_machine:
      return "wrong machine";
    case LoadOutcome::refused:
      return "refused";
    case LoadOutcome::cut_off:
      return "cut off";
    case LoadOutcome::undecided:
      return "undecided";
  }
  return "undecided";
}

/// A file that was looked at.
struct LoadCandidate {
  std::string file;
  LoadRule rule = LoadRule::none;
  std::string rule_of;  ///< for RPATH and RUNPATH the file whose list it is
  LoadOutcome outcome = LoadOutcome::not_there;
  std::string reason;   ///< "ELF class 32, not 64"; "" where the outcome says all
};

/// One library that one object needs.
struct LoadStep {
  std::string name;       ///< as it is asked for
  std::string needed_by;  ///< file; "" = the environment (LD_PRELOAD) or the caller of the simulation
  LoadRule rule = LoadRule::none;  ///< that led to the file
  std::string rule_of;    ///< whose RPATH or RUNPATH
  std::string file;       ///< that is used; "" = none
  std::vector<LoadCandidate> candidates;  ///< in the order in which they were looked at; the last is the file
  std::vector<std::string> instead_of;    ///< other files of that name, which come later in the search
};

/// An object in the process, in the order of the search for symbols.
struct LoadedObject {
  std::string file;
  std::string soname;     ///< "" when it has none
  std::string needed_by;  ///< file of the one that brought it; "" = the program itself, or the environment
  LoadRule rule = LoadRule::none;
  std::string rule_of;
  std::string identity;   ///< as of Machine::identity; "" = not known
  bool known = true;      ///< false: it is there, but its bytes are not known (a recording)
};

/// Why the process would not start, or the library not load.
struct LoadFailure {
  enum class Kind {
    library_missing,
    library_refused,   ///< the file that the search ends at cannot be loaded
    library_cut_off,
    version_missing,   ///< a library is there, but not in the version of its symbols that is needed
    symbol_missing,
    preload_ignored,   ///< no failure of the process: the loader warns and goes on
    undecided,         ///< a file that decides is not known
  };
  Kind kind = Kind::library_missing;
  std::string what;       ///< name of the library or of the symbol
  std::string version;    ///< of the symbol, or the missing version; ""
  std::string needed_by;  ///< file
  std::string file;       ///< the file concerned: that was refused, or that lacks the version or the symbol; ""
  std::string reason;

  bool fatal() const { return kind != Kind::preload_ignored && kind != Kind::undecided; }
};

constexpr const char* word(LoadFailure::Kind kind) {
  switch (kind) {
    case LoadFailure::Kind::library_missing:
      return "library missing";
    case LoadFailure::Kind::library_refused:
      return "library refused";
    case LoadFailure::Kind::library_cut_off:
      return "library cut off";
    case LoadFailure::Kind::version_missing:
      return "version missing";
    case LoadFailure::Kind::symbol_missing:
      return "symbol missing";
    case LoadFailure::Kind::preload_ignored:
      return "preload ignored";
    case LoadFailure::Kind::undecided:
      return "undecided";
  }
  return "undecided";
}

/// Which file's definition a reference is bound to.
struct SymbolBinding {
  std::string name;
  std::string version;  ///< "" = none asked for
  std::string used_by;  ///< file
  std::string file;     ///< that defines it
};

struct LoadResult {
  std::string loader;  ///< "glibc" or "musl"
  std::vector<LoadedObject> objects;
  std::vector<LoadStep> steps;
  std::vector<LoadFailure> failures;
  std::vector<SymbolBinding> bindings;  ///< only when asked for
  std::uint64_t symbols_checked = 0;
  std::string of;  ///< the file that is looked at; "" = a program with all that it opens
};

/// When a framework loads a library.
enum class LoadStage {
  import,  ///< while it is being imported
  gpu,     ///< at the first use of the GPU
};

constexpr const char* word(LoadStage stage) {
  return stage == LoadStage::import ? "import" : "gpu";
}

/// A library in the process, and whose it is.
struct LibraryInUse {
  LoadedObject object;
  LoadStage stage = LoadStage::import;
  std::string version;   ///< from the file's name, else of the distribution; "" = not told
  std::string brought_by;  ///< the distribution that has it in its RECORD; "" = none
  bool in_environment = false;
  bool of_cuda = false;  ///< one of NVIDIA's libraries
  std::vector<std::string> passed_over;  ///< other files of the name: where a search would find them, or in the environment
  std::vector<std::string> passed_over_of;  ///< the distributions of these, in the same order; "" = none
};

/// What a failure comes down to, and what helps.
struct LoadProblem {
  LoadFailure failure;
  LoadStage stage = LoadStage::import;
  bool unconfirmed = false;  ///< that the framework opens it was not seen
  bool fatal = true;         ///< false: the framework goes on without
  std::string package;       ///< that brings what is missing; "driver"; "" = not known
  std::vector<std::string> lies_at;  ///< files of the name in the environment, where the process does not look
  std::string remedy;  ///< install, reinstall, driver, call, library_path; "" = nothing follows from the facts
  std::string command;  ///< to type, or to write into the program (call)
};

/// What a process that imports a framework loads.
struct FrameworkLoad {
  std::string framework, title, version, environment;
  std::vector<LibraryInUse> libraries;  ///< in the order in which they are loaded
  std::vector<LoadProblem> problems;
  std::string unknown;  ///< why nothing can be said; ""
};

}  // namespace gpuenv::model
