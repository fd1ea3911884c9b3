// Containers and the GPU: inside, what was passed in; on a host, what containers would get.
#include "parse/container_config.h"
#include "probe/mounts.h"
#include "probe/surroundings.h"

namespace gpuenv::probe {
namespace {

constexpr std::size_t largest_config = 1 << 20;

/// Whether one of several paths is there.
Known<bool> any_there(Machine& machine, std::initializer_list<const char*> paths) {
  std::optional<Known<bool>> open;
  for (const char* path : paths) {
    const auto answer = is_there(machine, path);
    if (answer.value_or(false)) return answer;
    if (!answer.known() && !open) open = answer;
  }
  return open.value_or(Known<bool>(false, *paths.begin()));
}

/// Nodes of the kernel driver, or WSL's device.
Known<bool> nodes(Machine& machine) {
  return any_there(machine, {"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"});
}

Known<bool> library_mounted(Machine& machine, const Known<std::string>& library) {
  if (!library.known()) return library.no_value<bool>();
  return Mounts(machine).apart_from_root(real_path(machine, *library));
}

void read_cdi(Machine& machine, model::Containers& containers) {
  containers.cdi = Known<bool>(false, "/etc/cdi");
  containers.cdi_driver = Unknown{Why::absent, "no CDI file"};
  for (const char* file : {"/etc/cdi/nvidia.yaml", "/var/run/cdi/nvidia.yaml"}) {
    const auto text = machine.read_file(file, largest_config);
    if (text.absent()) continue;
    containers.cdi = text.known() ? Known<bool>(true, file) : text.no_value<bool>();
    if (!text.known()) {
      containers.cdi_driver = text;
      return;
    }
    const auto version = parse::cdi_driver(*text);
    containers.cdi_driver = version ? Known<std::string>(version->text(), file)
                                    : Known<std::string>(Unknown{Why::unsupported, "names no driver"}, file);
    return;
  }
}

Known<bool> runtime_configured(Machine& machine, const std::string& home, bool rootless) {
  const std::string file = rootless ? home + "/.config/docker/daemon.json" : "/etc/docker/daemon.json";
  const auto text = machine.read_file(file, small_file);
  if (text.absent()) return {false, file};
  if (!text.known()) return text.no_value<bool>();
  return {parse::knows_nvidia_runtime(*text), file};
}

}  // namespace

model::Containers read_container_inside(Machine& machine, const model::Facts& facts) {
  model::Containers inside;
  inside.visible_devices = machine.variable("NVIDIA_VISIBLE_DEVICES");
  inside.capabilities = machine.variable("NVIDIA_DRIVER_CAPABILITIES");
  if (driver_answers(facts) && facts.driver.cuda_library.known()) return inside;
  inside.nodes = nodes(machine);
  const auto& driver = facts.driver;
  if (driver.kernel_module.known() && driver.user_library.known() &&
      *driver.kernel_module != *driver.user_library) {
    inside.library_mounted =
        library_mounted(machine, driver.cuda_library.known() ? driver.cuda_library
                                                             : Known<std::string>(driver.nvml.library, ""));
    inside.driver_packages = driver_packages(machine);
  }
  return inside;
}

model::Containers read_container_host(Machine& machine, const model::Facts& facts) {
  model::Containers host;
  // Without a working card no container gets one, and that is then the thing to repair.
  if (!driver_answers(facts)) return host;
  host.snap_docker = is_there(machine, "/snap/bin/docker");
  host.docker = host.snap_docker.value_or(false)
                    ? host.snap_docker
                    : any_there(machine, {"/usr/bin/dockerd", "/usr/local/bin/dockerd"});
  const auto system = machine.system();
  const std::string home = system.known() ? system->home : "";
  if (!home.empty())
    host.rootless_docker = any_there(machine, {(home + "/.config/systemd/user/docker.service").c_str(),
                                               (home + "/bin/dockerd-rootless.sh").c_str()});
  const bool rootless = host.rootless_docker.value_or(false);
  if (!host.docker.value_or(false) && !rootless) return host;
  host.toolkit = any_there(machine, {"/usr/bin/nvidia-container-runtime", "/usr/bin/nvidia-ctk",
                                     "/usr/local/nvidia/toolkit/nvidia-container-runtime"});
  host.runtime_configured = runtime_configured(machine, home, rootless);
  read_cdi(machine, host);
  return host;
}

}  // namespace gpuenv::probe
