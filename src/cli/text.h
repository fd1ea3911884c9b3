// A sentence of the command line in every language, written where it is used.
#pragma once

#include "report/options.h"

namespace gpuenv::cli {

using report::Language;

struct Text {
  const char* en = "";
  const char* zh = "";
  const char* in(Language language) const { return language == Language::chinese ? zh : en; }
};

}  // namespace gpuenv::cli
