// The device code of a framework's own libraries, as a short text and as lists of architectures.
#include "probe/kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "image/device_code.h"

namespace gpuenv::probe {
namespace {

constexpr std::string_view kind = "kernels";

using Counts = std::map<std::pair<bool, base::Sm>, long long>;  // PTX after cubins

Counts counts_of(const image::DeviceCode& code) {
  Counts counts;
  for (const image::CodeGroup& group : code.groups) {
    const bool ptx = group.kind == image::CodeKind::ptx;
    if (group.stub || group.place == image::CodePlace::relocatable) continue;
    if (ptx || group.kind == image::CodeKind::cubin)
      counts[{ptx, group.sm}] += static_cast<long long>(group.count);
  }
  return counts;
}

/// "sm_90a", "compute_90".
std::string target(const KernelCount& kernels) {
  const std::string name = kernels.sm.name();
  return kernels.ptx ? "compute_" + name.substr(3) : name;
}

/// Kernels for the architecture that most are there for. Those of an `a` or `f` target are often a family of
/// their own (attention for Hopper), so they only count where there are no others.
long long most_of(const std::vector<KernelCount>& kernels) {
  long long plain = 0, any = 0;
  for (const KernelCount& each : kernels) {
    any = std::max(any, each.count);
    if (each.sm.suffix == ' ') plain = std::max(plain, each.count);
  }
  return plain != 0 ? plain : any;
}

}  // namespace

base::Result<std::string> summarize_kernels(base::ByteSource& library) {
  const auto code = image::device_code(library, image::Search::sections);
  if (!code) return std::unexpected(code.error());
  std::string text;
  for (const auto& [where, count] : counts_of(*code))
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", target({where.second, where.first}), count);
  return text;
}

std::vector<KernelCount> parse_kernels(std::string_view summary) {
  std::vector<KernelCount> kernels;
  for (const std::string_view word : base::split(summary, ' ')) {
    const std::size_t colon = word.find(':');
    const auto sm = base::parse_sm(word.substr(0, colon));
    const long long count = colon == std::string_view::npos ? -1 : base::number(word.substr(colon + 1));
    if (!sm || count <= 0) return {};
    kernels.push_back({*sm, word.starts_with("compute"), count});
  }
  return kernels;
}

model::Kernels kernels_of(const std::vector<KernelCount>& counts, const std::string& origin) {
  model::Kernels kernels;
  const long long most = most_of(counts);
  std::vector<base::Sm> cubins, ptx;
  for (const KernelCount& each : counts) {
    if (2 * each.count >= most)
      (each.ptx ? ptx : cubins).push_back(each.sm);
    else
      kernels.partial.push_back({each.sm, each.ptx, each.count, most});
  }
  kernels.cubins = {std::move(cubins), origin};
  kernels.ptx = {std::move(ptx), origin};
  return kernels;
}

model::Kernels read_kernels(Machine& machine, const std::vector<std::string>& libraries) {
  Unknown why{Why::absent, "no library of it is known"};
  for (const std::string& path : libraries) {
    const auto summary = machine.summary(kind, path, summarize_kernels);
    const auto counts = parse_kernels(summary.value_or(""));
    if (!counts.empty()) return kernels_of(counts, path);
    // One that is there and cannot be read may be the one that counts.
    if (summary.known()) why = {Why::failed, path + ": holds no device code"};
    if (!summary.known() && (!summary.absent() || why.why == Why::absent)) why = summary.why();
    if (why.why == Why::not_recorded) break;
  }
  return {why, why, {}};
}

}  // namespace gpuenv::probe
