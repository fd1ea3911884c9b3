// All facts about one machine: the only language between reading and judging.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/known.h"
#include "base/os.h"
#include "model/driver.h"
#include "model/environment.h"
#include "model/gpu.h"
#include "model/surroundings.h"

namespace gpuenv::model {

struct Source {
  std::string kind = "live";  ///< live, recording or text
  std::string name = "host";
};

/// What os-release(5) says of a Linux distribution.
struct LinuxDistribution {
  std::string id;                 ///< ID: "ubuntu"
  std::vector<std::string> like;  ///< ID_LIKE, nearest first: "ubuntu", "debian"
  std::string version;            ///< VERSION_ID; "" for rolling ones
};

struct Os {
  base::OsFamily family = base::OsFamily::linux;
  Known<std::string> name;          ///< "Ubuntu 24.04", "Windows 11"
  Known<LinuxDistribution> distribution; ///< Linux only
  Known<std::string> kernel;
  Known<std::string> libc;          ///< "glibc 2.36": of the machine where programs run; Linux only
  Known<std::string> architecture;  ///< x86_64, aarch64
  Known<bool> wsl;                  ///< inside WSL2
  Known<std::string> container;     ///< "docker", "podman", "lxc" ...; absent = none
  Known<bool> laptop;               ///< from the chassis type or a battery
};

struct Facts {
  Source source;
  Os os;
  Cards cards;
  Driver driver;
  Known<std::vector<Toolkit>> toolkits;
  CudaCompiler compiler;
  Known<std::vector<LibraryCopy>> libraries;  ///< NVIDIA's libraries outside of environments
  Surroundings surroundings;
  std::vector<Environment> environments;
  /// Variables that change the outcome (CUDA_VISIBLE_DEVICES, LD_LIBRARY_PATH ...): asked ones only.
  std::map<std::string, Known<std::string>> variables;
  /// What the search for environments left out, in words; empty when nothing.
  std::vector<std::string> left_out;

  /// The NVIDIA cards that programs of this system are meant to use: not those given to virtual machines, and in a
  /// container not those of the host that were not passed in. All of them where none is left, for the question is
  /// then what they could do; none while they are not known.
  std::vector<const Gpu*> own_cards() const {
    if (!cards.nvidia.known()) return {};
    const bool some_passed_in = os.container.known() && driver.nvml.init.value_or(-1) == 0;
    std::vector<const Gpu*> own, all;
    for (const auto& gpu : *cards.nvidia) {
      all.push_back(&gpu);
      if (!gpu.given_away() && (gpu.in_nvml || !some_passed_in)) own.push_back(&gpu);
    }
    return own.empty() ? all : own;
  }
};

}  // namespace gpuenv::model
