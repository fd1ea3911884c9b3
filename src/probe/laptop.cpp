// Whether this is a laptop: a laptop can take its NVIDIA card off the bus.
#include "parse/system_marks.h"
#include "probe/system.h"

namespace gpuenv::probe {
namespace {

Known<std::string> chassis_type(Machine& machine) {
  return machine.traits().os == base::OsFamily::windows
             ? machine.registry_value(R"(HKLM\SYSTEM\HardwareConfig\Current)", "EnclosureType")
             : machine.read_file("/sys/class/dmi/id/chassis_type", small_file);
}

/// A battery of the machine itself; those of mice and the like have other names.
Known<bool> has_battery(Machine& machine) {
  const auto supplies = machine.list("/sys/class/power_supply");
  if (supplies.absent()) return {false, supplies.origin()};
  if (!supplies.known()) return supplies.no_value<bool>();
  for (const auto& supply : *supplies)
    if (supply.name.starts_with("BAT") || supply.name.starts_with("CMB")) return {true, supplies.origin()};
  return {false, supplies.origin()};
}

}  // namespace

Known<bool> read_laptop(Machine& machine) {
  const auto type = chassis_type(machine);
  if (type.known()) {
    const auto chassis = parse::chassis(*type);
    if (chassis != parse::Chassis::unclear) return {chassis == parse::Chassis::laptop, type.origin()};
  }
  if (machine.traits().os == base::OsFamily::windows)
    return Unknown{Why::unsupported, "this Windows keeps no chassis type"};
  auto battery = has_battery(machine);
  if (battery.known() && (*battery || !type.undecided())) return battery;
  return type.undecided() ? type.no_value<bool>() : battery;
}

}  // namespace gpuenv::probe
