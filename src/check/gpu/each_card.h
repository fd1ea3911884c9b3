// Walking the cards that the driver answers for.
#pragma once

#include <functional>
#include <string>

#include "check/support.h"

namespace gpuenv::check {

/// A card and its place in Facts::cards.
struct CardSpot {
  const model::Gpu& gpu;
  int place;

  /// "-i 0" for nvidia-smi; "" when the card's index is not known.
  std::string option() const {
    return gpu.index.known() ? "-i " + std::to_string(*gpu.index) + " " : std::string();
  }
};

/// Calls `each` for every card, on the bus or with NVML.
inline void for_each_present_card(const Input& input, const std::function<void(const CardSpot&)>& each) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known()) return;
  for (size_t i = 0; i < cards->size(); ++i) each({(*cards)[i], static_cast<int>(i)});
}

/// Calls `each` for every card that NVML answers for.
inline void for_each_card(const Input& input, const std::function<void(const CardSpot&)>& each) {
  for_each_present_card(input, [&](const CardSpot& spot) {
    if (spot.gpu.in_nvml && spot.gpu.lost.empty()) each(spot);
  });
}

/// A finding about a card, with the parameter gpu filled in.
inline model::Finding begin(const Input& input, std::string_view id, const CardSpot& spot) {
  model::Finding finding = begin(input, id);
  finding.applies_to.gpu = spot.place;
  finding.parameters["gpu"] = describe(spot.gpu);
  return finding;
}

/// "sudo nvidia-smi ..." on Linux, the same for an administrator's PowerShell on Windows.
inline model::Step smi_step(const Input& input, const char* text, const std::string& arguments) {
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  return {
      text, {}, (windows ? "nvidia-smi " : "sudo nvidia-smi ") + arguments, windows ? "powershell" : "bash"};
}

}  // namespace gpuenv::check
