// CUDA toolkits where NVIDIA's installers put them.
#include <fmt/format.h>

#include <algorithm>

#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

std::string folder_of(const Spec& spec, const ToolkitSpec& toolkit) {
  if (!toolkit.path.empty()) return toolkit.path;
  const std::string series = minor_version(toolkit.version);
  return spec.windows() ? R"(C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v)" + series
                        : "/usr/local/cuda-" + series;
}

void write_files(const Spec& spec, const ToolkitSpec& toolkit, const std::string& folder, Tree& tree) {
  tree.file(
      tree.below(folder, "version.json"),
      fmt::format(
          "{{\n   \"cuda\" : {{\n      \"name\" : \"CUDA SDK\",\n      \"version\" : \"{}\"\n   }}\n}}\n",
          toolkit.version));
  tree.binary(tree.below(folder, spec.windows() ? "bin/nvcc.exe" : "bin/nvcc"), 22'000'000);
  tree.file(tree.below(folder, "include/cuda.h"), "/* CUDA */\n");
}

}  // namespace

void describe_toolkits(const Spec& spec, Recording& recording, Tree& tree) {
  for (const auto& toolkit : spec.toolkits) {
    const std::string folder = folder_of(spec, toolkit);
    write_files(spec, toolkit, folder, tree);
    if (toolkit.on_path) prepend_path(recording, tree.join(folder, "bin"));
    if (spec.windows()) {
      std::string series = minor_version(toolkit.version);
      std::replace(series.begin(), series.end(), '.', '_');
      set_variable(recording, "CUDA_PATH", folder);
      set_variable(recording, "CUDA_PATH_V" + series, folder);
    } else if (folder.starts_with("/usr/local/cuda-")) {
      tree.link("/usr/local/cuda", folder);
    }
  }
}

}  // namespace gpuenv::machine::recorded
