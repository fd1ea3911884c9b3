// The order of things at a process's start and at each dlopen: files breadth first, then versions, then
// symbols.
#include "loader/linux.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "loader/binding.h"
#include "loader/glibc_settings.h"
#include "loader/process.h"

namespace gpuenv::loader {
namespace {

using model::LoadFailure;
using model::LoadOutcome;
using model::LoadRule;
using model::LoadStep;

LoadFailure::Kind kind_of(LoadOutcome outcome) {
  switch (outcome) {
    case LoadOutcome::refused:
      return LoadFailure::Kind::library_refused;
    case LoadOutcome::cut_off:
      return LoadFailure::Kind::library_cut_off;
    case LoadOutcome::undecided:
      return LoadFailure::Kind::undecided;
    default:
      return LoadFailure::Kind::library_missing;
  }
}

class Run {
 public:
  Run(machine::Machine& machine, const LoadRequest& request)
      : request_(request), process_(machine, request) {}

  model::LoadResult result() {
    const bool stands_for = request_.program.empty() && !request_.open.empty();
    const std::string program = stands_for ? request_.open.front().name : request_.program;
    if (!read_program(process_.absolute(program))) return std::move(result_);
    if (!is_static()) {
      start();
      for (std::size_t i = stands_for ? 1 : 0; i < request_.open.size(); ++i) open(request_.open[i]);
    }
    describe_objects();
    return std::move(result_);
  }

 private:
  bool read_program(const std::string& file) {
    Attempt attempt = process_.read_program(file);
    if (!attempt.object) {
      result_.failures.push_back({kind_of(attempt.outcome), file, "", "", file, attempt.reason});
      return false;
    }
    attempt.object->rule = LoadRule::program;
    process_.add(std::move(*attempt.object));
    return true;
  }

  /// Programs without a loader: those without PT_DYNAMIC, and position-independent ones that relocate
  /// themselves.
  bool is_static() {
    const auto& program = *process_.object(0).elf;
    return !program.dynamic || (program.position_independent_program && program.interpreter.empty());
  }

  bool uses_musl() {
    const auto& program = *process_.object(0).elf;
    if (!program.interpreter.empty())
      return base::file_name(base::posix_paths, program.interpreter).starts_with("ld-musl-");
    // Libraries name no loader; the name of their libc tells.
    for (const std::string& name : program.needed) {
      if (name.starts_with("libc.musl-") || name == "libc.so") return true;
      if (name.starts_with("libc.so.")) return false;
    }
    const auto system = process_.machine().system();
    return system.known() && system->libc.starts_with("musl");
  }

  void start() {
    musl_ = uses_musl();
    result_.loader = musl_ ? "musl" : "glibc";
    add_interpreter();
    search_ = musl_ ? musl_search(process_) : glibc_search(process_);
    Scope list{0};
    preload(list);
    add_needed(list);
    global_ = list;
    if (request_.check_symbols) check(list, list);
  }

  /// The loader is an object of every process, and what asks for it by its soname gets it.
  void add_interpreter() {
    std::string file = process_.object(0).elf->interpreter;
    const bool named = !file.empty();
    if (!named && musl_) return;
    if (!named) file = usual_glibc_loader(process_.object(0).elf->header);
    Attempt attempt = process_.attempt(process_.absolute(file), Strictness::musl);
    if (attempt.object) {
      attempt.object->rule = LoadRule::interpreter;
      process_.add(std::move(*attempt.object));
    } else if (named) {
      result_.failures.push_back(
          {kind_of(attempt.outcome), file, "", process_.object(0).file, file, attempt.reason});
    }
  }

  /// LD_PRELOAD and, with glibc, /etc/ld.so.preload. What cannot be loaded is told and left out.
  void preload(Scope& list) {
    std::string names = process_.variable("LD_PRELOAD");
    if (request_.secure) names.clear();  // only set-user-id libraries in default folders would do
    if (!musl_) names += " " + process_.machine().read_file("/etc/ld.so.preload", 1 << 20).value_or("");
    std::string name;
    for (const char each : names + " ") {
      if (each != ' ' && each != ':' && each != '\t' && each != '\n') {
        name += each;
        continue;
      }
      if (!name.empty()) need(0, name, "", list, true);
      name.clear();
    }
  }

  /// One library for one object; the new ones join the list.
  void need(std::size_t needed_by, const std::string& name, const std::string& asked_by, Scope& list,
            bool preload) {
    LoadStep step;
    step.name = name;
    step.needed_by = asked_by;
    const std::size_t found = search_->find(needed_by, name, step);
    if (found == no_object)
      fail(step, preload);
    else if (std::ranges::find(list, found) == list.end())
      list.push_back(found);
    if (!asked_by.empty() && found != no_object) process_.object(needed_by).needs.push_back(found);
    result_.steps.push_back(std::move(step));
  }

  void fail(const LoadStep& step, bool preload) {
    LoadFailure failure;
    failure.what = step.name;
    failure.needed_by = step.needed_by;
    if (!step.candidates.empty()) {
      const auto& last = step.candidates.back();
      failure.kind = kind_of(last.outcome);
      failure.reason = last.reason;
      if (failure.kind != LoadFailure::Kind::library_missing) failure.file = last.file;
    }
    if (preload && failure.kind != LoadFailure::Kind::undecided)
      failure.kind = LoadFailure::Kind::preload_ignored;
    // Every object that needs a library which is not there asks for it anew; it is missing once.
    if (missing_.insert(step.name).second || failure.kind != LoadFailure::Kind::library_missing)
      result_.failures.push_back(std::move(failure));
  }

  /// The needs of all in the list, breadth first; the list grows by what they bring.
  void add_needed(Scope& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::size_t index = list[i];
      const Object& object = process_.object(index);
      if (object.rule == LoadRule::interpreter || !object.elf) continue;
      if (expanded_.insert(index).second) {
        const std::vector<std::string> needed = object.elf->needed;
        for (const std::string& name : needed) need(index, name, process_.object(index).file, list, false);
        continue;
      }
      for (const std::size_t each : object.needs)
        if (std::ranges::find(list, each) == list.end()) list.push_back(each);
    }
  }

  void open(const OpenRequest& wanted) {
    std::size_t caller = 0;
    if (!wanted.caller.empty()) {
      caller = process_.named(wanted.caller, Strictness::glibc);
      if (caller == no_object) caller = process_.named(process_.absolute(wanted.caller), Strictness::glibc);
      if (caller == no_object) {
        result_.failures.push_back({LoadFailure::Kind::undecided, wanted.name, "", wanted.caller, "",
                                    "the one who opens it is not loaded"});
        return;
      }
    }
    const std::size_t before = process_.objects().size();
    LoadStep step;
    step.name = wanted.name;
    step.needed_by = process_.object(caller).file;
    const std::size_t found = search_->find(caller, wanted.name, step);
    if (found == no_object) fail(step, false);
    result_.steps.push_back(std::move(step));
    if (found == no_object) return;
    Scope list{found};
    add_needed(list);
    if (request_.check_symbols) check(new_ones(list, before), together(global_, list));
    opened_ = together(opened_, list);
    if (wanted.global) global_ = together(global_, list);
  }

  static Scope new_ones(const Scope& list, std::size_t before) {
    Scope fresh;
    std::ranges::copy_if(list, std::back_inserter(fresh), [&](std::size_t each) { return each >= before; });
    return fresh;
  }

  static Scope together(Scope first, const Scope& second) {
    for (const std::size_t each : second)
      if (std::ranges::find(first, each) == first.end()) first.push_back(each);
    return first;
  }

  void check(const Scope& objects, const Scope& scope) {
    if (!musl_)
      for (const std::size_t each : objects) check_versions(process_, each, result_);
    for (const std::size_t each : objects) bind_symbols(process_, each, scope, !musl_, result_);
  }

  /// In the order of the search for symbols; the loader last where nobody asks for it.
  void describe_objects() {
    Scope all{0};
    all = together(together(all, global_), opened_);
    for (std::size_t i = 0; i < process_.objects().size(); ++i) all = together(all, {i});
    for (const std::size_t i : all) {
      const Object& object = process_.object(i);
      result_.objects.push_back({object.file, object.elf ? object.elf->soname : "",
                                 object.needed_by == no_object ? "" : process_.object(object.needed_by).file,
                                 object.rule, object.rule_of, object.identity, object.elf.has_value()});
    }
  }

  const LoadRequest& request_;
  Process process_;
  model::LoadResult result_;
  std::unique_ptr<Search> search_;
  Scope global_, opened_;
  std::set<std::size_t> expanded_;
  std::set<std::string> missing_;
  bool musl_ = false;
};

}  // namespace

model::LoadResult load(machine::Machine& machine, const LoadRequest& request) {
  return Run(machine, request).result();
}

}  // namespace gpuenv::loader
