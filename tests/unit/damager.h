// Damage to text, for tests of readers.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace gpuenv::test {

/// Damages text; the same seed gives the same damage.
class Damager {
 public:
  Damager(const std::vector<std::string>& examples, std::uint64_t seed)
      : examples_(examples), random_(seed) {}

  std::string next() {
    std::string text = any_example();
    for (std::size_t i = below(4) + 1; i > 0; --i) damage(text);
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
  const std::string& any_example() { return examples_[below(examples_.size())]; }

  std::string tail(const std::string& text) { return text.substr(below(text.size())); }

  void damage(std::string& text) {
    static const std::vector<std::string> tokens{"\n",         "\r\n",
                                                 "\"",         "'",
                                                 "{",          "}",
                                                 "[",          "]",
                                                 "(",          ")",
                                                 ",",          ";",
                                                 "=",          "==",
                                                 ">=",         "\\",
                                                 "/",          "-",
                                                 "@",          "://",
                                                 "..",         "#",
                                                 ":",          "0",
                                                 "-1",         "99999999999999999999",
                                                 "4294967295", "\xFF",
                                                 "\xC3",       std::string(1, '\0'),
                                                 " "};
    const std::size_t at = below(text.size() + 1);
    switch (below(7)) {
      case 0:
        if (!text.empty()) text[below(text.size())] ^= static_cast<char>(1U << below(8));
        break;
      case 1:
        text.erase(at, below(8) + 1);
        break;
      case 2:
        text.resize(at);
        break;
      case 3:
        text.insert(at, tokens[below(tokens.size())]);
        break;
      case 4:
        text = text.substr(0, at) + tail(any_example());
        break;
      case 5:
        text.insert(at, text.substr(at, below(32)));
        break;
      default: {
        std::string run;
        const std::string& token = tokens[below(tokens.size())];
        for (std::size_t i = below(600); i > 0; --i) run += token;
        text.insert(at, run);
      }
    }
  }

  const std::vector<std::string>& examples_;
  std::mt19937_64 random_;
};

}  // namespace gpuenv::test
