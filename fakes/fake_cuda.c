// A libcuda.so.1 or nvcuda.dll that answers as its spec says; see spec.h. Keys: cuda (shared with NVML),
// cuda.init, cuda.count, cuda.init_text. Without cuda.init and cuda.count it goes by NVML's: no driver there,
// no device here.
#include "spec.h"

enum { no_device = 100 };  // CUDA_ERROR_NO_DEVICE

EXPORT int cuDriverGetVersion(int* version) {
  *version = spec_number("cuda", 0);
  return call_result("cuda");
}

EXPORT int cuInit(unsigned flags) {
  (void)flags;
  const int code = call_result("cuda.init");
  const int usable = spec_number("init", 0) == 0 && spec_number("count", 0) > 0;
  return code ? code : spec_number("cuda.init", usable ? 0 : no_device);
}

EXPORT int cuDeviceGetCount(int* count) {
  *count = spec_number("cuda.count", spec_number("count", 0));
  return call_result("cuda.count");
}

EXPORT int cuGetErrorString(int code, const char** text) {
  static char words[256];
  *text =
      spec_value("cuda.init_text", code == no_device ? "no CUDA-capable device is detected" : "unknown error",
                 words, sizeof words);
  return 0;
}
