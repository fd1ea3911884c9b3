// What the kernel log says of a card; see gpu_log.h.
#include <algorithm>

#include "base/text.h"
#include "check/driver/codes.h"
#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

template <class Pick>
std::string each_once(const std::vector<const model::Xid*>& errors, Pick pick) {
  std::vector<std::string> words;
  for (const auto* error : errors)
    if (std::string word = pick(*error);
        !word.empty() && std::find(words.begin(), words.end(), word) == words.end())
      words.push_back(std::move(word));
  return base::join(words, ", ");
}

/// NVML says that nobody computes on the card and that it shows no picture.
bool is_idle(const model::CardState& state) {
  return state.processes.known() && state.processes->empty() && state.display.known() && !*state.display;
}

}  // namespace

std::string LoggedErrors::codes() const {
  return each_once(errors, [](const model::Xid& error) { return std::to_string(error.code); });
}

std::string LoggedErrors::programs() const {
  return each_once(errors, [](const model::Xid& error) { return error.program; });
}

void LoggedErrors::add_to(const Input& input, model::Finding& finding) const {
  for (const auto* error : errors) {
    const auto row = input.catalog.xid(error->code);
    std::string text = "Xid " + std::to_string(error->code);
    if (row) text += " (" + row->meaning + ")";
    if (error->count > 1) text += ", " + std::to_string(error->count) + " times";
    finding.evidence.push_back({origin, text + ": " + error->text});
  }
}

LoggedErrors logged(const Input& input, const std::string& pci_address, std::string_view kind) {
  LoggedErrors found;
  const auto& xids = input.facts.cards.xids;
  if (!xids.known()) return found;
  found.origin = xids.origin();
  for (const auto& error : *xids) {
    if (error.earlier_load || error.pci_address != pci_address) continue;
    const auto row = input.catalog.xid(error.code);
    if ((row ? row->kind : "") == kind) found.errors.push_back(&error);
  }
  return found;
}

std::optional<bool> reached(const model::Facts& facts, const model::Gpu& gpu) {
  const auto& init = facts.driver.nvml.init;
  if (init.known() && *init == 0) return gpu.in_nvml && gpu.lost.empty();
  // These speak of the user, of the libraries or of the module, and not of a card.
  const bool elsewhere =
      !facts.driver.kernel_module.known() ||
      (init.known() && (*init == nvml_no_permission || *init == nvml_lib_rm_version_mismatch));
  const auto why = init.why().why;
  const bool answered = init.known() || why == base::Why::failed || why == base::Why::timed_out;
  return answered && !elsewhere ? std::optional(false) : std::nullopt;
}

void add_reset(const Input& input, const CardSpot& spot, model::Finding& finding) {
  if (input.facts.os.container.known())
    finding.fix.push_back({"host", {}, "", ""});
  else if (reached(input.facts, spot.gpu).value_or(false) && is_idle(spot.gpu.state) &&
           spot.gpu.index.known())
    finding.fix.push_back(smi_step(input, "reset", spot.option() + "--gpu-reset"));
  else
    finding.fix.push_back({"restart", {}, "sudo reboot", "bash"});
}

}  // namespace gpuenv::check
