// Copies of NVIDIA's libraries outside of environments; see libraries.h.
#include "probe/libraries.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "parse/cuda_libraries.h"
#include "parse/distribution_names.h"
#include "probe/library_folders.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using model::Environment;
using model::LibraryCopy;

/// What frameworks load by these very names: CUDA 11 to 13, cuDNN 8 and 9, TensorRT 8 and 10.
constexpr const char* linux_names[] = {"libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13",
                                       "libcublas.so.11",   "libcublas.so.12", "libcublas.so.13",
                                       "libcudnn.so.8",     "libcudnn.so.9",   "libnccl.so.2",
                                       "libnvinfer.so.8",   "libnvinfer.so.10"};
constexpr const char* windows_names[] = {
    "cudart64_110.dll", "cudart64_12.dll", "cudart64_13.dll", "cublas64_11.dll", "cublas64_12.dll",
    "cublas64_13.dll",  "cudnn64_8.dll",   "cudnn64_9.dll",   "nvinfer.dll",     "nvinfer_10.dll"};
/// A version of at least this many numbers is a whole one: "9.1.0", against the "9" of a soname.
constexpr size_t whole_version = 3;

bool is_whole(const Version& version) {
  return base::split(version.text(), '.').size() >= whole_version;
}

class Search {
 public:
  Search(Machine& machine, const std::vector<Environment>& environments)
      : machine_(machine),
        environments_(environments),
        windows_(machine.traits().os == base::OsFamily::windows) {}

  Known<std::vector<LibraryCopy>> copies() {
    const bool outside = std::any_of(environments_.begin(), environments_.end(),
                                     [&](const Environment& one) { return looks_outside(one, windows_); });
    if (windows_ && outside) add_windows();
    if (!windows_) add_linux(outside);
    if (open_) return *open_;
    return {std::move(copies_), "library search"};
  }

 private:
  template <class T>
  void note(const Known<T>& answer) {
    if (answer.undecided() && !open_) open_ = answer.why();
  }

  void add_linux(bool outside) {
    const auto variable = machine_.variable("LD_LIBRARY_PATH");
    note(variable);
    if (!outside && (!variable.known() || variable->empty())) return;
    const LibraryFolders folders = library_folders(machine_);
    for (size_t i = 0; i < folders.paths.size(); ++i) {
      if (i < folders.given)
        add_all(folders.paths[i]);
      else if (outside)
        for (const char* name : linux_names) add_one(folders.paths[i], name);
    }
    if (outside && folders.open && !open_) open_ = folders.open;
  }

  void add_windows() {
    const auto folders = program_folders(machine_);
    note(folders);
    for (const auto& folder : folders.value_or({}))
      for (const char* name : windows_names) add_one(folder, name);
  }

  /// Every library of a folder by the name that programs ask for.
  void add_all(const std::string& folder) {
    const auto entries = machine_.list(folder);
    note(entries);
    if (!entries.known()) return;
    for (const auto& entry : *entries) {
      const auto name = parse::cuda_library(entry.name);
      if (!name || !name->version.valid() || is_whole(name->version)) continue;
      const std::string path = machine_.join(folder, entry.name);
      add(path, *name, version_beside(*entries, *name, path), true);
    }
  }

  /// The whole version of the file beside it, where the link leads to.
  Known<Version> version_beside(const std::vector<machine::DirectoryEntry>& entries,
                                const parse::LibraryName& name, const std::string& path) {
    std::optional<Version> found;
    for (const auto& entry : entries) {
      const auto other = parse::cuda_library(entry.name);
      if (!other || other->library != name.library || !is_whole(other->version) ||
          !other->version.begins_with(name.version))
        continue;
      if (found) return version_at_end(path);  // several: the link decides
      found = other->version;
    }
    return found ? Known<Version>(*found, path) : version_at_end(path);
  }

  void add_one(const std::string& folder, const char* name) {
    const std::string path = machine_.join(folder, name);
    const auto status = machine_.status(path);
    note(status);
    const auto named = parse::cuda_library(name);
    if (status.known() && named)
      add(path, *named, windows_ ? Known<Version>(named->version, path) : version_at_end(path), false);
  }

  /// The version in the name of the file that the links lead to.
  Known<Version> version_at_end(const std::string& path) {
    const std::string end = real_path(machine_, path);
    const auto name = parse::cuda_library(base::file_name(machine_.traits().paths, end));
    if (name && is_whole(name->version)) return {name->version, end};
    return Unknown{Why::unsupported, end + ": its name tells no version"};
  }

  void add(const std::string& path, const parse::LibraryName& name, Known<Version> version, bool given) {
    LibraryCopy copy{name.library, std::move(version), name.cuda_major, path, "system", "", given};
    if (copy.library == "cudnn" && !copy.version.known()) copy.version = Known<Version>(name.version, path);
    if (path.find("/cuda") != std::string::npos) copy.from = "toolkit";
    if (!take_from_wheel(copy)) take_from_wheel_beside(copy);
    copies_.push_back(std::move(copy));
  }

  /// A folder of an environment's wheel tells no version in its file names; the wheel does.
  bool take_from_wheel(LibraryCopy& copy) const {
    const auto& style = machine_.traits().paths;
    for (const auto& environment : environments_) {
      if (environment.site_packages.empty() ||
          !base::path_within(style, copy.path, environment.site_packages) || !environment.libraries.known())
        continue;
      for (const auto& own : *environment.libraries)
        if (own.library == copy.library && own.from == "wheel") {
          copy.version = own.version;
          copy.cuda_major = own.cuda_major;
          copy.from = own.from;
          copy.package = own.package;
          return true;
        }
    }
    return false;
  }

  /// The same in an environment that nobody examines: SITE/nvidia/PART/lib/FILE, and the wheel's metadata
  /// stands in SITE.
  void take_from_wheel_beside(LibraryCopy& copy) const {
    const auto& style = machine_.traits().paths;
    std::string nvidia = copy.path;
    for (int up = 0; up < 3; ++up) nvidia = base::parent_path(style, nvidia);
    if (base::file_name(style, nvidia) != "nvidia") return;
    const std::string site = base::parent_path(style, nvidia);
    for (const auto& entry : machine_.list(site).value_or({})) {
      const auto name = parse::distribution_folder(entry.name);
      if (!name) continue;
      const auto wheel = parse::cuda_wheel(parse::normal_name(name->name), Version(name->version));
      const bool same_cuda = wheel && (copy.cuda_major == 0 || wheel->cuda_major == copy.cuda_major);
      if (!same_cuda || wheel->library != copy.library) continue;
      copy.version = Known<Version>(wheel->version, machine_.join(site, entry.name));
      copy.cuda_major = wheel->cuda_major;
      copy.from = "wheel";
      copy.package = parse::normal_name(name->name);
    }
  }

  Machine& machine_;
  const std::vector<Environment>& environments_;
  bool windows_;
  std::vector<LibraryCopy> copies_;
  std::optional<Unknown> open_;
};

/// A wheel of NVIDIA's that is asked for and not there: a copy of the system may take its place without a
/// word.
bool lacks_wheel(const Environment& environment) {
  if (!environment.distributions.known()) return false;
  for (const auto& distribution : *environment.distributions) {
    if (!distribution.requires_dist.known()) continue;
    for (const auto& requirement : *distribution.requires_dist)
      if ((!requirement.library.empty() || requirement.name == model::cuda_toolkit_package) &&
          requirement.extra.empty() && environment.find(requirement.name) == nullptr)
        return true;
  }
  return false;
}

/// What JAX opens, as wheels.
bool has_wheels(const Environment& environment, int cuda) {
  return environment.nvidia_wheel("cublas", cuda) != nullptr &&
         environment.nvidia_wheel("cudnn", cuda) != nullptr;
}

}  // namespace

bool looks_outside(const Environment& environment, bool windows) {
  for (const auto& framework : environment.frameworks) {
    if (!framework.build.known() || framework.build->kind != model::Build::Kind::cuda) continue;
    if (framework.name == "onnxruntime" || framework.name == "paddle") return true;
    // TensorFlow up to 2.10 has a GPU build for Windows, which brings and asks for nothing.
    if (framework.name == "tensorflow" && windows) return true;
    if (framework.name == "jax" && !has_wheels(environment, framework.build->cuda.major_number()))
      return true;
  }
  if (lacks_wheel(environment)) return true;
  return environment.distributions.known() && environment.find("ctranslate2") != nullptr;
}

Known<std::vector<LibraryCopy>> read_machine_libraries(Machine& machine,
                                                       const std::vector<Environment>& environments) {
  return Search(machine, environments).copies();
}

}  // namespace gpuenv::probe
