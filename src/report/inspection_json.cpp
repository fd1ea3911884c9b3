// The JSON report gpuenv/inspect/1; docs/inspect.schema.json describes it.
#include "report/inspection.h"
#include "report/json_values.h"
#include "report/load_report.h"

namespace gpuenv::report {
namespace {

Json code_of(const model::DeviceCodeRow& row) {
  return {{"arch", row.sm.name()},
          {"kind", model::word(row.kind)},
          {"isa", text_or_null(row.isa)},
          {"count", row.count},
          {"bytes", row.bytes},
          {"unpacked", row.unpacked},
          {"where", row.where},
          {"stub", row.stub},
          {"kind_number", row.kind == model::DeviceCodeRow::Kind::other ? Json(row.kind_number) : Json()}};
}

Json names_of(const std::vector<base::Sm>& list) {
  Json names = Json::array();
  for (const auto& sm : list) names.push_back(sm.name());
  return names;
}

Json containers_of(const model::InspectedFile& file) {
  Json list = Json::array();
  for (const auto& group : file.containers)
    list.push_back({{"cubin", names_of(group.cubins)},
                    {"ptx", names_of(group.ptx)},
                    {"where", group.where},
                    {"count", group.count}});
  return list;
}

/// "how" is null where nothing is asked of the card, or nothing can be told.
Json gpu_of(const model::InspectedFile& file, const model::InspectedCard& card) {
  const auto answer = model::answer(file, card.sm);
  const bool told = answer != model::CardAnswer::no_code && answer != model::CardAnswer::unknown;
  const auto covered = model::coverage(file, card.sm);
  return {{"gpu", text_of(card.name)},
          {"arch", card.sm.name()},
          {"how", told ? Json(model::word(model::serves(file, card.sm))) : Json()},
          {"in_part", answer == model::CardAnswer::in_part},
          {"containers",
           {{"native", covered.native},
            {"ptx", covered.ptx},
            {"none", covered.none},
            {"for_others", covered.others}}}};
}

Json summary_of(const model::Inspection& inspection, const model::InspectedCard& card) {
  const auto summary = model::summary(inspection, card.sm);
  return {{"gpu", text_of(card.name)},  {"arch", card.sm.name()}, {"native", summary.native},
          {"in_part", summary.in_part}, {"ptx", summary.ptx},     {"none", summary.none},
          {"unknown", summary.unknown}};
}

Json file_of(const model::InspectedFile& file, const std::vector<model::InspectedCard>& cards) {
  Json code = Json::array(), gpus = Json::array();
  for (const auto& row : file.code) code.push_back(code_of(row));
  for (const auto& card : cards) gpus.push_back(gpu_of(file, card));
  Json needed = Json::array();
  for (const auto& name : file.needed) needed.push_back(text_of(name));
  return {{"path", text_of(file.path)},
          {"member", text_or_null(file.member)},
          {"format", text_or_null(file.format)},
          {"machine", text_or_null(file.machine)},
          {"size", file.size},
          {"device_code", std::move(code)},
          {"containers", containers_of(file)},
          {"needed", std::move(needed)},
          {"gpus", std::move(gpus)},
          {"error", text_or_null(file.error)}};
}

}  // namespace

std::string json(const model::Inspection& inspection) {
  Json files = Json::array(), load = Json::array(), frameworks = Json::array(), left_out = Json::array(),
       summary = Json::array();
  for (const auto& card : inspection.cards) summary.push_back(summary_of(inspection, card));
  for (const auto& file : inspection.files) files.push_back(file_of(file, inspection.cards));
  for (const auto& result : inspection.loads) load.push_back(load_json(result));
  for (const auto& each : inspection.frameworks) frameworks.push_back(framework_load_json(each));
  for (const auto& words : inspection.left_out) left_out.push_back(text_of(words));
  const Json report{{"schema", "gpuenv/inspect/1"},
                    {"tool", {{"version", inspection.tool_version}}},
                    {"files", std::move(files)},
                    {"summary", std::move(summary)},
                    {"without_device_code", inspection.without_code},
                    {"left_out", std::move(left_out)},
                    {"load", std::move(load)},
                    {"frameworks", std::move(frameworks)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gpuenv::report
