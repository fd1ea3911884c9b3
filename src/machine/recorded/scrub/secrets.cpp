// Passwords and tokens; see recognise.h.
#include <algorithm>

#include "base/text.h"
#include "machine/recorded/scrub/recognise.h"

namespace gpuenv::machine::recorded {
namespace {

bool is_name_part(char c) {
  return is_word(c) || c == '.' || c == '-';
}
bool is_quote_or_blank(char c) {
  return c == ' ' || c == '\t' || c == '"' || c == '\'';
}
bool is_value_part(char c) {
  return !is_blank(c) && std::string_view("\"',;&)}]<>").find(c) == std::string_view::npos;
}

/// How a maker's tokens begin, and how long what follows is at least.
struct TokenForm {
  std::string_view beginning;
  std::size_t least;
  bool dashes;  ///< '-' and '.' may stand in it
};
// https://github.com/gitleaks/gitleaks lists these among many others; here are those that machine-learning
// work meets.
constexpr TokenForm token_forms[] = {
    {"hf_", 24, false},       {"ghp_", 30, false},        {"gho_", 30, false},  {"ghs_", 30, false},
    {"ghu_", 30, false},      {"github_pat_", 30, false}, {"glpat-", 20, true}, {"pypi-", 40, true},
    {"sk-", 30, true},        {"xoxb-", 20, true},        {"xoxp-", 20, true},  {"AKIA", 16, false},
    {"eyJhbGciOi", 30, true}, {"nvapi-", 30, true}};

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_digit);
}

/// A name and the sign between it and its value, for "name = value" and "\"name\": \"value\"".
struct Assignment {
  std::size_t value_at = 0;  ///< 0 = this is no assignment
  bool loose = false;        ///< written with ':' and no quotes, as prose does too
};

Assignment assignment_at(const Cursor& cursor, std::size_t name_length) {
  std::size_t at = name_length + cursor.run(name_length, is_quote_or_blank);
  const char sign = cursor.peek(static_cast<std::ptrdiff_t>(at));
  const char next = cursor.peek(static_cast<std::ptrdiff_t>(at) + 1);
  if ((sign != '=' && sign != ':') || next == '=' || next == ':') return {};
  ++at;
  const std::size_t gap = cursor.run(at, is_quote_or_blank);
  const char last = cursor.peek(static_cast<std::ptrdiff_t>(at + gap) - 1);
  return {at + gap, sign == ':' && last != '"' && last != '\''};
}

}  // namespace

bool is_secret_name(std::string_view name) {
  constexpr std::string_view endings[] = {"token",  "secret",     "password",    "passwd",
                                          "apikey", "passphrase", "credentials", "credential"};
  constexpr std::string_view key_owners[] = {"api",     "access", "private", "secret",
                                             "license", "auth",   "account", "ssh"};
  std::string folded = base::lower(name);
  std::replace_if(folded.begin(), folded.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  const auto words = base::split(folded, '_');
  for (std::string_view word : words)
    for (std::string_view ending : endings)
      if (word.ends_with(ending)) return true;
  if (words.size() < 2 || (words.back() != "key" && words.back() != "pat")) return false;
  return words.back() == "pat" || std::find(std::begin(key_owners), std::end(key_owners),
                                            words[words.size() - 2]) != std::end(key_owners);
}

Found find_known_secret(const Cursor& cursor, TextKind, Identities& identities) {
  for (const auto& secret : identities.secrets)
    if (cursor.rest().starts_with(secret)) return {secret.size(), hidden};
  return {};
}

Found find_url_credentials(const Cursor& cursor, TextKind, Identities&) {
  if (!cursor.rest().starts_with("://")) return {};
  const std::size_t length = cursor.run(3, [](char c) {
    return !is_blank(c) && std::string_view("/?#\"'<>").find(c) == std::string_view::npos;
  });
  const std::string_view authority = cursor.rest().substr(3, length);
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos || authority.substr(0, at) == "git") return {};
  return {3 + at + 1, std::string("://") + hidden + "@"};
}

Found find_token(const Cursor& cursor, TextKind, Identities&) {
  if (is_word(cursor.peek(-1))) return {};
  for (const auto& form : token_forms) {
    if (!cursor.rest().starts_with(form.beginning)) continue;
    const std::size_t length = cursor.run(
        form.beginning.size(), [&](char c) { return is_word(c) || (form.dashes && (c == '-' || c == '.')); });
    if (length >= form.least && has_digit(cursor.rest().substr(form.beginning.size(), length)))
      return {form.beginning.size() + length, hidden};
  }
  return {};
}

Found find_assignment(const Cursor& cursor, TextKind, Identities&) {
  if (!is_letter(cursor.peek(0)) || is_name_part(cursor.peek(-1))) return {};
  const std::size_t name = cursor.run(0, is_name_part);
  const Assignment assignment = assignment_at(cursor, name);
  if (assignment.value_at == 0 || !is_secret_name(cursor.rest().substr(0, name))) return {};
  const std::size_t length = cursor.run(assignment.value_at, is_value_part);
  const std::string_view value = cursor.rest().substr(assignment.value_at, length);
  if (length < 4 || (assignment.loose && (length < 8 || !has_digit(value)))) return {};
  return {assignment.value_at + length, std::string(cursor.rest().substr(0, assignment.value_at)) + hidden};
}

}  // namespace gpuenv::machine::recorded
