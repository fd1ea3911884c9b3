// Steps about the driver with the commands of this machine's distribution, and what the checks of the driver
// share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/support.h"

namespace gpuenv::check {

/// The last driver branch that serves all cards, as text: "R580"; "" = the newest one serves them all.
std::string last_branch(const Input& input);

/// True when the driver's libraries are here and no module is loaded, on a Linux machine that is certainly
/// neither WSL2 nor a container: only there its own files say why.
bool unloaded_on_host(const model::Facts& facts);

/// The kernel modules of this machine could be loaded, as far as the files say: one is there for the running
/// kernel.
bool has_module_file(const model::DriverSetup& setup);

/// The distribution's commands with their placeholders filled in.
class DriverSteps {
 public:
  explicit DriverSteps(const Input& input);

  /// Installs the driver that serves these cards: keys "host", "windows", "prepare", "install", "legacy",
  /// "other", "branch", "restart".
  void add_install(model::Finding& finding) const;
  /// "headers", "rebuild", "initramfs", "compat" of the distribution under a key of the finding; without a
  /// row for the distribution the step has no command.
  void add(model::Finding& finding, std::string key, std::string catalog::DriverFamily::* command) const;
  void add_restart(model::Finding& finding) const;
  /// Installs the newest driver that the distribution has for these cards, where one is there already; "" in
  /// a container, in WSL2, off Linux, and where no row tells.
  /// At least `floor`, as far as the distribution or NVIDIA's repository for it can serve that.
  std::string update_command(const base::Version& floor) const;

  const std::optional<catalog::DriverFamily>& family() const { return family_; }
  const std::string& kernel() const { return kernel_; }

 private:
  std::string filled(std::string_view command) const;
  /// The newest driver for these cards: the distribution's, or with a branch that of the branch; "" when no
  /// row has it. Only with a family.
  std::string package_command(const std::string& branch) const;
  /// The distribution's newest driver is older than that branch, and NVIDIA's own packages are known.
  bool stays_behind(int branch) const;
  void add_package(model::Finding& finding) const;

  const Input& input_;
  std::optional<catalog::DriverFamily> family_;
  std::string version_, kernel_;
};

}  // namespace gpuenv::check
