// The scrubber: collects who and what a recording names, then replaces it in every key and value.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "machine/recorded/recorded.h"
#include "machine/recorded/scrub/identities.h"
#include "machine/recorded/scrub/recognise.h"
#include "machine/recorded/scrub/scrub_text.h"

namespace gpuenv::machine::recorded {
namespace {

constexpr std::size_t least_secret = 8;  // shorter values are too likely to stand elsewhere by chance

template <std::size_t N>
bool one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

constexpr std::string_view user_variables[] = {"USER", "USERNAME", "LOGNAME", "SUDO_USER"};
constexpr std::string_view host_variables[] = {"HOSTNAME", "COMPUTERNAME", "HOST", "USERDOMAIN",
                                               "LOGONSERVER"};
constexpr std::string_view host_files[] = {"/etc/hostname", "/proc/sys/kernel/hostname"};
constexpr std::string_view serial_files[] = {"machine-id", "product_uuid", "product_serial", "board_serial",
                                             "chassis_serial"};
constexpr std::string_view network_files[] = {"/etc/hosts", "/etc/resolv.conf"};

bool is_network_variable(std::string_view name) {
  const std::string folded = base::lower(name);
  for (std::string_view word : base::split(folded, '_'))
    if (word == "proxy" || word == "ssh" || word == "addr" || word == "address" || word == "ip" ||
        word == "host" || word == "endpoint" || word == "url" || word == "port")
      return true;
  return false;
}

/// Registry keys stand in for paths: their names are not file names, but hold account SIDs and sometimes
/// folders.
class Scrubber {
 public:
  explicit Scrubber(const Recording& recording)
      : from_(recording), style_(recording.paths()), identities_(recording.os == base::OsFamily::windows) {
    collect_users();
    collect_hosts();
    collect_secrets();
    // Before any shortened UUID, and so that the cards are numbered in their own order.
    for (const auto& [request, reply] : from_.vendor) text(reply.value_or(""));
    apply();  // what stands in texts only becomes known here, and may stand in what was already written
  }

  Recording apply();

 private:
  std::string text(std::string_view it, TextKind kind = TextKind::text) {
    return scrub_text(it, kind, identities_);
  }
  std::string path(std::string_view it) { return text(it, TextKind::path); }

  void collect_users();
  void collect_hosts();
  void collect_secrets();
  bool is_unusual_host(const std::string& host) const;

  template <class T, class Scrub>
  Known<T> known(const Known<T>& answer, Scrub scrub) {
    if (answer.known()) return Known<T>(scrub(*answer), text(answer.origin()));
    return Known<T>(base::Unknown{answer.why().why, text(answer.why().detail)}, text(answer.origin()));
  }

  /// Scrubs the paths, and with `scrub(path, value)` the values.
  template <class T, class Scrub>
  void apply_paths(const std::map<std::string, Known<T>>& from, std::map<std::string, Known<T>>& to,
                   Scrub scrub) {
    for (const auto& entry : from)
      to.emplace(path(entry.first), known(entry.second, [&](const T& it) { return scrub(entry.first, it); }));
  }
  /// The same for names that stay as they are.
  template <class T, class Scrub>
  void apply_named(const std::map<std::string, Known<T>>& from, std::map<std::string, Known<T>>& to,
                   Scrub scrub) {
    for (const auto& entry : from)
      to.emplace(entry.first, known(entry.second, [&](const T& it) { return scrub(entry.first, it); }));
  }

  std::string variable(const std::string& name, const std::string& value);
  std::string content(const std::string& path, const std::string& bytes);
  std::string masked(std::string bytes);
  FileAnswer file(const std::string& path, const FileAnswer& answer);
  std::string link(const std::string& path, const std::string& target);
  std::vector<DirectoryEntry> entries(const std::string& folder, std::vector<DirectoryEntry> names);
  DeviceNode device(DeviceNode node);
  void apply_files(Recording& to);
  void apply_registry(Recording& to);

  const Recording& from_;
  base::PathStyle style_;
  Identities identities_;
};

void Scrubber::collect_users() {
  const auto add = [&](const std::string& name) {
    if (!name.empty() && !base::equal_ignoring_case(name, "root")) identities_.users.replace(name);
  };
  if (from_.system.known()) {
    add(base::file_name(style_, from_.system->home));
    path(from_.system->home);
  }
  for (const auto& [name, value] : from_.variables)
    if (value.known() && one_of(name, user_variables)) add(*value);
  // Before any text: a path as a whole shows where a name with a blank in it ends.
  const auto paths = [&](const auto& answers) {
    for (const auto& [key, answer] : answers) path(key);
  };
  paths(from_.files), paths(from_.status), paths(from_.directories), paths(from_.links), paths(from_.access);
  paths(from_.free_bytes);
}

void Scrubber::collect_hosts() {
  const auto add = [&](std::string_view host) {
    host = base::trim(host);
    while (host.starts_with('\\')) host.remove_prefix(1);
    if (host.empty() || host == "localhost") return;
    identities_.hosts.replace(host);
    if (is_unusual_host(std::string(host))) identities_.unusual_hosts.emplace_back(host);
  };
  const bool wsl = from_.variables.contains("WSL_DISTRO_NAME");
  for (const auto& [name, value] : from_.variables)
    if (value.known() && (one_of(name, host_variables) || (wsl && name == "NAME"))) add(*value);
  for (const auto& [path, file] : from_.files)
    if (file.bytes.known() && one_of(path, host_files)) add(*file.bytes);
}

/// "DESKTOP-1AB2C3D" is nothing else in any text; "ubuntu" and "python3" may be.
bool Scrubber::is_unusual_host(const std::string& host) const {
  const bool marked = std::any_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '-'; });
  if (host.size() < 6 || !marked) return false;
  for (const auto& [path, entries] : from_.directories)
    if (entries.known())
      for (const auto& entry : *entries)
        if (base::contains_ignoring_case(entry.name, host)) return false;
  return true;
}

void Scrubber::collect_secrets() {
  for (const auto& [name, value] : from_.variables)
    if (value.known() && is_secret_name(name) && value->size() >= least_secret)
      identities_.secrets.push_back(*value);
}

std::string Scrubber::variable(const std::string& name, const std::string& value) {
  if (value.empty()) return value;
  if (is_secret_name(name) || name.ends_with("_KEY")) return hidden;
  const bool root = base::equal_ignoring_case(value, "root");
  if (one_of(name, user_variables)) return root ? value : identities_.users.replace(value);
  if (identities_.hosts.knows(value)) return identities_.hosts.replace(value);
  return text(value, is_network_variable(name) ? TextKind::network : TextKind::text);
}

/// The content of a file, by what the file is known to hold.
std::string Scrubber::content(const std::string& path, const std::string& bytes) {
  const std::string end = bytes.ends_with('\n') ? "\n" : "";
  const std::string_view word = base::trim(bytes);
  if (word.empty()) return bytes;
  if (one_of(path, host_files) && identities_.hosts.knows(word)) return identities_.hosts.replace(word) + end;
  if (one_of(base::file_name(style_, path), serial_files)) return identities_.serials.replace(word) + end;
  if (bytes.find("PRIVATE KEY-----") != std::string::npos) return hidden + end;
  if (base::valid_utf8(bytes) != bytes) return masked(bytes);
  return text(bytes, one_of(path, network_files) ? TextKind::network : TextKind::text);
}

/// In other bytes positions matter, so the names of users are overwritten there and nothing else is touched.
std::string Scrubber::masked(std::string bytes) {
  Cursor cursor{bytes};
  for (; cursor.at < bytes.size(); ++cursor.at) {
    const Found found = find_user(cursor, TextKind::text, identities_);
    if (found.length == 0) continue;
    const std::size_t end = cursor.at + found.length;
    const std::size_t name = bytes.find_last_of("/\\", end - 1) + 1;
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(name),
              bytes.begin() + static_cast<std::ptrdiff_t>(end), 'u');
    cursor.text = bytes;
  }
  return bytes;
}

FileAnswer Scrubber::file(const std::string& path, const FileAnswer& answer) {
  FileAnswer result{known(answer.bytes, [&](const std::string& bytes) { return content(path, bytes); }),
                    answer.cut};
  // A cut file answers reads up to its length; replacing must not make it shorter.
  if (answer.cut && answer.bytes.known() && result.bytes->size() < answer.bytes->size())
    result.bytes->resize(answer.bytes->size(), ' ');
  return result;
}

/// A relative target keeps its form; its names become those of the absolute path that it leads to.
std::string Scrubber::link(const std::string& from, const std::string& target) {
  if (base::is_absolute(style_, target)) return path(target);
  const std::string parent = base::parent_path(style_, from);
  const auto names = [&](const std::string& it) { return base::split(it, style_.separator); };
  const std::string goal = path(base::normal_path(style_, base::join_path(style_, parent, target)));
  const auto goal_names = names(goal);
  const auto old_names = names(target);
  std::vector<std::string> result(old_names.begin(), old_names.end());
  for (std::size_t i = 1; i <= result.size() && i <= goal_names.size(); ++i) {
    std::string& name = result[result.size() - i];
    if (name.empty() || name == "." || name == "..") break;
    name = goal_names[goal_names.size() - i];
  }
  return base::join(result, std::string_view(&style_.separator, 1));
}

std::vector<DirectoryEntry> Scrubber::entries(const std::string& folder, std::vector<DirectoryEntry> names) {
  for (auto& entry : names)
    entry.name = base::file_name(style_, path(base::join_path(style_, folder, entry.name)));
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return names;
}

DeviceNode Scrubber::device(DeviceNode node) {
  node.instance_id = text(node.instance_id);
  node.description = text(node.description);
  return node;
}

void Scrubber::apply_files(Recording& to) {
  for (const auto& [key, answer] : from_.files) to.files.emplace(path(key), file(key, answer));
  apply_paths(from_.status, to.status, [](const std::string&, FileStatus it) { return it; });
  apply_paths(from_.directories, to.directories,
              [&](const std::string& key, const auto& it) { return entries(key, it); });
  apply_paths(from_.links, to.links, [&](const std::string& key, const auto& it) { return link(key, it); });
  for (const auto& [key, answer] : from_.summaries)
    to.summaries.emplace(text(key), known(answer, [](const std::string& it) { return it; }));
  apply_paths(from_.access, to.access, [](const std::string&, bool it) { return it; });
  apply_paths(from_.free_bytes, to.free_bytes, [](const std::string&, std::uint64_t it) { return it; });
  // A size that was right stays right.
  for (const auto& [key, answer] : from_.files) {
    const auto status = to.status.find(path(key));
    if (status == to.status.end() || !status->second.known() || !answer.bytes.known() || answer.cut) continue;
    if (status->second->size == answer.bytes->size())
      status->second->size = to.files.at(path(key)).bytes->size();
  }
}

void Scrubber::apply_registry(Recording& to) {
  for (const auto& [key, values] : from_.registry_values)
    apply_named(values, to.registry_values[text(key)], [&](const std::string& name, const std::string& it) {
      return is_secret_name(name) ? hidden : text(it);
    });
  for (const auto& [key, names] : from_.registry_keys)
    to.registry_keys.emplace(text(key), known(names, [&](std::vector<std::string> it) {
                               for (auto& name : it) name = text(name);
                               return it;
                             }));
}

Recording Scrubber::apply() {
  Recording to;
  to.name = from_.name;
  to.os = from_.os;
  to.complete = from_.complete;
  to.all_variables = from_.all_variables;
  to.all_registry = from_.all_registry;
  to.scrubbed = "user names, host names, secrets, serial numbers, GPU UUIDs, network addresses";
  for (const auto& environment : from_.environments) to.environments.push_back(path(environment));
  to.system = known(from_.system, [&](SystemInfo it) {
    it.home = path(it.home);
    it.working_directory = path(it.working_directory);
    return it;
  });
  apply_files(to);
  apply_named(from_.variables, to.variables,
              [&](const std::string& name, const std::string& it) { return variable(name, it); });
  apply_registry(to);
  to.display_devices = known(from_.display_devices, [&](std::vector<DeviceNode> it) {
    for (auto& node : it) node = device(std::move(node));
    return it;
  });
  to.kernel_log = known(from_.kernel_log, [&](const std::string& it) { return text(it); });
  for (const auto& [request, reply] : from_.vendor)
    to.vendor.emplace(text(request), known(reply, [&](const std::string& it) { return text(it); }));
  return to;
}

}  // namespace

Recording scrub(const Recording& recording) {
  return Scrubber(recording).apply();
}

std::string scrub_report(std::string_view text, const std::string& home, const base::PathStyle& style) {
  Identities identities(style.ignores_case);
  const std::string user = base::file_name(style, home);
  if (!user.empty() && !base::equal_ignoring_case(user, "root")) identities.users.replace(user);
  return scrub_text(text, TextKind::text, identities);
}

}  // namespace gpuenv::machine::recorded
