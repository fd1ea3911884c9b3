// Reading NVML's reply, and asking for it.
#include <cstdio>

#include "base/text.h"
#include "vendor/nvml_state_reply.h"
#include "vendor/reply_reader.h"
#include "vendor/vendor.h"

namespace gpuenv::vendor {
namespace {

using base::Unknown;
using base::Why;

constexpr int no_permission = 4, not_supported = 3, function_not_found = 13;

Unknown explain_code(int code) {
  const Why why = code == no_permission                                 ? Why::denied
                  : code == not_supported || code == function_not_found ? Why::unsupported
                                                                        : Why::failed;
  return {why, nvml_error_text(code)};
}

/// "550.54.15": digits and dots only.
Known<base::Version> driver_version(const ReplyReader& reader) {
  const Question question{"driver", "nvmlSystemGetDriverVersion"};
  const auto text = reader.text(question);
  if (!text) return text.no_value<base::Version>();
  const bool dotted = text->find_first_not_of("0123456789.") == std::string::npos && text->size() <= 32 &&
                      text->find('.') != std::string::npos && text->back() != '.';
  if (!dotted || !base::Version(*text).valid()) return reader.nonsense<base::Version>(question, *text);
  return {base::Version(*text), reader.origin(question)};
}

/// Hexadecimal digits only, at most `longest` of them; -1 for anything else.
long long hexadecimal(std::string_view text, std::size_t longest) {
  if (text.empty() || text.size() > longest) return -1;
  if (text.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return -1;
  return base::number(text, 16);
}

/// "00000000:01:00.0" and "0000:01:00.0" are both "0000:01:00.0", the way of Linux.
Known<std::string> pci_address(const ReplyReader& reader, const std::string& card) {
  const Question question{card + "pci", "nvmlDeviceGetPciInfo"};
  auto text = reader.text(question);
  if (!text) return text;
  const auto parts = base::split(*text, ':');
  const std::size_t dot = parts.size() == 3 ? parts[2].find('.') : std::string_view::npos;
  if (dot == std::string_view::npos) return reader.nonsense<std::string>(question, *text);
  const long long domain = hexadecimal(parts[0], 8), bus = hexadecimal(parts[1], 2);
  const long long device = hexadecimal(parts[2].substr(0, dot), 2),
                  function = hexadecimal(parts[2].substr(dot + 1), 1);
  if (domain < 0 || bus < 0 || device < 0 || function < 0)
    return reader.nonsense<std::string>(question, *text);
  char address[64];
  std::snprintf(address, sizeof address, "%04llx:%02llx:%02llx.%llx", domain, bus, device, function);
  return {address, reader.origin(question)};
}

Known<std::string> pci_device_id(const ReplyReader& reader, const std::string& card) {
  const Question question{card + "pci_device_id", "nvmlDeviceGetPciInfo"};
  auto text = reader.text(question);
  if (!text) return text;
  const long long id = text->size() == 4 ? hexadecimal(*text, 4) : -1;
  if (id < 0) return reader.nonsense<std::string>(question, *text);
  char digits[8];
  std::snprintf(digits, sizeof digits, "%04llX", id);
  return {digits, reader.origin(question)};
}

Known<base::Sm> compute_capability(const ReplyReader& reader, const std::string& card) {
  const Question question{card + "cc", "nvmlDeviceGetCudaComputeCapability"};
  const auto text = reader.text(question);
  if (!text) return text.no_value<base::Sm>();
  const bool dotted = text->find_first_not_of("0123456789.") == std::string::npos && text->size() <= 4 &&
                      text->find('.') != std::string::npos;
  const auto sm = dotted ? base::parse_sm(*text) : std::nullopt;
  if (!sm || sm->major < 1) return reader.nonsense<base::Sm>(question, *text);
  return {*sm, reader.origin(question)};
}

/// Every field takes the reason of a card that NVML does not hand out.
NvmlCard lost_card(const Known<std::string>& handle) {
  return {handle,
          handle,
          handle,
          handle,
          handle.no_value<base::Sm>(),
          handle.no_value<long long>(),
          {},
          handle.why().why == Why::failed ? handle.why().detail : ""};
}

NvmlCard read_card(const ReplyReader& reader, int index) {
  const std::string card = "gpu" + std::to_string(index) + ".";
  constexpr long long most_mib = 1LL << 30;
  // The child writes this key only when the call failed.
  const Question handle{card + "handle", "nvmlDeviceGetHandleByIndex"};
  if (!reader.note(handle.key).empty()) return lost_card(reader.text(handle));
  return {reader.text({card + "name", "nvmlDeviceGetName"}),
          reader.text({card + "uuid", "nvmlDeviceGetUUID"}),
          pci_address(reader, card),
          pci_device_id(reader, card),
          compute_capability(reader, card),
          reader.number({card + "memory_mib", "nvmlDeviceGetMemoryInfo"}, 1, most_mib),
          read_card_state(reader, card),
          ""};
}

Known<std::vector<NvmlCard>> read_cards(const ReplyReader& reader, const Known<int>& init) {
  using Cards = std::vector<NvmlCard>;
  if (!init) return init.no_value<Cards>();
  if (*init != 0)
    return Known<Cards>(Unknown{Why::failed, init.origin() + " failed: " + nvml_error_text(*init)},
                        init.origin());
  const auto count = reader.number({"count", "nvmlDeviceGetCount"}, 0, max_cards);
  if (!count) return count.no_value<Cards>();
  Cards cards;
  for (int index = 0; index < *count; ++index) cards.push_back(read_card(reader, index));
  return {std::move(cards), count.origin()};
}

}  // namespace

NvmlReply parse_nvml_reply(const Known<std::string>& text, const std::string& library) {
  const ReplyReader reader(text, library, explain_code);
  NvmlReply reply;
  const auto init = reader.number({"init", "nvmlInit"}, 0, 1'000'000);
  reply.state.library = library;
  reply.state.init = init ? Known<int>(static_cast<int>(*init), init.origin()) : init.no_value<int>();
  if (init && *init != 0) {
    reply.state.error_text = reader.note("init_text");
    if (reply.state.error_text.empty())
      for (const NvmlError& error : nvml_errors())
        if (error.code == *init) reply.state.error_text = error.text;
  }
  reply.driver = driver_version(reader);
  reply.cuda = reader.cuda_version({"cuda", "nvmlSystemGetCudaDriverVersion"});
  reply.cards = read_cards(reader, reply.state.init);
  return reply;
}

PendingNvml ask_nvml(machine::Machine& machine, const std::string& library, std::chrono::milliseconds limit) {
  return {machine.ask_vendor("nvml " + library, limit), library};
}

}  // namespace gpuenv::vendor
