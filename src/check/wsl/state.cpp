// Does WSL hand the card in? Its generation, its device, the libraries that Windows puts there, and a Linux
// driver in their place.
#include "check/support.h"
#include "steps/command.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"wsl.version-1", "wsl.no-device", "wsl.driver-missing", "wsl.linux-driver",
                                 "wsl.not-on-library-path"};

using model::Facts;
using model::Finding;

bool answers(const Facts& facts) {
  return gpu_state(facts) == GpuState::usable;
}

Finding first_generation(const Input& input) {
  const auto& wsl = input.facts.surroundings.wsl;
  Finding finding = begin(input, "wsl.version-1");
  finding.evidence.push_back(evidence(wsl.generation, input.facts.os.kernel.value_or("WSL1")));
  const auto name = input.facts.variables.find("WSL_DISTRO_NAME");
  const bool named = name != input.facts.variables.end() && name->second.known();
  if (!named) finding.fix.push_back({"list", {}, "wsl --list --verbose", "powershell"});
  const std::string distribution = named ? *name->second : "NAME";
  finding.fix.push_back({named ? "convert" : "convert-listed",
                         {},
                         steps::command_line({"wsl", "--set-version", distribution, "2"}, true),
                         "powershell"});
  return finding;
}

Finding no_device(const Input& input) {
  const auto& wsl = input.facts.surroundings.wsl;
  Finding finding = begin(input, "wsl.no-device");
  finding.evidence.push_back(evidence(wsl.dxg, "/dev/dxg: not there"));
  const long long lowest = input.catalog.limit(catalog::Limit::wsl_windows_build).value_or(0);
  if (wsl.windows_build.known()) {
    const std::string build = std::to_string(*wsl.windows_build);
    finding.evidence.push_back(evidence(wsl.windows_build, "Windows build " + build));
    if (*wsl.windows_build < lowest)
      finding.fix.push_back({"windows", {{"build", build}, {"lowest", std::to_string(lowest)}}, "", ""});
  }
  if (wsl.gpu_support.known() && !*wsl.gpu_support) {
    finding.evidence.push_back(evidence(wsl.gpu_support, "gpuSupport=false"));
    finding.fix.push_back({"config", {}, "", ""});
  }
  finding.fix.push_back({"update", {}, "wsl --update; wsl --shutdown", "powershell"});
  return finding;
}

Finding driver_missing(const Input& input) {
  Finding finding = begin(input, "wsl.driver-missing");
  finding.evidence.push_back(
      evidence(input.facts.driver.user_library, "libcuda.so.1, libnvidia-ml.so.1: not found"));
  finding.fix.push_back({"windows", {}, "", ""});
  return finding;
}

Finding linux_driver(const Input& input) {
  const auto& surroundings = input.facts.surroundings;
  Finding finding = begin(input, "wsl.linux-driver");
  finding.parameters["library"] = *surroundings.wsl.linux_driver;
  finding.evidence.push_back(evidence(surroundings.wsl.linux_driver, *surroundings.wsl.linux_driver));
  const auto& packages = surroundings.containers.driver_packages;
  std::string names;
  for (const auto& name : packages.value_or({})) names += " " + name;
  if (packages.known()) finding.evidence.push_back(evidence(packages, names.empty() ? "-" : names.substr(1)));
  const bool debian = packages.known() && packages.origin().find("dpkg") != std::string::npos;
  if (!names.empty())
    finding.fix.push_back(
        {"packages", {}, (debian ? "sudo apt-get purge" : "sudo pacman -Rns") + names, "bash"});
  else if (packages.undecided())
    finding.fix.push_back({"owner", {}, "rpm -qf " + *surroundings.wsl.linux_driver, "bash"});
  else
    finding.fix.push_back({"installer", {}, "sudo nvidia-uninstall", "bash"});
  finding.fix.push_back({"restart", {}, "wsl --shutdown", "powershell"});
  return finding;
}

Finding not_on_path(const Input& input) {
  const auto& wsl = input.facts.surroundings.wsl;
  Finding finding = begin(input, "wsl.not-on-library-path");
  finding.evidence.push_back(evidence(wsl.on_search_path, "/usr/lib/wsl/lib/libcuda.so.1: not listed"));
  finding.fix.push_back({"configure",
                         {},
                         "echo /usr/lib/wsl/lib | sudo tee /etc/ld.so.conf.d/ld.wsl.conf && sudo ldconfig",
                         "bash"});
  return finding;
}

void run(const Input& input, Answer& answer) {
  const Facts& facts = input.facts;
  const auto& wsl = facts.surroundings.wsl;
  if (!facts.os.wsl.value_or(false) || facts.os.container.known()) return;
  if (wsl.generation.known() && *wsl.generation == 1)
    return answer.findings.push_back(first_generation(input));
  if (!answers(facts)) {
    if (wsl.dxg.undecided()) return answer.cannot_tell("wsl.dxg", wsl.dxg);
    if (!*wsl.dxg) answer.findings.push_back(no_device(input));
    if (facts.driver.user_library.absent()) answer.findings.push_back(driver_missing(input));
  }
  if (wsl.linux_driver.known()) return answer.findings.push_back(linux_driver(input));
  if (wsl.stubs.undecided()) return answer.cannot_tell("wsl.stubs", wsl.stubs);
  if (!*wsl.stubs || wsl.on_search_path.absent()) return;
  if (wsl.on_search_path.undecided()) return answer.cannot_tell("wsl.on_search_path", wsl.on_search_path);
  if (!*wsl.on_search_path) answer.findings.push_back(not_on_path(input));
}

}  // namespace

extern const Check wsl_state{gives, run};

}  // namespace gpuenv::check
