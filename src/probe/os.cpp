// What the system is: family, name, kernel, architecture, WSL.
#include "base/text.h"
#include "parse/os_release.h"
#include "parse/system_marks.h"
#include "probe/system.h"

namespace gpuenv::probe {
namespace {

constexpr const char* windows_version = R"(HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion)";
constexpr long long first_windows_11 = 22000;  // build number; ProductName still says "Windows 10" there

void read_distribution(Machine& machine, model::Os& os) {
  // The second is the distribution's own file, the first an administrator's or a link to it (os-release(5)).
  Known<std::string> text = machine.read_file("/etc/os-release", small_file);
  if (text.absent()) text = machine.read_file("/usr/lib/os-release", small_file);
  os.name = text;
  os.distribution = Unknown{Why::unsupported, "os-release names no system"};
  if (!text.known()) {
    os.distribution = text.no_value<model::LinuxDistribution>();
    return;
  }
  const parse::OsRelease release = parse::os_release(*text);
  const std::string title = release.title();
  if (title.empty())
    os.name = Unknown{Why::failed, text.origin() + ": names no system"};
  else
    os.name = {title, text.origin()};
  if (release.id.empty()) return;
  model::LinuxDistribution distribution{release.id, {}, release.version_id};
  for (const std::string_view id : base::split(release.id_like, ' '))
    if (!id.empty()) distribution.like.emplace_back(id);
  os.distribution = {std::move(distribution), text.origin()};
}

Known<std::string> windows_name(Machine& machine) {
  auto product = machine.registry_value(windows_version, "ProductName");
  if (!product.known()) return product;
  std::string name = *product;
  const auto build = machine.registry_value(windows_version, "CurrentBuild");
  if (name.starts_with("Windows 10") && build.known() && base::number(*build) >= first_windows_11)
    name.replace(0, 10, "Windows 11");
  // Editions say nothing about the card: "Windows 11 Pro" is "Windows 11".
  for (const char* plain : {"Windows 11", "Windows 10"})
    if (name.starts_with(plain)) name = plain;
  return {std::move(name), product.origin()};
}

template <class Field>
Known<std::string> from_system(const Known<machine::SystemInfo>& system, Field field) {
  if (!system.known()) return system.no_value<std::string>();
  std::string value = (*system).*field;
  if (value.empty()) return Unknown{Why::failed, "the system does not say"};
  return {std::move(value), system.origin()};
}

Known<std::string> linux_kernel(Machine& machine, const Known<machine::SystemInfo>& system) {
  Known<std::string> kernel = from_system(system, &machine::SystemInfo::kernel);
  if (kernel.known()) return kernel;
  const auto file = machine.read_file("/proc/sys/kernel/osrelease", small_file);
  if (!file.known() || base::trim(*file).empty()) return kernel;
  return {std::string(base::trim(*file)), file.origin()};
}

}  // namespace

Known<bool> read_wsl(Machine& machine, const Known<std::string>& kernel) {
  if (kernel.known() && parse::is_wsl_kernel(*kernel)) return {true, kernel.origin()};
  // Kernels that a user built for WSL2 may be called anything.
  auto device = is_there(machine, "/dev/dxg");
  if (device.known() && *device) return device;
  if (kernel.known()) return {false, kernel.origin()};
  return kernel.no_value<bool>();
}

model::Os read_os(Machine& machine) {
  model::Os os;
  os.family = machine.traits().os;
  const auto system = machine.system();
  os.architecture = from_system(system, &machine::SystemInfo::architecture);
  if (os.family == base::OsFamily::windows) {
    os.name = windows_name(machine);
    os.kernel = from_system(system, &machine::SystemInfo::kernel);
    os.wsl = Known<bool>(false, "Windows");
    os.container = Unknown{Why::absent, "Windows"};
  } else {
    read_distribution(machine, os);
    os.kernel = linux_kernel(machine, system);
    os.libc = from_system(system, &machine::SystemInfo::libc);
    os.wsl = read_wsl(machine, os.kernel);
    os.container = read_container(machine);
  }
  os.laptop = read_laptop(machine);
  return os;
}

}  // namespace gpuenv::probe
