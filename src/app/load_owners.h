// Whose files are those that a process loads: by RECORD of the distributions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "model/environment.h"

namespace gpuenv::app {

/// The native libraries that the distributions of an environment have brought.
class LoadOwners {
 public:
  struct File {
    std::string path;
    const model::Distribution* distribution = nullptr;
  };

  LoadOwners(machine::Machine& machine, const model::Environment& environment);

  /// nullptr when none has it.
  const model::Distribution* owner(const std::string& path) const;
  /// Files of this name, whether they are there or not.
  std::vector<File> named(const std::string& name) const;

 private:
  std::map<std::string, const model::Distribution*> owners_;
  std::multimap<std::string, File> by_name_;
};

}  // namespace gpuenv::app
