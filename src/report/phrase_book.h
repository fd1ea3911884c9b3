// Chinese for the sentences that the program's code writes into evidence and reasons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/phrases.h"
#include "report/options.h"

namespace gpuenv::report {

/// Finds the phrase that a sentence was made of.
class PhraseBook {
 public:
  explicit PhraseBook(const std::vector<catalog::PhraseRow>& rows);

  /// The sentence in Chinese: of the phrases that fit, the one with the most text of its own counts, and what
  /// stands in its places is translated likewise. Behind "PATH: " a phrase may stand on its own. Sentences
  /// without a phrase stay as they are.
  std::string chinese(std::string_view sentence) const { return chinese(sentence, 0); }

 private:
  std::string chinese(std::string_view sentence, int depth) const;

  struct Pattern {
    std::vector<std::string> literals;  ///< the text before, between and behind the places
    std::vector<std::string> names;     ///< of the places: "0", "1"
    std::string zh;
    size_t own = 0;  ///< bytes of `literals`
  };
  static std::vector<std::string_view> fit(const Pattern& pattern, std::string_view sentence);

  std::vector<Pattern> patterns_;  ///< those with the most text of their own first
};

/// The sentence in a language. The book is made when the first Chinese sentence is asked for.
std::string phrase(std::string_view sentence, Language language);

}  // namespace gpuenv::report
