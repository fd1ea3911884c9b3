// Errors of the driver in the kernel log; see xid.h.
#include "parse/xid.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "parse/pci.h"

namespace gpuenv::parse {
namespace {

constexpr int off_the_bus = 79;  // ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS, nverror.h
constexpr std::size_t longest_text = 300, most_kinds = 200;

/// "0000:01:00.0" of "PCI:0000:01:00" and "0000:01:00.0"; "" when it is no address.
std::string card_address(std::string_view text) {
  if (text.starts_with("PCI:")) text.remove_prefix(4);
  std::string with_function(text);
  if (text.find('.') == std::string_view::npos) with_function += ".0";
  return pci_address(with_function);
}

/// "python" of "79, pid=1234, name=python, GPU has ..."; "" for "<unknown>".
std::string program_of(std::string_view text) {
  const std::size_t at = text.find(", name=");
  if (at == std::string_view::npos) return "";
  std::string_view name = text.substr(at + 7);
  name = base::trim(name.substr(0, name.find(',')));
  return name.starts_with('<') ? "" : base::valid_utf8(name.substr(0, 64));
}

class Reader {
 public:
  void line(std::string_view text) {
    const std::size_t at = text.find("NVRM: ");
    if (at == std::string_view::npos) return;
    text.remove_prefix(at);
    const std::string_view said = text.substr(6);
    if (said.starts_with("loading NVIDIA UNIX"))
      for (auto& error : found_) error.earlier_load = true;
    else if (said.starts_with("Xid ("))
      xid(text, said.substr(5));
    else
      words(text, said);
  }

  std::vector<model::Xid> take() { return std::move(found_); }

 private:
  /// "PCI:0000:01:00): 79, pid=..."
  void xid(std::string_view text, std::string_view rest) {
    const std::size_t end = rest.find("): ");
    if (end == std::string_view::npos) return;
    const std::string address = card_address(rest.substr(0, end));
    rest.remove_prefix(end + 3);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const long long code = digits <= 6 ? base::number(rest.substr(0, digits)) : -1;
    if (address.empty() || code <= 0) return;
    add(address, static_cast<int>(code), program_of(rest), text);
  }

  /// Sentences about a card without a number. One of them goes over three lines:
  /// "The NVIDIA GPU 0000:01:00.0", "(PCI ID: 10de:2204) installed in this system has",
  /// "fallen off the bus and is not responding to commands."
  void words(std::string_view text, std::string_view said) {
    for (const std::string_view beginning : {"The NVIDIA GPU ", "GPU at ", "GPU "}) {
      if (!said.starts_with(beginning)) continue;
      std::string_view word = said.substr(beginning.size());
      word = word.substr(0, word.find(' '));
      if (word.ends_with(':')) word.remove_suffix(1);
      last_named_ = card_address(word);
      break;
    }
    if (last_named_.empty() || said.find("fallen off the bus") == std::string_view::npos) return;
    const auto same = [&](const model::Xid& error) {
      return error.pci_address == last_named_ && error.code == off_the_bus && !error.earlier_load;
    };
    if (std::none_of(found_.begin(), found_.end(), same)) add(last_named_, off_the_bus, "", text);
  }

  void add(const std::string& address, int code, const std::string& program, std::string_view text) {
    const std::string kept = base::valid_utf8(base::trim(text.substr(0, longest_text)));
    for (auto& error : found_) {
      if (error.earlier_load || error.pci_address != address || error.code != code ||
          error.program != program)
        continue;
      ++error.count;
      error.text = kept;
      return;
    }
    if (found_.size() < most_kinds) found_.push_back({address, code, program, 1, false, kept});
  }

  std::vector<model::Xid> found_;
  std::string last_named_;  ///< the card that the driver spoke about last
};

}  // namespace

std::vector<model::Xid> xids(std::string_view log) {
  Reader reader;
  for (const std::string_view line : base::lines(log)) reader.line(line);
  return reader.take();
}

}  // namespace gpuenv::parse
