// Matching of phrases; see phrase_book.h.
#include "report/phrase_book.h"

#include <algorithm>
#include <map>

#include "base/placeholders.h"

namespace gpuenv::report {
namespace {

/// Sentences of ours are shorter and less nested; what a file brings in may be anything.
constexpr size_t longest = 4096;
constexpr int deepest = 16;

}  // namespace

PhraseBook::PhraseBook(const std::vector<catalog::PhraseRow>& rows) {
  for (const auto& row : rows) {
    if (row.zh.empty()) continue;
    Pattern pattern{{""}, {}, row.zh, 0};
    for (size_t at = 0; at < row.en.size(); ++at) {
      const size_t end = row.en[at] == '{' ? row.en.find('}', at) : std::string::npos;
      if (end == std::string::npos) {
        pattern.literals.back() += row.en[at];
        ++pattern.own;
        continue;
      }
      pattern.names.push_back(row.en.substr(at + 1, end - at - 1));
      pattern.literals.emplace_back();
      at = end;
    }
    patterns_.push_back(std::move(pattern));
  }
  std::stable_sort(patterns_.begin(), patterns_.end(),
                   [](const Pattern& a, const Pattern& b) { return a.own > b.own; });
}

/// What stands in the places, each at least one byte; nothing when the phrase does not fit.
std::vector<std::string_view> PhraseBook::fit(const Pattern& pattern, std::string_view sentence) {
  const std::string& first = pattern.literals.front();
  const std::string& last = pattern.literals.back();
  if (sentence.size() < pattern.own + pattern.names.size() || !sentence.starts_with(first)) return {};
  std::vector<std::string_view> places;
  size_t begin = first.size();
  for (size_t i = 1; i < pattern.literals.size(); ++i) {
    const bool at_end = i + 1 == pattern.literals.size();
    if (at_end && !sentence.ends_with(last)) return {};
    const size_t end = at_end ? sentence.size() - last.size() : sentence.find(pattern.literals[i], begin + 1);
    if (end == std::string_view::npos || end <= begin) return {};
    places.push_back(sentence.substr(begin, end - begin));
    begin = end + pattern.literals[i].size();
  }
  return places;
}

std::string PhraseBook::chinese(std::string_view sentence, int depth) const {
  if (sentence.size() > longest || depth > deepest) return std::string(sentence);
  for (const Pattern& pattern : patterns_) {
    if (pattern.names.empty()) {
      if (sentence == pattern.literals.front()) return pattern.zh;
      continue;
    }
    const auto places = fit(pattern, sentence);
    if (places.empty() || pattern.own == 0) continue;
    std::map<std::string, std::string> values;
    for (size_t i = 0; i < places.size(); ++i) values[pattern.names[i]] = chinese(places[i], depth + 1);
    return base::fill(pattern.zh, values);
  }
  const size_t colon = sentence.find(": ");
  if (colon == std::string_view::npos) return std::string(sentence);
  return chinese(sentence.substr(0, colon), depth + 1) + ": " +
         chinese(sentence.substr(colon + 2), depth + 1);
}

std::string phrase(std::string_view sentence, Language language) {
  if (language != Language::chinese) return std::string(sentence);
  static const PhraseBook book(catalog::phrases());
  return book.chinese(sentence);
}

}  // namespace gpuenv::report
