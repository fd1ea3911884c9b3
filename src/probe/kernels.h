// How many pieces of device code a library holds for each architecture; the summary of a big file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/sm.h"
#include "model/environment.h"
#include "probe/ask.h"

namespace gpuenv::probe {

/// Pieces of code of one kind for one architecture.
struct KernelCount {
  base::Sm sm;
  bool ptx = false;
  long long count = 0;
};

/// What Machine::summary keeps of a library: "sm_80:476 sm_90a:4 compute_90:12", without stubs and without
/// what is only input for a later link.
[[nodiscard]] base::Result<std::string> summarize_kernels(base::ByteSource& library);

/// Reads such a summary; nothing is kept of a text that is none.
std::vector<KernelCount> parse_kernels(std::string_view summary);

/// The lists of architectures: one counts when at least half as many kernels are there for it as for the best
/// served.
model::Kernels kernels_of(const std::vector<KernelCount>& counts, const std::string& origin);

/// The kernels of the first of these libraries that is there and holds any. `unsupported` where a recording
/// does not hold them, `absent` when there is no such library.
model::Kernels read_kernels(Machine& machine, const std::vector<std::string>& libraries);

}  // namespace gpuenv::probe
