// The expander: a machine.toml of a few lines becomes the recording of such a machine.
#include <fmt/format.h>

#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

SystemInfo system_of(const Spec& spec, base::PathStyle style) {
  SystemInfo system{spec.kernel, spec.architecture, spec.home, spec.working_directory};
  if (system.home.empty())
    system.home = spec.windows() ? R"(C:\Users\user)" : spec.container.empty() ? "/home/user" : "/root";
  for (const auto& env : spec.envs)
    if (system.working_directory.empty() && env.active && env.kind == "venv")
      system.working_directory = base::parent_path(style, env.path);
  if (system.working_directory.empty()) system.working_directory = system.home;
  return system;
}

/// Values that have to be there for the machine to make sense; "" when they are.
std::string missing_value(const Spec& spec) {
  if (spec.kernel.empty()) return "kernel is missing";
  if (spec.distro.empty()) return "distro is missing";
  if (spec.wsl && spec.windows()) return "wsl is for os = \"linux\"";
  if (spec.driver && !spec.driver->library.empty() && spec.driver->cuda.empty())
    return "[driver] with a library needs cuda, the version it serves";
  for (const auto& gpu : spec.gpus)
    if (spec.driver && spec.driver->nvml_init == 0 && !spec.driver->library.empty() &&
        (gpu.name.empty() || gpu.cc.empty() || gpu.memory_mib == 0))
      return fmt::format("[[gpu]] {} needs name, cc and memory_mib, because NVML works and tells them",
                         gpu.id);
  return "";
}

}  // namespace

void set_variable(Recording& recording, const std::string& name, std::string value) {
  recording.variables[name] = Known<std::string>(std::move(value), name);
}

void prepend_path(Recording& recording, const std::string& folder) {
  std::string& path = *recording.variables.at("PATH");
  path = folder + recording.paths().list_separator + path;
}

base::Result<Recording> expand(std::string_view toml, std::string_view file) {
  const base::Result<Spec> spec = read_spec(toml, file);
  if (!spec) return std::unexpected(spec.error());
  if (const std::string problem = missing_value(*spec); !problem.empty())
    return base::bad_input(fmt::format("{}: {}", file, problem));
  Recording recording;
  recording.name = file;
  recording.os = spec->os;
  recording.all_variables = true;
  recording.system = Known<SystemInfo>(system_of(*spec, recording.paths()), "system");
  Tree tree(recording);
  if (spec->windows()) {
    describe_windows(*spec, recording, tree);
    describe_windows_cards(*spec, recording, tree);
  } else {
    describe_linux(*spec, recording, tree);
    describe_linux_cards(*spec, recording, tree);
  }
  describe_toolkits(*spec, recording, tree);
  if (const auto environments = describe_environments(*spec, recording, tree); !environments)
    return base::bad_input(fmt::format("{}: {}", file, environments.error().message));
  describe_files(*spec, recording, tree);
  for (const auto& [name, value] : spec->variables) set_variable(recording, name, value);
  return recording;
}

}  // namespace gpuenv::machine::recorded
