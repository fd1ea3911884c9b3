// Options as tables: what a command accepts, and reading its arguments by such a table.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/text.h"

namespace gpuenv::cli {

/// One option of a command.
struct Option {
  enum class Kind { flag, value, list };  ///< list: may be given several times
  const char* name;                       ///< "env" for --env
  char letter;                            ///< 'o' for -o; 0 = none
  Kind kind;
  Text value;                ///< how help calls its value, "DIR"
  Text help;                 ///< one sentence
  const char* choices = "";  ///< the only values, "en|zh"; "" = any
};

/// What stood on the command line of a command.
class Arguments {
 public:
  bool has(const std::string& option) const { return values_.contains(option); }
  /// The value, or "".
  std::string value(const std::string& option) const;
  /// All values, in order.
  std::vector<std::string> values(const std::string& option) const;
  const std::vector<std::string>& positionals() const { return positionals_; }

 private:
  friend class Parser;
  std::map<std::string, std::vector<std::string>> values_;
  std::vector<std::string> positionals_;
};

/// Reads arguments by a table: --name, --name=value, --name value, -o value, -ovalue, -vh, and "--" before
/// arguments that begin with a dash. A `value` option may come twice, but with the same value. Errors are
/// sentences in the language, with a did-you-mean.
[[nodiscard]] base::Result<Arguments> parse(std::span<const Option> table,
                                            std::span<const std::string> arguments, Language language);

/// How many arguments stand before the first one that is neither an option of the table nor the value of one;
/// unknown options count as options without value.
size_t leading_options(std::span<const Option> table, std::span<const std::string> arguments);

/// " Did you mean X?" in the language for a word that is none of the candidates; "" when none is near. A word
/// that only one candidate begins with or contains is near as well.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         Language language);

}  // namespace gpuenv::cli
