// Facts about Python environments and the frameworks in them, read from their files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/known.h"
#include "base/sm.h"
#include "base/version.h"

namespace gpuenv::model {

using base::Known;
using base::Sm;
using base::Version;

/// An installed distribution, from its *.dist-info folder.
struct Distribution {
  std::string name;     ///< normalised as PEP 503: lower case, runs of "-_." as one "-"
  Version version;
  std::string path;     ///< the *.dist-info folder
  Known<bool> requested;  ///< REQUESTED mark: asked for by name, not pulled in
  std::string installer;  ///< "uv", "pip", "conda" ... or ""
};

/// What a build of a framework was made for.
struct Build {
  enum class Kind { cpu, cuda, rocm, other };
  Kind kind = Kind::cpu;
  std::string variant;  ///< "cu128", "cpu", "cuda13"; "" when the files do not say
  Version cuda;         ///< invalid for CPU builds
};

/// A framework as its own files show it (never imported).
struct Framework {
  std::string name;                    ///< catalog name: torch, tensorflow, paddle, jax, onnxruntime
  Known<Version> version;
  Known<Build> build;
  Known<std::vector<Sm>> cubins;       ///< architectures of the main kernel library: cubins
  Known<std::vector<Sm>> ptx;          ///< and PTX targets
  bool requested = true;               ///< false when it is there only because another package wants it
};

/// How an environment came into view; the first two decide the verdict.
enum class Selection { named, active, found };

struct Environment {
  std::string path;                    ///< the folder of the environment (sys.prefix)
  std::string kind;                    ///< venv, conda, system, embedded
  Selection selection = Selection::found;
  std::string interpreter;             ///< path of its python, "" when not found
  std::string installer;               ///< what its steps should use: "uv" or "pip"
  Known<Version> python;
  Known<int> bits;
  std::string site_packages;           ///< first one; "" when not found
  Known<std::vector<Distribution>> distributions;
  std::vector<Framework> frameworks;

  const Distribution* find(std::string_view normal_name) const {
    if (distributions.known())
      for (const auto& distribution : *distributions)
        if (distribution.name == normal_name) return &distribution;
    return nullptr;
  }
};

}  // namespace gpuenv::model
