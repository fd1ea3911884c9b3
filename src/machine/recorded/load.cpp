// Finding the recording in a folder that the caller reads.
#include <fmt/format.h>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {

base::Result<Recording> load(const std::function<base::Result<std::string>(std::string_view name)>& read,
                             const std::string& folder_name) {
  const auto with_name = [&](base::Result<Recording> recording) {
    if (recording) recording->name = folder_name;
    return recording;
  };
  const auto json = read("machine.json");
  if (json) return with_name(read_recording(*json, folder_name + "/machine.json"));
  const auto toml = read("machine.toml");
  if (toml) return with_name(expand(*toml, folder_name + "/machine.toml"));
  return std::unexpected(
      base::Error{json.error().kind, fmt::format("{}: holds no recording: machine.json: {}; machine.toml: {}",
                                                 folder_name, json.error().message, toml.error().message)});
}

}  // namespace gpuenv::machine::recorded
