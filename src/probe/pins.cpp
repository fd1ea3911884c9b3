// Which distribution asks for the very release of a framework that lies there as a CPU build. METADATA of all
// distributions is read for that, so only where a GPU build has left something behind.
#include <optional>

#include "parse/exact_pin.h"
#include "probe/environment.h"

namespace gpuenv::probe {
namespace {

using model::Distribution;
using model::Environment;
using model::Framework;

/// The requirements stand before the description.
constexpr std::size_t metadata_headers_bytes = std::size_t{64} << 10;

bool is_cpu_build(const Framework& framework) {
  return framework.build.known() && framework.build->kind == model::Build::Kind::cpu;
}

/// NVIDIA's libraries, or a companion built for CUDA.
bool is_gpu_remnant(const Distribution& distribution) {
  return distribution.name.starts_with("nvidia-cublas") || distribution.name.starts_with("nvidia-cudnn") ||
         distribution.version.local().starts_with("cu");
}

/// "" when there is none, or when another framework uses it.
std::string remnant_in(const Environment& environment) {
  for (const auto& framework : environment.frameworks)
    if (!is_cpu_build(framework)) return "";
  for (const auto& distribution : *environment.distributions)
    if (is_gpu_remnant(distribution)) return distribution.name;
  return "";
}

class PinReader {
 public:
  PinReader(Machine& machine, const Environment& environment)
      : machine_(machine), environment_(environment) {}

  void look_for(const catalog::Framework& row, const std::string& remnant) {
    for (const auto& name : row.distributions) {
      const auto* framework = environment_.find(name);
      if (framework == nullptr) continue;
      if (framework->requested.undecided()) open_ = framework->requested.why();
      if (framework->requested.value_or(true)) continue;  // asked for by name
      for (const auto& distribution : *environment_.distributions)
        if (&distribution != framework) look_into(distribution, *framework, remnant);
    }
  }

  Known<std::vector<model::Pin>> answer() {
    if (pins_.empty() && open_) return *open_;
    return {std::move(pins_), environment_.site_packages};
  }

 private:
  void look_into(const Distribution& distribution, const Distribution& framework,
                 const std::string& remnant) {
    const std::string path = machine_.join(distribution.path, "METADATA");
    const auto text = machine_.read_file(path, metadata_headers_bytes);
    if (text.undecided()) open_ = text.why();
    const auto version = text.known() ? parse::exact_pin(*text, framework.name) : std::nullopt;
    if (version && framework.version.begins_with(*version))
      pins_.push_back({distribution.name, framework.name, *version, path, remnant});
  }

  Machine& machine_;
  const Environment& environment_;
  std::vector<model::Pin> pins_;
  std::optional<Unknown> open_;
};

}  // namespace

Known<std::vector<model::Pin>> read_pins(Machine& machine, const Environment& environment,
                                         const FrameworkRows& rows) {
  if (!environment.distributions.known())
    return environment.distributions.no_value<std::vector<model::Pin>>();
  PinReader reader(machine, environment);
  const std::string remnant = remnant_in(environment);
  for (const auto& framework : environment.frameworks)
    for (const auto& row : rows.all())
      if (!remnant.empty() && row.name == framework.name) reader.look_for(row, remnant);
  return reader.answer();
}

}  // namespace gpuenv::probe
