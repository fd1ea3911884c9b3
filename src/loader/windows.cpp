// The documented search order of DLLs
// (https://learn.microsoft.com/en-us/windows/win32/dlls/dynamic-link-library-search-order).
#include "loader/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "image/pe_links.h"

namespace gpuenv::loader {
namespace {

using image::PeLinks;
using model::LoadFailure;
using model::LoadOutcome;
using model::LoadRule;
using model::LoadStep;

constexpr std::string_view known_dlls =
    "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\KnownDLLs";

struct Module {
  std::string file;
  std::string name;  ///< lower case, by which it is found again
  std::size_t needed_by = static_cast<std::size_t>(-1);
  LoadRule rule = LoadRule::none;
  std::optional<PeLinks> links;
};

struct WindowsPlace {
  std::string file;
  LoadRule rule = LoadRule::none;
};

class WindowsRun {
 public:
  WindowsRun(machine::Machine& machine, const WindowsRequest& request)
      : machine_(machine), request_(request) {
    const auto root = machine.variable("SystemRoot");
    windows_ = root.known() && !root->empty() ? *root : "C:\\Windows";
    system_ = machine.join(windows_, "System32");
    application_ = base::parent_path(machine.traits().paths, request.program);
  }

  model::LoadResult result() {
    result_.loader = "windows";
    if (!request_.program.empty()) begin();
    for (const WindowsOpen& open : request_.open) load(open);
    for (const Module& module : modules_)
      result_.objects.push_back({module.file, module.name,
                                 module.needed_by < modules_.size() ? modules_[module.needed_by].file : "",
                                 module.rule, "", "", module.links.has_value()});
    return std::move(result_);
  }

 private:
  std::string file_name(const std::string& path) const {
    return base::file_name(machine_.traits().paths, path);
  }

  void begin() {
    LoadStep step;
    step.name = request_.program;
    take({request_.program, LoadRule::program}, nobody, step);
    if (modules_.empty()) return fail(step);
    add_needed(0, WindowsSearch::standard, "");
  }

  void load(const WindowsOpen& open) {
    const bool path = base::is_absolute(machine_.traits().paths, open.name);
    const std::string folder = path ? base::parent_path(machine_.traits().paths, open.name) : "";
    const std::size_t before = modules_.size(), failures = result_.failures.size();
    const std::size_t found = need(nobody, open.name, open.search, folder);
    if (found >= before && found != nobody) add_needed(found, open.search, folder);
    if (result_.failures.size() > failures) modules_.resize(before);  // all of it or nothing
  }

  /// The needs of one module and of those that they bring, breadth first.
  void add_needed(std::size_t first, WindowsSearch search, const std::string& folder) {
    for (std::size_t i = first; i < modules_.size(); ++i) {
      if (!modules_[i].links) continue;
      const auto imports = modules_[i].links->imports;
      for (const auto& import : imports) {
        if (import.delayed) continue;
        const std::size_t found = need(i, import.library, search, folder);
        if (found != nobody && request_.check_symbols) check(i, import, found);
      }
    }
  }

  void check(std::size_t who, const image::PeImport& import, std::size_t module) {
    const auto& links = modules_[module].links;
    if (!links) return;
    for (const std::string& name : import.names) {
      ++result_.symbols_checked;
      if (!name.empty() && !links->has(name))
        result_.failures.push_back(
            {LoadFailure::Kind::symbol_missing, name, "", modules_[who].file, modules_[module].file, ""});
    }
  }

  /// A name without ending gets ".dll"; a dot at the end says that it has none.
  static std::string whole_name(std::string name) {
    if (name.ends_with('.'))
      name.pop_back();
    else if (name.find('.', name.find_last_of("\\/") + 1) == std::string::npos)
      name += ".dll";
    return name;
  }

  std::size_t need(std::size_t who, const std::string& asked, WindowsSearch search,
                   const std::string& folder) {
    const std::string name = whole_name(asked);
    LoadStep step;
    step.name = asked;
    step.needed_by = who == nobody ? "" : modules_[who].file;
    std::size_t found = nobody;
    const std::string key = base::lower(file_name(name));
    if (key.starts_with("api-ms-") || key.starts_with("ext-ms-")) {
      step.rule = LoadRule::api_set;
    } else if (found = present(key, name); found != nobody) {
      step.rule = LoadRule::already_loaded;
      step.file = modules_[found].file;
    } else {
      for (const WindowsPlace& place : places(name, search, folder)) {
        found = take(place, who, step);
        if (found != nobody || stopped_) break;
      }
      if (found == nobody) fail(step);
    }
    result_.steps.push_back(std::move(step));
    return found;
  }

  /// A module of the name is taken wherever it came from, unless another one is asked for by its path.
  std::size_t present(const std::string& key, const std::string& name) const {
    const auto& style = machine_.traits().paths;
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      if (modules_[i].name != key) continue;
      if (!base::is_absolute(style, name) ||
          base::path_key(style, modules_[i].file) == base::path_key(style, name))
        return i;
    }
    return nobody;
  }

  std::vector<WindowsPlace> places(const std::string& name, WindowsSearch search, const std::string& folder) {
    if (base::is_absolute(machine_.traits().paths, name)) return {{name, LoadRule::path}};
    std::vector<WindowsPlace> all;
    const auto add = [&](const std::string& where, LoadRule rule) {
      if (!where.empty()) all.push_back({machine_.join(where, name), rule});
    };
    if (const std::string local = request_.program + ".local"; machine_.exists(local)) {
      const auto status = machine_.status(local);
      add(status->kind == machine::FileKind::directory ? local : application_, LoadRule::redirected);
    }
    if (is_known(name)) add(system_, LoadRule::known_dll);
    if (search == WindowsSearch::dll_load_dir) add(folder, LoadRule::dll_folder);
    if (search == WindowsSearch::altered && !folder.empty())
      add(folder, LoadRule::dll_folder);
    else
      add(application_, LoadRule::application_folder);
    const bool flags = search == WindowsSearch::default_dirs || search == WindowsSearch::dll_load_dir;
    if (flags) {
      for (const std::string& each : request_.added) add(each, LoadRule::added_folder);
      add(request_.set_folder, LoadRule::added_folder);
      add(system_, LoadRule::system_folder);
      return all;
    }
    add(request_.set_folder, LoadRule::added_folder);
    add(system_, LoadRule::system_folder);
    add(machine_.join(windows_, "System"), LoadRule::system_folder);
    add(windows_, LoadRule::windows_folder);
    const auto system = machine_.system();
    if (request_.set_folder.empty() && system.known())
      add(system->working_directory, LoadRule::current_folder);
    for (const std::string& each : request_.path) add(each, LoadRule::path_variable);
    return all;
  }

  /// The names of the values are those of the files without ".dll".
  bool is_known(const std::string& name) const {
    const auto value = machine_.registry_value(known_dlls, name.substr(0, name.rfind('.')));
    return value.known() && base::equal_ignoring_case(*value, name);
  }

  /// The module that a file becomes, or nobody; `stopped_` says that the search ends there.
  std::size_t take(const WindowsPlace& place, std::size_t who, LoadStep& step) {
    stopped_ = false;
    auto& candidate = step.candidates.emplace_back();
    candidate.file = place.file;
    candidate.rule = place.rule;
    auto source = machine_.open_file(place.file);
    if (!source.known()) {
      if (source.undecided()) return without_bytes(place, who, step, source.why());
      candidate.outcome = LoadOutcome::not_there;
      return nobody;
    }
    auto links = image::read_pe_links(**source);
    if (!links) return refuse(candidate, links.error().message);
    if (!modules_.empty() && modules_[0].links && links->machine != modules_[0].links->machine)
      return refuse(candidate, fmt::format("is for machine {:#x}, not {:#x}", links->machine,
                                           modules_[0].links->machine));
    return add({place.file, base::lower(file_name(place.file)), who, place.rule, *std::move(links)}, step);
  }

  /// A recording tells that a file is there, mostly without its bytes.
  std::size_t without_bytes(const WindowsPlace& place, std::size_t who, LoadStep& step,
                            const base::Unknown& why) {
    // One that may not be read is there, and Windows does not pass it over.
    if (machine_.exists(place.file) && why.why != base::Why::denied)
      return add({place.file, base::lower(file_name(place.file)), who, place.rule, std::nullopt}, step);
    step.candidates.back().outcome = LoadOutcome::undecided;
    step.candidates.back().reason = why.detail;
    stopped_ = true;
    return nobody;
  }

  /// Error 193: no other file of the name is tried.
  std::size_t refuse(model::LoadCandidate& candidate, std::string why) {
    candidate.outcome = LoadOutcome::refused;
    candidate.reason = std::move(why);
    stopped_ = true;
    return nobody;
  }

  std::size_t add(Module module, LoadStep& step) {
    step.candidates.back().outcome = LoadOutcome::loaded;
    step.rule = module.rule;
    step.file = module.file;
    modules_.push_back(std::move(module));
    return modules_.size() - 1;
  }

  void fail(const LoadStep& step) {
    LoadFailure failure;
    failure.what = step.name;
    failure.needed_by = step.needed_by;
    if (!step.candidates.empty() && stopped_) {
      const auto& last = step.candidates.back();
      failure.kind = last.outcome == LoadOutcome::refused ? LoadFailure::Kind::library_refused
                                                          : LoadFailure::Kind::undecided;
      failure.file = last.file;
      failure.reason = last.reason;
    }
    result_.failures.push_back(std::move(failure));
  }

  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  machine::Machine& machine_;
  const WindowsRequest& request_;
  std::string windows_, system_, application_;
  std::vector<Module> modules_;
  model::LoadResult result_;
  bool stopped_ = false;
};

}  // namespace

model::LoadResult load_windows(machine::Machine& machine, const WindowsRequest& request) {
  return WindowsRun(machine, request).result();
}

}  // namespace gpuenv::loader
