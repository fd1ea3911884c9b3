// Would compiling a CUDA extension work: CUDA_HOME, nvcc against the build's CUDA, nvcc against the host
// compiler? Prebuilt packages need none of it.
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"toolkit.home-missing", "toolkit.nvcc-differs", "toolkit.host-compiler"};

using model::Finding;

Finding home_missing(const Input& input) {
  const auto& compiler = input.facts.compiler;
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  Finding finding = begin(input, "toolkit.home-missing");
  finding.parameters = {{"variable", compiler.home_variable}, {"path", *compiler.cuda_home}};
  finding.evidence.push_back(
      evidence(compiler.cuda_home, compiler.home_variable + "=" + *compiler.cuda_home));
  const model::Toolkit* other = nullptr;
  if (input.facts.toolkits.known())
    for (const auto& toolkit : *input.facts.toolkits)
      if (other == nullptr && toolkit.complete()) other = &toolkit;
  if (other != nullptr) {
    const std::string& path = other->path;
    finding.fix.push_back({"set",
                           {},
                           windows ? "$env:" + compiler.home_variable + " = '" + path + "'"
                                   : "export " + compiler.home_variable + "='" + path + "'",
                           windows ? "powershell" : "bash"});
  } else {
    finding.fix.push_back(unset_step(input, "unset", compiler.home_variable));
  }
  return finding;
}

/// PyTorch's extension builder refuses another major version and accepts another minor one
/// (torch/utils/cpp_extension.py, _check_cuda_version).
void compare_with_builds(const Input& input, Answer& answer) {
  const auto& compiler = input.facts.compiler;
  for_each_framework(input, [&](const Spot& spot) {
    if (spot.framework.name != "torch" || !is_gpu_build(spot.framework) || !asked_for(spot)) return;
    const auto& cuda = spot.framework.build->cuda;
    if (!cuda.valid() || cuda.major_number() == compiler.nvcc_version->major_number()) return;
    Finding finding = begin(input, "toolkit.nvcc-differs", spot);
    finding.parameters["nvcc"] = compiler.nvcc_version->text();
    finding.parameters["path"] = *compiler.nvcc;
    finding.parameters["cuda"] = cuda.text();
    finding.evidence.push_back(evidence(compiler.nvcc_version, "nvcc " + compiler.nvcc_version->text()));
    finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + cuda.text()));
    for (const auto& toolkit : *input.facts.toolkits)
      if (toolkit.version.major_number() == cuda.major_number() && toolkit.complete()) {
        finding.fix.push_back(
            {"use",
             {},
             "export CUDA_HOME='" + toolkit.path + "' PATH='" + toolkit.path + "/bin':\"$PATH\"",
             "bash"});
        break;
      }
    answer.findings.push_back(std::move(finding));
  });
}

void compare_with_host(const Input& input, Answer& answer) {
  const auto& compiler = input.facts.compiler;
  const auto range = input.catalog.host_compilers(*compiler.nvcc_version);
  if (!range || !compiler.host_version.known()) return;
  const int major = static_cast<int>(compiler.host_version->major_number());
  if (major <= range->gcc_max) return;
  Finding finding = begin(input, "toolkit.host-compiler");
  finding.parameters = {{"host", compiler.host_version->text()},
                        {"path", *compiler.host},
                        {"nvcc", compiler.nvcc_version->text()},
                        {"newest", std::to_string(range->gcc_max)}};
  finding.evidence.push_back(
      evidence(compiler.host_version, *compiler.host + " " + compiler.host_version->text()));
  const std::string newest = std::to_string(range->gcc_max);
  if (input.facts.os.name.value_or("").starts_with("Ubuntu") ||
      input.facts.os.name.value_or("").starts_with("Debian"))
    finding.fix.push_back({"install", {}, "sudo apt-get install g++-" + newest, "bash"});
  finding.fix.push_back({"use", {}, "export NVCC_CCBIN=g++-" + newest, "bash"});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& compiler = input.facts.compiler;
  if (compiler.cuda_home.known() && compiler.cuda_home_there.known() && !*compiler.cuda_home_there)
    answer.findings.push_back(home_missing(input));
  if (!compiler.nvcc.known() || !compiler.nvcc_version.known()) return;
  if (gpu_state(input.facts) != GpuState::none) compare_with_builds(input, answer);
  compare_with_host(input, answer);
}

}  // namespace

extern const Check toolkit_compiler{gives, run};

}  // namespace gpuenv::check
