// PCI ids and addresses; see pci.h.
#include "parse/pci.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

constexpr long long largest = 0xFFFFFF;  // a class code has six digits, ids four

std::optional<unsigned> hexadecimal(std::string_view text) {
  const long long value = base::number(text, 16);
  if (value < 0 || value > largest) return std::nullopt;
  return static_cast<unsigned>(value);
}

/// Whether a text has a hexadecimal digit wherever the form has an x, and is the form elsewhere.
bool has_form(std::string_view text, std::string_view form) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::equal(text.begin(), text.end(), form.begin(), form.end(), [&](char c, char wanted) {
    return wanted == 'x' ? digits.find(c) != std::string_view::npos : c == wanted;
  });
}

/// The four digits after `mark`, in any case.
std::optional<unsigned> id_after(std::string_view text, std::string_view mark) {
  const std::string folded = base::lower(text);
  const size_t at = folded.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const std::string_view digits = std::string_view(folded).substr(at + mark.size(), 4);
  return digits.size() == 4 ? hexadecimal(digits) : std::nullopt;
}

}  // namespace

std::optional<unsigned> pci_number(std::string_view text) {
  return hexadecimal(base::trim(text));
}

std::string pci_id_text(unsigned id) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string text(4, '0');
  for (size_t i = 4; i-- > 0; id >>= 4) text[i] = digits[id & 0xF];
  return text;
}

std::string pci_address(std::string_view text) {
  std::string address = base::lower(base::trim(text));
  if (address.find(':') == address.rfind(':')) address = "0000:" + address;
  // Domains have four digits or more: VMD controllers and NVML write longer ones.
  const size_t domain = address.find(':');
  if (domain < 4 || !has_form(address.substr(domain), ":xx:xx.x") ||
      !has_form(address.substr(0, domain), std::string(domain, 'x')))
    return "";
  while (address.find(':') > 4 && address[0] == '0') address.erase(0, 1);
  return address;
}

int pci_generation(std::string_view speed) {
  constexpr std::string_view speeds[] = {"2.5", "5",  "8",
                                         "16",  "32", "64"};  // PCI Express Base Specification
  const size_t unit = speed.find(" GT/s");
  if (unit == std::string_view::npos) return 0;
  std::string_view number = base::trim(speed.substr(0, unit));
  if (number.ends_with(".0")) number.remove_suffix(2);
  const auto* found = std::find(std::begin(speeds), std::end(speeds), number);
  return found == std::end(speeds) ? 0 : static_cast<int>(found - std::begin(speeds)) + 1;
}

std::optional<PciIds> instance_ids(std::string_view instance_id) {
  if (!base::lower(instance_id).starts_with("pci\\")) return std::nullopt;
  const auto vendor = id_after(instance_id, "ven_"), device = id_after(instance_id, "dev_");
  if (!vendor || !device) return std::nullopt;
  return PciIds{*vendor, *device};
}

}  // namespace gpuenv::parse
