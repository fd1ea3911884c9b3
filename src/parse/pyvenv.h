// pyvenv.cfg: how a virtual environment was made (PEP 405; virtualenv and uv add keys).
#pragma once

#include <string>
#include <string_view>

#include "base/version.h"

namespace gpuenv::parse {

struct Pyvenv {
  std::string home;          ///< folder of the interpreter it was made from
  base::Version python;      ///< "3.12.4"; invalid when not written
  std::string executable;    ///< the interpreter itself, where it is written (venv does)
  bool system_site = false;  ///< sees the packages of that interpreter
  bool made_by_uv = false;
};

Pyvenv pyvenv(std::string_view text);

/// "3.12.4" of "3.12.4.final.0", as virtualenv writes versions.
base::Version python_version(std::string_view text);

}  // namespace gpuenv::parse
