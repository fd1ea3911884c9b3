// The device nodes of the driver, and whether this user may open them.
#include "parse/kernel_modules.h"
#include "probe/driver_setup.h"

namespace gpuenv::probe {
namespace {

constexpr std::size_t group_file_limit = 1u << 20;

Known<std::string> node_group(Machine& machine) {
  const auto params = machine.read_file("/proc/driver/nvidia/params", small_file);
  if (!params.known()) return params;
  const int number = parse::device_file_group(*params);
  if (number <= 0)
    return Unknown{Why::absent, params.origin() + ": the nodes belong to no group of their own"};
  const auto groups = machine.read_file("/etc/group", group_file_limit);
  if (!groups.known()) return groups;
  std::string name = parse::group_name(*groups, number);
  if (name.empty()) return Unknown{Why::absent, "/etc/group: no group " + std::to_string(number)};
  return {std::move(name), params.origin()};
}

}  // namespace

Known<bool> may_open_node(Machine& machine, const std::string& path) {
  const auto there = machine.status(path);
  return there.known() ? machine.may_open(path) : there.no_value<bool>();
}

void read_device_nodes(Machine& machine, size_t cards, model::DriverSetup& setup) {
  if (!setup.uvm_loaded.known()) setup.uvm_loaded = is_there(machine, "/sys/module/nvidia_uvm");
  std::vector<model::DeviceFile> nodes;
  for (const char* path : {"/dev/nvidiactl", "/dev/nvidia-uvm"})
    nodes.push_back({path, may_open_node(machine, path)});
  for (size_t i = 0; i < cards; ++i) {
    const std::string path = "/dev/nvidia" + std::to_string(i);
    nodes.push_back({path, may_open_node(machine, path)});
  }
  setup.nodes = {std::move(nodes), "/dev"};
  setup.node_group = node_group(machine);
}

}  // namespace gpuenv::probe
