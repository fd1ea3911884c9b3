// The machine in the JSON report: system, driver, cards, toolkits.
#include "report/json_values.h"

namespace gpuenv::report {
namespace {

using base::Known;

Json distribution_of(const Known<model::LinuxDistribution>& known) {
  if (!known.known()) return {};
  Json like = Json::array();
  for (const auto& id : known->like) like.push_back(text_of(id));
  return {{"id", text_of(known->id)}, {"like", std::move(like)}, {"version", text_or_null(known->version)}};
}

Json os_of(const model::Os& os) {
  return {{"family", base::word(os.family)},
          {"name", value_of(os.name)},
          {"distribution", distribution_of(os.distribution)},
          {"kernel", value_of(os.kernel)},
          {"libc", value_of(os.libc)},
          {"arch", value_of(os.architecture)},
          {"wsl", value_of(os.wsl)},
          {"container", value_of(os.container)},
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
          {"nvml", value_of(driver.nvml.init)},
          {"setup", setup_of(driver.setup)}};
}

Json link_of(const Known<model::PciLink>& link) {
  return link.known() ? Json{{"generation", link->generation}, {"width", link->width}} : Json();
}

Json processes_of(const Known<std::vector<model::GpuProcess>>& processes) {
  if (!processes.known()) return {};
  Json list = Json::array();
  for (const auto& process : *processes)
    list.push_back({{"pid", process.pid},
                    {"name", text_or_null(process.name)},
                    {"memory_mib", process.memory_mib > 0 ? Json(process.memory_mib) : Json()}});
  return list;
}

/// What the card is doing; null where the card or the driver cannot tell.
Json state_of(const model::CardState& state) {
  return {{"memory_used_mib", value_of(state.memory_used_mib)},
          {"compute_mode", value_of(state.compute_mode)},
          {"mig", value_of(state.mig)},
          {"mig_instances", value_of(state.mig_instances)},
          {"mig_uuids", value_of(state.mig_uuids)},
          {"display", value_of(state.display)},
          {"persistence", value_of(state.persistence)},
          {"throttle", value_of(state.throttle)},
          {"temperature", value_of(state.temperature)},
          {"ecc_uncorrected", value_of(state.ecc_uncorrected)},
          {"remap_pending", value_of(state.remap_pending)},
          {"remap_failed", value_of(state.remap_failed)},
          {"link", link_of(state.link)},
          {"link_max", link_of(state.link_max)},
          {"processes", processes_of(state.processes)}};
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
          {"power_state", value_of(gpu.power_state)},
          {"state", state_of(gpu.state)},
          {"verdict", model::word(verdict)}};
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

/// Errors of the driver in the kernel log; null where it was not asked or may not be read.
Json xids_of(const Known<std::vector<model::Xid>>& xids, const catalog::Catalog& catalog) {
  if (!xids.known()) return {};
  Json list = Json::array();
  for (const auto& error : *xids) {
    const auto row = catalog.xid(error.code);
    list.push_back({{"pci", text_of(error.pci_address)},
                    {"code", error.code},
                    {"meaning", row ? Json(row->meaning) : Json()},
                    {"program", text_or_null(error.program)},
                    {"count", error.count},
                    {"earlier_load", error.earlier_load},
                    {"text", text_of(error.text)}});
  }
  return list;
}

Json switched_off_of(const Known<model::CardSwitch>& off) {
  if (!off.known()) return {};
  return {{"tool", text_of(off->tool)}, {"setting", text_of(off->setting)}};
}

Json toolkits_of(const Known<std::vector<model::Toolkit>>& toolkits) {
  if (toolkits.undecided()) return {};
  Json list = Json::array();
  for (size_t i = 0; toolkits.known() && i < toolkits->size(); ++i) {
    const auto& toolkit = (*toolkits)[i];
    list.push_back({{"version", text_of(toolkit.version.text())},
                    {"path", text_of(toolkit.path)},
                    {"active", toolkit.active},
                    {"from", text_or_null(toolkit.from)}});
  }
  return list;
}

}  // namespace

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
          {"switched_off", switched_off_of(facts.cards.switched_off)},
          {"xids", xids_of(facts.cards.xids, catalog)},
          {"toolkits", toolkits_of(facts.toolkits)},
          {"compiler", compiler_of(facts.compiler)},
          {"surroundings", surroundings_of(facts)},
          {"cudnn", cudnn_of(facts)},
          {"libraries", libraries_of(facts.libraries)},
          {"environments", std::move(environments)},
          {"variables", std::move(variables)},
          {"left_out", std::move(left_out)}};
}

}  // namespace gpuenv::report
