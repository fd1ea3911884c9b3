// What NVIDIA's driver wrote to the kernel log about its cards.
#include "parse/xid.h"
#include "probe/cards.h"

namespace gpuenv::probe {

Known<std::vector<model::Xid>> read_xids(Machine& machine, const BusCards& bus, bool driver_loaded,
                                         const model::Os& os) {
  if (os.family != base::OsFamily::linux || os.wsl.value_or(true))
    return Unknown{Why::unsupported, "only Linux itself tells errors of the driver in its log"};
  if (!bus.nvidia.known() || (bus.nvidia->empty() && !driver_loaded)) return {};
  const auto log = machine.kernel_log();
  if (!log.known()) return log.no_value<std::vector<model::Xid>>();
  return {parse::xids(*log), log.origin()};
}

}  // namespace gpuenv::probe
