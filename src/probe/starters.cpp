// What starts a Python: Jupyter kernels, editors, the scripts of an environment, Windows' launcher.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "parse/json_text.h"
#include "parse/script.h"
#include "probe/locate.h"
#include "probe/surroundings.h"

namespace gpuenv::probe {
namespace {

constexpr std::size_t beginning_of_script = 1024;
constexpr std::size_t largest_launcher = 1 << 20;
constexpr std::size_t most_kernels = 50;

class Starters {
 public:
  Starters(Machine& machine, const model::Facts& facts)
      : machine_(machine), facts_(facts), windows_(machine.traits().os == base::OsFamily::windows) {}

  Known<std::vector<model::Starter>> find() {
    const auto system = machine_.system();
    if (system.known()) {
      add_user_kernels(system->home);
      add_editors(*system);
    }
    for (const auto& environment : facts_.environments) {
      if (environment.selection == model::Selection::found || environment.interpreter.empty()) continue;
      add_kernels(below(machine_, environment.path, "share/jupyter/kernels"), environment.interpreter);
      add_scripts(environment);
    }
    if (list_.empty() && open_) return *open_;
    return {std::move(list_), "kernel.json, settings.json, scripts"};
  }

 private:
  /// The text of a file; what cannot be read leaves the whole open.
  std::optional<std::string> text(const std::string& path, std::size_t limit = small_file) {
    auto answer = machine_.read_file(path, limit);
    if (answer.undecided() && !open_) open_ = answer.why();
    return answer.known() ? std::optional(*std::move(answer)) : std::nullopt;
  }

  void add(std::string kind, std::string name, std::string file, const std::string& interpreter) {
    model::Starter starter{std::move(kind), std::move(name), std::move(file), interpreter, "", {}};
    if (base::is_absolute(machine_.traits().paths, interpreter)) {
      starter.there = is_there(machine_, interpreter);
      if (starter.there.value_or(false)) starter.environment = known_prefix(interpreter);
    }
    list_.push_back(std::move(starter));
  }

  /// The environment whose own program it is; else that to which links lead.
  std::string known_prefix(const std::string& interpreter) {
    std::string prefix = prefix_of(machine_, interpreter);
    const std::string real = base::path_key(machine_.traits().paths, real_path(machine_, prefix));
    for (const auto& environment : facts_.environments)
      if (base::path_key(machine_.traits().paths, real_path(machine_, environment.path)) == real)
        return environment.path;
    return prefix;
  }

  /// Each kernel is a folder with a kernel.json (Jupyter Client, "Kernel specs"). "python" without a folder
  /// is the Python in which Jupyter itself runs.
  void add_kernels(const std::string& folder, const std::string& own_python) {
    const auto kernels = machine_.list(folder);
    if (kernels.undecided() && !open_) open_ = kernels.why();
    if (!kernels.known()) return;
    std::size_t count = 0;
    for (const auto& kernel : *kernels) {
      if (kernel.kind == machine::FileKind::file || ++count > most_kernels) continue;
      const std::string file = below(machine_, machine_.join(folder, kernel.name), "kernel.json");
      const auto document = text(file);
      const auto program = document ? parse::json_text(*document, "argv") : std::nullopt;
      if (!program) continue;
      const bool bare = program->find_first_of("/\\") == std::string::npos;
      const bool python =
          base::lower(base::file_name(machine_.traits().paths, *program)).starts_with("python");
      if (python) add("jupyter", kernel.name, file, bare ? own_python : *program);
    }
  }

  void add_user_kernels(const std::string& home) {
    if (windows_) {
      const auto roaming = machine_.variable("APPDATA");
      if (roaming.known()) add_kernels(below(machine_, *roaming, "jupyter/kernels"), "");
    } else if (!home.empty()) {
      add_kernels(below(machine_, home, ".local/share/jupyter/kernels"), "");
    }
  }

  /// A path of Visual Studio Code's settings, with its two variables filled in.
  std::string editor_path(std::string path, const machine::SystemInfo& system) {
    for (const auto& [variable, value] :
         {std::pair<std::string_view, const std::string&>{"${workspaceFolder}", system.working_directory},
          {"${userHome}", system.home}})
      if (path.starts_with(variable)) path.replace(0, variable.size(), value);
    if (path.starts_with("~/")) path = machine_.join(system.home, path.substr(2));
    if (!base::is_absolute(machine_.traits().paths, path))
      path = machine_.join(system.working_directory, path);
    return base::normal_path(machine_.traits().paths, path);
  }

  void add_editors(const machine::SystemInfo& system) {
    if (system.working_directory.empty()) return;
    const std::string code = below(machine_, system.working_directory, ".vscode/settings.json");
    if (const auto document = text(code))
      for (const char* key : {"python.defaultInterpreterPath", "python.pythonPath"})
        if (const auto path = parse::json_text(*document, key);
            path && path->find_first_of("/\\") != std::string::npos) {
          add("vscode", "", code, editor_path(*path, system));
          break;
        }
    const std::string idea = below(machine_, system.working_directory, ".idea/misc.xml");
    if (const auto document = text(idea)) {
      constexpr std::string_view key = "project-jdk-name=\"";
      const size_t at = document->find(key);
      const std::string rest = at == std::string::npos ? "" : document->substr(at + key.size());
      if (!rest.empty()) add("idea", rest.substr(0, rest.find('"')), idea, "");  // only names its interpreter
    }
    const auto local = windows_ ? machine_.variable("LOCALAPPDATA") : Known<std::string>();
    if (!local.known()) return;
    const std::string ini = machine_.join(*local, "py.ini");
    if (const auto document = text(ini))
      for (std::string_view line : base::lines(*document))
        if (line.starts_with("python=")) add("py.ini", std::string(base::trim(line.substr(7))), ini, "");
  }

  /// The Python that a script of the environment starts; "" when it names none.
  std::string python_of(const std::string& script) {
    const auto bytes = text(script, windows_ ? largest_launcher : beginning_of_script);
    if (!bytes) return "";
    return windows_ ? parse::launcher_python(*bytes) : parse::script_python(*bytes);
  }

  /// pip and jupyter are what people call by name. Only those that start a Python elsewhere are noted.
  void add_scripts(const model::Environment& environment) {
    if (environment.kind != "venv" && environment.kind != "conda") return;
    for (const char* name : {"pip", "jupyter"}) {
      if (environment.find(std::string_view(name) == "jupyter" ? "jupyter-core" : name) == nullptr) continue;
      const std::string script =
          below(machine_, environment.path,
                windows_ ? "Scripts/" + std::string(name) + ".exe" : "bin/" + std::string(name));
      const std::string python = python_of(script);
      if (python.empty() || base::path_within(machine_.traits().paths, python, environment.path)) continue;
      const auto& style = machine_.traits().paths;
      const std::string top = base::parent_path(style, base::parent_path(style, python));
      const auto real = [&](const std::string& path) {
        return base::path_key(style, real_path(machine_, path));
      };
      if (real(top) == real(environment.path)) continue;
      add("shebang", name, script, python);
    }
  }

  Machine& machine_;
  const model::Facts& facts_;
  bool windows_;
  std::vector<model::Starter> list_;
  std::optional<Unknown> open_;
};

}  // namespace

Known<std::vector<model::Starter>> read_starters(Machine& machine, const model::Facts& facts) {
  return Starters(machine, facts).find();
}

}  // namespace gpuenv::probe
