// For what a framework was built: CPU, CUDA, ROCm.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "parse/conda_build.h"
#include "parse/distribution_names.h"
#include "parse/versions.h"
#include "probe/frameworks.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using model::Build;
using Kind = Build::Kind;
using Value = parse::PythonValue;
/// Nothing = this source does not say; the next one is asked.
using Answer = std::optional<Known<Build>>;

bool is_set(const Known<Value>& value) {
  return value.known() && value->kind == Value::Kind::text && !value->text.empty() && value->text != "False";
}

bool is_unset(const Known<Value>& value) {
  if (!value.known()) return false;
  // PaddlePaddle writes the string 'False'.
  return value->kind == Value::Kind::none || value->kind == Value::Kind::no ||
         (value->kind == Value::Kind::text && (value->text.empty() || value->text == "False"));
}

Build cuda_build(FrameworkView& view, std::string variant) {
  Build build{Kind::cuda, std::move(variant), {}};
  const auto cuda = view.files.value("cuda");
  if (is_set(cuda)) build.cuda = parse::written_cuda(cuda->text);
  if (!build.cuda.valid())
    if (auto version = parse::variant_cuda(build.variant)) build.cuda = *std::move(version);
  return build;
}

Answer from_flag(FrameworkView& view) {
  const auto flag = view.files.value("is_cuda");
  if (flag.undecided()) return flag.no_value<Build>();
  if (!flag.known()) return std::nullopt;
  if (flag->kind == Value::Kind::no) return Known<Build>(Build{Kind::cpu, "", {}}, flag.origin());
  if (flag->kind != Value::Kind::yes) return std::nullopt;
  return Known<Build>(cuda_build(view, ""), flag.origin());
}

/// "2.8.0+cu128": the part after '+' names the build.
Answer from_local_version(FrameworkView& view) {
  const auto version = view.files.value("version");
  if (version.undecided()) return version.no_value<Build>();
  if (!is_set(version)) return std::nullopt;
  const std::string local = Version(version->text).local();
  if (local == "cpu" || local.starts_with("cpu."))
    return Known<Build>(Build{Kind::cpu, "cpu", {}}, version.origin());
  if (local.starts_with("rocm")) return Known<Build>(Build{Kind::rocm, local, {}}, version.origin());
  if (local.starts_with("xpu")) return Known<Build>(Build{Kind::other, local, {}}, version.origin());
  if (!parse::variant_cuda(local)) return std::nullopt;
  return Known<Build>(cuda_build(view, local), version.origin());
}

Answer from_cuda_field(FrameworkView& view) {
  const auto cuda = view.files.value("cuda");
  if (cuda.undecided()) return cuda.no_value<Build>();
  if (is_set(cuda)) return Known<Build>(cuda_build(view, ""), cuda.origin());
  if (!is_unset(cuda)) return std::nullopt;
  // torch/version.py names other makers' builds in the same way as CUDA.
  for (const auto& [key, kind] : {std::pair{"hip", Kind::rocm}, std::pair{"xpu", Kind::other}}) {
    const auto other = view.files.beside("cuda", key);
    if (is_set(other)) return Known<Build>(Build{kind, "", {}}, other.origin());
  }
  return Known<Build>(Build{Kind::cpu, "", {}}, cuda.origin());
}

/// What a distribution's name says.
Build build_of_package(FrameworkView& view, const std::string& name) {
  const auto& cpu = view.row.cpu_distributions;
  if (std::find(cpu.begin(), cpu.end(), name) != cpu.end()) return {Kind::cpu, "", {}};
  if (name.ends_with("-directml")) return {Kind::other, "directml", {}};
  return cuda_build(view, "");
}

/// The package whose files lie on top: onnxruntime and onnxruntime-gpu share a folder.
Answer from_package_field(FrameworkView& view) {
  const auto package = view.files.value("package");
  if (package.undecided()) return package.no_value<Build>();
  if (!is_set(package)) return std::nullopt;
  return Known<Build>(build_of_package(view, parse::normal_name(package->text)), package.origin());
}

/// "cuda13" and 13 of jax-cuda13-plugin.
Build build_of_plugin(const std::string& name) {
  const size_t at = name.find("cuda");
  if (at == std::string::npos) return {Kind::cuda, "", {}};
  const size_t end = std::min(name.find_first_not_of("0123456789", at + 4), name.size());
  return {Kind::cuda, name.substr(at, end - at), Version(name.substr(at + 4, end - at - 4))};
}

/// Packages whose only use is to choose the build of another; their own build string names it.
constexpr std::pair<std::string_view, std::string_view> choosers[] = {{"torch", "pytorch-mutex"},
                                                                      {"tensorflow", "_tflow_select"}};

const model::CondaPackage* find_package(const std::vector<model::CondaPackage>& packages,
                                        std::string_view name) {
  const auto found = std::find_if(packages.begin(), packages.end(),
                                  [&](const auto& package) { return package.name == name; });
  return found == packages.end() ? nullptr : &*found;
}

/// "tensorflow-gpu" and "pytorch-cpu" say it by their name.
std::optional<Build> build_of_conda_package(const model::CondaPackage& package) {
  if (auto build = parse::conda_build(package.build)) return build;
  if (package.name.ends_with("-gpu")) return Build{Kind::cuda, "", {}};
  if (package.name.ends_with("-cpu")) return Build{Kind::cpu, "", {}};
  return std::nullopt;
}

/// A build string without a number: cudatoolkit is there in the very release that was built for; of CUDA 12
/// and later only the major release is fixed
/// (github.com/conda-forge/cuda-feedstock/blob/main/recipe/README.md).
Version conda_cuda(const std::vector<model::CondaPackage>& packages) {
  if (const auto* toolkit = find_package(packages, "cudatoolkit"))
    return Version(toolkit->version.substr(0, toolkit->version.find('.', toolkit->version.find('.') + 1)));
  if (const auto* mark = find_package(packages, "cuda-version"))
    return Version(mark->version.substr(0, mark->version.find('.')));
  return {};
}

/// conda's record of what it installed: the build string tells ("cuda126_py312h...", "cpu_py312h...").
Answer from_conda_record(Machine& machine, FrameworkView& view) {
  const auto& packages = view.environment.conda_packages;
  if (packages.undecided()) return packages.no_value<Build>();
  if (!packages.known()) return std::nullopt;
  std::vector<std::string> names = view.row.conda_packages;
  for (const auto& [framework, chooser] : choosers)
    if (framework == view.row.name) names.emplace_back(chooser);
  for (const auto& name : names) {
    const auto* package = find_package(*packages, name);
    auto build = package == nullptr ? std::nullopt : build_of_conda_package(*package);
    if (!build) continue;
    if (build->kind == Kind::cuda && !build->cuda.valid()) build->cuda = conda_cuda(*packages);
    const std::string record = package->name + "-" + package->version + "-" + package->build + ".json";
    return Known<Build>(*std::move(build), machine.join(packages.origin(), record));
  }
  return std::nullopt;
}

/// Frameworks whose own files do not tell: the GPU part is a distribution of its own.
Answer from_gpu_distributions(Machine& machine, FrameworkView& view) {
  const auto& environment = view.environment;
  if (!environment.distributions.known()) return environment.distributions.no_value<Build>();
  for (const auto& name : view.row.gpu_distributions)
    if (const auto* distribution = environment.find(name))
      return Known<Build>(build_of_plugin(name), distribution->path);
  if (Answer record = from_conda_record(machine, view)) return record;
  return Known<Build>(Build{Kind::cpu, "", {}}, environment.site_packages);
}

/// The last resort, for releases whose files do not tell yet: the only package that brings it, or its CUDA
/// library.
Known<Build> from_packages(FrameworkView& view) {
  if (view.distributions.size() == 1)
    return {build_of_package(view, view.distributions[0]->name), view.distributions[0]->path};
  const auto library = view.files.exists("cuda_library");
  const std::string path = view.files.path_of("cuda_library");
  if (library.undecided()) return library.no_value<Build>();
  if (!library.known()) return Unknown{Why::failed, view.row.name + ": no file tells the build"};
  return {*library ? cuda_build(view, "") : Build{Kind::cpu, "", {}}, path};
}

}  // namespace

Known<Build> read_build(Machine& machine, FrameworkView& view) {
  for (const auto source : {from_flag, from_local_version, from_cuda_field})
    if (Answer answer = source(view)) return *std::move(answer);
  bool told = view.files.declares("package");
  for (const char* field : {"is_cuda", "version", "cuda"}) {
    // A version file of another distribution (jaxlib's) says nothing of the build.
    if (std::string_view(field) == "version" && !view.files.declares("cuda")) continue;
    if (view.files.file_missing(field) && !view.files.declares("package"))
      return Unknown{Why::failed, view.files.path_of(field) + ": is missing; the installation is damaged"};
    told |= view.files.declares(field);
  }
  // conda-forge builds onnxruntime for CUDA under the name of the CPU package, so its record comes first.
  if (told && view.from_conda)
    if (Answer answer = from_conda_record(machine, view)) return *std::move(answer);
  if (Answer answer = from_package_field(view)) return *std::move(answer);
  if (!told) return *from_gpu_distributions(machine, view);
  if (view.files.declares("package")) return from_packages(view);
  return Unknown{Why::failed, view.files.path_of("cuda") + ": does not tell the build"};
}

}  // namespace gpuenv::probe
