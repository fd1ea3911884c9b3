// Python environments as literals, for the tests of the probes.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "probe/environment.h"
#include "probe/test_machine.h"

namespace gpuenv::probe::test {

/// A Linux venv with an interpreter of 64 bits; returns its site-packages.
inline std::string put_venv(TestMachine& machine, const std::string& path, const std::string& config) {
  machine.file(path + "/pyvenv.cfg", config);
  machine.file("/usr/bin/python3.12", std::string("\x7F"
                                                  "ELF\x02") +
                                          std::string(59, '\0'));
  machine.link(path + "/bin/python", "/usr/bin/python3.12");
  machine.folder(path + "/lib/python3.12/site-packages");
  return path + "/lib/python3.12/site-packages";
}
inline std::string put_venv(TestMachine& machine, const std::string& path) {
  return put_venv(machine, path, "home = /usr/bin\nversion = 3.12.4\n");
}

/// A distribution as pip or uv leaves it.
inline void put_distribution(TestMachine& machine, const std::string& site, const std::string& name,
                             const std::string& version, bool requested = true,
                             const std::string& installer = "uv") {
  std::string folder = name;
  for (char& c : folder)
    if (c == '-') c = '_';
  const std::string info = machine.join(site, folder + "-" + version + ".dist-info");
  machine.file(machine.join(info, "METADATA"),
               "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n\nDescription\n");
  machine.file(machine.join(info, "INSTALLER"), installer + "\n");
  if (requested) machine.file(machine.join(info, "REQUESTED"));
}

/// torch's own files; `cuda` as it stands there: "'12.4'" or "None".
inline void put_torch(TestMachine& machine, const std::string& site, const std::string& version,
                      const std::string& cuda) {
  machine.file(below(machine, site, "torch/__init__.py"));
  machine.file(
      below(machine, site, "torch/version.py"),
      "__version__ = '" + version + "'\ncuda: Optional[str] = " + cuda + "\nhip: Optional[str] = None\n");
}

/// Reads an environment with the program's own catalog.
inline model::Environment read(TestMachine& machine, const std::string& path,
                               std::vector<std::string>* notes = nullptr) {
  static const auto catalog = catalog::Catalog::embedded();
  static FrameworkRows rows(catalog);
  model::Os os;
  os.family = machine.traits().os;
  os.architecture = Known<std::string>("x86_64", "uname");
  std::vector<std::string> unused;
  return read_environment(machine, {path, model::Selection::named, {}},
                          {rows, os, notes != nullptr ? *notes : unused});
}

}  // namespace gpuenv::probe::test
