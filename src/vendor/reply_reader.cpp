// Reading the lines of a reply; see reply_reader.h and the format in vendor.h.
#include "vendor/reply_reader.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::vendor {
namespace {

using base::Unknown;
using base::Why;

constexpr std::size_t longest_value = 1024;

std::string one_line(std::string_view text) {
  std::string clean = base::valid_utf8(text.substr(0, longest_value));
  std::replace_if(clean.begin(), clean.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; }, ' ');
  return std::string(base::trim(clean));
}

}  // namespace

ReplyReader::ReplyReader(const Known<std::string>& reply, std::string library, Unknown (*explain)(int))
    : library_(std::move(library)), explain_(explain), reply_(reply) {
  if (!reply_) return;
  // A line without its end may be the first half of another value: "driver=550.5".
  const std::string_view whole = std::string_view(*reply_).substr(0, reply_->rfind('\n') + 1);
  for (std::string_view line : base::lines(whole)) read_line(line);
}

void ReplyReader::read_line(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || equals == 0) return;  // a library may write to stdout too
  std::string_view key = line.substr(0, equals);
  Entry entry;
  if (key.ends_with('!') || key.ends_with('?')) {
    entry.mark = key.back();
    key.remove_suffix(1);
  }
  entry.value = one_line(line.substr(equals + 1));
  const auto [place, added] = entries_.try_emplace(std::string(key), entry);
  if (!added && (place->second.mark != entry.mark || place->second.value != entry.value))
    place->second.contradicted = true;
}

Unknown ReplyReader::unknown(Why why, const Question& question, std::string_view what) const {
  return {why, origin(question).append(" ").append(what)};
}

Known<std::string> ReplyReader::refused(const Question& question, const Entry& entry) const {
  if (entry.mark == '?')
    return Known<std::string>(unknown(Why::unsupported, question, "is missing in this library"),
                              origin(question));
  const long long code = entry.value.starts_with('-') ? -1 : base::number(entry.value);
  if (code <= 0 || code > 1'000'000) return nonsense<std::string>(question, entry.value);
  const Unknown reason = explain_(static_cast<int>(code));
  return Known<std::string>(unknown(reason.why, question, "failed: " + reason.detail), origin(question));
}

Known<std::string> ReplyReader::text(const Question& question) const {
  if (!reply_) return Known<std::string>(reply_.why(), library_);
  const auto found = entries_.find(question.key);
  if (found == entries_.end()) {
    const std::string closed = note("open");
    if (!closed.empty()) {
      // The system's own words usually begin with the path.
      const std::string detail = closed.starts_with(library_) ? closed : library_ + ": " + closed;
      return Known<std::string>(Unknown{Why::failed, detail}, library_);
    }
    // Our child writes every key, so a reply without one is a recording that lacks it.
    const Why why = entries_.empty() ? Why::failed : Why::not_recorded;
    return Known<std::string>(unknown(why, question, "gave no answer"), origin(question));
  }
  const Entry& entry = found->second;
  if (entry.contradicted)
    return Known<std::string>(unknown(Why::failed, question, "gave two answers"), origin(question));
  if (entry.mark != '=') return refused(question, entry);
  if (entry.value.empty()) return nonsense<std::string>(question, "");
  return {entry.value, origin(question)};
}

Known<long long> ReplyReader::number(const Question& question, long long least, long long most) const {
  const auto value = text(question);
  if (!value) return value.no_value<long long>();
  const bool digits = value->size() <= 18 && value->find_first_not_of("0123456789") == std::string::npos;
  const long long parsed = digits ? base::number(*value) : -1;
  if (parsed < least || parsed > most) return nonsense<long long>(question, *value);
  return {parsed, origin(question)};
}

Known<base::Version> ReplyReader::cuda_version(const Question& question) const {
  const auto value = number(question, 1000, 99'990);
  if (!value) return value.no_value<base::Version>();
  const std::string text = std::to_string(*value / 1000) + "." + std::to_string(*value % 1000 / 10);
  return {base::Version(text), origin(question)};
}

std::string ReplyReader::note(const std::string& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() || found->second.contradicted ? "" : found->second.value;
}

}  // namespace gpuenv::vendor
