// The catalog: what the world decides (GPUs, drivers, toolkits, wheels, findings' texts), as typed rows read
// from data/.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/os.h"
#include "base/result.h"
#include "base/sm.h"
#include "base/version.h"

namespace gpuenv::catalog {

using base::OsFamily;
using base::Result;
using base::Sm;
using base::Version;

/// A card as sold (data/gpus.toml).
struct Gpu {
  std::string name;
  Sm compute_capability;
  std::string architecture;
  bool laptop = false;
  bool unconfirmed = false;
};

/// A driver branch (data/drivers.toml).
struct DriverBranch {
  std::string name;  ///< "R550"
  int major = 0;
  Version cuda;  ///< highest CUDA it serves
  std::string end_of_life;
  bool unconfirmed = false;  ///< the row, or its CUDA level, could not be confirmed
};

/// How a family of Linux distributions installs and repairs the driver (data/driver_packages.toml). Commands
/// hold placeholders: {branch}, {kernel}, {kernel_package}, {major}, {machine}; "" = nothing to do or not
/// known.
struct DriverFamily {
  std::string name;     ///< "Ubuntu"
  std::string manager;  ///< apt, dnf, pacman, zypper
  std::string prepare;  ///< makes the packages reachable
  std::string install;  ///< the newest driver that the distribution has
  int branch = 0;       ///< of that one, where it stays behind NVIDIA's; 0 = it does not
  std::string vendor_prepare, vendor_install;  ///< the newest one from NVIDIA's repository; "" = no row tells
  std::string headers;
  std::vector<std::string>
      kernels;          ///< "mark:package": a kernel with the mark in its release is of this package
  std::string rebuild;  ///< builds the module for the running kernel
  std::string initramfs;
  std::string key;     ///< the public key that modules built here are signed with
  std::string compat;  ///< takes the forward-compatibility libraries off
};

/// The package of a branch for older cards.
struct LegacyDriver {
  std::string command;
  bool unconfirmed = false;
};

/// Until when an architecture is served (data/drivers.toml, arch_support).
struct Architecture {
  std::string name;  ///< "Pascal"
  std::vector<Sm> compute_capabilities;
  std::string last_driver_branch;   ///< "R580"; "" = still served
  Version last_toolkit;             ///< invalid = still served
  std::string first_driver_branch;  ///< "R570"; "" = not written
  bool open_modules_only = false;   ///< the proprietary kernel modules do not drive it
  int first_cudnn = 0;              ///< major of the first cuDNN that runs on it; 0 = not written
};

/// What NVIDIA's toolkits and libraries have for a card.
struct CardSupport {
  Sm card;
  Version first_toolkit;  ///< the first that knows its major number; invalid = not known
  Version last_toolkit;   ///< the last that makes code for it; invalid = no end in sight, or not known
  int first_cudnn = 0;    ///< major of the first cuDNN that runs on it; 0 = not known
};

/// How an installer uses FrameworkBuild::index.
enum class IndexKind {
  instead,  ///< in place of the default index (pip --index-url)
  extra,    ///< beside the default index (pip --extra-index-url)
  links,    ///< a page of links (pip -f, uv --find-links)
};

/// One build (wheel variant) of one framework release (data/frameworks/<name>.toml).
struct FrameworkBuild {
  std::string framework;  ///< torch, tensorflow, paddle, jax, onnxruntime
  Version version;      ///< release it belongs to: "2.8" covers every 2.8.x, a three-part version just itself
  std::string date;     ///< date of the release that `requirement` names, as far as known, "2025-08-06"
  std::string variant;  ///< "cu128"; for frameworks without variants "cuda12", ...; never "cpu"
  Version cuda;
  std::vector<OsFamily> systems;          ///< always one: lists and defaults differ by system
  std::string machine = "x86_64";         ///< or aarch64
  std::vector<std::string> pythons;       ///< "3.9", "3.10" ...; empty = not known
  std::optional<std::vector<Sm>> cubins;  ///< nothing = not known
  std::optional<std::vector<Sm>> ptx;     ///< nothing = not known; empty = none
  bool measured =
      false;  ///< cubins and ptx were read from the wheel; otherwise from build scripts or documents
  std::optional<Sm> floor;  ///< lowest card that the maintainers name; for builds whose lists are not known
  std::string index;        ///< index URL for this variant; "" = the default index
  IndexKind index_kind = IndexKind::instead;
  std::string requirement;  ///< what to ask an installer for: "torch==2.8.0", "tensorflow[and-cuda]==2.21.0"
  bool default_index =
      false;  ///< the build that the default index serves for this system (`requirement` alone is enough)
  bool unconfirmed = false;   ///< the build, its lists or its existence could not be confirmed
  Version cudnn;              ///< the one that it was built with; invalid = not known
  std::vector<Sm> ptx_fails;  ///< cards of this major number cannot work with its PTX, although the driver
                              ///< could compile it
  bool ptx_fails_unconfirmed = false;  ///< that was reported of its neighbours only
  std::vector<Sm> ptx_unproven;  ///< for cards of this major number nobody has told whether its PTX works
  std::optional<std::vector<Sm>> linalg;  ///< cubins of a library of its own for linear algebra; nothing =
                                          ///< not known, or it has none
  bool libraries_along = false;           ///< installing it brings its CUDA libraries along
};

/// How the files of a framework tell version and build (data/frameworks/<name>.toml, [[file]]).
struct FrameworkFile {
  std::string path;               ///< relative to site-packages, with '/'
  std::string field;              ///< version, cuda, archs, is_cuda, package, cuda_library
  std::string how;                ///< assignment (a Python assignment), entry (a dict or tuple entry), exists
  std::string key;                ///< the name assigned, or the entry's key
  std::vector<OsFamily> systems;  ///< only on these; empty = on all
};

/// A framework we know (data/frameworks/<name>.toml).
struct Framework {
  std::string name;         ///< "torch"
  std::string title;        ///< "PyTorch"
  std::string import_name;  ///< folder in site-packages
  std::vector<std::string>
      distributions;  ///< that bring the import folder: torch; tensorflow, tensorflow-cpu ...
  std::vector<std::string> cpu_distributions;  ///< those of them that are CPU builds by name
  std::vector<std::string>
      gpu_distributions;  ///< extra ones that bring the GPU part: jax-cuda12-plugin ...; none installed = no
                          ///< GPU (jax), or only with libraries of the system (tensorflow)
  std::string
      windows_gpu;  ///< last version with a native Windows GPU build; "" = still has; "none" = never had
  std::vector<std::string> conda_packages;  ///< what conda calls it: pytorch
  Version numpy2_linux;                     ///< first release that works with NumPy 2; invalid = not known
  Version numpy2_windows;                   ///< the same on Windows
  std::string cpu_requirement;              ///< "torch"
  std::string cpu_index;                    ///< index URL of CPU builds; "" = default index
  /// NVIDIA's wheels (the part of their name: "cudnn") that must not be older than asked for; "*" = all.
  std::vector<std::string> strict_wheels;
  std::vector<std::string> optional_wheels;  ///< without which it starts all the same
  std::vector<std::string> opens;            ///< libraries of NVIDIA's that it opens by name at its start
  Version wheels_from;  ///< first release with an extra that brings NVIDIA's wheels; invalid = not known
  std::vector<std::string> blind_releases;  ///< that do not find the wheels which they ask for
  /// Packages, none of NVIDIA's, whose release its METADATA pins because their compiled parts belong
  /// together.
  std::vector<std::string> pinned;
  std::vector<std::string> same_build;  ///< companions that come from the same index as the same build
  std::vector<FrameworkFile> files;
};

/// A package with compiled code against a framework (data/frameworks/<name>.toml, [[companion]]).
struct Companion {
  std::string name;          ///< normalised name of the distribution: torchvision
  std::string version_file;  ///< its file with the version of its build, "" = only its distribution tells it
  std::string version_key;   ///< the name assigned there
  Version loose_from;        ///< from here on any later release of the framework will do; invalid = never
  bool soft = false;         ///< built for another release it only switches itself off
  /// Its libraries with device code, below site-packages; "{cuda}" stands for the digits of the framework's
  /// CUDA, and a "*" in a file name for anything.
  std::vector<std::string> kernels;
};

/// A package, none of the frameworks, that loads NVIDIA's libraries by name (data/toolkits.toml,
/// [[library_user]]).
struct LibraryUser {
  std::string name;   ///< normalised name of the distribution
  std::string title;  ///< "CTranslate2"
  int cuda_major = 0;
  int cudnn_major = 0;  ///< 0 = needs none
  Version newest;       ///< the newest release that loads the same; invalid = the row does not say
  Version python_min;   ///< of that release; invalid = the row does not say
};

/// One thing that a framework opens in the process that imports it (data/frameworks/<name>.toml, [[load]]).
struct LoadRow {
  std::string how;                 ///< module, path, soname
  std::vector<std::string> names;  ///< below the folders of sys.path, or names that the loader searches
  bool first = false;              ///< the names are tries for one library
  std::string when;                ///< import, gpu, call
  std::string call;                ///< what the program has to call for it
  std::string caller;              ///< the library that opens it; "" = Python
  std::string if_mapped;           ///< only when a file with this in its path is in the process; "" = always
  bool after_failure = false;      ///< only when the step before could not be loaded
  bool global = false, lazy = false;  ///< flags of dlopen
  bool required = false;
  bool unconfirmed = false;
};

/// Which cards cuDNN serves from a release on, until the next row (data/toolkits.toml, [[cudnn]]).
struct CudnnSupport {
  Version from;
  base::Sm oldest;  ///< card
};

/// A library of NVIDIA's that a framework takes from LD_LIBRARY_PATH although its wheel is there
/// ([[shadowed]]).
struct Shadowed {
  std::string library;  ///< "nvjitlink"
  Version below;        ///< releases of the framework before this one; invalid = all
  bool unconfirmed = false;
};

/// Lowest driver that runs builds of a CUDA major under minor-version compatibility (data/toolkits.toml,
/// mvc_rule), or, before CUDA 11, of one series.
struct DriverFloor {
  std::string cuda;  ///< all that it holds for: "12", "10.2"
  Version linux_driver;
  Version windows_driver;
};

/// A package that computes on the GPU by itself, and the file that only its GPU build has.
struct GpuPackage {
  std::string name;                      ///< normalised name of the distribution
  std::string linux_file, windows_file;  ///< below site-packages; "" = its files do not tell
};

/// A package that exists once for each CUDA major: cupy-cuda12x (data/toolkits.toml, cuda_package).
struct CudaPackage {
  std::string name;
  int cuda_major = 0;
  Version first, last;    ///< its first and last version; invalid = no such end is known
  Version toolkit_extra;  ///< from here on the extra [ctk] asks for NVIDIA's wheels; invalid = never
};

/// An error code of the driver in the kernel log (data/xids.toml).
struct XidCode {
  int code = 0;
  std::string meaning;  ///< in a few English words: "double-bit ECC error"
  std::string kind;  ///< bus, stopped, memory, nvlink, program, follow-up, driver: see the head of the file
};

/// What the memory of a card is enough for, as a part of a sentence (data/memory.toml).
struct MemoryUse {
  std::string en, zh;
};

/// Single numbers that the world sets (data/limits.toml); decode.h has the ids of their rows.
enum class Limit { wsl_windows_build, disk_almost_full };

/// Texts of a finding in one language. Placeholders are {name}.
struct FindingText {
  std::string title;
  std::string why;
  std::map<std::string, std::string> fix;  ///< by Step::text
};

/// The major versions of GCC that the nvcc of a toolkit accepts.
struct HostCompilers {
  int gcc_min = 0;
  int gcc_max = 0;
};

/// data/findings/<id>.toml.
struct FindingRow {
  std::string id;
  std::string role;      ///< cause, symptom, note
  std::string severity;  ///< error, warning, info
  std::vector<std::string> explains;
  std::string
      lacks;  ///< "libraries": it goes away where CUDA libraries come along; "" = it says nothing of that
  std::vector<std::string> sources;
  std::string checked;  ///< date of the last look at the sources
  FindingText en, zh;
};

/// How the catalog reaches a folder laid out like data/; given by those who may open files. Errors name the
/// path.
struct FolderReader {
  std::string name;  ///< how messages call the folder: "data"
  /// Names of the files in a sub-folder ("findings"), in any order.
  std::function<Result<std::vector<std::string>>(std::string_view subfolder)> list;
  /// The text of a file ("gpus.toml", "frameworks/torch.toml").
  std::function<Result<std::string>(std::string_view relative_path)> read;
};

/// All tables. Rows are decoded when asked for; opening costs nothing.
class Catalog {
 public:
  /// The tables that were built into the program.
  static Catalog embedded();
  /// The tables of a folder laid out like data/. Mistakes name file, line and row.
  [[nodiscard]] static Result<Catalog> from_folder(const FolderReader& folder);
  /// Tables packed earlier by pack_folder (pack.h); a damaged blob gives missing or empty rows.
  static Catalog from_blob(std::string blob) { return Catalog(std::move(blob), {}); }

  /// The date of the knowledge, "2026-12-02".
  std::string date() const;

  /// Card by PCI device id (four hex digits). When the id stands only in rows for certain subsystems, the
  /// name is the first such row's; an id in no row is told by those around it, as "NVIDIA AD102",
  /// unconfirmed.
  std::optional<Gpu> gpu_by_pci(std::string_view device_id) const;
  /// Card by the name that NVML prints, with or without "NVIDIA " in front; nothing when the name was sold
  /// with different chips.
  std::optional<Gpu> gpu_by_name(std::string_view name) const;

  /// Cards that people call so: "5090", "rtx5090", "A100", "1080ti", "H100 PCIe". Of those whose names hold
  /// all words of it the ones with the fewest words more, the makers' lines not counted; one of each name and
  /// compute capability.
  std::vector<Gpu> cards_called(std::string_view name) const;

  std::vector<DriverBranch> driver_branches() const;
  /// The branch of a driver version on a system (Windows numbers map into Linux branches); nothing for a
  /// number outside all of them, also for one newer than all.
  std::optional<DriverBranch> branch_of(const Version& driver, OsFamily os) const;
  std::vector<Architecture> architectures() const;
  std::optional<Architecture> architecture_of(const Sm& card) const;
  CardSupport card_support(const Sm& card) const;

  /// By ID, ID_LIKE and VERSION_ID of os-release; nothing for a distribution that no row names.
  std::optional<DriverFamily> driver_family(std::string_view id, const std::vector<std::string>& like,
                                            std::string_view version) const;
  /// The package of a family for a branch ("R470") in a release; nothing when no row has it.
  std::optional<LegacyDriver> legacy_driver(std::string_view family, std::string_view branch,
                                            std::string_view version) const;

  /// Lowest driver for builds made with this CUDA ("12" and "12.8" are alike, before CUDA 11 the series
  /// counts).
  std::optional<DriverFloor> driver_floor(const Version& cuda) const;
  /// True when a toolkit of this series (12.8), or of this major when only that is written, is known.
  bool knows_toolkit(const Version& cuda) const;

  std::optional<CudaPackage> cuda_package(std::string_view name) const;
  /// Packages that compute on the GPU by themselves (data/toolkits.toml, gpu_package).
  std::vector<GpuPackage> gpu_packages() const;
  /// What nvcc of the toolkit release nearest to this version (of the same series) accepts.
  std::optional<HostCompilers> host_compilers(const Version& toolkit) const;
  /// Nothing only in damaged tables: a folder without one of them is refused.
  std::optional<long long> limit(Limit limit) const;
  /// What a card with so much memory is enough for; nothing only in damaged tables.
  std::optional<MemoryUse> memory_use(long long mib) const;

  /// What an Xid code stands for; nothing for one that no row names.
  std::optional<XidCode> xid(int code) const;

  std::vector<std::string> framework_names() const;
  std::optional<Framework> framework(std::string_view name) const;
  /// All GPU builds of a framework, newest release first.
  std::vector<FrameworkBuild> builds(std::string_view framework) const;

  /// What a release of a framework opens, in this order.
  std::vector<LoadRow> load_rows(std::string_view framework, const Version& release) const;
  /// The packages that bring a library ("libcudnn.so.9"), those for a CUDA major alone unless it is 0;
  /// "driver" for what the driver brings.
  std::vector<std::string> packages_with(std::string_view library, int cuda_major) const;

  std::vector<Companion> companions(std::string_view framework) const;
  /// The release of a companion that belongs to a release of the framework; invalid = no row tells.
  Version companion_for(std::string_view framework, std::string_view companion, const Version& release) const;
  /// The release of the framework that a companion's release belongs to; invalid = no row tells.
  Version release_for(std::string_view framework, std::string_view companion, const Version& version) const;
  std::vector<Shadowed> shadowed(std::string_view framework) const;
  /// Releases from before the rows serve all cards that builds here have code for.
  std::vector<CudnnSupport> cudnn_support() const;
  /// What a release of such a package loads; nothing when no row tells.
  std::optional<LibraryUser> library_user(std::string_view name, const Version& release) const;
  std::vector<std::string> library_users() const;

  /// The sentences of steps that any finding may have (data/steps.toml), in one language: "en" or "zh".
  FindingText step_texts(std::string_view language) const;
  std::vector<std::string> finding_ids() const;
  std::optional<FindingRow> finding(std::string_view id) const;

 private:
  Catalog(std::string owned, std::string_view embedded);
  std::string_view blob() const { return owned_.empty() ? embedded_ : std::string_view(owned_); }
  std::string owned_;
  std::string_view embedded_;
  struct Memo;
  /// Builds that were asked for before: joining their rows takes the longest of all questions.
  std::shared_ptr<Memo> memo_;
};

}  // namespace gpuenv::catalog
