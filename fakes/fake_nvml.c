// A libnvidia-ml.so.1 or nvml.dll that answers as its spec says; see spec.h. With FAKE_OLD it has only the
// functions of an old driver: first names without "_v2", no CUDA version, no compute capability.
#include "spec.h"

enum { success = 0, uninitialized = 1, invalid_argument = 2, insufficient_size = 7 };

typedef struct card* Device;  // nvmlDevice_t: the card's index + 1

typedef struct {
  char bus_id_legacy[16];
  unsigned domain, bus, device, device_and_vendor, subsystem;
  char bus_id[32];
} PciInfo;

typedef struct {
  unsigned long long total, free, used;
} Memory;

static int started;

static const char* card_key(Device device, const char* name) {
  static char key[96];
  snprintf(key, sizeof key, "gpu%u.%s", (unsigned)((size_t)device - 1), name);
  return key;
}

static int copy_text(const char* text, char* out, unsigned size) {
  if (strlen(text) + 1 > size) return insufficient_size;
  strcpy(out, text);
  return success;
}

static int card_text(Device device, const char* name, char* out, unsigned size) {
  const char* key = card_key(device, name);
  const int code = started ? call_result(key) : uninitialized;
  char text[512];
  return code ? code : copy_text(spec_value(key, "?", text, sizeof text), out, size);
}

static int init(void) {
  const int failure = call_result("init");
  const int code = failure ? failure : spec_number("init", success);
  started = code == success;
  return code;
}

static int count_cards(unsigned* count) {
  const int code = started ? call_result("count") : uninitialized;
  *count = (unsigned)spec_number("count", 0);
  return code;
}

static int card_by_index(unsigned index, Device* device) {
  *device = (Device)((size_t)index + 1);
  if (!started) return uninitialized;
  return (int)index < spec_number("count", 0) ? call_result(card_key(*device, "handle")) : invalid_argument;
}

/// Fills the part of the structure that all versions share.
static int pci_info(Device device, PciInfo* info) {
  char text[64], id[16];
  const int code = started ? call_result(card_key(device, "pci")) : uninitialized;
  if (code) return code;
  spec_value(card_key(device, "pci"), "0000:01:00.0", text, sizeof text);
  snprintf(info->bus_id_legacy, sizeof info->bus_id_legacy, "%s", text);
  sscanf(text, "%x:%x:%x", &info->domain, &info->bus, &info->device);
  spec_value(card_key(device, "pci_device_id"), "0", id, sizeof id);
  info->device_and_vendor = (unsigned)strtoul(id, NULL, 16) << 16 | 0x10DE;
  return success;
}

EXPORT int nvmlShutdown(void) {
  return success;
}

EXPORT const char* nvmlErrorString(int code) {
  static char text[256];
  return code == success ? "Success" : spec_value("init_text", "Unknown Error", text, sizeof text);
}

EXPORT int nvmlSystemGetDriverVersion(char* out, unsigned size) {
  char text[128];
  const int code = started ? call_result("driver") : uninitialized;
  return code ? code : copy_text(spec_value("driver", "0", text, sizeof text), out, size);
}

EXPORT int nvmlDeviceGetName(Device device, char* out, unsigned size) {
  return card_text(device, "name", out, size);
}
EXPORT int nvmlDeviceGetUUID(Device device, char* out, unsigned size) {
  return card_text(device, "uuid", out, size);
}

EXPORT int nvmlDeviceGetMemoryInfo(Device device, Memory* memory) {
  const char* key = card_key(device, "memory_mib");
  const int code = started ? call_result(key) : uninitialized;
  memory->total = (unsigned long long)spec_number(key, 0) << 20;
  memory->used = memory->total / 10;
  memory->free = memory->total - memory->used;
  return code;
}

#ifdef FAKE_OLD
EXPORT int nvmlInit(void) {
  return init();
}
EXPORT int nvmlDeviceGetCount(unsigned* count) {
  return count_cards(count);
}
EXPORT int nvmlDeviceGetHandleByIndex(unsigned index, Device* device) {
  return card_by_index(index, device);
}
EXPORT int nvmlDeviceGetPciInfo(Device device, PciInfo* info) {
  return pci_info(device, info);
}
#else
EXPORT int nvmlInit_v2(void) {
  return init();
}
EXPORT int nvmlDeviceGetCount_v2(unsigned* count) {
  return count_cards(count);
}
EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* device) {
  return card_by_index(index, device);
}

EXPORT int nvmlDeviceGetPciInfo_v3(Device device, PciInfo* info) {
  const int code = pci_info(device, info);
  if (code) return code;
  snprintf(info->bus_id, sizeof info->bus_id, "0000%s",
           info->bus_id_legacy);  // the domain has eight digits here
  return success;
}

/// Like the real one it tells the number even when NVML was not initialised, and returns an error with it.
EXPORT int nvmlSystemGetCudaDriverVersion_v2(int* version) {
  const int code = call_result("cuda");
  *version = spec_number("cuda", 0);
  return code ? code : started ? success : uninitialized;
}

EXPORT int nvmlDeviceGetCudaComputeCapability(Device device, int* major, int* minor) {
  char text[32];
  const char* key = card_key(device, "cc");
  const int code = started ? call_result(key) : uninitialized;
  *major = *minor = 0;
  sscanf(spec_value(key, "0.0", text, sizeof text), "%d.%d", major, minor);
  return code;
}
#endif
