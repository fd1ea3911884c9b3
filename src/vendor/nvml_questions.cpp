// Asking NVML who it is and which cards there are.
#include <cstdio>
#include <cstring>
#include <iterator>

#include "base/text.h"
#include "vendor/nvml_call.h"
#include "vendor/questions.h"
#include "vendor/vendor.h"

namespace gpuenv::vendor {
namespace {

constexpr int success = nvml_success;
constexpr int uninitialized = 1;  // NVML_ERROR_UNINITIALIZED
constexpr int first_cuda = 1000;  // CUDA 1.0; the value is major * 1000 + minor * 10
using Device = NvmlDevice;

/// nvmlPciInfo_t as nvmlDeviceGetPciInfo_v3 fills it. The older forms begin alike up to pciDeviceId and are
/// no longer.
struct PciInfo {
  char bus_id_legacy[16];
  unsigned domain, bus, device;
  unsigned device_and_vendor;  // pciDeviceId: device in the upper half
  unsigned subsystem;
  char bus_id[32];
};

/// nvmlMemory_t; bytes.
struct Memory {
  unsigned long long total, free, used;
};

void describe_driver(machine::Library& library, ReplyWriter& reply) {
  char version[128] = {};
  if (ask(reply, "driver", find<int(char*, unsigned)>(library, {"nvmlSystemGetDriverVersion"}), version,
          static_cast<unsigned>(sizeof version)))
    reply.value("driver", text_in(version));

  const auto cuda =
      find<int(int*)>(library, {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"});
  if (!cuda) return reply.missing("cuda", cuda.name);
  int number = 0;
  const int code = cuda.call(&number);
  // Without a driver, 535.261.03 returned "uninitialized" and the right number all the same: it comes from
  // the library itself.
  if (code == success || (code == uninitialized && number >= first_cuda))
    reply.value("cuda", number);
  else
    reply.failed("cuda", code);
}

/// "0000:01:00.0" as Linux writes it. The function number stands in the bus id texts only (virtual functions
/// have one).
std::string pci_address(const PciInfo& info) {
  std::string bus_id = text_in(info.bus_id);
  if (bus_id.empty()) bus_id = text_in(info.bus_id_legacy);
  const std::size_t dot = bus_id.rfind('.');
  const long long function =
      dot == std::string::npos ? 0 : base::number(std::string_view(bus_id).substr(dot + 1), 16);
  char text[64];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.%llx", info.domain, info.bus, info.device,
                function < 0 ? 0ULL : static_cast<unsigned long long>(function));
  return text;
}

void describe_pci(machine::Library& library, const std::string& card, Device device, ReplyWriter& reply) {
  // An older library writes less, a newer one no more than this; the room behind guards against one that is
  // wrong.
  struct {
    PciInfo info;
    char room[64];
  } answer{};
  const auto function = find<int(Device, void*)>(
      library, {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo"});
  if (!ask(reply, card + "pci", function, device, static_cast<void*>(&answer.info))) return;
  if (!std::strstr(function.name, "_v3")) answer.info.bus_id[0] = '\0';  // v2 keeps reserved words there
  reply.value(card + "pci", pci_address(answer.info));
  char id[8];
  std::snprintf(id, sizeof id, "%04X", (answer.info.device_and_vendor >> 16) & 0xFFFF);
  reply.value(card + "pci_device_id", id);
}

void describe_card(machine::Library& library, unsigned index, ReplyWriter& reply) {
  const std::string card = "gpu" + std::to_string(index) + ".";
  Device device = nullptr;
  const auto handle =
      find<int(unsigned, Device*)>(library, {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"});
  if (!ask(reply, card + "handle", handle, index, &device)) return;

  using TextFunction = int(Device, char*, unsigned);
  for (const auto& [key, name] :
       {std::pair{"name", "nvmlDeviceGetName"}, std::pair{"uuid", "nvmlDeviceGetUUID"}}) {
    char text[256] = {};
    if (ask(reply, card + key, find<TextFunction>(library, {name}), device, text,
            static_cast<unsigned>(sizeof text)))
      reply.value(card + key, text_in(text));
  }
  describe_pci(library, card, device, reply);
  int major = 0, minor = 0;
  if (ask(reply, card + "cc", find<int(Device, int*, int*)>(library, {"nvmlDeviceGetCudaComputeCapability"}),
          device, &major, &minor))
    reply.value(card + "cc", std::to_string(major) + "." + std::to_string(minor));
  Memory memory{};
  if (ask(reply, card + "memory_mib", find<int(Device, Memory*)>(library, {"nvmlDeviceGetMemoryInfo"}),
          device, &memory)) {
    reply.value(card + "memory_mib", static_cast<long long>(memory.total >> 20));
    reply.value(card + "memory_used_mib", static_cast<long long>(memory.used >> 20));
  }
  describe_card_state(library, card, device, reply);
}

}  // namespace

void describe_nvml(machine::Library& library, ReplyWriter& reply) {
  const auto init = find<int()>(library, {"nvmlInit_v2", "nvmlInit"});
  if (!init) return reply.missing("init", init.name);
  const int code = init.call();
  reply.value("init", code);
  if (code != success) {
    const auto text = find<const char*(int)>(library, {"nvmlErrorString"});
    const char* words = text ? text.call(code) : nullptr;
    if (words != nullptr) reply.value("init_text", std::string_view(words, strnlen(words, 512)));
    // The versions are asked for even so: the library may know them.
    return describe_driver(library, reply);
  }
  describe_driver(library, reply);
  unsigned count = 0;
  if (!ask(reply, "count", find<int(unsigned*)>(library, {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"}),
           &count))
    return;
  reply.value("count", count);
  for (unsigned index = 0; index < count && index < max_cards; ++index) describe_card(library, index, reply);
}

}  // namespace gpuenv::vendor
