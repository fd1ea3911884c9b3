// Replacements by kind; see identities.h.
#include "machine/recorded/scrub/identities.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace gpuenv::machine::recorded {

std::string Pool::key(std::string_view original) const {
  return ignores_case_ ? base::lower(original) : std::string(original);
}

const std::string& Pool::replace(std::string_view original) {
  const auto [place, added] = known_.try_emplace(key(original));
  if (!added) return place->second;
  place->second = fmt::format(fmt::runtime(form_), known_.size());
  const auto longer = [](const std::string& a, const std::string& b) { return a.size() > b.size(); };
  const std::string text(original);
  originals_.insert(std::upper_bound(originals_.begin(), originals_.end(), text, longer), text);
  return place->second;
}

}  // namespace gpuenv::machine::recorded
