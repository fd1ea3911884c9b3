// RECORD; see record.h.
#include "parse/record.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

/// The first field of a CSV line, and what follows its comma. Only paths with a comma or a quote in them are
/// quoted.
struct Split {
  std::string quoted;
  std::string_view path;
  std::string_view rest;
};

Split quoted_field(std::string_view line) {
  Split split;
  size_t at = 1;
  for (; at < line.size(); ++at) {
    if (line[at] == '"' && (at + 1 >= line.size() || line[at + 1] != '"')) break;
    if (line[at] == '"') ++at;
    split.quoted += line[at];
  }
  split.rest = at + 2 <= line.size() ? line.substr(at + 2) : std::string_view();
  return split;
}

Split split_path(std::string_view line) {
  if (line.starts_with('"')) return quoted_field(line);
  const size_t comma = line.find(',');
  if (comma == std::string_view::npos) return {"", line, {}};
  return {"", line.substr(0, comma), line.substr(comma + 1)};
}

bool only_digits_and_dots(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

}  // namespace

bool is_native_library(std::string_view path) {
  if (path.ends_with(".so") || path.ends_with(".dll") || path.ends_with(".pyd")) return true;
  const size_t so = path.rfind(".so.");
  return so != std::string_view::npos && only_digits_and_dots(path.substr(so + 4));
}

void record_lines(std::string_view text, bool cut, const std::function<bool(std::string_view path)>& wants,
                  const std::function<void(RecordLine line)>& each) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos && cut) return;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const Split split = split_path(line);
    const std::string_view path = split.quoted.empty() ? split.path : std::string_view(split.quoted);
    if (path.empty() || !wants(path)) continue;
    const size_t comma = split.rest.rfind(',');
    RecordLine result;
    result.path = std::string(path);
    result.hash = std::string(split.rest.substr(0, std::min(comma, split.rest.size())));
    if (comma != std::string_view::npos) result.size = base::number(split.rest.substr(comma + 1));
    each(std::move(result));
  }
}

}  // namespace gpuenv::parse
