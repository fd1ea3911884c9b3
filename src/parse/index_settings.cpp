// Both formats are lines of "key = value"; a value may go on over further lines. See index_settings.h.
#include "parse/index_settings.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

constexpr std::string_view pip_keys[] = {"index-url", "extra-index-url", "find-links", "no-index"};
constexpr std::string_view uv_keys[] = {"index-url", "extra-index-url", "find-links", "url", "torch-backend"};

template <class Keys>
bool is_one_of(const Keys& keys, std::string_view key) {
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

void append(std::string& value, std::string_view more) {
  if (more.empty()) return;
  if (!value.empty()) value += ' ';
  value += more;
}

/// The texts between quotation marks; in TOML everything else is punctuation or a comment.
std::string quoted(std::string_view line) {
  std::string value;
  for (size_t at = 0; (at = line.find_first_of("\"'#", at)) != std::string_view::npos;) {
    if (line[at] == '#') break;
    const size_t end = line.find(line[at], at + 1);
    if (end == std::string_view::npos) break;
    append(value, line.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return value;
}

}  // namespace

IndexSettings pip_indexes(std::string_view text) {
  IndexSettings settings;
  bool wanted = false;
  for (const std::string_view line : base::lines(text)) {
    const std::string_view trimmed = base::trim(line);
    if (trimmed.empty() || trimmed[0] == '#' || trimmed[0] == ';') continue;
    const bool goes_on = line[0] == ' ' || line[0] == '\t';
    if (goes_on) {
      if (wanted) append(settings.back().second, trimmed);
      continue;
    }
    const size_t equals = trimmed.find_first_of("=:");
    std::string key =
        equals == std::string_view::npos ? "" : base::lower(base::trim(trimmed.substr(0, equals)));
    std::replace(key.begin(), key.end(), '_', '-');
    wanted = is_one_of(pip_keys, key);
    if (wanted) settings.emplace_back(std::move(key), std::string(base::trim(trimmed.substr(equals + 1))));
  }
  return settings;
}

IndexSettings uv_indexes(std::string_view text) {
  IndexSettings settings;
  bool in_list = false, wanted = false;
  for (const std::string_view line : base::lines(text)) {
    const std::string_view trimmed = base::trim(line);
    if (in_list) {
      if (wanted) append(settings.back().second, quoted(trimmed));
      in_list = !trimmed.contains(']');
      continue;
    }
    const size_t equals = trimmed.find('=');
    if (trimmed.empty() || trimmed[0] == '#' || trimmed[0] == '[' || equals == std::string_view::npos)
      continue;
    const std::string_view key = base::trim(trimmed.substr(0, equals)),
                           value = base::trim(trimmed.substr(equals + 1));
    in_list = value.starts_with('[') && !value.contains(']');
    wanted = is_one_of(uv_keys, key);
    if (wanted) settings.emplace_back(key == "url" ? "index" : key, quoted(value));
  }
  return settings;
}

}  // namespace gpuenv::parse
