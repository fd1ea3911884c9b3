// CUDA compilers; see compiler.h.
#include "probe/compiler.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::probe {
namespace {

using base::Version;

/// "12" of "x86_64-linux-gnu-gcc-12" or "g++-12"; invalid when the name ends otherwise.
Version version_in_name(std::string_view name) {
  const size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || name.find("g") == std::string_view::npos) return {};
  const std::string_view end = name.substr(dash + 1);
  const bool number = !end.empty() && end.find_first_not_of("0123456789.") == std::string_view::npos;
  return number ? Version(end) : Version();
}

/// GCC keeps its parts in a folder named after its version: /usr/lib/gcc/x86_64-redhat-linux/14.
Version version_of_parts(Machine& machine) {
  Version newest;
  for (const char* root : {"/usr/lib/gcc", "/usr/lib64/gcc"}) {
    const auto targets = machine.list(root);
    if (!targets.known()) continue;
    for (const auto& target : *targets) {
      const auto versions = machine.list(machine.join(root, target.name));
      if (!versions.known()) continue;
      for (const auto& entry : *versions) {
        Version version(entry.name);
        const bool number = entry.name.find_first_not_of("0123456789.") == std::string::npos;
        if (number && version.valid() && (!newest.valid() || newest < version)) newest = version;
      }
    }
  }
  return newest;
}

Known<std::string> host_compiler(Machine& machine) {
  const auto& style = machine.traits().paths;
  // nvcc's own variable, then what it looks for on PATH.
  const auto chosen = machine.variable("NVCC_CCBIN");
  if (chosen.known() && base::is_absolute(style, *chosen)) return chosen;
  const std::string name = chosen.known() && !chosen->empty() ? *chosen : "gcc";
  const auto folders = program_folders(machine);
  if (!folders.known()) return folders.no_value<std::string>();
  for (const auto& folder : *folders) {
    const std::string path = machine.join(folder, name);
    const auto there = is_there(machine, path);
    if (there.value_or(false)) return {path, folders.origin()};
    if (!there.known()) return there.no_value<std::string>();
  }
  return Unknown{Why::absent, name + ": not on PATH"};
}

Known<Version> host_version(Machine& machine, const Known<std::string>& host) {
  if (!host.known()) return host.no_value<Version>();
  const std::string file = real_path(machine, *host);
  if (Version version = version_in_name(base::file_name(machine.traits().paths, file)); version.valid())
    return {std::move(version), file};
  if (Version version = version_of_parts(machine); version.valid())
    return {std::move(version), "/usr/lib/gcc"};
  return Unknown{Why::unsupported, file + ": its name tells no version"};
}

Known<Version> nvcc_version(const Known<std::vector<model::Toolkit>>& toolkits,
                            const Known<std::string>& nvcc) {
  if (!nvcc.known()) return nvcc.no_value<Version>();
  if (!toolkits.known()) return toolkits.no_value<Version>();
  for (const auto& toolkit : *toolkits)
    if (toolkit.active) return {toolkit.version, toolkit.path};
  return Unknown{Why::unsupported, *nvcc + ": no file beside it tells its version"};
}

/// A toolkit whose nvcc is on PATH is in the list already.
bool is_listed(const std::vector<model::Toolkit>& toolkits, const std::string& folder) {
  return std::any_of(toolkits.begin(), toolkits.end(),
                     [&](const model::Toolkit& toolkit) { return toolkit.path == folder; });
}

}  // namespace

model::CudaCompiler read_compiler(Machine& machine, const model::Facts& facts,
                                  const Known<std::string>& nvcc) {
  model::CudaCompiler compiler;
  compiler.nvcc = nvcc;
  compiler.nvcc_version = nvcc_version(facts.toolkits, nvcc);
  compiler.cuda_home = Unknown{Why::absent, "neither CUDA_HOME nor CUDA_PATH is set"};
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    const auto value = facts.variables.find(name);
    if (value == facts.variables.end() || value->second.absent()) continue;
    if (value->second.known() && value->second->empty()) continue;
    compiler.cuda_home = value->second;
    compiler.home_variable = name;
    break;
  }
  if (compiler.cuda_home.known()) compiler.cuda_home_there = is_folder(machine, *compiler.cuda_home);
  if (!nvcc.known() || facts.os.family == base::OsFamily::windows) return compiler;
  compiler.host = host_compiler(machine);
  compiler.host_version = host_version(machine, compiler.host);
  return compiler;
}

void add_packaged_toolkits(const std::vector<model::Environment>& environments,
                           Known<std::vector<model::Toolkit>>& toolkits) {
  if (!toolkits.known()) return;
  for (const auto& environment : environments) {
    if (environment.selection == model::Selection::found) continue;
    if (environment.distributions.known())
      for (const auto& distribution : *environment.distributions)
        if (distribution.name.starts_with("nvidia-cuda-nvcc"))
          toolkits->push_back({distribution.version, environment.path, false, "pip"});
    if (!environment.conda_packages.known()) continue;
    for (const auto& package : *environment.conda_packages)
      if ((package.name == "cuda-nvcc" || package.name == "cudatoolkit-dev") &&
          !is_listed(*toolkits, environment.path))
        toolkits->push_back({Version(package.version), environment.path, false, "conda"});
  }
}

}  // namespace gpuenv::probe
