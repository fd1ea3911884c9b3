// Commands of the distributions for the driver; see driver_steps.h.
#include "check/driver_steps.h"

#include <algorithm>

#include "base/placeholders.h"

namespace gpuenv::check {
namespace {

using model::Facts;
using model::Finding;

/// The package of the kernel whose release this is: the first entry "mark:package" whose mark it holds.
std::string kernel_package(const catalog::DriverFamily& family, const std::string& kernel) {
  for (const auto& entry : family.kernels) {
    const size_t colon = entry.find(':');
    if (colon != std::string::npos && kernel.find(entry.substr(0, colon)) != std::string::npos)
      return entry.substr(colon + 1);
  }
  return "linux";
}

int number_of(const std::string& branch) {
  return branch.empty() ? 0 : base::Version(branch.substr(1)).major_number();
}

/// The first branch that serves all cards; 0 = any.
int first_branch(const Input& input) {
  int first = 0;
  for (const auto* gpu : input.facts.own_cards()) {
    if (!gpu->compute_capability.known()) continue;
    const auto architecture = input.catalog.architecture_of(*gpu->compute_capability);
    if (architecture) first = std::max(first, number_of(architecture->first_driver_branch));
  }
  return first;
}

}  // namespace

std::string last_branch(const Input& input) {
  std::string branch;
  for (const auto* gpu : input.facts.own_cards()) {
    if (!gpu->compute_capability.known()) continue;
    const auto architecture = input.catalog.architecture_of(*gpu->compute_capability);
    if (!architecture || architecture->last_driver_branch.empty()) continue;
    if (branch.empty() || number_of(architecture->last_driver_branch) < number_of(branch))
      branch = architecture->last_driver_branch;
  }
  return branch;
}

bool unloaded_on_host(const Facts& facts) {
  const bool linux_host = facts.os.family == base::OsFamily::linux && facts.os.wsl.known() &&
                          !*facts.os.wsl && facts.os.container.absent();
  return linux_host && facts.cards.nvidia.known() && !facts.cards.nvidia->empty() &&
         facts.driver.kernel_module.absent() && facts.driver.user_library.known();
}

bool has_module_file(const model::DriverSetup& setup) {
  return setup.module_files.known() && !setup.module_files->empty();
}

DriverSteps::DriverSteps(const Input& input) : input_(input), kernel_(input.facts.os.kernel.value_or("")) {
  const auto& distribution = input.facts.os.distribution;
  if (!distribution.known()) return;
  version_ = distribution->version;
  family_ = input.catalog.driver_family(distribution->id, distribution->like, version_);
}

std::string DriverSteps::filled(std::string_view command) const {
  const bool arm = input_.facts.os.architecture.value_or("x86_64") == "aarch64";
  return base::fill(command, {{"kernel_package", kernel_package(*family_, kernel_)},
                              {"kernel", kernel_.empty() ? "$(uname -r)" : kernel_},
                              {"major", version_.substr(0, version_.find('.'))},
                              // NVIDIA's repositories call 64-bit ARM servers "sbsa".
                              {"machine", arm ? "sbsa" : "x86_64"}});
}

void DriverSteps::add(Finding& finding, std::string key, std::string catalog::DriverFamily::* command) const {
  const std::string text = family_ ? filled((*family_).*command) : "";
  finding.fix.push_back({std::move(key), {}, text, text.empty() ? "" : "bash"});
}

void DriverSteps::add_restart(Finding& finding) const {
  finding.fix.push_back({"restart", {}, "sudo reboot", "bash"});
}

std::string DriverSteps::package_command(const std::string& branch) const {
  if (branch.empty()) return filled(family_->install);
  const auto legacy = input_.catalog.legacy_driver(family_->name, branch, version_);
  return legacy ? filled(legacy->command) : "";
}

bool DriverSteps::stays_behind(int branch) const {
  return family_->branch != 0 && branch > family_->branch && !family_->vendor_install.empty();
}

void DriverSteps::add_package(Finding& finding) const {
  const std::string branch = last_branch(input_);
  if (branch.empty() && stays_behind(first_branch(input_))) {
    add(finding, "prepare", &catalog::DriverFamily::vendor_prepare);
    return add(finding, "install", &catalog::DriverFamily::vendor_install);
  }
  if (!family_->prepare.empty()) add(finding, "prepare", &catalog::DriverFamily::prepare);
  if (branch.empty()) return add(finding, "install", &catalog::DriverFamily::install);
  const std::string command = package_command(branch);
  if (!command.empty())
    finding.fix.push_back({"legacy", {{"branch", branch}}, command, "bash"});
  else
    finding.fix.push_back({"no-package", {{"branch", branch}, {"family", family_->name}}, "", ""});
}

std::string DriverSteps::update_command(const base::Version& floor) const {
  const auto& os = input_.facts.os;
  const bool host = os.family == base::OsFamily::linux && !os.wsl.value_or(true) && os.container.absent();
  if (!host || !family_) return "";
  const std::string last = last_branch(input_);
  const int needed = std::max(floor.valid() ? floor.major_number() : 0, first_branch(input_));
  if (last.empty() && stays_behind(needed))
    return filled(family_->vendor_prepare) + " && " + filled(family_->vendor_install);
  return package_command(last);
}

void DriverSteps::add_install(Finding& finding) const {
  const Facts& facts = input_.facts;
  const std::string branch = last_branch(input_);
  if (facts.os.container.known()) {
    finding.fix.push_back({"host", {}, "", ""});
  } else if (facts.os.family == base::OsFamily::windows) {
    finding.fix.push_back({"windows", {}, "", ""});
  } else if (family_) {  // these steps name the branch themselves
    add_package(finding);
    return add_restart(finding);
  } else {
    finding.fix.push_back({"other", {}, "", ""});
  }
  if (!branch.empty()) finding.fix.push_back({"branch", {{"branch", branch}}, "", ""});
}

}  // namespace gpuenv::check
