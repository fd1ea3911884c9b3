// How the driver is installed, as lines of text. On a machine whose driver works nothing of it was asked.
#include "report/fact_lines.h"

namespace gpuenv::report {
namespace {

template <class T>
void add_asked(Lines& lines, const char* name, const base::Known<T>& fact) {
  const bool asked = fact.known() || fact.why().detail != base::Known<T>().why().detail;
  if (asked) lines.add(std::string("driver.") + name, fact);
}

}  // namespace

void add_driver_setup(const model::DriverSetup& setup, Lines lines) {
  add_asked(lines, "module_files", setup.module_files);
  add_asked(lines, "other_kernels", setup.other_kernels);
  add_asked(lines, "dkms", setup.dkms);
  add_asked(lines, "headers", setup.headers);
  add_asked(lines, "secure_boot", setup.secure_boot);
  add_asked(lines, "lockdown", setup.lockdown);
  add_asked(lines, "nouveau_blacklisted", setup.nouveau_blacklisted);
  add_asked(lines, "nvidia_blacklisted", setup.nvidia_blacklisted);
  add_asked(lines, "uvm_loaded", setup.uvm_loaded);
  add_asked(lines, "nodes", setup.nodes);
  add_asked(lines, "node_group", setup.node_group);
  add_asked(lines, "packages", setup.packages);
  add_asked(lines, "copies", setup.copies);
  add_asked(lines, "run_file", setup.run_file);
  add_asked(lines, "cuda_init", setup.cuda_init);
}

}  // namespace gpuenv::report
