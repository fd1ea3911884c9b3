// Plans: which versions fit a machine, and why every other candidate does not.
#pragma once

#include <string>
#include <vector>

#include "base/sm.h"
#include "base/version.h"

namespace gpuenv::model {

/// What is asked for; unset fields are free.
struct Wish {
  std::string framework;         ///< catalog name
  base::Version version;         ///< invalid = any
  std::string os = "linux";      ///< linux or windows
  std::string architecture = "x86_64";
  base::Version python;          ///< of the environment; invalid = free
  base::Version driver;          ///< invalid = not known: candidates are then not rejected for the driver
  std::vector<base::Sm> cards;   ///< every one of them has to be served
  bool cpu = false;              ///< a CPU build is wanted
};

/// How an installer uses an index.
enum class IndexUse {
  instead,  ///< in place of the default index
  extra,    ///< beside the default index
  links,    ///< a page of links to wheels
};

struct PlannedPackage {
  std::string name;     ///< "torch", "tensorflow[and-cuda]"
  std::string version;  ///< "2.8.0"
  std::string variant;  ///< "cu126"
  std::string index;    ///< URL, or "" for the installer's own default index
  IndexUse index_use = IndexUse::instead;  ///< means nothing without index
};

struct Rejected {
  std::string candidate;  ///< "torch 2.8.0 cu128"
  /// What speaks against it: os, architecture, python, driver, arch, version; or it would do, but is older, young (an
  /// x.y.0 of the last months), unconfirmed, runs by ptx only, or is another variant of the chosen release.
  std::string reason;
  std::string detail;     ///< what was asked for against what it has: "needs sm_70, card is sm_61"
};

struct Plan {
  Wish wish;
  std::vector<PlannedPackage> packages;  ///< empty when nothing fits
  std::string python;                    ///< "3.12"
  std::string driver_floor;              ///< oldest driver the chosen build runs on
  bool unconfirmed = false;              ///< rests on rows that could not be confirmed
  std::vector<Rejected> rejected;
  bool found() const { return !packages.empty(); }
};

}  // namespace gpuenv::model
