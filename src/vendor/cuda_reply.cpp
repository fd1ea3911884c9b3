// Reading libcuda's reply, and asking for it.
#include "vendor/reply_reader.h"
#include "vendor/vendor.h"

namespace gpuenv::vendor {
namespace {

base::Unknown explain_code(int code) {
  return {base::Why::failed, "CUDA error " + std::to_string(code)};
}

Known<int> small(const Known<long long>& number) {
  return number ? Known<int>(static_cast<int>(*number), number.origin()) : number.no_value<int>();
}

}  // namespace

CudaReply parse_cuda_reply(const Known<std::string>& text, const std::string& library) {
  const ReplyReader reader(text, library, explain_code);
  CudaReply reply;
  reply.init = small(reader.number({"init", "cuInit"}, 0, 1'000'000));
  if (reply.init && *reply.init != 0) reply.error_text = reader.note("init_text");
  reply.cuda = reader.cuda_version({"cuda", "cuDriverGetVersion"});
  if (reply.init && *reply.init != 0)
    reply.count =
        Known<int>(base::Unknown{base::Why::failed,
                                 reply.init.origin() + " failed: " + explain_code(*reply.init).detail},
                   reply.init.origin());
  else
    reply.count = small(reader.number({"count", "cuDeviceGetCount"}, 0, max_cards));
  return reply;
}

PendingCuda ask_cuda(machine::Machine& machine, const std::string& library, std::chrono::milliseconds limit) {
  return {machine.ask_vendor("cuda " + library, limit), library};
}

}  // namespace gpuenv::vendor
