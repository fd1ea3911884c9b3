// A page of text under construction: colors, indented and wrapped paragraphs, labelled lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "report/words.h"

namespace gpuenv::report {

enum class Color { plain, bold, dim, red, yellow, green, cyan };

/// Builds the text of a report. Texts are made safe for a terminal here (see printable()), so callers may
/// pass outside text as it is.
class Page {
 public:
  explicit Page(const TextOptions& options) : options_(options) {}

  /// The text in a color, when colors are wanted.
  std::string paint(Color color, std::string_view text) const;
  const char* say(Word word) const { return report::say(word, options_.language); }
  Language language() const { return options_.language; }
  bool verbose() const { return options_.verbose; }
  int width() const { return options_.width; }

  void blank();
  /// A line as it stands; already painted and safe.
  void line(std::string text) { text_ += std::move(text) + '\n'; }
  /// A wrapped paragraph; the first line begins with `lead`, the others under its end.
  void paragraph(std::string_view lead, std::string_view text, Color color = Color::plain);
  /// A wrapped paragraph behind a dim label, in the label column; `lead` ("1. ") stands before its first
  /// line, and the others begin under the lead's end.
  void labelled(std::string_view label, std::string_view text, std::string_view lead = "");
  /// A line to copy: never wrapped, with an empty line around it.
  void command(std::string_view text);
  /// A heading over what follows.
  void heading(std::string_view text);

  /// Makes the label column wide enough for these labels.
  void label_column(const std::vector<std::string>& labels);
  int label_width() const { return label_width_; }

  std::string take() { return std::move(text_); }

 private:
  const TextOptions& options_;
  std::string text_;
  int label_width_ = 10;
};

/// The sign of a verdict: ✓, ✗ or ?, in its color.
std::string mark(const Page& page, model::PartVerdict verdict);

}  // namespace gpuenv::report
