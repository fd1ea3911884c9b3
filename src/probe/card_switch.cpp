// Which setting keeps a laptop's NVIDIA card off the bus. Asked only where the bus shows none.
#include "parse/card_switch.h"

#include "probe/cards.h"

namespace gpuenv::probe {

Known<model::CardSwitch> read_card_switch(Machine& machine, const BusCards& bus, const model::Os& os) {
  const bool could_be = os.family == base::OsFamily::linux && !os.wsl.value_or(true) && os.container.absent();
  if (!could_be || !bus.nvidia.known() || !bus.nvidia->empty() || !os.laptop.value_or(true)) return {};
  Known<model::CardSwitch> open = Unknown{Why::absent, "no tool's setting keeps a card off"};
  for (const std::string_view path : parse::card_switch_files) {
    const auto text = machine.read_file(path, small_file);
    if (text.undecided() && open.absent()) open = text.no_value<model::CardSwitch>();
    if (!text.known()) continue;
    if (auto found = parse::card_switch(path, *text)) return {*std::move(found), std::string(path)};
  }
  return open;
}

}  // namespace gpuenv::probe
