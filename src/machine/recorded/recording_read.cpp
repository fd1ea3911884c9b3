// Reading machine.json: any bytes give a recording or one sentence that says what is wrong with them.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "machine/recorded/base64.h"
#include "machine/recorded/recorded.h"
#include "machine/recorded/recording_format.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;
using nlohmann::json;

std::string member(const std::string& where, std::string_view key) {
  return fmt::format("{}.{}", where, key);
}

/// Reads a document and keeps the first thing that is wrong with it; after that, whatever else is read does
/// not matter.
class Reader {
 public:
  const std::string& problem() const { return problem_; }

  void complain(const std::string& where, std::string_view what) {
    if (problem_.empty()) problem_ = fmt::format("{}: {}", base::valid_utf8(where), what);
  }

  void read(const json& from, const std::string& where, std::string& to) {
    if (from.is_string())
      to = from.get<std::string>();
    else
      complain(where, "expected a text");
  }

  void read(const json& from, const std::string& where, bool& to) {
    if (from.is_boolean())
      to = from.get<bool>();
    else
      complain(where, "expected true or false");
  }

  void read(const json& from, const std::string& where, std::uint64_t& to) {
    if (from.is_number_unsigned())
      to = from.get<std::uint64_t>();
    else
      complain(where, "expected a whole number that is not negative");
  }

  void read(const json& from, const std::string& where, int& to) {
    std::uint64_t number = 0;
    read(from, where, number);
    if (number > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
      complain(where, "the number is too large");
    else
      to = static_cast<int>(number);
  }

  void read(const json& from, const std::string& where, std::vector<std::string>& to) {
    if (!from.is_array()) return complain(where, "expected a list");
    for (const auto& item : from) read(item, where, to.emplace_back());
  }

  void read(const json& from, const std::string& where, FileStatus& to) {
    each(from, where, [&](const std::string& key, const json& value) {
      if (key == "size") return read(value, where + ".size", to.size), true;
      if (key != "kind") return false;
      std::string word;
      read(value, where + ".kind", word);
      const auto* found = std::find_if(std::begin(kind_words), std::end(kind_words),
                                       [&](const KindWord& candidate) { return candidate.one == word; });
      if (found == std::end(kind_words)) return complain(where + ".kind", "not a kind of file"), true;
      to.kind = found->kind;
      return true;
    });
    require(from, where, {"kind"});
    if (to.kind == FileKind::file) require(from, where, {"size"});
  }

  void read(const json& from, const std::string& where, std::vector<DirectoryEntry>& to) {
    each(from, where, [&](const std::string& key, const json& value) {
      const auto* found = std::find_if(std::begin(kind_words), std::end(kind_words),
                                       [&](const KindWord& candidate) { return candidate.many == key; });
      if (found == std::end(kind_words)) return false;
      std::vector<std::string> names;
      read(value, member(where, key), names);
      for (auto& name : names) to.push_back({std::move(name), found->kind});
      return true;
    });
    std::sort(to.begin(), to.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  }

  void read(const json& from, const std::string& where, SystemInfo& to) {
    each(from, where, [&](const std::string& key, const json& value) {
      std::string* field = key == "kernel"              ? &to.kernel
                           : key == "architecture"      ? &to.architecture
                           : key == "home"              ? &to.home
                           : key == "working_directory" ? &to.working_directory
                           : key == "libc"              ? &to.libc
                                                        : nullptr;
      if (field != nullptr) read(value, member(where, key), *field);
      return field != nullptr;
    });
    require(from, where, {"kernel", "architecture", "home", "working_directory"});
  }

  void read(const json& from, const std::string& where, std::vector<DeviceNode>& to) {
    if (!from.is_array()) return complain(where, "expected a list");
    for (const auto& item : from) {
      DeviceNode& device = to.emplace_back();
      each(item, where, [&](const std::string& key, const json& value) {
        if (key == "problem_code") return read(value, member(where, key), device.problem_code), true;
        std::string* field = key == "instance_id"      ? &device.instance_id
                             : key == "description"    ? &device.description
                             : key == "driver_version" ? &device.driver_version
                                                       : nullptr;
        if (field != nullptr) read(value, member(where, key), *field);
        return field != nullptr;
      });
      require(item, where, {"instance_id", "description", "problem_code", "driver_version"});
    }
  }

  template <class T>
  void read(const json& from, const std::string& where, Known<T>& to) {
    if (auto unknown = reason(from, where)) {
      to = std::move(*unknown);
      return;
    }
    T value{};
    read(from, where, value);
    to = Known<T>(std::move(value), {});
  }

  template <class T>
  void read(const json& from, const std::string& where, std::map<std::string, T>& to) {
    each(from, where, [&](const std::string& key, const json& value) {
      read(value, fmt::format("{}[{}]", where, key), to[key]);
      return true;
    });
  }

  /// {"beginning": content} stands for a file that goes on, so that nothing can take it for a whole one.
  void read(const json& from, const std::string& where, FileAnswer& to) {
    if (from.is_object() && from.contains("beginning")) {
      each(from, where, [&](const std::string& key, const json& value) {
        return key == "beginning" && (content(value, where + ".beginning", to), true);
      });
      to.cut = true;
      return;
    }
    content(from, where, to);
  }

  /// A text, lines or base64, or the reason that it is not known.
  void content(const json& from, const std::string& where, FileAnswer& to) {
    if (auto unknown = reason(from, where)) {
      to.bytes = std::move(*unknown);
      return;
    }
    std::optional<std::string> text;
    bool open_end = false;  // the last line has no end
    each(from, where, [&](const std::string& key, const json& value) {
      if (key == "open_end") return read(value, where + ".open_end", open_end), true;
      if (text) return complain(where, "more than one of text, lines and base64"), true;
      return content_part(key, value, where, text);
    });
    if (!text) return complain(where, "needs one of text, lines, base64 and unknown");
    if (open_end && text->ends_with('\n')) text->pop_back();
    to.bytes = Known<std::string>(std::move(*text), {});
  }

  /// Calls `take(key, value)` for each member; false from it means that the key has no meaning there.
  template <class Take>
  void each(const json& from, const std::string& where, Take take) {
    if (!from.is_object()) return complain(where.empty() ? "the document" : where, "expected an object");
    for (const auto& [key, value] : from.items())
      if (!take(key, value)) complain(where.empty() ? key : member(where, key), "this key is not known");
  }

 private:
  /// A value without one of these would be taken for another one: no size for an empty file.
  void require(const json& from, const std::string& where, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
      if (from.is_object() && !from.contains(key)) complain(member(where, key), "missing");
  }

  /// The reason that stands in place of a value: null for absent, or {"unknown": ..., "detail": ...}.
  std::optional<Unknown> reason(const json& from, const std::string& where) {
    if (from.is_null()) return Unknown{Why::absent, ""};
    if (!from.is_object() || !from.contains("unknown")) return std::nullopt;
    Unknown unknown;
    each(from, where, [&](const std::string& key, const json& value) {
      if (key == "detail") return read(value, where + ".detail", unknown.detail), true;
      if (key != "unknown") return false;
      std::string word;
      read(value, where + ".unknown", word);
      const auto* found = std::find_if(std::begin(all_reasons), std::end(all_reasons),
                                       [&](Why why) { return base::word(why) == word; });
      if (found == std::end(all_reasons)) return complain(where + ".unknown", "not a reason"), true;
      unknown.why = *found;
      return true;
    });
    return unknown;
  }

  bool content_part(const std::string& key, const json& value, const std::string& where,
                    std::optional<std::string>& content) {
    if (key == "lines") {
      std::vector<std::string> lines;
      read(value, where + ".lines", lines);
      content.emplace();
      for (const auto& line : lines) *content += line + "\n";
      return true;
    }
    if (key != "text" && key != "base64") return false;
    std::string text;
    read(value, member(where, key), text);
    content = key == "text" ? text : from_base64(text);
    if (!content) complain(where + ".base64", "not base64"), content.emplace();
    return true;
  }

  std::string problem_;
};

/// A reply is written like the content of a file.
void read_vendor(Reader& reader, const json& from, Recording& to) {
  std::map<std::string, FileAnswer> replies;
  reader.read(from, "vendor", replies);
  for (auto& [request, reply] : replies) to.vendor.emplace(request, std::move(reply.bytes));
}

/// Written like the content of a file, too.
void read_kernel_log(Reader& reader, const json& from, Recording& to) {
  FileAnswer log;
  reader.read(from, "kernel_log", log);
  to.kernel_log = std::move(log.bytes);
}

void read_os(Reader& reader, const json& from, Recording& to) {
  std::string word;
  reader.read(from, "os", word);
  for (base::OsFamily os : {base::OsFamily::linux, base::OsFamily::windows, base::OsFamily::other}) {
    if (word != base::word(os)) continue;
    to.os = os;
    return;
  }
  reader.complain("os", "expected \"linux\", \"windows\" or \"other\"");
}

bool read_member(Reader& reader, const std::string& key, const json& value, Recording& to) {
  if (key == "schema") return true;  // looked at before
  if (key == "os") return read_os(reader, value, to), true;
  if (key == "complete") return reader.read(value, key, to.complete), true;
  if (key == "scrubbed") return reader.read(value, key, to.scrubbed), true;
  if (key == "environments") return reader.read(value, key, to.environments), true;
  if (key == "all_variables") return reader.read(value, key, to.all_variables), true;
  if (key == "all_registry") return reader.read(value, key, to.all_registry), true;
  if (key == "system") return reader.read(value, key, to.system), true;
  if (key == "files") return reader.read(value, key, to.files), true;
  if (key == "status") return reader.read(value, key, to.status), true;
  if (key == "directories") return reader.read(value, key, to.directories), true;
  if (key == "links") return reader.read(value, key, to.links), true;
  if (key == "summaries") return reader.read(value, key, to.summaries), true;
  if (key == "access") return reader.read(value, key, to.access), true;
  if (key == "free_bytes") return reader.read(value, key, to.free_bytes), true;
  if (key == "variables") return reader.read(value, key, to.variables), true;
  if (key == "registry_values") return reader.read(value, key, to.registry_values), true;
  if (key == "registry_keys") return reader.read(value, key, to.registry_keys), true;
  if (key == "display_devices") return reader.read(value, key, to.display_devices), true;
  if (key == "kernel_log") return read_kernel_log(reader, value, to), true;
  if (key == "vendor") return read_vendor(reader, value, to), true;
  return false;
}

/// "" when the document is a recording that this version reads.
std::string schema_problem(const json& document) {
  if (!document.is_object() || !document.contains("schema") || !document["schema"].is_string())
    return "this is not a recording of gpuenv (it has no \"schema\")";
  const std::string schema = document["schema"];
  const long long version =
      schema.starts_with(schema_family) ? base::number(schema.substr(schema_family.size())) : -1;
  if (version > schema_version)
    return fmt::format("made by a newer gpuenv: this one reads {}{}, the file is {}", schema_family,
                       schema_version, schema);
  if (version != schema_version)
    return fmt::format("this is not a recording of gpuenv (schema \"{}\")", schema);
  for (const char* key : {"os", "environments"})  // without them another machine or environment is examined
    if (!document.contains(key)) return std::string(key) + ": missing";
  return "";
}

}  // namespace

base::Result<Recording> read_recording(std::string_view text, std::string_view file) {
  if (base::trim(text).empty()) return base::bad_input(fmt::format("{}: the file is empty", file));
  json document;
  try {
    document = json::parse(text);
  } catch (const json::parse_error& error) {
    const char* what = error.byte > text.size() ? "the JSON ends too early" : "not valid JSON";
    return base::bad_input(
        fmt::format("{}: {} (byte {} of {})", file, what, std::min(error.byte, text.size()), text.size()));
  } catch (const json::exception&) {
    return base::bad_input(fmt::format("{}: a number in it is out of range", file));
  }
  if (const std::string problem = schema_problem(document); !problem.empty())
    return base::bad_input(fmt::format("{}: {}", file, base::valid_utf8(problem)));
  Recording recording;
  recording.name = file;
  Reader reader;
  reader.each(document, "", [&](const std::string& key, const json& value) {
    return read_member(reader, key, value, recording);
  });
  if (!reader.problem().empty()) return base::bad_input(fmt::format("{}: {}", file, reader.problem()));
  return recording;
}

}  // namespace gpuenv::machine::recorded
