// What the kernel log says of a card, for the checks that judge it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/gpu/each_card.h"

namespace gpuenv::check {

/// Errors of one kind (data/xids.toml; "" = codes without a row) about one card, since the driver was loaded.
struct LoggedErrors {
  std::vector<const model::Xid*> errors;
  std::string origin;

  bool empty() const { return errors.empty(); }
  /// "48, 94"
  std::string codes() const;
  /// "python, node"; "" when no program is named.
  std::string programs() const;
  /// One piece of evidence for each: what the code stands for, how often, and the last line.
  void add_to(const Input& input, model::Finding& finding) const;
};
LoggedErrors logged(const Input& input, const std::string& pci_address, std::string_view kind);

/// Whether NVML reaches a card; nothing when it was not asked, or says what has nothing to do with cards.
std::optional<bool> reached(const model::Facts& facts, const model::Gpu& gpu);

/// Adds the step that resets a card: "host" in a container, "reset" when nothing uses the card, else
/// "restart".
void add_reset(const Input& input, const CardSpot& spot, model::Finding& finding);

}  // namespace gpuenv::check
