// SM: a GPU architecture number such as 8.9 or 9.0a, and which compiled code runs on which card.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::base {

/// A compute capability, or the target of compiled code with its suffix: ' ' none, 'a' that exact
/// architecture, 'f' its family.
struct Sm {
  int major = 0;
  int minor = 0;
  char suffix = ' ';

  auto operator<=>(const Sm&) const = default;
  /// "8.9", "9.0a".
  std::string dotted() const;
  /// "sm_89", "sm_90a".
  std::string name() const;
};

/// Reads "8.9", "9.0a", "sm_89", "compute_90", "sm_120f"; nothing for other text.
std::optional<Sm> parse_sm(std::string_view text);

/// A cubin runs on the same major with the same or a higher minor; `a` on exactly its own number; `f` on its
/// family, which is the same major with the same or a higher minor (CUDA C++ Programming Guide, "Compute
/// Capabilities").
bool cubin_runs_on(const Sm& code, const Sm& card);

/// PTX is compiled by the driver for any card that is not older; with `a` only for exactly its own number,
/// with `f` for its family.
bool ptx_runs_on(const Sm& code, const Sm& card);

/// How a build serves a card.
enum class Serves { native, ptx, none };

/// native when a cubin runs on it, else ptx when the driver can compile one, else none.
Serves serves(const std::vector<Sm>& cubins, const std::vector<Sm>& ptx, const Sm& card);

}  // namespace gpuenv::base
