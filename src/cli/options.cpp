// Reading options; see options.h.
#include "cli/options.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gpuenv::cli {

namespace {

using base::Result;

constexpr Text no_option{"there is no option {}.", "没有选项 {}。"};
constexpr Text no_value{"{} needs a value: {}.", "{} 需要一个值：{}。"};
constexpr Text takes_no_value{"{} takes no value.", "{} 不带值。"};
constexpr Text wrong_value{"{} takes {}, not '{}'.", "{} 的值只能是 {}，不能是“{}”。"};
constexpr Text two_values{"{} is given twice, as '{}' and as '{}'.", "{} 给出了两次：“{}”和“{}”。"};
constexpr Text meant{" Did you mean {}?", "您是不是想输入 {}？"};

template <class... Values>
std::string say(const Text& text, Language language, const Values&... values) {
  return fmt::format(fmt::runtime(text.in(language)), values...);
}

const Option* find(std::span<const Option> table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Option& o) { return name == o.name; });
  return found == table.end() ? nullptr : &*found;
}

const Option* find(std::span<const Option> table, char letter) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Option& o) { return o.letter == letter; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> choices_of(const Option& option) {
  std::vector<std::string> list;
  for (const auto choice : base::split(option.choices, '|')) list.emplace_back(choice);
  return list;
}

/// The option that an argument names, when its value would be the next argument.
const Option* awaits_value(std::span<const Option> table, std::string_view argument) {
  const Option* option = nullptr;
  if (argument.starts_with("--"))
    option = find(table, argument.substr(2));
  else if (argument.size() == 2 && argument[0] == '-')
    option = find(table, argument[1]);
  return option && option->kind != Option::Kind::flag ? option : nullptr;
}

}  // namespace

/// Goes through the arguments once.
class Parser {
 public:
  Parser(std::span<const Option> table, std::span<const std::string> arguments, Language language)
      : table_(table), arguments_(arguments), language_(language) {}

  Result<Arguments> run() {
    while (place_ < arguments_.size() && mistake_.empty()) {
      const std::string& argument = arguments_[place_++];
      if (argument == "--")
        take_rest();
      else if (argument.starts_with("--"))
        take_long(std::string_view(argument).substr(2));
      else if (argument.size() > 1 && argument[0] == '-')
        take_letters(std::string_view(argument).substr(1));
      else
        result_.positionals_.push_back(argument);
    }
    if (!mistake_.empty()) return base::usage_error(mistake_);
    return std::move(result_);
  }

 private:
  template <class... Values>
  void fail(const Text& text, const Values&... values) {
    mistake_ = say(text, language_, values...);
  }

  void take_rest() {
    for (; place_ < arguments_.size(); ++place_) result_.positionals_.push_back(arguments_[place_]);
  }

  void take_long(std::string_view text) {
    const size_t equals = text.find('=');
    const std::string name(text.substr(0, equals));
    const Option* option = find(table_, name);
    if (!option) return fail_unknown("--" + name);
    if (equals == std::string_view::npos) return take(*option, "--" + name);
    if (option->kind == Option::Kind::flag) return fail(takes_no_value, "--" + name);
    store(*option, "--" + name, std::string(text.substr(equals + 1)));
  }

  void take_letters(std::string_view letters) {
    for (size_t i = 0; i < letters.size() && mistake_.empty(); ++i) {
      const std::string shown = std::string("-") + letters[i];
      const Option* option = find(table_, letters[i]);
      if (!option) return fail_unknown(i == 0 && letters.size() > 1 ? "-" + std::string(letters) : shown);
      if (option->kind == Option::Kind::flag || i + 1 == letters.size()) {
        take(*option, shown);
        continue;
      }
      return store(*option, shown, std::string(letters.substr(i + 1)));
    }
  }

  /// An option whose value, if it has one, is the next argument.
  void take(const Option& option, const std::string& shown) {
    if (option.kind == Option::Kind::flag) {
      result_.values_[option.name];
      return;
    }
    if (place_ == arguments_.size()) {
      const char* what = *option.choices ? option.choices : option.value.in(language_);
      return fail(no_value, shown, what);
    }
    store(option, shown, arguments_[place_++]);
  }

  void store(const Option& option, const std::string& shown, std::string value) {
    const auto choices = choices_of(option);
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
      fail(wrong_value, shown, option.choices, value);
      return;
    }
    if (value.empty()) return fail(no_value, shown, option.value.in(language_));
    auto& values = result_.values_[option.name];
    if (option.kind == Option::Kind::value && !values.empty() && values.back() != value)
      return fail(two_values, shown, values.back(), value);
    values.push_back(std::move(value));
  }

  void fail_unknown(const std::string& shown) {
    std::vector<std::string> names;
    for (const auto& option : table_) names.push_back(std::string("--") + option.name);
    const bool word = shown.size() > 2;
    const std::string hint =
        word ? did_you_mean(shown.starts_with("--") ? shown : "-" + shown, names, language_) : "";
    mistake_ = say(no_option, language_, shown) + hint;
  }

  std::span<const Option> table_;
  std::span<const std::string> arguments_;
  Language language_;
  size_t place_ = 0;
  Arguments result_;
  std::string mistake_;
};

std::string Arguments::value(const std::string& option) const {
  const auto found = values_.find(option);
  return found == values_.end() || found->second.empty() ? "" : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

Result<Arguments> parse(std::span<const Option> table, std::span<const std::string> arguments,
                        Language language) {
  return Parser(table, arguments, language).run();
}

size_t leading_options(std::span<const Option> table, std::span<const std::string> arguments) {
  size_t place = 0;
  while (place < arguments.size() && arguments[place].starts_with('-') && arguments[place] != "--")
    place += awaits_value(table, arguments[place]) ? 2 : 1;
  return std::min(place, arguments.size());
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         Language language) {
  std::string near = base::nearest(word, candidates);
  if (near.empty() && word.size() > 2) {
    const auto holds = [&](const std::string& c) { return base::contains_ignoring_case(c, word); };
    if (std::count_if(candidates.begin(), candidates.end(), holds) == 1)
      near = *std::find_if(candidates.begin(), candidates.end(), holds);
  }
  return near.empty() ? "" : say(meant, language, near);
}

}  // namespace gpuenv::cli
