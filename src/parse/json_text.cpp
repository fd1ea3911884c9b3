// One text out of JSON; see json_text.h. Looks at nothing but braces, quotes and comments.
#include "parse/json_text.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::optional<std::string> find(std::string_view key) {
    int depth = 0;
    for (skip(); at_ < text_.size(); skip()) {
      const char c = text_[at_];
      if (c != '"') {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        ++at_;
        continue;
      }
      const auto name = quoted();
      if (!name) return std::nullopt;
      if (depth != 1 || *name != key || !taken(':')) continue;
      taken('[');
      skip();
      return at_ < text_.size() && text_[at_] == '"' ? quoted() : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  /// Passes over blanks and comments.
  void skip() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//"))
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (rest.starts_with("/*"))
        at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;  // "/*" itself has two
      else if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r' || rest[0] == '\n')
        ++at_;
      else
        return;
    }
  }

  bool taken(char wanted) {
    skip();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  /// The text between quotes; nothing when its end is missing.
  std::optional<std::string> quoted() {
    std::string result;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') return ++at_, result;
      if (c == '\\' && at_ + 1 < text_.size())
        escape(text_[++at_], result);
      else
        result += c;
    }
    return std::nullopt;
  }

  void escape(char c, std::string& result) {
    if (c != 'u') {
      result += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
      return;
    }
    const long long code = at_ + 4 < text_.size() ? base::number(text_.substr(at_ + 1, 4), 16) : -1;
    if (code < 0) return;
    at_ += 4;
    const auto unit = static_cast<unsigned>(code);
    // UTF-8; halves of a surrogate pair become bytes that valid_utf8 replaces.
    if (unit < 0x80) {
      result += static_cast<char>(unit);
    } else if (unit < 0x800) {
      result += static_cast<char>(0xC0 | unit >> 6);
      result += static_cast<char>(0x80 | (unit & 0x3F));
    } else {
      result += static_cast<char>(0xE0 | unit >> 12);
      result += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
      result += static_cast<char>(0x80 | (unit & 0x3F));
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::optional<std::string> json_text(std::string_view document, std::string_view key) {
  return Scan(document).find(key);
}

}  // namespace gpuenv::parse
