// What NVML and libcuda say of driver and cards. The vendor child is asked early and answers while files are
// being read.
#pragma once

#include <optional>
#include <vector>

#include "base/version.h"
#include "model/driver.h"
#include "model/gpu.h"
#include "probe/ask.h"
#include "vendor/vendor.h"

namespace gpuenv::probe {

struct NvmlAnswer {
  model::NvmlState state;
  Known<base::Version> driver;
  Known<base::Version> cuda;  ///< highest CUDA that the user libraries serve
  /// In NVML's order; only what NVML tells is filled in.
  Known<std::vector<model::Gpu>> gpus;
};

/// A question on its way to NVML.
class NvmlQuestion {
 public:
  /// Asks, unless there is no library. The limit grows with the cards on the bus: each may sleep.
  NvmlQuestion(Machine& machine, const Known<std::string>& library, std::size_t cards);
  NvmlAnswer answer();

 private:
  Known<std::string> library_;
  std::optional<vendor::PendingNvml> pending_;
};

/// A question to libcuda, asked when the first of its answers is wanted: cuInit takes long on real cards.
class CudaQuestion {
 public:
  /// `nvml` is the outcome of nvmlInit: where that hangs, nobody should have to wait as long again.
  CudaQuestion(Machine& machine, Known<std::string> library, const Known<int>& nvml, std::size_t cards);
  /// The highest CUDA that libcuda itself reports; it does so also when no card can be used.
  Known<base::Version> version() { return reply().cuda; }
  /// CUresult of cuInit.
  Known<int> init() { return reply().init; }

 private:
  const vendor::CudaReply& reply();
  Machine& machine_;
  Known<std::string> library_;
  std::chrono::milliseconds limit_;
  std::optional<vendor::CudaReply> reply_;
};

}  // namespace gpuenv::probe
