// What a file or a framework loads, as JSON.
#include "report/load_report.h"

namespace gpuenv::report {
namespace {

Json list_of(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const auto& text : texts) list.push_back(text_or_null(text));
  return list;
}

Json library_json(const model::LibraryInUse& library) {
  Json others = Json::array();
  for (size_t i = 0; i < library.passed_over.size(); ++i)
    others.push_back(
        {{"file", text_of(library.passed_over[i])}, {"brought_by", text_or_null(library.passed_over_of[i])}});
  return {{"file", text_of(library.object.file)},     {"soname", text_or_null(library.object.soname)},
          {"version", text_or_null(library.version)}, {"brought_by", text_or_null(library.brought_by)},
          {"in_environment", library.in_environment}, {"needed_by", text_or_null(library.object.needed_by)},
          {"why", model::word(library.object.rule)},  {"why_of", text_or_null(library.object.rule_of)},
          {"stage", model::word(library.stage)},      {"instead_of", std::move(others)}};
}

Json problem_json(const model::LoadProblem& problem) {
  Json json = failure_json(problem.failure);
  json["stage"] = model::word(problem.stage);
  json["unconfirmed"] = problem.unconfirmed;
  json["fatal"] = problem.fatal;
  json["package"] = text_or_null(problem.package);
  json["lies_at"] = list_of(problem.lies_at);
  json["remedy"] = text_or_null(problem.remedy);
  json["command"] = text_or_null(problem.command);
  return json;
}

}  // namespace

Json failure_json(const model::LoadFailure& failure) {
  return {{"kind", model::word(failure.kind)},        {"what", text_of(failure.what)},
          {"version", text_or_null(failure.version)}, {"needed_by", text_or_null(failure.needed_by)},
          {"file", text_or_null(failure.file)},       {"reason", text_or_null(failure.reason)}};
}

Json load_json(const model::LoadResult& load) {
  Json steps = Json::array(), symbols = Json::array(), missing = Json::array();
  for (const auto& step : load.steps)
    steps.push_back({{"library", text_of(step.name)},
                     {"file", text_or_null(step.file)},
                     {"needed_by", text_or_null(step.needed_by)},
                     {"why", model::word(step.rule)},
                     {"why_of", text_or_null(step.rule_of)},
                     {"instead_of", list_of(step.instead_of)}});
  for (const auto& binding : load.bindings)
    symbols.push_back({{"symbol", text_of(binding.name)},
                       {"version", text_or_null(binding.version)},
                       {"file", text_of(binding.file)}});
  for (const auto& failure : load.failures) missing.push_back(failure_json(failure));
  return {{"file", text_or_null(load.of)},
          {"loader", text_or_null(load.loader)},
          {"libraries", std::move(steps)},
          {"symbols", std::move(symbols)},
          {"missing", std::move(missing)}};
}

Json framework_load_json(const model::FrameworkLoad& load) {
  Json libraries = Json::array(), problems = Json::array();
  for (const auto& library : load.libraries) libraries.push_back(library_json(library));
  for (const auto& problem : load.problems) problems.push_back(problem_json(problem));
  return {{"framework", load.framework},
          {"version", text_or_null(load.version)},
          {"environment", text_of(load.environment)},
          {"libraries", std::move(libraries)},
          {"problems", std::move(problems)},
          {"unknown", text_or_null(load.unknown)}};
}

}  // namespace gpuenv::report
