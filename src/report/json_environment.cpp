// An environment and its frameworks in the JSON report.
#include "report/json_values.h"

namespace gpuenv::report {
namespace {

using base::Known;

Json framework_of(const model::Framework& framework, model::PartVerdict verdict) {
  constexpr const char* kinds[] = {"cpu", "cuda", "rocm", "other"};
  const auto& build = framework.build;
  Json result{{"name", text_of(framework.name)}, {"version", value_of(framework.version)}};
  const char* kind = build.known() ? kinds[static_cast<size_t>(build->kind)] : "";
  result["build"] = !build.known() ? Json() : text_of(build->variant.empty() ? kind : build->variant);
  result["kind"] = text_or_null(kind);
  result["cuda"] = build.known() && build->cuda.valid() ? text_of(build->cuda.text()) : Json();
  result["architectures"] = sm_names(framework.cubins);
  result["ptx"] = sm_names(framework.ptx);
  result["requested"] = framework.requested;
  result["verdict"] = model::word(verdict);
  return result;
}

Json damaged_of(const Known<std::vector<model::DamagedFile>>& files) {
  constexpr const char* kinds[] = {"missing", "cut", "changed"};
  if (!files.known()) return {};
  const auto bytes = [](long long value) { return value < 0 ? Json() : Json(value); };
  Json list = Json::array();
  for (const auto& file : *files)
    list.push_back({{"path", text_of(file.path)},
                    {"distribution", text_of(file.distribution)},
                    {"kind", kinds[static_cast<size_t>(file.kind)]},
                    {"promised", bytes(file.promised)},
                    {"found", bytes(file.found)}});
  return list;
}

Json overlaps_of(const Known<std::vector<model::Overlap>>& overlaps) {
  if (!overlaps.known()) return {};
  Json list = Json::array();
  for (const auto& overlap : *overlaps)
    list.push_back({{"distributions", {text_of(overlap.first), text_of(overlap.second)}},
                    {"owner", text_or_null(overlap.owner)},
                    {"files", overlap.files},
                    {"path", text_of(overlap.path)}});
  return list;
}

Json shadows_of(const Known<std::vector<model::Shadow>>& shadows) {
  constexpr const char* by[] = {"pythonpath", "user-site", "pth", "working-directory", "base-site"};
  if (!shadows.known()) return {};
  Json list = Json::array();
  for (const auto& shadow : *shadows)
    list.push_back({{"module", text_of(shadow.module)},
                    {"by", by[static_cast<size_t>(shadow.by)]},
                    {"path", text_of(shadow.path)},
                    {"version", text_or_null(shadow.version)},
                    {"instead_of", text_or_null(shadow.hidden)}});
  return list;
}

Json gpu_packages_of(const std::vector<model::GpuPackage>& packages) {
  Json list = Json::array();
  for (const auto& package : packages)
    list.push_back({{"name", text_of(package.name)},
                    {"version", text_of(package.version.text())},
                    {"build", package.build.known() ? text_of(package.build->variant) : Json()}});
  return list;
}

}  // namespace

Json environment_of(const model::Environment& environment, const model::Judgement& judgement, size_t place) {
  constexpr const char* selections[] = {"named", "active", "found"};
  Json frameworks = Json::array();
  const auto verdicts =
      place < judgement.frameworks.size() ? judgement.frameworks[place] : std::vector<model::PartVerdict>{};
  for (size_t i = 0; i < environment.frameworks.size(); ++i)
    frameworks.push_back(framework_of(environment.frameworks[i], verdict_at(verdicts, i)));
  return {{"path", text_of(environment.path)},
          {"kind", text_or_null(environment.kind)},
          {"keeper", text_or_null(environment.keeper)},
          {"selection", selections[static_cast<size_t>(environment.selection)]},
          {"interpreter", text_or_null(environment.interpreter)},
          {"python",
           {{"version", value_of(environment.python)},
            {"bits", value_of(environment.bits)},
            {"abi", value_of(environment.abi)},
            {"free_threaded", value_of(environment.free_threaded)}}},
          {"installer", text_or_null(environment.installer)},
          {"manager", text_or_null(environment.manager)},
          {"project", text_or_null(environment.project)},
          {"verdict", model::word(verdict_at(judgement.environments, place))},
          {"damaged", damaged_of(environment.damaged)},
          {"overlaps", overlaps_of(environment.overlaps)},
          {"shadows", shadows_of(environment.shadows)},
          {"frameworks", std::move(frameworks)},
          {"companions", companions_of(environment.companions)},
          {"gpu_packages", gpu_packages_of(environment.gpu_packages)},
          {"libraries", libraries_of(environment.libraries)}};
}

}  // namespace gpuenv::report
