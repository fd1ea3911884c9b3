// Finds the Python environments of a machine, within bounds.
#pragma once

#include <string>
#include <vector>

#include "probe/locate.h"
#include "probe/probe.h"

namespace gpuenv::probe {

inline constexpr std::size_t most_environments = 64;
/// Questions to the file system that the search may ask; at a few microseconds each they stay below 50 ms.
inline constexpr int most_search_questions = 2000;

struct SearchResult {
  std::vector<Place> places;  ///< named ones, or the active one and then those found
  std::vector<std::string> left_out;
};

SearchResult search_environments(Machine& machine, const Options& options);

}  // namespace gpuenv::probe
