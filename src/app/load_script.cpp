// The rows of a framework, one after the other; see load_script.h.
#include "app/load_script.h"

#include <algorithm>

#include "base/text.h"
#include "probe/ask.h"
#include "probe/site.h"

namespace gpuenv::app {
namespace {

using catalog::LoadRow;
using machine::Machine;
using model::LoadFailure;
using model::LoadProblem;
using model::LoadStage;

/// The files below a folder that a pattern names; `*` stands for text within a name.
std::vector<std::string> glob(Machine& machine, const std::string& folder, std::string_view pattern) {
  const std::size_t slash = pattern.find('/');
  const std::string_view name = pattern.substr(0, slash);
  std::vector<std::string> found;
  if (name.find('*') == std::string_view::npos) {
    found = {machine.join(folder, name)};
  } else if (const auto entries = machine.list(folder); entries.known()) {
    for (const auto& entry : *entries)
      if (loader::matches(name, entry.name)) found.push_back(machine.join(folder, entry.name));
  }
  if (slash == std::string_view::npos) {
    std::erase_if(found, [&](const std::string& file) { return !machine.exists(file); });
    return found;
  }
  std::vector<std::string> below;
  for (const std::string& each : found)
    for (std::string& file : glob(machine, each, pattern.substr(slash + 1))) below.push_back(std::move(file));
  return below;
}

/// Python's globs know "[0-9]", which the names of the rows end in.
std::string without_digits(std::string_view pattern) {
  constexpr std::string_view digits = "[0-9]";
  return std::string(pattern.ends_with(digits) ? pattern.substr(0, pattern.size() - digits.size()) : pattern);
}

class Script {
 public:
  Script(Machine& machine, const PythonFolders& python, const ScriptOptions& options)
      : machine_(machine), python_(python), options_(options) {
    request_.program = python.program;
    request_.environment = options.variables;
    session_ = std::make_unique<loader::Session>(machine, request_);
    note_failures(0, LoadStage::import, true, false);
  }

  ScriptResult run(const std::vector<LoadRow>& rows) {
    for (const LoadRow& row : rows)
      if (applies(row) && !run_row(row)) break;
    describe();
    result_.load = session_->result();
    return std::move(result_);
  }

 private:
  bool applies(const LoadRow& row) const {
    if (row.when == "call" && !options_.with_calls) return false;
    if (row.after_failure && !failed_) return false;
    return row.if_mapped.empty() || !session_->loaded("*" + row.if_mapped + "*").empty();
  }

  /// False when the import ends here.
  bool run_row(const LoadRow& row) {
    stage_ = row.when == "gpu" ? LoadStage::gpu : LoadStage::import;
    if (stage_ == LoadStage::gpu && imported_ == 0) imported_ = session_->objects().size();
    bool all = true, any = false;
    const std::size_t problems = result_.problems.size();
    for (const std::string& name : row.names) {
      const bool good = open(row, name);
      all = all && good;
      any = any || good;
      if (row.first && good) break;
      if (!good && row.required && !row.first && stage_ == LoadStage::import) break;
    }
    const bool good = row.first ? any : all;
    if (row.first && any) result_.problems.resize(problems);
    if (row.first && !any && result_.problems.size() > problems) result_.problems.resize(problems + 1);
    if (!row.after_failure || row.required) failed_ = !good;
    return good || !row.required || stage_ == LoadStage::gpu;
  }

  bool open(const LoadRow& row, const std::string& name) {
    loader::OpenRequest request;
    request.global = row.global;
    request.lazy = row.lazy;
    request.caller = row.caller.empty() ? "" : session_->loaded(row.caller);
    if (!row.caller.empty() && request.caller.empty()) return true;  // who would open it is not there
    if (row.how == "path" && row.caller.empty()) request.caller = session_->loaded("_ctypes.*");
    request.name = row.how == "module" ? module_file(name) : row.how == "path" ? path_file(name) : name;
    if (request.name.empty()) return missing_file(row, name);
    const std::size_t failures = session_->result().failures.size();
    const bool good = session_->open(request);
    note_failures(failures, stage_, row.required, row.unconfirmed);
    return good;
  }

  bool missing_file(const LoadRow& row, const std::string& name) {
    if (!row.required) return true;
    if (row.after_failure && failure_counts()) return false;
    LoadProblem problem;
    problem.failure.what = name;
    problem.stage = stage_;
    problem.unconfirmed = row.unconfirmed;
    result_.problems.push_back(std::move(problem));
    return false;
  }

  /// The remedy for a failure failed: that one is what ends the import. False when there is none.
  bool failure_counts() {
    for (LoadProblem& problem : result_.problems) problem.fatal = problem.failure.fatal();
    return std::ranges::any_of(result_.problems, [](const LoadProblem& each) { return each.fatal; });
  }

  std::string module_file(const std::string& name) {
    for (const std::string& folder : python_.path)
      for (const std::string& suffix : python_.suffixes) {
        const auto found = glob(machine_, folder, name + suffix);
        if (!found.empty()) return found.front();
      }
    return "";
  }

  std::string path_file(const std::string& name) {
    for (const std::string& folder : python_.path)
      for (const std::string_view each : base::split(name, '|')) {
        const auto found = glob(machine_, folder, without_digits(each));
        if (!found.empty()) return found.front();
      }
    return "";
  }

  void note_failures(std::size_t from, LoadStage stage, bool required, bool unconfirmed) {
    const auto& failures = session_->result().failures;
    for (std::size_t i = from; i < failures.size(); ++i) {
      LoadProblem problem;
      problem.failure = failures[i];
      problem.stage = stage;
      problem.unconfirmed = unconfirmed;
      problem.fatal = required && failures[i].fatal();
      const auto same = std::ranges::find_if(result_.problems, [&](const LoadProblem& each) {
        return each.failure.kind == failures[i].kind && each.failure.what == failures[i].what &&
               each.failure.version == failures[i].version;
      });
      if (same == result_.problems.end())
        result_.problems.push_back(std::move(problem));
      else if (problem.fatal)
        *same = std::move(problem);  // tried again, and now it counts
    }
  }

  void describe() {
    const auto objects = session_->objects();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      model::LibraryInUse library;
      library.object = objects[i];
      library.stage = imported_ > 0 && i >= imported_ ? LoadStage::gpu : LoadStage::import;
      // What is opened by its path was not searched: where a search would find others.
      if (objects[i].rule == model::LoadRule::path)
        library.passed_over =
            session_->files_named(base::file_name(machine_.traits().paths, objects[i].file));
      result_.libraries.push_back(std::move(library));
    }
  }

  Machine& machine_;
  const PythonFolders& python_;
  const ScriptOptions& options_;
  loader::LoadRequest request_;
  std::unique_ptr<loader::Session> session_;
  ScriptResult result_;
  LoadStage stage_ = LoadStage::import;
  std::size_t imported_ = 0;  ///< so many objects were there when the GPU was first used; 0 = it was not
  bool failed_ = false;       ///< of the last row that counts for after_failure
};

}  // namespace

PythonFolders python_folders(Machine& machine, const model::Environment& environment) {
  PythonFolders folders;
  folders.program = environment.interpreter;
  const base::Version python = environment.python.value_or(base::Version());
  const auto& style = machine.traits().paths;
  const std::string real = probe::real_path(machine, environment.interpreter);
  for (const std::string& prefix :
       {environment.path, base::parent_path(style, base::parent_path(style, real))}) {
    const std::string modules =
        probe::below(machine, prefix, "lib/python" + python.series() + "/lib-dynload");
    if (!machine.exists(modules)) continue;
    folders.path.push_back(modules);
    break;
  }
  for (const auto& site : probe::site_folders(machine, environment)) folders.path.push_back(site.path);
  std::string digits = python.series();
  std::erase(digits, '.');
  if (environment.free_threaded.value_or(false)) digits += 't';
  folders.suffixes = {".cpython-" + digits + "-*.so", ".abi3.so", ".so"};
  return folders;
}

ScriptResult run_script(Machine& machine, const PythonFolders& python, const std::vector<LoadRow>& rows,
                        const ScriptOptions& options) {
  return Script(machine, python, options).run(rows);
}

}  // namespace gpuenv::app
