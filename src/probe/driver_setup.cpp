// Decides what of the driver's set-up is worth asking; see driver_setup.h.
#include "probe/driver_setup.h"

#include <algorithm>

namespace gpuenv::probe {
namespace {

using model::Facts;

/// A card that was given to a virtual machine is none of this driver's.
bool all_in_nvml(const std::vector<model::Gpu>& cards) {
  return std::all_of(cards.begin(), cards.end(),
                     [](const model::Gpu& card) { return card.in_nvml || card.given_away(); });
}

/// NVML that answers and lists every card proves that module, nodes and library work together.
bool works(const Facts& facts) {
  const auto& init = facts.driver.nvml.init;
  return init.known() && *init == 0 && all_in_nvml(*facts.cards.nvidia);
}

bool versions_differ(const model::Driver& driver) {
  return driver.kernel_module.known() && driver.user_library.known() &&
         *driver.kernel_module != *driver.user_library;
}

/// The found libcuda is not the one that belongs to the module, or the parts that CUDA needs beside NVML are
/// not there: then only cuInit tells.
bool cuda_is_doubtful(const model::Driver& driver) {
  const auto& path = driver.cuda_library;
  const bool compat = path.known() && path->find("/compat/") != std::string::npos;
  const auto& uvm = driver.setup.uvm_loaded;
  const auto nodes = driver.setup.nodes.value_or({});
  const bool node_missing = !nodes.empty() && !nodes.front().may_open.known();
  return compat || versions_differ(driver) || node_missing || (uvm.known() && !*uvm);
}

void look_at_cuda(Machine& machine, const std::function<Known<int>()>& cuda_init, const Facts& facts,
                  model::Driver& driver) {
  model::DriverSetup& setup = driver.setup;
  setup.uvm_loaded = is_there(machine, "/sys/module/nvidia_uvm");
  // A container sees its host's modules, and only the nodes that were handed in.
  if (facts.os.container.known() || !setup.uvm_loaded.value_or(false))
    setup.nodes = {{{"/dev/nvidia-uvm", may_open_node(machine, "/dev/nvidia-uvm")}}, "/dev"};
  if (!cuda_is_doubtful(driver)) return;
  setup.cuda_init = cuda_init();
}

}  // namespace

void read_driver_setup(Machine& machine, const std::function<Known<int>()>& cuda_init, Facts& facts) {
  const auto& cards = facts.cards.nvidia;
  if (facts.os.family != base::OsFamily::linux || facts.os.wsl.value_or(false)) return;
  model::Driver& driver = facts.driver;
  model::DriverSetup& setup = driver.setup;
  if (versions_differ(driver)) setup.copies = driver_copies(machine, driver.kernel_module);
  if (!cards.known() || cards->empty()) return;
  if (works(facts)) {
    look_at_cuda(machine, cuda_init, facts, driver);
    return;
  }
  if (driver.kernel_module.known()) read_device_nodes(machine, cards->size(), setup);
  // A container sees its own files and another system's kernel.
  if (!facts.os.container.absent()) return;
  read_driver_packages(machine, setup);
  if (!driver.kernel_module.absent()) return;
  if (facts.os.kernel.known()) read_module_files(machine, *facts.os.kernel, setup);
  read_module_policy(machine, setup);
}

}  // namespace gpuenv::probe
