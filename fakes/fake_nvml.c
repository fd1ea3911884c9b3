// A libnvidia-ml.so.1 or nvml.dll that answers as its spec says; see spec.h. With FAKE_OLD it has only the
// functions of an old driver: first names without "_v2", no CUDA version, no compute capability.
#include "spec.h"

enum {
  success = 0,
  uninitialized = 1,
  invalid_argument = 2,
  not_supported = 3,
  not_found = 6,
  insufficient_size = 7
};

typedef struct card* Device;  // nvmlDevice_t: the card's index + 1

typedef struct {
  char bus_id_legacy[16];
  unsigned domain, bus, device, device_and_vendor, subsystem;
  char bus_id[32];
} PciInfo;

typedef struct {
  unsigned long long total, free, used;
} Memory;

typedef struct {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
} Process;

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
/// An instance of a card in MIG mode is its card and its own number: card + 1 + (instance + 1) * 1000.
EXPORT int nvmlDeviceGetUUID(Device device, char* out, unsigned size) {
  const size_t card = (size_t)device % 1000, instance = (size_t)device / 1000;
  char name[32];
  if (instance == 0) return card_text(device, "uuid", out, size);
  snprintf(name, sizeof name, "mig_uuid%u", (unsigned)(instance - 1));
  return spec_number(card_key((Device)card, "mig_instances"), 0) < (long)instance
             ? not_found
             : card_text((Device)card, name, out, size);
}

EXPORT int nvmlDeviceGetMemoryInfo(Device device, Memory* memory) {
  const char* key = card_key(device, "memory_mib");
  const int code = started ? call_result(key) : uninitialized;
  memory->total = (unsigned long long)spec_number(key, 0) << 20;
  memory->used = (unsigned long long)spec_number(card_key(device, "memory_used_mib"), 0) << 20;
  memory->free = memory->total - memory->used;
  return code;
}

static int card_number(Device device, const char* name, unsigned* out) {
  const char* key = card_key(device, name);
  const int code = started ? call_result(key) : uninitialized;
  *out = (unsigned)spec_number(key, 0);
  return code;
}

/// Like card_number, and not_supported when the spec does not say: not every card has it.
static int rare_number(Device device, const char* name, unsigned* out) {
  const int code = card_number(device, name, out);
  return code ? code : spec_number(card_key(device, name), -1) < 0 ? not_supported : success;
}

#define CARD_NUMBER(FUNCTION, KEY)                    \
  EXPORT int FUNCTION(Device device, unsigned* out) { \
    return card_number(device, KEY, out);             \
  }
CARD_NUMBER(nvmlDeviceGetComputeMode, "compute_mode")
CARD_NUMBER(nvmlDeviceGetDisplayActive, "display")
CARD_NUMBER(nvmlDeviceGetPersistenceMode, "persistence")
CARD_NUMBER(nvmlDeviceGetCurrPcieLinkGeneration, "link_generation")
CARD_NUMBER(nvmlDeviceGetCurrPcieLinkWidth, "link_width")
CARD_NUMBER(nvmlDeviceGetMaxPcieLinkGeneration, "link_generation_max")
CARD_NUMBER(nvmlDeviceGetMaxPcieLinkWidth, "link_width_max")

EXPORT int nvmlDeviceGetTemperature(Device device, int sensor, unsigned* out) {
  return sensor ? invalid_argument : card_number(device, "temperature", out);
}

EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(Device device, unsigned long long* out) {
  unsigned number = 0;
  const int code = card_number(device, "throttle", &number);
  *out = number;
  return code;
}

EXPORT int nvmlDeviceGetTotalEccErrors(Device device, int type, int counter, unsigned long long* out) {
  unsigned number = 0;
  const int code =
      type == 1 && counter == 0 ? rare_number(device, "ecc_uncorrected", &number) : invalid_argument;
  *out = number;
  return code;
}

EXPORT int nvmlDeviceGetRemappedRows(Device device, unsigned* corrected, unsigned* uncorrected,
                                     unsigned* pending, unsigned* failed) {
  *corrected = *uncorrected = 0;
  *failed = (unsigned)spec_number(card_key(device, "remap_failed"), 0);
  return rare_number(device, "remap_pending", pending);
}

EXPORT int nvmlDeviceGetMigMode(Device device, unsigned* current, unsigned* pending) {
  const int code = rare_number(device, "mig", current);
  *pending = *current;
  return code;
}
EXPORT int nvmlDeviceGetMaxMigDeviceCount(Device device, unsigned* count) {
  (void)device;
  *count = 7;
  return success;
}
EXPORT int nvmlDeviceGetMigDeviceHandleByIndex(Device device, unsigned index, Device* instance) {
  *instance = (Device)((size_t)device + (size_t)(index + 1) * 1000);
  return (int)index < spec_number(card_key(device, "mig_instances"), 0) ? success : not_found;
}

/// The processes of the spec: gpu0.processes=1, gpu0.process0=1234 512 /usr/bin/python
EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned* count, Process* list) {
  const unsigned there = (unsigned)spec_number(card_key(device, "processes"), 0), room = *count;
  const int code = started ? call_result(card_key(device, "processes")) : uninitialized;
  *count = there;
  if (code || there > room) return code ? code : insufficient_size;
  for (unsigned i = 0; i < there; ++i) {
    char name[32], text[600];
    unsigned long long mib = 0;
    snprintf(name, sizeof name, "process%u", i);
    memset(&list[i], 0, sizeof list[i]);
    sscanf(spec_value(card_key(device, name), "0 0", text, sizeof text), "%u %llu", &list[i].pid, &mib);
    list[i].memory = mib << 20;
  }
  return success;
}

/// Any card's process with this id.
EXPORT int nvmlSystemGetProcessName(unsigned pid, char* out, unsigned size) {
  for (unsigned card = 0; card < (unsigned)spec_number("count", 0); ++card) {
    for (unsigned i = 0; i < 8; ++i) {
      char name[32], text[600], path[512] = "";
      unsigned found = 0;
      snprintf(name, sizeof name, "process%u", i);
      spec_value(card_key((Device)((size_t)card + 1), name), "0 0", text, sizeof text);
      if (sscanf(text, "%u %*u %511s", &found, path) == 2 && found == pid) return copy_text(path, out, size);
    }
  }
  return not_found;
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
