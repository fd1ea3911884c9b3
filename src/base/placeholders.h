// Placeholders in texts: {name}, of small letters, digits, '_' and '-'.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::base {

/// The text with {name} replaced by values["name"]. A name without value stays as it is, so that the mistake
/// shows; an empty value takes the blank beside it along.
std::string fill(std::string_view text, const std::map<std::string, std::string>& values);

/// The names in braces, each once, in order; they point into the text.
std::vector<std::string_view> placeholders(std::string_view text);

/// Whether a brace belongs to no placeholder: a name that was not closed, or a slip in it.
bool has_stray_brace(std::string_view text);

}  // namespace gpuenv::base
