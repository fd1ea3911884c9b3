// Asks NVML and libcuda through the vendor child; see nvml.h.
#include "probe/nvml.h"

#include <algorithm>

#include "parse/pci.h"

namespace gpuenv::probe {
namespace {

using model::Gpu;

/// NVML and CUDA take about a second to start for each card that sleeps (no persistence daemon, no program).
/// What takes longer hangs: with one card everything together ends within five seconds.
std::chrono::milliseconds limit_for(std::size_t cards) {
  return std::chrono::milliseconds(2000) + std::max<std::size_t>(cards, 1) * std::chrono::milliseconds(1500);
}
constexpr std::chrono::milliseconds limit_after_hang{1000};

Gpu card_of(const vendor::NvmlCard& told, int index, const std::string& origin) {
  Gpu gpu;
  gpu.index = {index, origin};
  gpu.name = told.name;
  gpu.uuid = told.uuid;
  gpu.pci_address = told.pci_address.known() ? parse::pci_address(*told.pci_address) : "";
  gpu.pci_device_id = told.pci_device_id.value_or("");
  gpu.compute_capability = told.compute_capability;
  gpu.memory_mib = told.memory_mib;
  gpu.state = told.state;
  gpu.lost = told.lost;
  gpu.in_nvml = true;
  return gpu;
}

}  // namespace

NvmlQuestion::NvmlQuestion(Machine& machine, const Known<std::string>& library, std::size_t cards)
    : library_(library) {
  if (library_.known()) pending_.emplace(vendor::ask_nvml(machine, *library_, limit_for(cards)));
}

NvmlAnswer NvmlQuestion::answer() {
  NvmlAnswer answer;
  if (!pending_) {
    answer.state.init = library_.no_value<int>();
    answer.driver = answer.cuda = library_.no_value<base::Version>();
    answer.gpus = library_.no_value<std::vector<Gpu>>();
    return answer;
  }
  vendor::NvmlReply reply = pending_->get();
  // A recording that lacks the address of a card cannot tell which one it is.
  if (reply.cards.known())
    for (const auto& card : *reply.cards)
      if (!card.pci_address.known() && card.pci_address.why().why == Why::not_recorded) {
        reply.cards = card.pci_address.no_value<std::vector<vendor::NvmlCard>>();
        break;
      }
  answer.state = std::move(reply.state);
  answer.driver = std::move(reply.driver);
  answer.cuda = std::move(reply.cuda);
  if (!reply.cards.known()) {
    // Started, and yet it does not say which cards there are: that is no answer either.
    if (answer.state.init.value_or(-1) == 0) answer.state.init = reply.cards.no_value<int>();
    answer.gpus = reply.cards.no_value<std::vector<Gpu>>();
    return answer;
  }
  std::vector<Gpu> gpus;
  for (const auto& card : *reply.cards)
    gpus.push_back(card_of(card, static_cast<int>(gpus.size()), reply.cards.origin()));
  answer.gpus = {std::move(gpus), reply.cards.origin()};
  return answer;
}

CudaQuestion::CudaQuestion(Machine& machine, Known<std::string> library, const Known<int>& nvml,
                           std::size_t cards)
    : machine_(machine),
      library_(std::move(library)),
      limit_(!nvml.known() && nvml.why().why == base::Why::timed_out ? limit_after_hang : limit_for(cards)) {}

const vendor::CudaReply& CudaQuestion::reply() {
  if (reply_) return *reply_;
  if (library_.known()) {
    reply_ = vendor::ask_cuda(machine_, *library_, limit_).get();
  } else {
    reply_.emplace();
    reply_->cuda = library_.no_value<base::Version>();
    reply_->init = library_.no_value<int>();
  }
  return *reply_;
}

}  // namespace gpuenv::probe
