// Asking NVML what a card is doing. A driver or card that has no such thing says so, fact by fact.
#include <algorithm>
#include <utility>
#include <vector>

#include "vendor/nvml_call.h"

namespace gpuenv::vendor {
namespace {

using Device = NvmlDevice;

/// nvmlProcessInfo_v1_t, as functions without a number fill it.
struct ProcessOld {
  unsigned pid;
  unsigned long long memory;
};
/// nvmlProcessInfo_t of the functions _v2 and _v3; bytes of memory.
struct Process {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

constexpr int insufficient_size = 7;        // NVML_ERROR_INSUFFICIENT_SIZE
constexpr unsigned most_processes = 128;    // more would not be shown
constexpr int uncorrected = 1;              // NVML_MEMORY_ERROR_TYPE_UNCORRECTED
constexpr int since_driver_load = 0;        // NVML_VOLATILE_ECC
constexpr int temperature_of_the_chip = 0;  // NVML_TEMPERATURE_GPU
constexpr unsigned long long not_available = ~0ULL;

/// Facts of one unsigned number.
void describe_numbers(machine::Library& library, const std::string& card, Device device, ReplyWriter& reply) {
  constexpr std::pair<const char*, const char*> questions[] = {
      {"compute_mode", "nvmlDeviceGetComputeMode"},
      {"display", "nvmlDeviceGetDisplayActive"},
      {"persistence", "nvmlDeviceGetPersistenceMode"},
      {"link_generation", "nvmlDeviceGetCurrPcieLinkGeneration"},
      {"link_width", "nvmlDeviceGetCurrPcieLinkWidth"},
      {"link_generation_max", "nvmlDeviceGetMaxPcieLinkGeneration"},
      {"link_width_max", "nvmlDeviceGetMaxPcieLinkWidth"}};
  for (const auto& [key, name] : questions) {
    unsigned value = 0;
    if (ask(reply, card + key, find<int(Device, unsigned*)>(library, {name}), device, &value))
      reply.value(card + key, value);
  }
  unsigned degrees = 0;
  if (ask(reply, card + "temperature",
          find<int(Device, int, unsigned*)>(library, {"nvmlDeviceGetTemperature"}), device,
          temperature_of_the_chip, &degrees))
    reply.value(card + "temperature", degrees);
}

void describe_mig(machine::Library& library, const std::string& card, Device device, ReplyWriter& reply) {
  unsigned current = 0, pending = 0, most = 0;
  const auto mode = find<int(Device, unsigned*, unsigned*)>(library, {"nvmlDeviceGetMigMode"});
  if (!ask(reply, card + "mig", mode, device, &current, &pending)) return;
  reply.value(card + "mig", current);
  if (current == 0) return;
  const auto count = find<int(Device, unsigned*)>(library, {"nvmlDeviceGetMaxMigDeviceCount"});
  const auto instance =
      find<int(Device, unsigned, Device*)>(library, {"nvmlDeviceGetMigDeviceHandleByIndex"});
  if (!ask(reply, card + "mig_instances", count, device, &most)) return;
  if (!instance) return reply.missing(card + "mig_instances", instance.name);
  const auto uuid = find<int(Device, char*, unsigned)>(library, {"nvmlDeviceGetUUID"});
  unsigned found = 0;
  for (unsigned index = 0; index < std::min(most, 64U); ++index) {
    Device handle = nullptr;
    if (instance.call(device, index, &handle) != nvml_success) continue;
    char text[96] = "";  // NVML_DEVICE_UUID_V2_BUFFER_SIZE
    if (uuid && uuid.call(handle, text, sizeof text) == nvml_success)
      reply.value(card + "mig_uuid" + std::to_string(found), text);
    ++found;
  }
  reply.value(card + "mig_instances", found);
}

void describe_health(machine::Library& library, const std::string& card, Device device, ReplyWriter& reply) {
  unsigned long long reasons = 0, errors = 0;
  const auto throttle = find<int(Device, unsigned long long*)>(
      library, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
  if (ask(reply, card + "throttle", throttle, device, &reasons))
    reply.value(card + "throttle", static_cast<long long>(reasons));
  const auto ecc = find<int(Device, int, int, unsigned long long*)>(library, {"nvmlDeviceGetTotalEccErrors"});
  if (ask(reply, card + "ecc_uncorrected", ecc, device, uncorrected, since_driver_load, &errors))
    reply.value(card + "ecc_uncorrected", static_cast<long long>(errors));
  unsigned correctable = 0, uncorrectable = 0, pending = 0, failed = 0;
  const auto rows =
      find<int(Device, unsigned*, unsigned*, unsigned*, unsigned*)>(library, {"nvmlDeviceGetRemappedRows"});
  if (!ask(reply, card + "remap_pending", rows, device, &correctable, &uncorrectable, &pending, &failed))
    return;
  reply.value(card + "remap_pending", pending);
  reply.value(card + "remap_failed", failed);
}

/// "1234 512 python": process id, MiB (0 = not known), name of the program.
void write_process(machine::Library& library, const std::string& key, unsigned pid, unsigned long long memory,
                   ReplyWriter& reply) {
  char path[512] = {};
  const auto name = find<int(unsigned, char*, unsigned)>(library, {"nvmlSystemGetProcessName"});
  const bool named = name && name.call(pid, path, sizeof path) == nvml_success;
  std::string program = named ? text_in(path) : "";
  program.erase(0, program.find_last_of("/\\") + 1);  // npos + 1 = 0
  reply.value(key, std::to_string(pid) + " " + std::to_string(memory == not_available ? 0 : memory >> 20) +
                       " " + program);
}

template <class Entry>
void describe_processes(machine::Library& library, const std::string& card, Device device,
                        std::initializer_list<const char*> names, ReplyWriter& reply) {
  // Room behind guards against a library that writes longer entries.
  std::vector<Entry> entries(2 * most_processes);
  unsigned count = most_processes;
  const auto list = find<int(Device, unsigned*, Entry*)>(library, names);
  if (!list) return reply.missing(card + "processes", list.name);
  const int code = list.call(device, &count, entries.data());
  if (code != nvml_success && code != insufficient_size) return reply.failed(card + "processes", code);
  reply.value(card + "processes", count);
  if (code == insufficient_size) return;  // there are more than fit, and none was written
  for (unsigned i = 0; i < std::min(count, most_processes); ++i)
    write_process(library, card + "process" + std::to_string(i), entries[i].pid, entries[i].memory, reply);
}

}  // namespace

void describe_card_state(machine::Library& library, const std::string& card, Device device,
                         ReplyWriter& reply) {
  describe_numbers(library, card, device, reply);
  describe_mig(library, card, device, reply);
  describe_health(library, card, device, reply);
  constexpr const char* newest = "nvmlDeviceGetComputeRunningProcesses_v3";
  constexpr const char* newer = "nvmlDeviceGetComputeRunningProcesses_v2";
  if (library.symbol(newest) || library.symbol(newer))
    describe_processes<Process>(library, card, device, {newest, newer}, reply);
  else
    describe_processes<ProcessOld>(library, card, device, {"nvmlDeviceGetComputeRunningProcesses"}, reply);
}

}  // namespace gpuenv::vendor
