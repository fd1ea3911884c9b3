// Small helpers over text: trimming, splitting, case folding of ASCII.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::base {

/// Without blanks, tabs, CR, LF and NUL at both ends.
std::string_view trim(std::string_view text);

/// The pieces between separators; "a,,b" gives three. An empty text gives none.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The lines of a text without their ends (LF or CRLF).
std::vector<std::string_view> lines(std::string_view text);

/// ASCII letters in lower case, all other bytes as they are.
std::string lower(std::string_view text);

bool equal_ignoring_case(std::string_view a, std::string_view b);
bool contains_ignoring_case(std::string_view text, std::string_view piece);

std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// The decimal or (with base 16) hexadecimal number that the whole text is, with optional 0x; -1 when it is
/// none.
long long number(std::string_view text, int base = 10);

/// The same for numbers that are kept in an int: -1 also for a number that does not fit.
int small_number(std::string_view text);

/// How many single-letter edits turn one word into the other: for did-you-mean.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to a mistyped word, or "" when none is near enough to be meant.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Invalid UTF-8 becomes U+FFFD, so that any byte can stand in a report.
std::string valid_utf8(std::string_view bytes);

}  // namespace gpuenv::base
