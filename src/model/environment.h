// Facts about Python environments and the frameworks in them, read from their files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/known.h"
#include "base/sm.h"
#include "base/version.h"

namespace gpuenv::model {

using base::Known;
using base::Sm;
using base::Version;

/// A requirement from METADATA (Requires-Dist) that holds on this machine and for no extra, or for an extra that
/// was asked for as far as can be told.
struct Requirement {
  std::string name;       ///< normalised
  std::string specifier;  ///< "==12.8.4.1", ">=2,<3", ""
  std::string extra;      ///< "" or the extra that wants it
  std::vector<std::string> extras;  ///< asked of it: cuda-toolkit[cublas,cudart]
  std::string part;     ///< what it is of NVIDIA's wheels: "cudnn", "cuda-nvcc"; "" = none of them
  std::string library;  ///< the library that such a wheel brings: "cudnn", "cudart"; "" = another
  int cuda_major = 0;   ///< of such a wheel; 0 = not told
  bool operator==(const Requirement&) const = default;
};

/// An installed distribution, from its *.dist-info folder.
struct Distribution {
  std::string name;     ///< normalised as PEP 503: lower case, runs of "-_." as one "-"
  Version version;
  std::string path;     ///< the *.dist-info folder
  Known<bool> requested;  ///< REQUESTED mark: asked for by name, not pulled in
  std::string installer;  ///< "uv", "pip", "conda" ... or ""
  Known<std::vector<Requirement>> requires_dist;  ///< read only for distributions that concern a framework
};

/// A file that RECORD promises and that is not there as promised.
struct DamagedFile {
  enum class Kind {
    missing,
    cut,      ///< too short for what its own headers say: loading it ends in SIGBUS or "file too short"
    changed,  ///< of another size, and its headers do not tell more
  };
  Kind kind = Kind::missing;
  std::string distribution;  ///< normalised name
  std::string path;
  long long promised = -1;  ///< bytes; -1 = RECORD does not say
  long long found = -1;     ///< bytes; -1 = not there
  bool sure = true;         ///< false when it only follows from the size, because the headers could not be read
};

/// Two distributions that claim the same files with different content: the one installed last has overwritten the
/// other's.
struct Overlap {
  std::string first, second;  ///< normalised names of distributions
  std::string owner;          ///< whose content lies there now; "" = some of each, or not known
  int files = 0;              ///< how many
  std::string path;           ///< one of them
};

/// Something that is imported in place of what the environment holds, or from outside of it.
struct Shadow {
  enum class By { pythonpath, user_site, pth, working_directory, base_site };
  By by = By::pythonpath;
  std::string module;   ///< "torch", "numpy"
  std::string path;     ///< what is imported: a folder or a file
  std::string version;  ///< of it; "" = not known
  std::string hidden;   ///< the folder of the environment that is not imported; "" = it has none of its own
  std::string source;   ///< the .pth file that leads there, or ""
};

/// A distribution that asks for one very release of a framework (Requires-Dist: torch==2.4.1), and so has brought it.
struct Pin {
  std::string by;         ///< normalised name of the distribution
  std::string framework;  ///< normalised name of what it asks for
  Version version;
  std::string path;       ///< its METADATA
  std::string remnant;    ///< a distribution that only a GPU build brings along
};

/// A package that conda itself installed, from the name of its record.
struct CondaPackage {
  std::string name, version, build;  ///< "pytorch", "2.5.1", "cuda126_py312h1763f6d_305"
  /// Where it came from, as for conda's -c: "conda-forge"; read for frameworks only, "" = not known.
  std::string channel = {};
};

/// A copy of one of NVIDIA's libraries: cudnn, cublas, nccl, nvjitlink, tensorrt ...
struct LibraryCopy {
  std::string library;  ///< "cudnn", "cublas", "nccl", "nvjitlink", "cusparse", "cudart", "nvrtc", "tensorrt"
  Known<Version> version;
  int cuda_major = 0;   ///< CUDA that it was built for; 0 = not known
  std::string path;
  std::string from;     ///< system, toolkit, wheel, conda, framework
  std::string package;  ///< the distribution that brought it, ""
  bool on_library_path = false;  ///< in a folder of LD_LIBRARY_PATH
};

/// What a build of a framework was made for.
struct Build {
  enum class Kind { cpu, cuda, rocm, other };
  Kind kind = Kind::cpu;
  std::string variant;  ///< "cu128", "cpu", "cuda13"; "" when the files do not say
  Version cuda;         ///< invalid for CPU builds
};

/// An architecture for which only some of a package's kernels are there.
struct PartialCode {
  Sm sm;
  bool ptx = false;
  long long count = 0;
  long long of = 0;  ///< as many are there for the architecture that is served best
};

/// The device code that a package computes with.
struct Kernels {
  Known<std::vector<Sm>> cubins;     ///< architectures that the code is there for: cubins
  Known<std::vector<Sm>> ptx;        ///< and PTX targets
  std::vector<PartialCode> partial;  ///< and those with few of the kernels, where the library itself was read
};

/// What the catalog knows of a very build and its own files do not tell.
struct KnownBuild {
  int cudnn_major = 0;          ///< of the cuDNN that it loads; 0 = not known
  std::vector<Sm> ptx_fails;    ///< cards of these major numbers cannot work with its PTX
  bool ptx_fails_unconfirmed = false;  ///< that was reported of neighbouring releases only
  std::vector<Sm> ptx_unproven; ///< for cards of these major numbers nobody has told whether its PTX works
  std::vector<Sm> cubins;       ///< architectures of its kernels as it was published; empty = not known
  std::vector<Sm> linalg;       ///< cubins of a library of its own for linear algebra; empty = none, or not known
  std::string source;           ///< the row: "torch 2.14 cu130"
};

/// A framework as its own files show it (never imported).
struct Framework : Kernels {
  std::string name;                    ///< catalog name: torch, tensorflow, paddle, jax, onnxruntime
  Known<Version> version;
  Known<Build> build;
  Known<KnownBuild> known_build;       ///< from the catalog's row for this build; unknown where no row is for it
  bool requested = true;               ///< false when it is there only because another package wants it
};

/// A package with compiled code against a framework: torchvision, xformers ...
struct Companion {
  std::string name;        ///< normalised name of the distribution
  std::string framework;   ///< catalog name of what it is built against
  Known<Version> version;  ///< with the local part that names its build, as far as its files tell
  Version built_for;       ///< release of the framework that its version names; invalid = it names none
  std::string variant;     ///< "cu128", "cpu"; "" when its version does not tell
  Version cuda;            ///< of that variant; invalid for others
  Kernels kernels;         ///< absent where the catalog names no library of it
};

/// A package that computes on the GPU by itself, beside the frameworks: CuPy, CTranslate2, llama-cpp-python ...
struct GpuPackage {
  std::string name;     ///< normalised name of the distribution
  Version version;
  Known<Build> build;   ///< unknown where neither its files nor the catalog tell
};

/// NVIDIA's package that only asks for others: torch 2.15 wants cuda-toolkit[cublas,cudart,...].
inline constexpr std::string_view cuda_toolkit_package = "cuda-toolkit";

/// How an environment came into view; the first two decide the verdict.
enum class Selection { named, active, found };

struct Environment {
  std::string path;                    ///< the folder of the environment (sys.prefix)
  std::string kind;                    ///< venv, conda, system, embedded
  Selection selection = Selection::found;
  std::string keeper;                  ///< whose it is: pixi, pyenv, pipx, uv, poetry, ComfyUI ...; "" = the user's own
  std::string interpreter;             ///< path of its python, "" when not found
  std::string installer;               ///< what its steps should use for packages of PyPI: "uv" or "pip"
  /// What makes it from a list of packages of its own: conda, mamba, micromamba, pixi, poetry, pdm; "" = nothing does.
  std::string manager;
  std::string project;  ///< the folder of that list: pixi's workspace, poetry's project; "" = none, or not known
  Known<Version> python;
  Known<int> bits;
  std::string site_packages;           ///< first one; "" when not found
  Known<std::string> abi;              ///< "cp312", "cp313t"
  Known<bool> free_threaded;
  Known<std::vector<Distribution>> distributions;
  std::vector<Framework> frameworks;
  std::vector<Companion> companions;
  std::vector<GpuPackage> gpu_packages;
  /// Among the native libraries of frameworks and nvidia-* distributions; with --deep among all files. The first 500.
  Known<std::vector<DamagedFile>> damaged;
  Known<std::vector<Overlap>> overlaps;
  Known<std::vector<Shadow>> shadows;
  Known<std::vector<Pin>> pins;  ///< asked for only where a CPU build lies beside what a GPU build has left
  Known<std::vector<CondaPackage>> conda_packages;  ///< absent outside conda
  Known<std::vector<LibraryCopy>> libraries;       ///< inside the environment

  const Distribution* find(std::string_view normal_name) const {
    if (distributions.known())
      for (const auto& distribution : *distributions)
        if (distribution.name == normal_name) return &distribution;
    return nullptr;
  }
  bool has_conda_package(std::string_view name) const {
    if (conda_packages.known())
      for (const auto& package : *conda_packages)
        if (package.name == name) return true;
    return false;
  }
  /// conda has CUDA and cuDNN as packages, whose libraries its environments find.
  bool has_conda_cuda() const {
    return kind == "conda" && has_conda_package("cudatoolkit") && has_conda_package("cudnn");
  }
  /// The wheel that brings a library of NVIDIA's ("cublas") for that CUDA: nvidia-cublas-cu12; from CUDA 13 on
  /// most bear no number.
  const Distribution* nvidia_wheel(const std::string& library, int cuda_major) const {
    const auto* numbered = find("nvidia-" + library + "-cu" + std::to_string(cuda_major));
    return numbered != nullptr || cuda_major < 13 ? numbered : find("nvidia-" + library);
  }
};

}  // namespace gpuenv::model
