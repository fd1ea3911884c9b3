// Facts about what surrounds the environments: container, WSL, disks, the tools that start a Python.
#pragma once

#include <string>
#include <vector>

#include "base/known.h"
#include "base/version.h"

namespace gpuenv::model {

using base::Known;

/// Inside a container: what of the GPU was passed in. On a host: what containers would get.
struct Containers {
  Known<std::string> visible_devices;  ///< NVIDIA_VISIBLE_DEVICES
  Known<std::string> capabilities;     ///< NVIDIA_DRIVER_CAPABILITIES
  Known<bool> docker;                  ///< host: docker is installed
  Known<bool> snap_docker;             ///< host: as a snap, which cannot reach the driver
  Known<bool> rootless_docker;
  Known<bool> toolkit;                 ///< host: NVIDIA's container toolkit is installed
  Known<bool> cdi;                     ///< host: a CDI file names the cards
  Known<bool> runtime_configured;      ///< host: docker's daemon.json knows the nvidia runtime
  Known<std::string> cdi_driver;       ///< host: driver version that the CDI file hands in; absent = no such file
  Known<bool> nodes;                   ///< inside: /dev/nvidiactl, or WSL's /dev/dxg, was passed in
  Known<bool> library_mounted;         ///< inside: the driver's library was mounted from the host
  Known<std::vector<std::string>> driver_packages;  ///< inside, and in WSL: packages that bring a driver's libraries
};

/// WSL, seen from inside.
struct Wsl {
  Known<int> generation;               ///< 1 or 2
  Known<int> windows_build;            ///< 22631; of WSL1 exact, else at least as new as this
  Known<bool> dxg;                     ///< /dev/dxg
  Known<bool> stubs;                   ///< /usr/lib/wsl/lib holds libcuda.so.1
  Known<std::string> linux_driver;     ///< the libcuda that programs get belongs to a Linux driver; absent = it does not
  Known<bool> on_search_path;          ///< the dynamic linker's own search finds the stubs
  Known<std::string> memory;           ///< memory= of .wslconfig; absent = not limited there
  Known<bool> gpu_support;             ///< gpuSupport= of .wslconfig; true when not written
};

/// A batch system's job.
struct Job {
  std::string system;  ///< slurm, kubernetes
  std::string gpus;    ///< what it was given, as its variables say; "" = not said
};

/// A program that starts a Python other than the active one: a Jupyter kernel, an editor's setting, a script's first line.
struct Starter {
  std::string kind;         ///< jupyter, vscode, idea, shebang, py.ini
  std::string name;         ///< of the kernel ("python3"), or ""
  std::string file;         ///< where it stands
  std::string interpreter;  ///< what it starts
  std::string environment;  ///< the environment of that interpreter, "" = not known
  Known<bool> there;        ///< that interpreter is there
};

/// A line in a file of pip or uv that says where packages come from.
struct IndexSetting {
  std::string file;
  std::string key;    ///< "index-url", "extra-index-url", "find-links", "torch-backend" ...
  std::string value;  ///< several addresses are separated by blanks; without passwords
};

struct Disk {
  std::string path;  ///< a place that matters: an environment, the home folder with the caches, temporary files
  Known<long long> free_mib;
  bool temporary = false;  ///< where temporary files go
};

struct Surroundings {
  Containers containers;
  Wsl wsl;
  Known<Job> job;  ///< absent = none
  Known<std::vector<Starter>> starters;
  std::vector<Disk> disks;
  Known<std::vector<IndexSetting>> indexes;  ///< of pip and uv; empty = both use what they use by themselves
};

}  // namespace gpuenv::model
