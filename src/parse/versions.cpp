// Version numbers in other spellings; see versions.h.
#include "parse/versions.h"

#include <string>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

constexpr int first_driver = 100;  // older than any that CUDA runs on; keeps "so.1.1" out

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<base::Version> library_version(std::string_view file_name) {
  const size_t at = file_name.rfind(".so.");
  if (at == std::string_view::npos) return std::nullopt;
  base::Version version(file_name.substr(at + 4));
  if (version.major_number() < first_driver) return std::nullopt;
  return version;
}

std::optional<base::Version> windows_driver(std::string_view text) {
  const auto parts = base::split(base::trim(text), '.');
  // The third part is 10 to 15 so far: its last digit is the first one of the driver's number.
  if (parts.size() != 4 || !all_digits(parts[2]) || parts[2].size() != 2 || parts[2][0] != '1')
    return std::nullopt;
  if (!all_digits(parts[3]) || parts[3].size() > 4) return std::nullopt;
  std::string digits(4 - parts[3].size(), '0');
  digits = std::string(1, parts[2][1]) + digits + std::string(parts[3]);
  if (digits[0] == '0') return std::nullopt;
  return base::Version(digits.substr(0, 3) + "." + digits.substr(3));
}

std::optional<base::Version> toolkit_json(std::string_view text) {
  const size_t cuda = text.find("\"cuda\"");
  if (cuda == std::string_view::npos) return std::nullopt;
  const size_t end = text.find('}', cuda);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view object = text.substr(cuda, end - cuda);
  const size_t key = object.find("\"version\"");
  if (key == std::string_view::npos) return std::nullopt;
  const size_t open = object.find('"', key + 9);
  const size_t close = open == std::string_view::npos ? open : object.find('"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  base::Version version(object.substr(open + 1, close - open - 1));
  if (!version.valid()) return std::nullopt;
  return version;
}

std::optional<base::Version> toolkit_txt(std::string_view text) {
  constexpr std::string_view mark = "CUDA Version ";
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + mark.size());
  base::Version version(rest.substr(0, rest.find_first_not_of("0123456789.")));
  if (!version.valid()) return std::nullopt;
  return version;
}

std::optional<base::Version> variant_cuda(std::string_view variant) {
  if (!variant.starts_with("cu") || variant.size() < 4 || variant.size() > 5) return std::nullopt;
  const std::string_view digits = variant.substr(2);
  if (!all_digits(digits)) return std::nullopt;
  return base::Version(std::string(digits.substr(0, digits.size() - 1)) + "." + digits.back());
}

base::Version written_cuda(std::string_view text) {
  constexpr std::string_view windows = "64_";
  if (!text.starts_with(windows)) return base::Version(text);
  return variant_cuda("cu" + std::string(text.substr(windows.size()))).value_or(base::Version());
}

std::optional<base::Version> cuda_number(long long number) {
  if (number < 1000) return std::nullopt;
  return base::Version(std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10));
}

}  // namespace gpuenv::parse
