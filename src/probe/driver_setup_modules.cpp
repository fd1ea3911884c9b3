// Kernel module files of the driver, and what DKMS made of them.
#include "base/text.h"
#include "parse/kernel_modules.h"
#include "probe/driver_setup.h"

namespace gpuenv::probe {
namespace {

constexpr const char* modules = "/lib/modules";
constexpr const char* dkms_tree = "/var/lib/dkms";
constexpr std::size_t modules_dep_limit = 8u << 20;  // Debian 12 has 0.6 MB
constexpr std::size_t most_kernels = 16;

/// modprobe loads what modules.dep names, so that file decides and not the folders.
Known<std::vector<model::ModuleFile>> module_files(Machine& machine, const std::string& kernel) {
  const std::string folder = base::join_path(base::posix_paths, modules, kernel);
  const auto text = machine.read_file(folder + "/modules.dep", modules_dep_limit);
  if (!text.known()) {
    if (!text.absent()) return text.no_value<std::vector<model::ModuleFile>>();
    const auto there = is_folder(machine, folder);
    if (!there.known()) return there.no_value<std::vector<model::ModuleFile>>();
    return {
        Unknown{Why::absent, *there ? folder + "/modules.dep does not exist" : folder + " does not exist"},
        folder};
  }
  std::vector<model::ModuleFile> files;
  for (const auto& path : parse::nvidia_modules(*text)) {
    // The distributions' own, signed ones lie below kernel/; DKMS uses updates or extra, akmods extra.
    const bool self_built = path.starts_with("updates/") || path.starts_with("extra/") ||
                            path.find("/updates/") != std::string::npos ||
                            path.find("/extra/") != std::string::npos;
    files.push_back({base::join_path(base::posix_paths, folder, path), self_built});
  }
  return {std::move(files), folder + "/modules.dep"};
}

Known<std::vector<std::string>> other_kernels(Machine& machine, const std::string& running) {
  const auto folders = machine.list(modules);
  if (!folders.known()) return folders.no_value<std::vector<std::string>>();
  std::vector<std::string> kernels;
  std::size_t asked = 0;
  for (const auto& folder : *folders) {
    if (folder.name == running || ++asked > most_kernels) continue;
    const auto files = module_files(machine, folder.name);
    if (files.known() && !files->empty()) kernels.push_back(folder.name);
  }
  return {std::move(kernels), modules};
}

bool is_driver_name(std::string_view name) {
  return parse::is_nvidia_module(std::string(name) + ".ko") || name == "nvidia-open";
}

/// The builds of one version: /var/lib/dkms/NAME/VERSION/KERNEL/ARCHITECTURE/module.
void add_builds(Machine& machine, const std::string& name, const std::string& version,
                std::vector<model::DkmsBuild>& builds, std::optional<Unknown>& open) {
  const std::string folder = std::string(dkms_tree) + "/" + name + "/" + version;
  const auto kernels = machine.list(folder);
  if (kernels.undecided()) open = kernels.why();
  if (!kernels.known()) return;
  const model::DkmsBuild added{name, Version(version), "", false, ""};
  const std::size_t before = builds.size();
  for (const auto& kernel : *kernels) {
    if (kernel.kind != machine::FileKind::directory || kernel.name == "build" || kernel.name == "source")
      continue;
    const auto architectures = machine.list(folder + "/" + kernel.name);
    if (architectures.undecided()) open = architectures.why();
    model::DkmsBuild build = added;
    build.kernel = kernel.name;
    for (const auto& one : architectures.value_or({})) {
      const auto made = is_folder(machine, folder + "/" + kernel.name + "/" + one.name + "/module");
      if (made.undecided()) open = made.why();
      build.built = build.built || (made.known() && *made);
    }
    builds.push_back(std::move(build));
  }
  if (builds.size() == before) builds.push_back(added);
  // DKMS removes the folder "build" after a build that worked.
  if (machine.exists(folder + "/build/make.log")) builds.back().log = folder + "/build/make.log";
}

Known<std::vector<model::DkmsBuild>> dkms_builds(Machine& machine) {
  const auto names = machine.list(dkms_tree);
  if (!names.known()) return names.no_value<std::vector<model::DkmsBuild>>();
  std::vector<model::DkmsBuild> builds;
  std::optional<Unknown> open;
  for (const auto& name : *names) {
    if (!is_driver_name(name.name)) continue;
    const auto versions = machine.list(std::string(dkms_tree) + "/" + name.name);
    if (versions.undecided()) open = versions.why();
    for (const auto& version : versions.value_or({}))
      if (version.kind == machine::FileKind::directory && Version(version.name).valid())
        add_builds(machine, name.name, version.name, builds, open);
  }
  if (open) return {*open, dkms_tree};
  if (builds.empty()) return {Unknown{Why::absent, "DKMS knows no NVIDIA driver"}, dkms_tree};
  return {std::move(builds), dkms_tree};
}

}  // namespace

void read_module_files(Machine& machine, const std::string& kernel, model::DriverSetup& setup) {
  setup.module_files = module_files(machine, kernel);
  const bool none =
      setup.module_files.absent() || (setup.module_files.known() && setup.module_files->empty());
  if (!none) return;
  setup.other_kernels = other_kernels(machine, kernel);
  setup.dkms = dkms_builds(machine);
  if (setup.dkms.known())
    setup.headers = is_there(machine, std::string(modules) + "/" + kernel + "/build/Makefile");
}

}  // namespace gpuenv::probe
