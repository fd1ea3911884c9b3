// Copies of NVIDIA's libraries in an environment; see libraries.h.
#include <algorithm>
#include <optional>

#include "parse/cuda_libraries.h"
#include "probe/libraries.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using model::Environment;
using model::LibraryCopy;

class Collector {
 public:
  Collector(Machine& machine, const Environment& environment)
      : machine_(machine), environment_(environment) {}

  Known<std::vector<LibraryCopy>> collect() {
    for (const auto& distribution : *environment_.distributions)
      if (auto wheel = parse::cuda_wheel(distribution.name, distribution.version))
        copies_.push_back({wheel->library, Known<Version>(wheel->version, distribution.path),
                           wheel->cuda_major, wheel_folder(distribution, wheel->cuda_major), "wheel",
                           distribution.name, false});
    for (const auto& framework : environment_.frameworks) {
      if (!framework.build.known() || framework.build->kind != model::Build::Kind::cuda) continue;
      if (environment_.kind == "conda" && !conda_read_) add_condas();
      conda_read_ = true;
      if (environment_.kind != "conda" && carries_its_own(framework.name)) add_bundled(framework.name);
    }
    if (conda_open_) return *conda_open_;
    return {std::move(copies_), environment_.site_packages};
  }

 private:
  /// nvidia/cudnn/lib; the packages of CUDA 13 without a suffix share nvidia/cu13/lib.
  std::string wheel_folder(const model::Distribution& distribution, int cuda_major) const {
    std::string part(parse::wheel_part(distribution.name));
    if ("nvidia-" + part == distribution.name && cuda_major > 12) part = "cu" + std::to_string(cuda_major);
    std::replace(part.begin(), part.end(), '-', '_');
    const bool windows = machine_.traits().os == base::OsFamily::windows;
    const std::string site = base::parent_path(machine_.traits().paths, distribution.path);
    return below(machine_, site, "nvidia/" + part + (windows ? "/bin" : "/lib"));
  }

  /// A wheel that asks for no wheel of NVIDIA's carries the libraries itself.
  bool carries_its_own(const std::string& framework) const {
    const auto* distribution = environment_.find(framework == "paddle" ? "paddlepaddle-gpu" : framework);
    if (distribution == nullptr || !distribution->requires_dist.known()) return false;
    for (const auto& requirement : *distribution->requires_dist)
      if (requirement.name.starts_with("nvidia-") || requirement.name == model::cuda_toolkit_package)
        return false;
    return true;
  }

  void add_bundled(const std::string& framework) {
    const bool windows = machine_.traits().os == base::OsFamily::windows;
    if (framework == "torch") add_files(below(machine_, environment_.site_packages, "torch/lib"), framework);
    if (framework == "paddle" && !windows)
      add_files(below(machine_, environment_.site_packages, "paddle/libs"), framework);
  }

  /// There conda puts all that its packages need, so without an answer nothing can be called missing.
  void add_condas() {
    const std::string folder = machine_.join(environment_.path, "lib");
    if (const auto entries = machine_.list(folder); entries.undecided()) conda_open_ = entries.why();
    add_entries(folder, "conda", "");
  }
  void add_files(const std::string& folder, const std::string& package) {
    add_entries(folder, "framework", package);
  }

  /// One copy for each library and major, by its longest name. A folder that cannot be read adds nothing:
  /// what a framework carries decides no question.
  void add_entries(const std::string& folder, const char* from, const std::string& package) {
    const auto entries = machine_.list(folder);
    for (const auto& entry : entries.value_or({})) {
      const auto name = parse::cuda_library(entry.name);
      if (!name || !name->version.valid()) continue;
      const std::string path = machine_.join(folder, entry.name);
      LibraryCopy copy{
          name->library, Known<Version>(name->version, path), name->cuda_major, path, from, package, false};
      if (LibraryCopy* same = find(copy, from)) {
        if (same->version->text().size() < copy.version->text().size()) *same = std::move(copy);
      } else {
        copies_.push_back(std::move(copy));
      }
    }
  }

  LibraryCopy* find(const LibraryCopy& wanted, const std::string& from) {
    for (auto& copy : copies_)
      if (copy.library == wanted.library && copy.from == from &&
          copy.version->major_number() == wanted.version->major_number())
        return &copy;
    return nullptr;
  }

  Machine& machine_;
  const Environment& environment_;
  std::vector<LibraryCopy> copies_;
  bool conda_read_ = false;
  std::optional<Unknown> conda_open_;
};

}  // namespace

Known<std::vector<LibraryCopy>> read_environment_libraries(Machine& machine, const Environment& environment) {
  if (!environment.distributions.known())
    return environment.distributions.no_value<std::vector<LibraryCopy>>();
  return Collector(machine, environment).collect();
}

}  // namespace gpuenv::probe
