// What NVML and libcuda answer on the described machine, in the words of the vendor child.
#include <fmt/format.h>

#include "base/text.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

constexpr int cuda_no_device = 100;  // CUDA_ERROR_NO_DEVICE

/// 12.4 is 12040 to the libraries.
int cuda_number(const std::string& cuda) {
  const size_t dot = cuda.find('.');
  const long long minor = dot == std::string::npos ? 0 : base::number(std::string_view(cuda).substr(dot + 1));
  return static_cast<int>(base::number(std::string_view(cuda).substr(0, dot)) * 1000 + minor * 10);
}

std::string gpu_lines(const GpuSpec& gpu, size_t place, size_t card) {
  std::string text;
  const auto line = [&](const char* key, const std::string& value) {
    text += fmt::format("gpu{}.{}={}\n", place, key, value);
  };
  line("name", gpu.name);
  line("uuid", fmt::format("GPU-00000000-0000-0000-0000-{:012}", card + 1));
  line("pci", gpu.pci);
  line("pci_device_id", gpu.id);
  line("cc", gpu.cc);
  line("memory_mib", std::to_string(gpu.memory_mib));
  return text;
}

/// The cards that CUDA_VISIBLE_DEVICES leaves: numbers up to the first one that is no card (CUDA programming
/// guide).
std::vector<size_t> visible_cards(const Spec& spec) {
  std::vector<size_t> cards;
  const auto variable = spec.variables.find("CUDA_VISIBLE_DEVICES");
  if (variable == spec.variables.end()) {
    for (size_t i = 0; i < spec.gpus.size(); ++i) cards.push_back(i);
    return cards;
  }
  for (std::string_view entry : base::split(variable->second, ',')) {
    const long long number = base::number(entry);
    if (number < 0 || static_cast<size_t>(number) >= spec.gpus.size()) break;
    cards.push_back(static_cast<size_t>(number));
  }
  return cards;
}

std::string nvml_reply(const Spec& spec) {
  const DriverSpec& driver = *spec.driver;
  std::string text = fmt::format("init={}\n", driver.nvml_init);
  if (driver.nvml_init != 0) return text;
  text += fmt::format("driver={}\ncuda={}\ncount={}\n", driver.library, cuda_number(driver.cuda),
                      spec.gpus.size());
  for (size_t i = 0; i < spec.gpus.size(); ++i) text += gpu_lines(spec.gpus[i], i, i);
  return text;
}

std::string cuda_reply(const Spec& spec) {
  const std::vector<size_t> cards = visible_cards(spec);
  const bool works = spec.driver->nvml_init == 0 && !cards.empty();
  std::string text =
      fmt::format("init={}\ncuda={}\n", works ? 0 : cuda_no_device, cuda_number(spec.driver->cuda));
  if (!works) return text;
  text += fmt::format("count={}\n", cards.size());
  for (size_t i = 0; i < cards.size(); ++i) text += gpu_lines(spec.gpus[cards[i]], i, cards[i]);
  return text;
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
