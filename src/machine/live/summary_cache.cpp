// The cache of summaries: the maker, then a line for each, "<kind> TAB <identity> TAB <summary>", the newest
// last.
#include "machine/live/summary_cache.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "machine/live/live.h"
#include "machine/live/private_file.h"
#include "machine/live/system.h"

namespace gpuenv::machine::live {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 20;
/// A framework has one or a few big libraries.
constexpr std::size_t most_lines = 4096;

/// Kind and identity, and the summary.
std::optional<std::pair<std::string_view, std::string_view>> parts(std::string_view line) {
  const std::size_t kind = line.find('\t');
  const std::size_t identity = kind == std::string_view::npos ? kind : line.find('\t', kind + 1);
  if (identity == std::string_view::npos) return std::nullopt;
  return std::pair(line.substr(0, identity), line.substr(identity + 1));
}

bool fits_a_line(std::string_view text) {
  return text.find_first_of("\t\r\n") == std::string_view::npos;
}

/// The lines of a cache of this maker.
std::vector<std::string_view> entries(std::string_view text, std::string_view maker) {
  std::vector<std::string_view> lines = base::lines(text);
  if (lines.empty() || lines.front() != maker) return {};
  std::erase_if(lines, [](std::string_view line) { return !parts(line); });
  return lines;
}

std::string name_of(std::string_view kind, std::string_view identity) {
  return std::string(kind).append("\t").append(identity);
}

}  // namespace

std::optional<std::string> SummaryCache::find(std::string_view kind, std::string_view identity) {
  if (file_.empty()) return std::nullopt;
  if (!kept_) {
    kept_.emplace();
    const std::string text = read_private_file(file_, most_bytes).value_or("");
    for (const std::string_view line : entries(text, maker_)) {
      const auto entry = *parts(line);
      kept_->insert_or_assign(std::string(entry.first), entry.second);
    }
  }
  const auto found = kept_->find(name_of(kind, identity));
  if (found == kept_->end()) return std::nullopt;
  return found->second;
}

void SummaryCache::keep(std::string_view kind, std::string_view identity, std::string_view summary) {
  if (file_.empty() || !fits_a_line(kind) || !fits_a_line(identity) || !fits_a_line(summary)) return;
  fresh_.push_back(name_of(kind, identity).append("\t").append(summary));
}

SummaryCache::~SummaryCache() {
  if (fresh_.empty()) return;
  // Others may have written since; two at the same moment lose one's lines, which are then read anew.
  const std::string before = read_private_file(file_, most_bytes).value_or("");
  std::vector<std::string_view> lines = entries(before, maker_);
  lines.insert(lines.end(), fresh_.begin(), fresh_.end());
  if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
  std::string text = maker_ + "\n";
  for (const std::string_view line : lines) text.append(line).append("\n");
  if (text.size() <= most_bytes) write_private_file(file_, text);
}

std::string summaries_file() {
  const auto& style = live_traits().paths;
  const auto below = [&](const char* name, std::string_view path) {
    const std::string folder = variable(name).value_or("");
    return base::is_absolute(style, folder) ? base::join_path(style, folder, path) : std::string();
  };
  if (live_traits().os == base::OsFamily::windows) return below("LOCALAPPDATA", "gpuenv\\summaries");
  const std::string file = below("XDG_CACHE_HOME", "gpuenv/summaries");
  return file.empty() ? below("HOME", ".cache/gpuenv/summaries") : file;
}

}  // namespace gpuenv::machine::live
