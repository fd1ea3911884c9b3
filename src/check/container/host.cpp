// On a host whose card works: would containers get it? Only worth knowing, for nobody may want that.
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"container.host-snap", "container.host-toolkit", "container.host-runtime",
                                 "container.host-cdi"};

void run(const Input& input, Answer& answer) {
  const auto& facts = input.facts;
  const auto& host = facts.surroundings.containers;
  if (!facts.os.container.absent() || gpu_state(facts) != GpuState::usable) return;
  const bool engine = host.docker.value_or(false) || host.rootless_docker.value_or(false);
  if (host.snap_docker.value_or(false)) {
    model::Finding finding = begin(input, "container.host-snap");
    finding.evidence.push_back(evidence(host.snap_docker, host.snap_docker.origin()));
    answer.findings.push_back(std::move(finding));
  } else if (engine && host.toolkit.known() && !*host.toolkit) {
    model::Finding finding = begin(input, "container.host-toolkit");
    finding.evidence.push_back(evidence(host.toolkit, host.toolkit.origin() + ": not there"));
    finding.fix.push_back({"install", {}, "", ""});
    answer.findings.push_back(std::move(finding));
  } else if (engine && host.runtime_configured.known() && !*host.runtime_configured && host.cdi.known() &&
             !*host.cdi) {
    model::Finding finding = begin(input, "container.host-runtime");
    const bool rootless = host.rootless_docker.value_or(false);
    finding.parameters["file"] = host.runtime_configured.origin();
    finding.evidence.push_back(evidence(host.runtime_configured, "no runtime nvidia"));
    finding.fix.push_back(
        {"configure",
         {},
         rootless ? "nvidia-ctk runtime configure --runtime=docker --config=" +
                        host.runtime_configured.origin() + " && systemctl --user restart docker"
                  : "sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker",
         "bash"});
    answer.findings.push_back(std::move(finding));
  }
  const auto& library = facts.driver.user_library;
  if (host.cdi_driver.known() && library.known() && base::Version(*host.cdi_driver) != *library) {
    model::Finding finding = begin(input, "container.host-cdi");
    finding.parameters = {
        {"file", host.cdi_driver.origin()}, {"there", *host.cdi_driver}, {"now", library->text()}};
    finding.evidence.push_back(evidence(host.cdi_driver, "libcuda.so." + *host.cdi_driver));
    finding.evidence.push_back(evidence(library, library->text()));
    finding.fix.push_back(
        {"generate", {}, "sudo nvidia-ctk cdi generate --output=" + host.cdi_driver.origin(), "bash"});
    answer.findings.push_back(std::move(finding));
  }
}

}  // namespace

extern const Check container_host{gives, run};

}  // namespace gpuenv::check
