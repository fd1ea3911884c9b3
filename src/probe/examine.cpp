// Fills Facts in an order that lets NVML answer while files are being read.
#include "probe/cards.h"
#include "probe/driver.h"
#include "probe/environment.h"
#include "probe/framework_rows.h"
#include "probe/libraries.h"
#include "probe/probe.h"
#include "probe/search.h"
#include "probe/system.h"
#include "probe/toolkits.h"

namespace gpuenv::probe {
namespace {

void read_environments(Machine& machine, const catalog::Catalog& catalog, const Options& options,
                       model::Facts& facts) {
  SearchResult search = search_environments(machine, options);
  facts.left_out = std::move(search.left_out);
  FrameworkRows rows(catalog);
  const EnvironmentContext context{rows, facts.os, facts.left_out};
  for (const auto& place : search.places)
    facts.environments.push_back(read_environment(machine, place, context));
}

}  // namespace

model::Facts examine(Machine& machine, const catalog::Catalog& catalog, const Options& options) {
  model::Facts facts;
  facts.source = {machine.traits().kind == machine::Traits::Kind::live ? "live" : "recording",
                  machine.traits().name};
  const DriverLibraries libraries = find_driver_libraries(machine);
  NvmlQuestion nvml(machine, libraries.nvml.path);

  facts.os = read_os(machine);
  const bool windows = facts.os.family == base::OsFamily::windows;
  const auto devices = windows ? machine.display_devices() : Known<std::vector<machine::DeviceNode>>();
  const BusCards bus = windows ? cards_in_device_manager(devices) : cards_on_pci(machine);
  const KernelModule module = windows ? display_driver(devices) : read_kernel_module(machine);
  facts.variables = read_variables(machine);
  facts.toolkits = read_toolkits(machine);
  read_environments(machine, catalog, options, facts);
  facts.libraries = read_machine_libraries(machine, facts.environments);

  const NvmlAnswer answer = nvml.answer();
  const auto cuda_version = [&] { return cuda_library_version(machine, libraries.cuda.path); };
  facts.driver = join_driver(libraries, module, answer, cuda_version, catalog, facts.os.family);
  facts.cards = join_cards(bus, answer, facts.os, catalog);
  return facts;
}

}  // namespace gpuenv::probe
