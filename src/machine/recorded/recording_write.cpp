// Writing machine.json.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "machine/recorded/base64.h"
#include "machine/recorded/recorded.h"
#include "machine/recorded/recording_format.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;
using nlohmann::ordered_json;

ordered_json to_json(const Unknown& unknown) {
  if (unknown.why == Why::absent && unknown.detail.empty()) return nullptr;
  ordered_json result{{"unknown", base::word(unknown.why)}};
  if (!unknown.detail.empty()) result["detail"] = unknown.detail;
  return result;
}

ordered_json to_json(const std::string& text) {
  return text;
}
ordered_json to_json(bool value) {
  return value;
}
ordered_json to_json(std::uint64_t value) {
  return value;
}

ordered_json to_json(const std::vector<std::string>& names) {
  return names;
}

ordered_json to_json(const FileStatus& status) {
  ordered_json result;
  for (const auto& word : kind_words)
    if (word.kind == status.kind) result["kind"] = word.one;
  if (status.size != 0 || status.kind == FileKind::file) result["size"] = status.size;
  return result;
}

ordered_json to_json(const std::vector<DirectoryEntry>& entries) {
  ordered_json result = ordered_json::object();
  for (const auto& word : kind_words)
    for (const auto& entry : entries)
      if (entry.kind == word.kind) result[word.many].push_back(entry.name);
  return result;
}

ordered_json to_json(const SystemInfo& system) {
  return {{"kernel", system.kernel},
          {"architecture", system.architecture},
          {"home", system.home},
          {"working_directory", system.working_directory},
          {"libc", system.libc}};
}

ordered_json to_json(const std::vector<DeviceNode>& devices) {
  ordered_json result = ordered_json::array();
  for (const auto& device : devices)
    result.push_back({{"instance_id", device.instance_id},
                      {"description", device.description},
                      {"problem_code", device.problem_code},
                      {"driver_version", device.driver_version}});
  return result;
}

template <class T>
ordered_json to_json(const Known<T>& answer) {
  return answer.known() ? to_json(*answer) : to_json(answer.why());
}

template <class T>
ordered_json to_json(const std::map<std::string, Known<T>>& answers) {
  ordered_json result = ordered_json::object();
  for (const auto& [key, answer] : answers) result[key] = to_json(answer);
  return result;
}

/// Several lines become a list, which shows changes line by line; a single one stays text; other bytes become
/// base64.
ordered_json content_json(const Known<std::string>& content) {
  if (!content.known()) return to_json(content.why());
  if (base::valid_utf8(*content) != *content) return {{"base64", to_base64(*content)}};
  if (std::count(content->begin(), content->end(), '\n') < 2) return {{"text", *content}};
  const bool open_end = !content->ends_with('\n');
  ordered_json lines = ordered_json::array();
  for (std::string_view line : base::split(*content, '\n')) lines.push_back(std::string(line));
  if (!open_end) lines.erase(lines.size() - 1);
  ordered_json result{{"lines", std::move(lines)}};
  if (open_end) result["open_end"] = true;
  return result;
}

ordered_json files_json(const std::map<std::string, FileAnswer>& files) {
  ordered_json result = ordered_json::object();
  for (const auto& [path, answer] : files) {
    ordered_json content = content_json(answer.bytes);
    result[path] = answer.cut && answer.bytes.known() ? ordered_json{{"beginning", std::move(content)}}
                                                      : std::move(content);
  }
  return result;
}

}  // namespace

std::string write_recording(const Recording& recording) {
  ordered_json document;
  document["schema"] = fmt::format("{}{}", schema_family, schema_version);
  document["os"] = base::word(recording.os);
  document["complete"] = recording.complete;
  if (!recording.scrubbed.empty()) document["scrubbed"] = recording.scrubbed;
  document["environments"] = recording.environments;
  if (recording.all_variables) document["all_variables"] = true;
  if (recording.all_registry) document["all_registry"] = true;
  const auto put = [&](const char* key, ordered_json value) {
    if (!value.empty()) document[key] = std::move(value);
  };
  // A null here would read as "absent", so what was never asked is left out.
  if (recording.system.known() || recording.system.why().why != Why::not_recorded)
    document["system"] = to_json(recording.system);
  put("files", files_json(recording.files));
  put("status", to_json(recording.status));
  put("directories", to_json(recording.directories));
  put("links", to_json(recording.links));
  put("summaries", to_json(recording.summaries));
  put("access", to_json(recording.access));
  put("free_bytes", to_json(recording.free_bytes));
  put("variables", to_json(recording.variables));
  ordered_json values = ordered_json::object();
  for (const auto& [key, names] : recording.registry_values) values[key] = to_json(names);
  put("registry_values", std::move(values));
  put("registry_keys", to_json(recording.registry_keys));
  if (recording.display_devices.known() || recording.display_devices.why().why != Why::not_recorded)
    document["display_devices"] = to_json(recording.display_devices);
  if (recording.kernel_log.known() || recording.kernel_log.why().why != Why::not_recorded)
    document["kernel_log"] = content_json(recording.kernel_log);
  ordered_json replies = ordered_json::object();
  for (const auto& [request, reply] : recording.vendor) replies[request] = content_json(reply);
  put("vendor", std::move(replies));
  return document.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gpuenv::machine::recorded
