// What the system forbids: modules without a known signature (Secure Boot, lockdown), modules on a blacklist.
#include <map>

#include "base/text.h"
#include "parse/kernel_modules.h"
#include "probe/driver_setup.h"

namespace gpuenv::probe {
namespace {

constexpr const char* firmware = "/sys/firmware/efi";
// EFI global variable GUID (UEFI 2.10, 3.3) and that of shim; a file of efivarfs begins with four bytes of
// attributes (kernel.org, efivarfs).
constexpr const char* secure_boot_variable =
    "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
constexpr const char* shim_validation_variable =
    "/sys/firmware/efi/efivars/MokSBStateRT-605dab50-e046-4300-abb6-3dd810dd8b23";
constexpr std::size_t value_place = 4;
constexpr const char* lockdown_file = "/sys/kernel/security/lockdown";

/// A variable of one byte; absent = not set.
Known<bool> flag(Machine& machine, const char* variable) {
  const auto bytes = machine.read_file(variable, 16);
  if (!bytes.known()) return bytes.no_value<bool>();
  if (bytes->size() <= value_place) return Unknown{Why::failed, std::string(variable) + ": too short"};
  return {(*bytes)[value_place] == 1, variable};
}

Known<bool> secure_boot(Machine& machine) {
  const auto on = flag(machine, secure_boot_variable);
  if (on.absent()) {  // started without EFI, or by a firmware that cannot do it
    const auto efi = is_there(machine, firmware);
    return efi.known() ? Known<bool>(false, *efi ? secure_boot_variable : firmware) : efi;
  }
  if (!on.known() || !*on) return on;
  // "mokutil --disable-validation": the kernel then treats Secure Boot as off.
  const auto switched_off = flag(machine, shim_validation_variable);
  if (switched_off.known() && *switched_off) return {false, shim_validation_variable};
  return on;
}

Known<std::string> lockdown(Machine& machine) {
  const auto text = machine.read_file(lockdown_file, small_file);
  if (!text.known()) return text;
  std::string state = parse::lockdown_state(*text);
  if (state.empty()) return Unknown{Why::failed, std::string(lockdown_file) + ": names no state"};
  return {std::move(state), lockdown_file};
}

/// The texts of all files that modprobe reads, and of the kernel command line.
class ModprobeFiles {
 public:
  explicit ModprobeFiles(Machine& machine) {
    // A file in an earlier folder stands in place of one with the same name in a later one (modprobe.d(5)).
    for (const std::string folder : {"/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d",
                                     "/usr/lib/modprobe.d", "/lib/modprobe.d"}) {
      const auto entries = machine.list(folder);
      if (entries.undecided() && !open_) open_ = entries.why();
      for (const auto& entry : entries.value_or({}))
        if (entry.name.ends_with(".conf") && !texts_.contains(entry.name))
          texts_.emplace(entry.name, machine.read_file(folder + "/" + entry.name, small_file));
    }
    command_line_ = machine.read_file("/proc/cmdline", small_file);
  }

  Known<bool> blocks(std::string_view module) const {
    std::optional<Unknown> open = open_;
    for (const auto& [name, text] : texts_) {
      if (text.undecided() && !open) open = text.why();
      if (text.known() && parse::modprobe_blocks(*text, module)) return {true, text.origin()};
    }
    if (command_line_.known() && parse::command_line_blocks(*command_line_, module))
      return {true, command_line_.origin()};
    if (command_line_.undecided() && !open) open = command_line_.why();
    if (open) return *open;
    return {false, "/etc/modprobe.d"};
  }

 private:
  std::map<std::string, Known<std::string>> texts_;
  Known<std::string> command_line_;
  std::optional<Unknown> open_;
};

}  // namespace

void read_module_policy(Machine& machine, model::DriverSetup& setup) {
  setup.secure_boot = secure_boot(machine);
  setup.lockdown = lockdown(machine);
  const ModprobeFiles files(machine);
  setup.nouveau_blacklisted = files.blocks("nouveau");
  setup.nvidia_blacklisted = files.blocks("nvidia");
}

}  // namespace gpuenv::probe
