// The vendor child without the rest of the program: what the unit tests start for vendor questions.
#include "machine/live/entry.h"
#include "machine/live/live.h"
#include "vendor/vendor.h"

// A crash has to end the process by its signal, also where a sanitizer would catch it.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:handle_sigbus=0:detect_leaks=0";
}

int gpuenv_main(const std::vector<std::string>& arguments) {
  if (arguments != std::vector<std::string>{gpuenv::machine::live::vendor_child_argument}) return 3;
  gpuenv::vendor::run_child(*gpuenv::machine::live::open_libraries());
}
