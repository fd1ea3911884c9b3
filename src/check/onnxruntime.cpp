// What checks share about ONNX Runtime; see onnxruntime.h.
#include "check/onnxruntime.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::check::onnxruntime {

using base::Version;
using model::Finding;
using model::Framework;

bool is_found(const Input& input, const Spot& spot, const std::string& library, const Need& need) {
  return holds(input.facts.libraries, library, need) ||
         holds(spot.environment.libraries, library, need, "conda");
}

const Framework* torch_for(const model::Environment& environment, const Need& need) {
  for (const auto& framework : environment.frameworks)
    if (framework.name == "torch" && is_gpu_build(framework) && cuda_major_of(framework) == need.cuda)
      return &framework;
  return nullptr;
}

bool can_preload(const Version& release) {
  return release >= Version("1.21");
}

std::vector<std::string> wheels_for(const Need& need) {
  std::vector<std::string> wheels;
  for (const char* library : {"cublas", "cudart", "cufft", "curand", "cudnn"})
    wheels.push_back(wheel_name(library, need.cuda));
  if (need.cudnn != 0) wheels.back() += "==" + std::to_string(need.cudnn) + ".*";
  return wheels;
}

void offer_way(const Input& input, const Spot& spot, const Version& release, Finding& finding) {
  if (can_preload(release)) return finding.fix.push_back({"preload", {}, "", ""});
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const std::string here = wheel_folders(spot.environment, {"cudart", "cublas", "cudnn", "cufft", "curand"});
  const auto& style = path_style(input.facts);
  std::vector<std::string> folders;
  for (const char* part : {"cublas", "cuda_runtime", "cudnn", "cufft", "curand"}) {
    std::string folder = base::join_path(style, spot.environment.site_packages, "nvidia");
    folder = base::join_path(style, folder, part);
    folders.push_back(base::join_path(style, folder, windows ? "bin" : "lib"));
  }
  if (windows)
    finding.fix.push_back(
        {"path", {}, "$env:PATH = \"" + base::join(folders, ";") + ";$env:PATH\"", "powershell"});
  else
    finding.fix.push_back(library_path_step(input, "path", here.empty() ? base::join(folders, ":") : here));
}

namespace {

Need need_of(const catalog::FrameworkBuild& build) {
  return {build.cuda.major_number(), build.cudnn.major_number()};
}

bool all_found(const Input& input, const Spot& spot, const Need& need) {
  const auto opens = opened_by(input, spot.framework);
  return std::ranges::all_of(
      opens, [&](const std::string& library) { return is_found(input, spot, library, need); });
}

bool all_here(const Input& input, const Spot& spot, const Need& need) {
  const auto opens = opened_by(input, spot.framework);
  return std::ranges::all_of(opens, [&](const std::string& library) {
    return is_found(input, spot, library, need) || holds(spot.environment.libraries, library, need);
  });
}

}  // namespace

std::vector<std::string> wheels_beside(const Input& input, const Spot& spot,
                                       const catalog::FrameworkBuild& build) {
  if (build.requirement.contains('[') || all_here(input, spot, need_of(build))) return {};
  return wheels_for(need_of(build));
}

void offer_way_for(const Input& input, const Spot& spot, const catalog::FrameworkBuild& build,
                   Finding& finding) {
  const Need need = need_of(build);
  if (all_found(input, spot, need)) return;
  if (all_here(input, spot, need) && torch_for(spot.environment, need) != nullptr &&
      !can_preload(build.version))
    finding.fix.push_back({"torch-first", {}, "", ""});
  else
    offer_way(input, spot, build.version, finding);
}

}  // namespace gpuenv::check::onnxruntime
