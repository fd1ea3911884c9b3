// Markers of requirements; see markers.h.
#include "parse/markers.h"

#include <optional>

#include "base/specifier.h"
#include "base/text.h"
#include "parse/distribution_names.h"

namespace gpuenv::parse {
namespace {

using base::OsFamily;

/// Deeper nesting is no honest marker.
constexpr int most_depth = 20;

struct Word {
  enum class Kind { end, open, close, text, name, sign };
  Kind kind = Kind::end;
  std::string_view text;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    size_t end = i + 1;
    if (is_blank(c)) {
      i = end;
      continue;
    }
    if (c == '(' || c == ')') {
      words.push_back({c == '(' ? Word::Kind::open : Word::Kind::close, text.substr(i, 1)});
    } else if (c == '\'' || c == '"') {
      end = std::min(text.find(c, i + 1), text.size());
      words.push_back({Word::Kind::text, text.substr(i + 1, end - i - 1)});
      end = std::min(end + 1, text.size());
    } else {
      const bool name = is_name(c);
      while (end < text.size() && is_name(text[end]) == name && !is_blank(text[end]) &&
             std::string_view("()'\"").find(text[end]) == std::string_view::npos)
        ++end;
      words.push_back({name ? Word::Kind::name : Word::Kind::sign, text.substr(i, end - i)});
    }
    i = end;
  }
  words.push_back({});
  return words;
}

/// The value of a marker variable; nothing when it is not known.
std::optional<std::string> value_of(std::string_view name, const MarkerContext& context,
                                    std::string_view extra) {
  const bool windows = context.os == OsFamily::windows;
  const auto& python = context.python;
  if (name == "extra") return std::string(extra);
  if (name == "platform_system") return windows ? "Windows" : "Linux";
  if (name == "sys_platform") return windows ? "win32" : "linux";
  if (name == "os_name") return windows ? "nt" : "posix";
  if (name == "platform_machine") {
    if (!windows) return context.architecture;
    return context.architecture == "aarch64" ? "ARM64" : "AMD64";
  }
  if (name == "implementation_name") return "cpython";
  if (name == "platform_python_implementation") return "CPython";
  if (!python.valid()) return std::nullopt;
  if (name == "python_full_version") return python.text();
  if (name == "python_version") return python.series();
  return std::nullopt;
}

/// One comparison. Versions are compared as versions when both sides are.
bool compare(const std::string& left, std::string_view sign, const std::string& right, bool versions) {
  if (versions && base::Version(left).valid() && base::Version(right).valid())
    if (const auto allowed = base::allows(std::string(sign) + right, base::Version(left))) return *allowed;
  if (sign == "==" || sign == "===") return left == right;
  if (sign == "!=") return left != right;
  if (sign == "in") return right.find(left) != std::string::npos;
  if (sign == "not in") return right.find(left) == std::string::npos;
  return true;
}

class Reader {
 public:
  Reader(std::vector<Word> words, const MarkerContext& context, std::string_view extra)
      : words_(std::move(words)), context_(context), extra_(extra) {}

  bool any(int depth = 0) {
    bool held = all(depth);
    while (take("or")) held = all(depth) || held;
    return held;
  }

 private:
  const Word& next() const { return words_[at_]; }
  bool take(std::string_view name) {
    if (next().kind != Word::Kind::name || next().text != name) return false;
    ++at_;
    return true;
  }
  Word pass() { return next().kind == Word::Kind::end ? next() : words_[at_++]; }

  bool all(int depth) {
    bool held = one(depth);
    while (take("and")) held = one(depth) && held;
    return held;
  }

  bool one(int depth) {
    if (next().kind == Word::Kind::open && depth < most_depth) {
      ++at_;
      const bool held = any(depth + 1);
      if (next().kind == Word::Kind::close) ++at_;
      return held;
    }
    const Word left = pass();
    std::string sign(pass().text);
    if (sign == "not" && take("in")) sign = "not in";
    const Word right = pass();
    return holds(left, sign, right);
  }

  bool holds(const Word& left, const std::string& sign, const Word& right) const {
    const Word& variable = left.kind == Word::Kind::name ? left : right;
    const bool of_extra = variable.text == "extra";
    const auto a = side(left), b = side(right);
    if (!a || !b) return true;
    if (of_extra) return compare(normal_name(*a), sign, normal_name(*b), false);
    return compare(*a, sign, *b, variable.text.starts_with("python_"));
  }

  std::optional<std::string> side(const Word& word) const {
    if (word.kind == Word::Kind::text) return std::string(word.text);
    if (word.kind == Word::Kind::name) return value_of(word.text, context_, extra_);
    return std::nullopt;
  }

  std::vector<Word> words_;
  const MarkerContext& context_;
  std::string_view extra_;
  size_t at_ = 0;
};

}  // namespace

bool marker_holds(std::string_view marker, const MarkerContext& context, std::string_view extra) {
  return base::trim(marker).empty() || Reader(words_of(marker), context, extra).any();
}

std::vector<std::string> extras_of(std::string_view marker) {
  const auto words = words_of(marker);
  std::vector<std::string> extras;
  for (size_t i = 0; i + 2 < words.size(); ++i) {
    if (words[i].text == "extra" && words[i].kind == Word::Kind::name &&
        words[i + 2].kind == Word::Kind::text)
      extras.emplace_back(words[i + 2].text);
    if (words[i].kind == Word::Kind::text && words[i + 2].kind == Word::Kind::name &&
        words[i + 2].text == "extra")
      extras.emplace_back(words[i].text);
  }
  return extras;
}

}  // namespace gpuenv::parse
