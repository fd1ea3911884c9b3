// How a report is to be written.
#pragma once

namespace gpuenv::report {

enum class Language { english, chinese };

struct TextOptions {
  Language language = Language::english;
  bool color = false;
  bool verbose = false;  ///< every fact with its origin
  int width = 100;       ///< columns to wrap at
};

}  // namespace gpuenv::report
