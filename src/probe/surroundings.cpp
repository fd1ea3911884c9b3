// Joins what surrounds the environments; see surroundings.h.
#include "probe/surroundings.h"

#include <algorithm>
#include <initializer_list>

namespace gpuenv::probe {
namespace {

std::string first_value(Machine& machine, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto value = machine.variable(name); value.known() && !value->empty()) return *value;
  return "";
}

/// The package's name at the beginning of an entry: "libnvidia-compute-550:amd64.list",
/// "nvidia-utils-550.54.15-1".
bool brings_driver(std::string_view entry) {
  for (std::string_view beginning : {"libnvidia-compute-", "libnvidia-ml1", "libnvidia-compute.", "libcuda1",
                                     "nvidia-utils-", "nvidia-driver-", "cuda-drivers", "nvidia-open."})
    if (entry.starts_with(beginning)) return true;
  return false;
}

}  // namespace

bool driver_answers(const model::Facts& facts) {
  const auto& init = facts.driver.nvml.init;
  return init.known() && *init == 0 && facts.cards.nvidia.known() && !facts.cards.nvidia->empty();
}

Known<std::vector<std::string>> driver_packages(Machine& machine) {
  using Names = std::vector<std::string>;
  Names names;
  const auto dpkg = machine.list("/var/lib/dpkg/info");
  if (dpkg.known()) {
    for (const auto& entry : *dpkg)
      if (entry.name.ends_with(".list") && brings_driver(entry.name))
        names.push_back(entry.name.substr(0, std::min(entry.name.find(':'), entry.name.rfind(".list"))));
    return {std::move(names), dpkg.origin()};
  }
  const auto pacman = machine.list("/var/lib/pacman/local");
  if (dpkg.undecided()) return dpkg.no_value<Names>();
  if (pacman.undecided()) return pacman.no_value<Names>();
  if (pacman.absent()) return Unknown{Why::unsupported, "no package database that can be read"};
  for (const auto& entry : *pacman)
    if (entry.name.starts_with("nvidia-utils-")) names.emplace_back("nvidia-utils");
  return {std::move(names), pacman.origin()};
}

Known<model::Job> read_job(Machine& machine) {
  const auto slurm = machine.variable("SLURM_JOB_ID");
  if (slurm.known())
    return {
        model::Job{"slurm", first_value(machine, {"SLURM_STEP_GPUS", "SLURM_JOB_GPUS", "SLURM_GPUS_ON_NODE",
                                                  "SLURM_GPUS", "SLURM_GPUS_PER_NODE"})},
        slurm.origin()};
  const auto kubernetes = machine.variable("KUBERNETES_SERVICE_HOST");
  if (kubernetes.known()) return {model::Job{"kubernetes", ""}, kubernetes.origin()};
  if (slurm.undecided()) return slurm.no_value<model::Job>();
  return kubernetes.no_value<model::Job>();
}

std::vector<model::Disk> read_disks(Machine& machine, const model::Facts& facts) {
  std::vector<std::string> folders;
  std::string temporary_folder;
  for (const auto& environment : facts.environments)
    if (environment.selection != model::Selection::found && !environment.interpreter.empty())
      folders.push_back(environment.path);
  const auto system = machine.system();
  if (system.known() && !system->home.empty()) folders.push_back(system->home);
  if (facts.os.family != base::OsFamily::windows) {
    const auto temporary = machine.variable("TMPDIR");
    temporary_folder = temporary.known() && temporary->starts_with('/') ? *temporary : "/tmp";
    folders.push_back(temporary_folder);
  }
  std::vector<model::Disk> disks;
  constexpr std::uint64_t mib = 1 << 20;
  for (const auto& folder : folders) {
    const auto free = machine.free_bytes(folder);
    if (free.known())
      disks.push_back({folder, Known<long long>(static_cast<long long>(*free / mib), free.origin())});
    else
      disks.push_back({folder, free.no_value<long long>()});
    disks.back().temporary = folder == temporary_folder;
  }
  return disks;
}

model::Surroundings read_surroundings(Machine& machine, const model::Facts& facts) {
  model::Surroundings surroundings;
  const bool windows = facts.os.family == base::OsFamily::windows;
  if (!windows) {
    if (facts.os.wsl.value_or(false)) surroundings.wsl = read_wsl_state(machine, facts);
    if (facts.os.container.known())
      surroundings.containers = read_container_inside(machine, facts);
    else if (facts.os.container.absent() && !facts.os.wsl.value_or(false))
      surroundings.containers = read_container_host(machine, facts);
    if (surroundings.wsl.linux_driver.known())
      surroundings.containers.driver_packages = driver_packages(machine);
    surroundings.job = read_job(machine);
  }
  surroundings.starters = read_starters(machine, facts);
  surroundings.disks = read_disks(machine, facts);
  surroundings.indexes = read_indexes(machine, facts);
  return surroundings;
}

}  // namespace gpuenv::probe
