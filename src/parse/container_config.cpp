// Files of container engines; see container_config.h.
#include "parse/container_config.h"

#include "parse/versions.h"

namespace gpuenv::parse {

bool knows_nvidia_runtime(std::string_view daemon_json) {
  const size_t runtimes = daemon_json.find("\"runtimes\"");
  if (runtimes != std::string_view::npos && daemon_json.find("nvidia", runtimes) != std::string_view::npos)
    return true;
  return daemon_json.find("nvidia-container-runtime") != std::string_view::npos;
}

std::optional<base::Version> cdi_driver(std::string_view text) {
  constexpr std::string_view library = "libcuda.so.";
  for (size_t at = text.find(library); at != std::string_view::npos; at = text.find(library, at + 1)) {
    const std::string_view rest = text.substr(at);
    const std::string_view name = rest.substr(0, rest.find_first_not_of("0123456789.", library.size()));
    if (auto version = library_version(name)) return version;
  }
  return std::nullopt;
}

}  // namespace gpuenv::parse
