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

}  // namespace

/// The work behind load() and Session.
class Run {
 public:
  Run(machine::Machine& machine, const LoadRequest& request)
      : request_(request), process_(machine, request) {}

  model::LoadResult result() {
    const bool stands_for = request_.program.empty() && !request_.open.empty();
    if (begin(stands_for ? request_.open.front().name : request_.program))
      for (std::size_t i = stands_for ? 1 : 0; i < request_.open.size(); ++i) open(request_.open[i]);
    describe_objects();
    return std::move(result_);
  }

  /// False when there is no process that could open anything.
  bool begin(const std::string& program) {
    if (!read_program(process_.absolute(program)) || is_static()) return false;
    start();
    return true;
  }

  bool open_whole(const OpenRequest& wanted) {
    if (!search_) return false;
    const std::size_t objects = process_.objects().size(), failures = result_.failures.size();
    const Scope global = global_, opened = opened_;
    missing_.clear();  // each dlopen tells for itself what it misses
    whole_from_ = failures;
    open(wanted);
    if (!fails_since(failures)) return true;
    process_.forget(objects);
    global_ = global;
    opened_ = opened;
    std::erase_if(expanded_, [&](std::size_t each) { return each >= objects; });
    return false;
  }

  Process& process() { return process_; }
  Search* search() { return search_.get(); }
  const model::LoadResult& so_far() const { return result_; }

  static model::LoadedObject described(Process& process, std::size_t index) {
    const Object& object = process.object(index);
    return {object.file,
            object.elf ? object.elf->soname : "",
            object.needed_by == no_object ? "" : process.object(object.needed_by).file,
            object.rule,
            object.rule_of,
            object.identity,
            object.elf.has_value()};
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

  /// A dlopen that is all or nothing ends at the first failure: what follows from it is not told.
  bool fails_since(std::size_t failures) const {
    return failures < result_.failures.size() &&
           std::any_of(
               result_.failures.begin() + static_cast<std::ptrdiff_t>(failures), result_.failures.end(),
               [](const auto& each) { return each.fatal(); });
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
    if (fails_since(whole_from_)) return;
    if (request_.check_symbols) check(new_ones(list, before), together(global_, list), wanted.lazy);
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

  void check(const Scope& objects, const Scope& scope, bool lazy = false) {
    if (!musl_)
      for (const std::size_t each : objects) check_versions(process_, each, result_);
    if ((lazy && !musl_) || fails_since(whole_from_)) return;
    for (const std::size_t each : objects) bind_symbols(process_, each, scope, !musl_, result_);
  }

  /// In the order of the search for symbols; the loader last where nobody asks for it.
  void describe_objects() {
    if (process_.objects().empty()) return;
    Scope all{0};
    all = together(together(all, global_), opened_);
    for (std::size_t i = 0; i < process_.objects().size(); ++i) all = together(all, {i});
    for (const std::size_t i : all) result_.objects.push_back(described(process_, i));
  }

  const LoadRequest& request_;
  Process process_;
  model::LoadResult result_;
  std::unique_ptr<Search> search_;
  Scope global_, opened_;
  std::set<std::size_t> expanded_;
  std::set<std::string> missing_;
  bool musl_ = false;
  std::size_t whole_from_ =
      no_object;  ///< of the failures, where those of a dlopen begin that is all or nothing
};

model::LoadResult load(machine::Machine& machine, const LoadRequest& request) {
  return Run(machine, request).result();
}

bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t at = star; at <= text.size(); ++at)
    if (matches(pattern.substr(star + 1), text.substr(at))) return true;
  return false;
}

Session::Session(machine::Machine& machine, const LoadRequest& request)
    : run_(std::make_unique<Run>(machine, request)) {
  run_->begin(request.program);
}
Session::~Session() = default;

bool Session::open(const OpenRequest& wanted) {
  return run_->open_whole(wanted);
}

std::string Session::loaded(const std::string& pattern) const {
  for (const Object& object : run_->process().objects())
    if (matches("*/" + pattern, object.file) || (object.elf && matches(pattern, object.elf->soname)))
      return object.file;
  return "";
}

const model::LoadResult& Session::result() const {
  return run_->so_far();
}

std::vector<model::LoadedObject> Session::objects() const {
  std::vector<model::LoadedObject> all;
  for (std::size_t i = 0; i < run_->process().objects().size(); ++i)
    all.push_back(Run::described(run_->process(), i));
  return all;
}

std::vector<std::string> Session::files_named(const std::string& name) const {
  std::vector<std::string> files;
  std::set<std::string> seen;
  if (!run_->search()) return files;
  for (const Place& place : run_->search()->places(0, name)) {
    const auto identity = run_->process().machine().identity(place.file);
    if (identity.known() && seen.insert(*identity).second) files.push_back(place.file);
  }
  return files;
}

}  // namespace gpuenv::loader
