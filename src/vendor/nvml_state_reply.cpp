// Reading what NVML said of a card's state; the numbers are those of the NVML API reference.
#include "vendor/nvml_state_reply.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace gpuenv::vendor {
namespace {

using base::Why;

constexpr long long most_mib = 1LL << 30;
constexpr long long most_errors = 1LL << 50;
constexpr long long most_listed = 128;  // processes that the child writes out

/// A fact of a card, and the function that tells it.
struct CardReader {
  const ReplyReader& reader;
  const std::string& card;

  Question question(const char* key, const char* function) const { return {card + key, function}; }

  Known<long long> number(const char* key, const char* function, long long most) const {
    return reader.number(question(key, function), 0, most);
  }
  Known<int> integer(const char* key, const char* function, int most) const {
    const auto value = number(key, function, most);
    return value ? Known<int>(static_cast<int>(*value), value.origin()) : value.no_value<int>();
  }
  Known<bool> flag(const char* key, const char* function) const {
    const auto value = number(key, function, 1);
    return value ? Known<bool>(*value != 0, value.origin()) : value.no_value<bool>();
  }
};

/// nvmlComputeMode_t
Known<std::string> compute_mode(const CardReader& in) {
  constexpr const char* modes[] = {"default", "exclusive-thread", "prohibited", "exclusive-process"};
  const auto value = in.number("compute_mode", "nvmlDeviceGetComputeMode", std::size(modes) - 1);
  return value ? Known<std::string>(modes[*value], value.origin()) : value.no_value<std::string>();
}

/// nvmlClocksEventReasons; idle clocks and clocks that somebody set are not held down by anything.
Known<std::vector<std::string>> throttle(const CardReader& in) {
  using Words = std::vector<std::string>;
  constexpr std::pair<long long, const char*> reasons[] = {{0x4, "power-cap"},   {0x8, "hw-slowdown"},
                                                           {0x10, "sync-boost"}, {0x20, "sw-thermal"},
                                                           {0x40, "hw-thermal"}, {0x80, "hw-power-brake"}};
  const auto value = in.number("throttle", "nvmlDeviceGetCurrentClocksEventReasons", most_errors);
  if (!value) return value.no_value<Words>();
  Words words;
  for (const auto& [bit, word] : reasons)
    if ((*value & bit) != 0) words.emplace_back(word);
  return {std::move(words), value.origin()};
}

Known<model::PciLink> link(const CardReader& in, const std::string& end, const char* generation_function,
                           const char* width_function) {
  const auto generation = in.integer(("link_generation" + end).c_str(), generation_function, 16);
  const auto width = in.integer(("link_width" + end).c_str(), width_function, 64);
  if (!generation) return generation.no_value<model::PciLink>();
  if (!width) return width.no_value<model::PciLink>();
  return {{*generation, *width}, width.origin()};
}

/// "1234 512 python"
Known<std::vector<model::GpuProcess>> processes(const CardReader& in) {
  using Processes = std::vector<model::GpuProcess>;
  constexpr const char* function = "nvmlDeviceGetComputeRunningProcesses";
  const auto count = in.number("processes", function, 100'000);
  if (!count) return count.no_value<Processes>();
  Processes list;
  for (long long i = 0; i < std::min(*count, most_listed); ++i) {
    const auto text = in.reader.text(in.question(("process" + std::to_string(i)).c_str(), function));
    if (!text) return text.no_value<Processes>();
    const auto parts = base::split(*text, ' ');
    if (parts.size() < 2) return in.reader.nonsense<Processes>(in.question("processes", function), *text);
    model::GpuProcess process{base::small_number(parts[0]), "", base::number(parts[1])};
    if (process.pid < 0 || process.memory_mib < 0)
      return in.reader.nonsense<Processes>(in.question("processes", function), *text);
    const size_t name = parts[0].size() + parts[1].size() + 2;
    if (name < text->size()) process.name = text->substr(name);
    list.push_back(std::move(process));
  }
  return {std::move(list), count.origin()};
}

/// The names of all instances, or of none.
Known<std::vector<std::string>> mig_uuids(const CardReader& in, const Known<int>& instances) {
  using Names = std::vector<std::string>;
  if (!instances) return instances.no_value<Names>();
  Names names;
  for (int i = 0; i < *instances; ++i) {
    auto name = in.reader.text(in.question(("mig_uuid" + std::to_string(i)).c_str(), "nvmlDeviceGetUUID"));
    if (!name) return name.no_value<Names>();
    names.push_back(*std::move(name));
  }
  return {std::move(names), instances.origin()};
}

}  // namespace

model::CardState read_card_state(const ReplyReader& reader, const std::string& card) {
  const CardReader in{reader, card};
  model::CardState state;
  state.memory_used_mib = in.number("memory_used_mib", "nvmlDeviceGetMemoryInfo", most_mib);
  state.compute_mode = compute_mode(in);
  state.mig = in.flag("mig", "nvmlDeviceGetMigMode");
  if (state.mig.value_or(false))
    state.mig_instances = in.integer("mig_instances", "nvmlDeviceGetMigDeviceHandleByIndex", 64);
  else
    state.mig_instances = base::Unknown{Why::unsupported, "MIG mode is off"};
  state.mig_uuids = mig_uuids(in, state.mig_instances);
  state.display = in.flag("display", "nvmlDeviceGetDisplayActive");
  state.persistence = in.flag("persistence", "nvmlDeviceGetPersistenceMode");
  state.throttle = throttle(in);
  state.temperature = in.integer("temperature", "nvmlDeviceGetTemperature", 300);
  state.ecc_uncorrected = in.number("ecc_uncorrected", "nvmlDeviceGetTotalEccErrors", most_errors);
  state.remap_pending = in.flag("remap_pending", "nvmlDeviceGetRemappedRows");
  state.remap_failed = in.flag("remap_failed", "nvmlDeviceGetRemappedRows");
  state.processes = processes(in);
  state.link = link(in, "", "nvmlDeviceGetCurrPcieLinkGeneration", "nvmlDeviceGetCurrPcieLinkWidth");
  state.link_max = link(in, "_max", "nvmlDeviceGetMaxPcieLinkGeneration", "nvmlDeviceGetMaxPcieLinkWidth");
  return state;
}

}  // namespace gpuenv::vendor
