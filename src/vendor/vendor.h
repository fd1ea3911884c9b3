// Vendor libraries: NVML and libcuda are opened in a child process, whose plain-text replies a recording can
// hold.
//
// A request is one line: "nvml PATH" or "cuda PATH". A reply is one fact a line:
//   key=value            a fact               driver=550.54.15, cuda=12040, gpu0.cc=8.9,
//   gpu0.pci=0000:01:00.0 key!=code            the call failed      gpu0.memory_mib!=3 key?=missing NAME the
//   library lacks the function open!=text           the library could not be opened
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/known.h"
#include "base/sm.h"
#include "base/version.h"
#include "machine/machine.h"
#include "model/driver.h"
#include "model/gpu.h"

namespace gpuenv::vendor {

using base::Known;

/// More cards than this are nonsense.
inline constexpr int max_cards = 256;

/// A card as NVML describes it. Fields are unknown one by one: a call that fails says nothing about the
/// others.
struct NvmlCard {
  Known<std::string> name;
  Known<std::string> uuid;
  Known<std::string> pci_address;    ///< "0000:01:00.0"
  Known<std::string> pci_device_id;  ///< "2684"
  Known<base::Sm> compute_capability;
  Known<long long> memory_mib;
  model::CardState state;
  std::string lost;  ///< why NVML does not reach it, "" = it does (or this user may not)
};

struct NvmlReply {
  model::NvmlState state;
  Known<base::Version> driver;
  Known<base::Version>
      cuda;  ///< highest CUDA that the driver's user library serves; may be known though init failed
  Known<std::vector<NvmlCard>> cards;  ///< in NVML order; known and empty = NVML works and sees no card
};

struct CudaReply {
  Known<int> init;         ///< CUresult of cuInit, 0 = success
  std::string error_text;  ///< what libcuda calls the code, or ""
  Known<base::Version> cuda;
  Known<int> count;  ///< cards that a process of this user sees (CUDA_VISIBLE_DEVICES applies)
};

/// Reads replies. Truncated or malformed ones give unknown facts with a reason; a last line without its end
/// is not used.
NvmlReply parse_nvml_reply(const Known<std::string>& reply, const std::string& library);
CudaReply parse_cuda_reply(const Known<std::string>& reply, const std::string& library);

/// A code of nvmlReturn_t (NVML API reference, "nvmlReturn_t").
struct NvmlError {
  int code;
  const char* name;  ///< "NVML_ERROR_LIB_RM_VERSION_MISMATCH"
  const char* text;  ///< "Driver/library version mismatch", as nvmlErrorString says
};

const std::vector<NvmlError>& nvml_errors();

/// "Driver/library version mismatch (18)", for unknown codes "NVML error 77".
std::string nvml_error_text(int code);

/// A question that is being answered; get() waits.
template <class Reply, Reply (*parse)(const Known<std::string>&, const std::string&)>
class Pending {
 public:
  Pending(std::unique_ptr<machine::PendingReply> reply, std::string library)
      : reply_(std::move(reply)), library_(std::move(library)) {}
  Reply get() { return parse(reply_->get(), library_); }

 private:
  std::unique_ptr<machine::PendingReply> reply_;
  std::string library_;
};
using PendingNvml = Pending<NvmlReply, parse_nvml_reply>;
using PendingCuda = Pending<CudaReply, parse_cuda_reply>;

/// Asks NVML ("/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1") or libcuda. cuInit takes long on real cards, so
/// libcuda is asked only when a fact cannot be had from NVML.
PendingNvml ask_nvml(machine::Machine& machine, const std::string& library, std::chrono::milliseconds limit);
PendingCuda ask_cuda(machine::Machine& machine, const std::string& library, std::chrono::milliseconds limit);

/// The child's side: the reply to one request line.
std::string answer(machine::LibraryOpener& opener, std::string_view request);

/// What our program does when its only argument is the hidden "--vendor-child": answers the line on stdin on
/// stdout. Ends the process itself (status 0; 2 without a request), so that exit handlers of vendor libraries
/// cannot spoil a complete reply.
[[noreturn]] void run_child(machine::LibraryOpener& opener);

}  // namespace gpuenv::vendor
