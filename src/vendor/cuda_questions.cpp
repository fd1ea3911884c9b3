// Asking libcuda (CUDA Driver API reference: cuDriverGetVersion, cuInit, cuDeviceGetCount).
#include <cstring>

#include "vendor/questions.h"
#include "vendor/symbols.h"

namespace gpuenv::vendor {

void describe_cuda(machine::Library& library, ReplyWriter& reply) {
  // Works before cuInit, and on a machine whose driver is not loaded.
  if (const auto version = find<int(int*)>(library, {"cuDriverGetVersion"})) {
    int number = 0;
    if (const int code = version.call(&number))
      reply.failed("cuda", code);
    else
      reply.value("cuda", number);
  } else {
    reply.missing("cuda", version.name);
  }

  const auto init = find<int(unsigned)>(library, {"cuInit"});
  if (!init) return reply.missing("init", init.name);
  const int code = init.call(0);
  reply.value("init", code);
  if (code != 0) {
    const auto describe = find<int(int, const char**)>(library, {"cuGetErrorString"});
    const char* words = nullptr;
    if (describe && describe.call(code, &words) == 0 && words != nullptr)
      reply.value("init_text", std::string_view(words, strnlen(words, 512)));
    return;
  }
  const auto count = find<int(int*)>(library, {"cuDeviceGetCount"});
  if (!count) return reply.missing("count", count.name);
  int cards = 0;
  if (const int failure = count.call(&cards))
    reply.failed("count", failure);
  else
    reply.value("count", cards);
}

}  // namespace gpuenv::vendor
