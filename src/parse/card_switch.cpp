// Settings that take a laptop's card off the bus; see card_switch.h.
#include "parse/card_switch.h"

#include "base/text.h"
#include "parse/json_text.h"
#include "parse/kernel_modules.h"

namespace gpuenv::parse {
namespace {

/// True when a rule takes devices of NVIDIA off the bus: ATTR{vendor}=="0x10de", ..., ATTR{remove}="1".
bool removes_nvidia(std::string_view rules) {
  for (std::string_view line : base::lines(rules)) {
    line = base::trim(line);
    if (line.starts_with('#') || line.find("0x10de") == std::string_view::npos) continue;
    // 0x03 is the class of display devices; other rules take away only the sound or USB part of a card.
    const std::size_t display = line.find("0x03");
    if (display != std::string_view::npos && line.find("ATTR{remove}=\"1\"") != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

std::optional<model::CardSwitch> card_switch(std::string_view path, std::string_view text) {
  const std::string_view word = base::trim(text);
  if (path.ends_with("/supergfxd.conf")) {
    const auto mode = json_text(text, "mode");
    if (mode && *mode == "Integrated") return model::CardSwitch{"supergfxctl", "Integrated"};
  } else if (path.ends_with("/dgpu_disable")) {
    if (word == "1") return model::CardSwitch{"asus", "dgpu_disable = 1"};
  } else if (path.ends_with("/prime-discrete")) {
    if (word == "off") return model::CardSwitch{"prime-select", "intel"};
  } else if (path.ends_with("/system76-power.conf")) {
    if (modprobe_blocks(text, "nvidia")) return model::CardSwitch{"system76-power", "integrated"};
  } else if (path.ends_with(".rules") && removes_nvidia(text)) {
    const bool envy = base::contains_ignoring_case(text, "EnvyControl");
    return model::CardSwitch{envy ? "envycontrol" : "udev", envy ? "integrated" : std::string(path)};
  }
  return std::nullopt;
}

}  // namespace gpuenv::parse
