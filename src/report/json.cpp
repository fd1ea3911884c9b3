// The JSON report gpuenv/report/1; docs/report.schema.json describes it for readers of the output.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/fact_list.h"
#include "report/report.h"
#include "report/sentences.h"

namespace gpuenv::report {
namespace {

using base::Known;
using Json = nlohmann::ordered_json;

/// Text from outside: JSON takes UTF-8 only.
Json text_of(std::string_view value) {
  return base::valid_utf8(value);
}

/// null for "", which stands for "none" or "not known" in plain struct members.
Json text_or_null(std::string_view value) {
  return value.empty() ? Json() : text_of(value);
}

Json value_of(const Known<std::string>& value) {
  return value.known() ? text_of(*value) : Json();
}
Json value_of(const Known<base::Version>& value) {
  return value.known() ? text_of(value->public_text()) : Json();
}
template <class T>
Json value_of(const Known<T>& value) {
  return value.known() ? Json(*value) : Json();
}

Json sm_names(const Known<std::vector<base::Sm>>& list) {
  if (!list.known()) return {};
  Json names = Json::array();
  for (const auto& sm : *list) names.push_back(sm.name());
  return names;
}

Json os_of(const model::Os& os) {
  return {{"family", base::word(os.family)}, {"name", value_of(os.name)},
          {"kernel", value_of(os.kernel)},   {"arch", value_of(os.architecture)},
          {"wsl", value_of(os.wsl)},         {"container", value_of(os.container)},
          {"laptop", value_of(os.laptop)}};
}

Json driver_of(const model::Facts& facts, const catalog::Catalog& catalog) {
  const auto& driver = facts.driver;
  const auto& version = driver.version();
  const auto branch = version.known() ? catalog.branch_of(*version, facts.os.family) : std::nullopt;
  return {{"version", value_of(version)},
          {"branch", branch ? Json(branch->major) : Json()},
          {"cuda", value_of(driver.cuda)},
          {"kernel_module", value_of(driver.kernel_module)},
          {"user_library", value_of(driver.user_library)},
          {"kind", value_of(driver.kind)},
          {"nvml", value_of(driver.nvml.init)}};
}

Json gpu_of(const model::Gpu& gpu, model::PartVerdict verdict) {
  return {{"index", value_of(gpu.index)},
          {"name", value_of(gpu.name)},
          {"uuid", value_of(gpu.uuid)},
          {"pci", text_or_null(gpu.pci_address)},
          {"pci_device_id", text_or_null(gpu.pci_device_id)},
          {"compute_capability",
           gpu.compute_capability.known() ? Json(gpu.compute_capability->dotted()) : Json()},
          {"architecture", text_or_null(gpu.architecture)},
          {"memory_mib", value_of(gpu.memory_mib)},
          {"verdict", model::word(verdict)}};
}

/// The verdict at a place; a judgement that says nothing about it cannot tell.
template <class V>
V verdict_at(const std::vector<V>& list, size_t place) {
  return place < list.size() ? list[place] : V::unknown;
}

Json gpus_of(const model::Examination& examination) {
  const auto& nvidia = examination.facts.cards.nvidia;
  if (nvidia.undecided()) return {};
  Json list = Json::array();
  for (size_t i = 0; nvidia.known() && i < nvidia->size(); ++i)
    list.push_back(gpu_of((*nvidia)[i], verdict_at(examination.judgement.gpus, i)));
  return list;
}

Json other_gpus_of(const model::Cards& cards) {
  Json list = Json::array();
  for (const auto& other : cards.others)
    list.push_back({{"vendor", text_of(other.vendor)},
                    {"name", text_of(other.name)},
                    {"pci", text_or_null(other.pci_address)}});
  return list;
}

Json toolkits_of(const Known<std::vector<model::Toolkit>>& toolkits) {
  if (toolkits.undecided()) return {};
  Json list = Json::array();
  for (size_t i = 0; toolkits.known() && i < toolkits->size(); ++i) {
    const auto& toolkit = (*toolkits)[i];
    list.push_back({{"version", text_of(toolkit.version.text())},
                    {"path", text_of(toolkit.path)},
                    {"active", toolkit.active}});
  }
  return list;
}

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
          {"frameworks", std::move(frameworks)}};
}

Json machine_of(const model::Examination& examination, const catalog::Catalog& catalog) {
  const auto& facts = examination.facts;
  Json environments = Json::array();
  for (size_t i = 0; i < facts.environments.size(); ++i)
    environments.push_back(environment_of(facts.environments[i], examination.judgement, i));
  Json variables = Json::object();
  for (const auto& [name, value] : facts.variables) variables[base::valid_utf8(name)] = value_of(value);
  Json left_out = Json::array();
  for (const auto& words : facts.left_out) left_out.push_back(text_of(words));
  return {{"os", os_of(facts.os)},
          {"driver", driver_of(facts, catalog)},
          {"gpus", gpus_of(examination)},
          {"other_gpus", other_gpus_of(facts.cards)},
          {"toolkits", toolkits_of(facts.toolkits)},
          {"environments", std::move(environments)},
          {"variables", std::move(variables)},
          {"left_out", std::move(left_out)}};
}

Json applies_to_of(const model::AppliesTo& applies_to) {
  return {{"environment", text_or_null(applies_to.environment)},
          {"gpu", applies_to.gpu < 0 ? Json() : Json(applies_to.gpu)},
          {"framework", text_or_null(applies_to.framework)}};
}

Json fix_of(const model::Finding& finding, const Sentences& texts) {
  Json list = Json::array();
  for (size_t i = 0; i < finding.fix.size(); ++i)
    list.push_back({{"text", text_of(texts.steps[i])},
                    {"command", text_or_null(finding.fix[i].command)},
                    {"shell", text_or_null(finding.fix[i].shell)}});
  return list;
}

Json finding_of(const model::Finding& finding, const catalog::Catalog& catalog, Language language) {
  const Sentences texts = sentences(finding, catalog, language);
  Json evidence = Json::array();
  for (const auto& one : finding.evidence)
    evidence.push_back({{"source", text_of(one.source)}, {"text", text_of(one.text)}});
  return {{"id", text_of(finding.id)},
          {"role", model::word(finding.role)},
          {"severity", model::word(finding.severity)},
          {"confidence", model::word(finding.confidence)},
          {"title", text_of(texts.title)},
          {"why", text_of(texts.why)},
          {"evidence", std::move(evidence)},
          {"fix", fix_of(finding, texts)},
          {"explains", finding.explains},
          {"applies_to", applies_to_of(finding.applies_to)},
          {"refs", finding.refs}};
}

Json unknown_of(const model::Examination& examination) {
  Json list = Json::array();
  for (const auto& one : unknown_facts(examination.facts, examination.judgement))
    list.push_back({{"fact", text_of(one.fact)},
                    {"reason", text_of(one.reason)},
                    {"decides", one.decides},
                    {"applies_to", applies_to_of(one.applies_to)}});
  return list;
}

}  // namespace

std::string json(const model::Examination& examination, const catalog::Catalog& catalog, Language language) {
  Json findings = Json::array();
  for (const auto& finding : examination.judgement.findings)
    findings.push_back(finding_of(finding, catalog, language));
  const auto& source = examination.facts.source;
  const Json report{{"schema", "gpuenv/report/1"},
                    {"tool", {{"version", examination.tool_version}, {"knowledge", catalog.date()}}},
                    {"command", examination.command},
                    {"source", {{"kind", source.kind}, {"name", text_of(source.name)}}},
                    {"verdict", model::word(examination.judgement.verdict)},
                    {"machine", machine_of(examination, catalog)},
                    {"findings", std::move(findings)},
                    {"unknown", unknown_of(examination)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gpuenv::report
