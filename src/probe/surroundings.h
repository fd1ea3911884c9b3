// What surrounds the environments: WSL, containers, batch jobs, disks, and what starts another Python.
#pragma once

#include <string>
#include <vector>

#include "model/facts.h"
#include "probe/ask.h"

namespace gpuenv::probe {

/// All of it. Questions that only matter when the card cannot be used are asked only then, so the facts about
/// cards and driver have to be there.
model::Surroundings read_surroundings(Machine& machine, const model::Facts& facts);

model::Wsl read_wsl_state(Machine& machine, const model::Facts& facts);
model::Containers read_container_inside(Machine& machine, const model::Facts& facts);
model::Containers read_container_host(Machine& machine, const model::Facts& facts);
/// Slurm's or Kubernetes' job; absent = in none.
Known<model::Job> read_job(Machine& machine);
/// Free space of the folders in which environments and installers write.
std::vector<model::Disk> read_disks(Machine& machine, const model::Facts& facts);
/// What the files of pip and uv say about where packages come from.
Known<std::vector<model::IndexSetting>> read_indexes(Machine& machine, const model::Facts& facts);
/// Jupyter kernels, editors' settings, scripts of the active and named environments, py.ini.
Known<std::vector<model::Starter>> read_starters(Machine& machine, const model::Facts& facts);

/// Names of installed packages that bring a Linux driver's libraries, from the package manager's own folder;
/// for package managers that keep a folder for each package (dpkg, pacman).
Known<std::vector<std::string>> driver_packages(Machine& machine);

/// Whether CUDA can be used as far as NVML says: it started and lists a card.
bool driver_answers(const model::Facts& facts);

}  // namespace gpuenv::probe
