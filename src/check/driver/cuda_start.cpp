// NVML works, and CUDA itself does not start: a forward-compatibility library that does not suit card or
// module, or nvidia_uvm is missing. cuInit is asked only when the files speak for one of them.
#include <algorithm>

#include "check/driver/codes.h"
#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.compat-unsupported", "driver.compat-mismatch", "driver.uvm-missing"};

bool is_compat(const model::Driver& driver) {
  return driver.cuda_library.known() && driver.cuda_library->find("/compat/") != std::string::npos;
}

bool uvm_is_missing(const model::DriverSetup& setup) {
  if (setup.uvm_loaded.known() && !*setup.uvm_loaded) return true;
  const auto nodes = setup.nodes.value_or({});
  return std::any_of(nodes.begin(), nodes.end(), [](const model::DeviceFile& node) {
    return node.path == "/dev/nvidia-uvm" && (node.may_open.absent() || !node.may_open.value_or(true));
  });
}

/// The node of nvidia_uvm when nobody knows whether it can be used, else nullptr.
const model::DeviceFile* uncertain_uvm_node(const model::DriverSetup& setup) {
  if (setup.nodes.known())
    for (const auto& node : *setup.nodes)
      if (node.path == "/dev/nvidia-uvm" && node.may_open.undecided()) return &node;
  return nullptr;
}

void compat(const Input& input, bool unsupported, Answer& answer) {
  const auto& driver = input.facts.driver;
  model::Finding finding = begin(input, unsupported ? "driver.compat-unsupported" : "driver.compat-mismatch");
  finding.parameters = {{"gpu", input.facts.own_cards().front()->label()},
                        {"path", *driver.cuda_library},
                        {"library", driver.user_library.known() ? driver.user_library->text() : "?"},
                        {"module", driver.kernel_module.known() ? driver.kernel_module->text() : "?"}};
  finding.evidence.push_back(evidence(driver.cuda_library, "libcuda " + finding.parameters["library"]));
  finding.evidence.push_back(evidence(driver.kernel_module, "kernel module " + finding.parameters["module"]));
  finding.evidence.push_back(
      evidence(driver.setup.cuda_init, "cuInit = " + std::to_string(*driver.setup.cuda_init)));
  const auto path = input.facts.variables.find("LD_LIBRARY_PATH");
  const std::string folder = driver.cuda_library->substr(0, driver.cuda_library->rfind('/'));
  if (path != input.facts.variables.end() && path->second.known() &&
      path->second->find(folder) != std::string::npos)
    finding.fix.push_back({"path",
                           {},
                           "export LD_LIBRARY_PATH=$(echo \"$LD_LIBRARY_PATH\" | tr ':' '\\n' | grep -vx '" +
                               folder + "/\\?' | paste -sd:)",
                           "bash"});
  else
    DriverSteps(input).add(finding, "remove", &catalog::DriverFamily::compat);
  finding.fix.push_back({"update", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void uvm(const Input& input, Answer& answer) {
  const auto& setup = input.facts.driver.setup;
  model::Finding finding = begin(input, "driver.uvm-missing");
  finding.confidence = model::Confidence::likely;
  finding.parameters["code"] = std::to_string(*setup.cuda_init);
  finding.evidence.push_back(evidence(setup.cuda_init, "cuInit = " + std::to_string(*setup.cuda_init)));
  finding.evidence.push_back(evidence(
      setup.uvm_loaded, setup.uvm_loaded.value_or(true) ? "/dev/nvidia-uvm: not usable" : "not loaded"));
  if (input.facts.os.container.known())
    finding.fix.push_back({"container", {}, "", ""});
  else
    finding.fix.push_back({"load", {}, "sudo nvidia-modprobe -u -c 0 || sudo modprobe nvidia_uvm", "bash"});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& driver = input.facts.driver;
  const auto& setup = driver.setup;
  const bool nvml_works = driver.nvml.init.known() && *driver.nvml.init == 0;
  const bool elsewhere = input.facts.os.wsl.value_or(false) || input.facts.os.family != base::OsFamily::linux;
  if (elsewhere || !nvml_works || !input.facts.cards.nvidia.known() || input.facts.cards.nvidia->empty())
    return;
  if (driver.cuda_library.undecided()) return answer.cannot_tell("driver.cuda_library", driver.cuda_library);
  const bool missing = uvm_is_missing(setup);
  const auto* uncertain = uncertain_uvm_node(setup);
  if (!is_compat(driver) && !missing && uncertain == nullptr) return;
  if (!setup.cuda_init.known()) return answer.cannot_tell("driver.cuda_init", setup.cuda_init);
  const int code = *setup.cuda_init;
  if (is_compat(driver) && (code == cuda_compat_not_supported || code == cuda_system_driver_mismatch))
    return compat(input, code == cuda_compat_not_supported, answer);
  if (code == 0 || code == cuda_no_device) return;
  if (missing) return uvm(input, answer);
  if (uncertain != nullptr) answer.cannot_tell("driver.nodes", uncertain->may_open);
}

}  // namespace

extern const Check driver_cuda_start{gives, run};

}  // namespace gpuenv::check
