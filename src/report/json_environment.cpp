// An environment and its frameworks in the JSON report.
#include "report/json_values.h"

namespace gpuenv::report {
namespace {

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
          {"selection", selections[static_cast<size_t>(environment.selection)]},
          {"interpreter", text_or_null(environment.interpreter)},
          {"python", {{"version", value_of(environment.python)}, {"bits", value_of(environment.bits)}}},
          {"installer", text_or_null(environment.installer)},
          {"verdict", model::word(verdict_at(judgement.environments, place))},
          {"frameworks", std::move(frameworks)},
          {"companions", companions_of(environment.companions)},
          {"libraries", libraries_of(environment.libraries)}};
}

}  // namespace gpuenv::report
