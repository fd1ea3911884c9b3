// The program's entry on POSIX systems.
#include <csignal>

#include "machine/live/entry.h"

int main(int argc, char** argv) {
  std::signal(SIGCHLD,
              SIG_DFL);  // whoever started us may ignore it, and then a child's exit status would be lost
  return gpuenv_main(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
