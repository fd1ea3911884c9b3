// Text in terminal columns: how wide it is, how it wraps, and what must not reach a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::report {

/// Columns a UTF-8 text takes in a terminal: East Asian wide characters two, combining marks none (Unicode
/// Standard Annex 11, without the ambiguous class). Color sequences (ESC [ ... m) take none.
int display_width(std::string_view text);

/// Lines of at most `columns` columns, broken at blanks and between wide characters, never so that closing
/// punctuation begins a line or opening punctuation ends one. A word that is longer stays whole. At least one
/// line.
std::vector<std::string> wrap(std::string_view text, int columns);

/// The beginning of a text that is too wide, with "…" at its end.
std::string shortened(std::string text, int columns);

/// The text followed by blanks up to a width.
std::string padded(std::string text, int columns);

/// Outside text made safe for a terminal, in one line: control characters and marks that change the writing
/// direction are written out ("\x1b"), line ends and tabs become blanks, bytes that are not UTF-8 become
/// U+FFFD.
std::string printable(std::string_view text);

}  // namespace gpuenv::report
