// SM numbers; see sm.h.
#include "base/sm.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::base {

std::string Sm::dotted() const {
  std::string text = std::to_string(major) + "." + std::to_string(minor);
  if (suffix != ' ') text += suffix;
  return text;
}

std::string Sm::name() const {
  std::string text = "sm_" + std::to_string(major) + std::to_string(minor);
  if (suffix != ' ') text += suffix;
  return text;
}

std::optional<Sm> parse_sm(std::string_view text) {
  text = trim(text);
  Sm sm;
  if (text.ends_with('a') || text.ends_with('f')) {
    sm.suffix = text.back();
    text.remove_suffix(1);
  }
  for (std::string_view prefix : {"sm_", "compute_"})
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  const size_t dot = text.find('.');
  const std::string_view major = dot == std::string_view::npos
                                     ? text.substr(0, text.empty() ? 0 : text.size() - 1)
                                     : text.substr(0, dot);
  const std::string_view minor =
      dot == std::string_view::npos ? text.substr(major.size()) : text.substr(dot + 1);
  const long long major_number = number(major), minor_number = number(minor);
  if (major_number < 1 || major_number > 99 || minor_number < 0 || minor_number > 9) return std::nullopt;
  sm.major = static_cast<int>(major_number);
  sm.minor = static_cast<int>(minor_number);
  return sm;
}

bool cubin_runs_on(const Sm& code, const Sm& card) {
  if (code.major != card.major) return false;
  return code.suffix == 'a' ? code.minor == card.minor : code.minor <= card.minor;
}

bool ptx_runs_on(const Sm& code, const Sm& card) {
  if (code.suffix != ' ') return cubin_runs_on(code, card);
  return code.major < card.major || (code.major == card.major && code.minor <= card.minor);
}

Serves serves(const std::vector<Sm>& cubins, const std::vector<Sm>& ptx, const Sm& card) {
  const auto native = [&](const Sm& code) { return cubin_runs_on(code, card); };
  const auto compiled = [&](const Sm& code) { return ptx_runs_on(code, card); };
  if (std::any_of(cubins.begin(), cubins.end(), native)) return Serves::native;
  return std::any_of(ptx.begin(), ptx.end(), compiled) ? Serves::ptx : Serves::none;
}

}  // namespace gpuenv::base
