// What was read out of big files, kept from one run to the next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuenv::machine::live {

/// Summaries (see Machine::summary) by kind and file identity, in a private file of ours. It only saves time:
/// where it cannot be read or written, or is not this user's alone, it holds nothing.
class SummaryCache {
 public:
  /// Reads nothing before the first question. An empty `file` keeps nothing. What another `maker` has kept
  /// counts for nothing: another version of the program may see more in a file.
  SummaryCache(std::string file, std::string maker) : file_(std::move(file)), maker_(std::move(maker)) {}
  /// Writes what is new.
  ~SummaryCache();
  SummaryCache(const SummaryCache&) = delete;
  SummaryCache& operator=(const SummaryCache&) = delete;

  std::optional<std::string> find(std::string_view kind, std::string_view identity);
  void keep(std::string_view kind, std::string_view identity, std::string_view summary);

 private:
  std::string file_, maker_;
  std::optional<std::map<std::string, std::string, std::less<>>> kept_;  ///< by kind, tab, identity
  std::vector<std::string> fresh_;                                       ///< lines
};

}  // namespace gpuenv::machine::live
