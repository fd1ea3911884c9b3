// Fills Facts in an order that lets NVML answer while files are being read.
#include "probe/cards.h"
#include "probe/compiler.h"
#include "probe/driver.h"
#include "probe/driver_setup.h"
#include "probe/environment.h"
#include "probe/framework_rows.h"
#include "probe/libraries.h"
#include "probe/probe.h"
#include "probe/search.h"
#include "probe/surroundings.h"
#include "probe/system.h"
#include "probe/toolkits.h"

namespace gpuenv::probe {
namespace {

void read_environments(Machine& machine, const catalog::Catalog& catalog, const Options& options,
                       model::Facts& facts) {
  SearchResult search = search_environments(machine, options);
  facts.left_out = std::move(search.left_out);
  FrameworkRows rows(catalog);
  const EnvironmentContext context{rows, facts.os, facts.left_out, options.deep};
  for (const auto& place : search.places)
    facts.environments.push_back(read_environment(machine, place, context));
  read_gpu_packages(machine, catalog, facts.environments);
}

/// What is asked for first: which cards there are, and NVML, which answers while files are being read.
struct Beginning {
  Known<std::vector<machine::DeviceNode>> devices;  ///< Windows only
  BusCards bus;
  std::size_t cards = 0;
  DriverLibraries libraries;
  NvmlQuestion nvml;
};

Beginning begin(Machine& machine) {
  const bool windows = machine.traits().os == base::OsFamily::windows;
  auto devices = windows ? machine.display_devices() : Known<std::vector<machine::DeviceNode>>();
  BusCards bus = windows ? cards_in_device_manager(devices) : cards_on_pci(machine);
  const std::size_t cards = bus.nvidia.known() ? bus.nvidia->size() : 0;
  DriverLibraries libraries = find_driver_libraries(machine);
  NvmlQuestion nvml(machine, libraries.nvml.path, cards);
  return {std::move(devices), std::move(bus), cards, std::move(libraries), std::move(nvml)};
}

}  // namespace

model::Facts examine(Machine& machine, const catalog::Catalog& catalog, const Options& options) {
  model::Facts facts;
  facts.source = {machine.traits().kind == machine::Traits::Kind::live ? "live" : "recording",
                  machine.traits().name};
  const bool windows = machine.traits().os == base::OsFamily::windows;
  auto [devices, bus, cards, libraries, nvml] = begin(machine);

  facts.os = read_os(machine);
  const KernelModule module = windows ? display_driver(devices) : read_kernel_module(machine);
  facts.variables = read_variables(machine);
  ToolkitsAnswer toolkits = read_toolkits(machine);
  facts.toolkits = std::move(toolkits.list);
  read_environments(machine, catalog, options, facts);
  add_packaged_toolkits(facts.environments, facts.toolkits);
  facts.compiler = read_compiler(machine, facts, toolkits.nvcc);
  facts.libraries = read_machine_libraries(machine, facts.environments);

  auto xids = read_xids(machine, bus, module.version.known(), facts.os);
  const NvmlAnswer answer = nvml.answer();
  CudaQuestion cuda(machine, libraries.cuda.path, answer.state.init, cards);
  facts.driver =
      join_driver(libraries, module, answer, [&] { return cuda.version(); }, catalog, facts.os.family);
  facts.cards = join_cards(bus, answer, facts.os, catalog);
  facts.cards.xids = std::move(xids);
  facts.cards.switched_off = read_card_switch(machine, bus, facts.os);
  read_power_states(machine, facts.os, facts.cards);
  read_links(machine, facts.os, facts.cards);
  read_driver_setup(machine, [&] { return cuda.init(); }, facts);
  facts.surroundings = read_surroundings(machine, facts);
  return facts;
}

model::Cards examine_cards(Machine& machine, const catalog::Catalog& catalog) {
  Beginning begun = begin(machine);
  return join_cards(begun.bus, begun.nvml.answer(), read_os(machine), catalog);
}

}  // namespace gpuenv::probe
