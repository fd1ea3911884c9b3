// What NVML and libcuda answer on the described machine, in the words of the vendor child.
#include <fmt/format.h>

#include "base/text.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

constexpr int nvml_uninitialized = 1;  // NVML_ERROR_UNINITIALIZED
constexpr int cuda_no_device = 100;    // CUDA_ERROR_NO_DEVICE

/// 12.4 is 12040 to the libraries.
int cuda_number(const std::string& cuda) {
  const size_t dot = cuda.find('.');
  const long long minor =
      dot == std::string::npos ? 0 : base::small_number(std::string_view(cuda).substr(dot + 1));
  return static_cast<int>(base::small_number(std::string_view(cuda).substr(0, dot)) * 1000LL + minor * 10);
}

/// The cards that the driver has: the others belong to no driver or to another one.
std::vector<GpuSpec> driven_cards(const Spec& spec) {
  std::vector<GpuSpec> cards;
  for (const auto& gpu : spec.gpus) {
    const bool driven = spec.windows() ? gpu.problem_code <= 0 : spec.wsl || gpu.bound == "nvidia";
    if (driven && gpu.listed) cards.push_back(gpu);
  }
  return cards;
}

std::string gpu_lines(const GpuSpec& gpu, size_t index) {
  // Of a card that it does not hand out NVML says nothing else.
  if (const auto lost = gpu.nvml.find("handle!"); lost != gpu.nvml.end())
    return fmt::format("gpu{}.handle!={}\n", index, lost->second);
  std::map<std::string, std::string> facts = {
      {"name", gpu.name}, {"uuid", fmt::format("GPU-00000000-0000-0000-0000-{:012}", index + 1)},
      {"pci", gpu.pci},   {"pci_device_id", gpu.id},
      {"cc", gpu.cc},     {"memory_mib", std::to_string(gpu.memory_mib)}};
  // As a GeForce answers: any program may compute, and MIG is not supported (NVML_ERROR_NOT_SUPPORTED).
  if (!gpu.nvml.contains("compute_mode!")) facts["compute_mode"] = "0";
  if (!gpu.nvml.contains("mig")) facts["mig!"] = "3";
  for (const auto& [key, value] : gpu.nvml) facts[key] = value;
  std::string text;
  for (const auto& [key, value] : facts) text += fmt::format("gpu{}.{}={}\n", index, key, value);
  return text;
}

/// How many cards CUDA_VISIBLE_DEVICES leaves: its numbers count up to the first one that is no card (CUDA
/// programming guide, "CUDA Environment Variables").
size_t visible_cards(const Spec& spec, size_t cards) {
  const auto variable = spec.variables.find("CUDA_VISIBLE_DEVICES");
  if (variable == spec.variables.end()) return cards;
  size_t visible = 0;
  for (std::string_view entry : base::split(variable->second, ',')) {
    const long long number = base::number(entry);
    if (number < 0 || static_cast<size_t>(number) >= cards) break;
    ++visible;
  }
  return visible;
}

/// Without a working driver the library still knows the CUDA that it serves, and nothing else (measured with
/// 535.261.03).
std::string nvml_reply(const Spec& spec) {
  const DriverSpec& driver = *spec.driver;
  const int cuda = cuda_number(driver.cuda);
  if (driver.nvml_init != 0)
    return fmt::format("init={}\ndriver!={}\ncuda={}\n", driver.nvml_init, nvml_uninitialized, cuda);
  const std::vector<GpuSpec> cards = driven_cards(spec);
  std::string text =
      fmt::format("init=0\ndriver={}\ncuda={}\ncount={}\n", driver.library, cuda, cards.size());
  for (size_t i = 0; i < cards.size(); ++i) text += gpu_lines(cards[i], i);
  return text;
}

std::string cuda_reply(const Spec& spec) {
  const size_t cards = spec.driver->nvml_init == 0 ? visible_cards(spec, driven_cards(spec).size()) : 0;
  const int init = spec.driver->cuda_init >= 0 ? spec.driver->cuda_init : cards > 0 ? 0 : cuda_no_device;
  const std::string text = fmt::format("cuda={}\ninit={}\n", cuda_number(spec.driver->cuda), init);
  return init == 0 ? text + fmt::format("count={}\n", cards) : text;
}

}  // namespace

void describe_vendor(const Spec& spec, const std::string& nvml_library, const std::string& cuda_library,
                     Recording& recording) {
  const std::string nvml = "nvml " + nvml_library;
  if (spec.driver->nvml == "crashes")
    recording.vendor[nvml] = Unknown{Why::failed, "the vendor process ended with signal 11"};
  else if (spec.driver->nvml == "hangs")
    recording.vendor[nvml] = Unknown{Why::timed_out, "no answer within 3000 ms"};
  else
    recording.vendor[nvml] = Known<std::string>(nvml_reply(spec), nvml);
  const std::string cuda = "cuda " + cuda_library;
  recording.vendor[cuda] = Known<std::string>(cuda_reply(spec), cuda);
}

}  // namespace gpuenv::machine::recorded
