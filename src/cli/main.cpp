// The program: a vendor child when it was started as one, else the command that the arguments name.
#include "cli/dispatch.h"
#include "cli/live_host.h"
#include "machine/live/entry.h"
#include "machine/live/live.h"
#include "vendor/vendor.h"

int gpuenv_main(const std::vector<std::string>& arguments) {
  namespace live = gpuenv::machine::live;
  if (arguments.size() == 1 && arguments[0] == live::vendor_child_argument)
    gpuenv::vendor::run_child(*live::open_libraries());
  gpuenv::cli::LiveHost host;
  return gpuenv::cli::dispatch(arguments, host);
}
