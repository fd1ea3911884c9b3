// Build strings of conda packages; see conda_build.h.
#include "parse/conda_build.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "parse/versions.h"

namespace gpuenv::parse {
namespace {

using base::Version;
using Kind = model::Build::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "12.1" of "12.1", "12.6" of "126py312h5a4": without dots the last digit is the minor version.
Version cuda_version(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return !is_digit(c) && c != '.'; });
  const std::string number(text.begin(), end);
  if (!number.contains('.')) return variant_cuda("cu" + number).value_or(Version());
  return Version(number.substr(0, number.find('.', number.find('.') + 1)));
}

/// What follows "cuda" or "cu" in a word that names CUDA's version; nothing for "cudnn8.9.2" and others.
std::optional<std::string_view> after_cuda(std::string_view word) {
  for (const std::string_view beginning : {"cuda", "cu"})
    if (word.starts_with(beginning) && word.size() > beginning.size() && is_digit(word[beginning.size()]))
      return word.substr(beginning.size());
  return std::nullopt;
}

/// The word alone, or run into the next one: "cpu", "cpupy310h12".
bool names(std::string_view word, std::string_view what) {
  return word == what || (word.starts_with(what) && word.substr(what.size()).starts_with("py"));
}

}  // namespace

std::optional<model::Build> conda_build(std::string_view build_string) {
  const auto words = base::split(build_string, '_');
  const auto any = [&](std::string_view what) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return names(word, what); });
  };
  for (const std::string_view word : words)
    if (const auto number = after_cuda(word)) return model::Build{Kind::cuda, "", cuda_version(*number)};
  if (any("rocm")) return model::Build{Kind::rocm, "", {}};
  if (any("mps") || any("xpu")) return model::Build{Kind::other, "", {}};
  if (any("cuda") || any("gpu")) return model::Build{Kind::cuda, "", {}};
  if (any("cpu")) return model::Build{Kind::cpu, "", {}};
  // TensorFlow of the defaults channel names the library that does the mathematics on the CPU.
  const std::string_view first = words.empty() ? std::string_view() : std::string_view(words.front());
  if (names(first, "mkl") || names(first, "eigen")) return model::Build{Kind::cpu, "", {}};
  return std::nullopt;
}

}  // namespace gpuenv::parse
