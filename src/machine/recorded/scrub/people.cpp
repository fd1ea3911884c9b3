// User names and host names. Both can be ordinary words ("nvidia", "a", "ubuntu"), so that the place where
// they stand decides; see recognise.h.
#include <algorithm>

#include "base/text.h"
#include "machine/recorded/scrub/recognise.h"

namespace gpuenv::machine::recorded {
namespace {

/// Names in the place of a user's that are nobody's.
constexpr std::string_view nobody[] = {"public", "default",   "default user", "all users",
                                       "shared", "linuxbrew", "root"};

/// Folders where a name that is also a user's means something else.
constexpr std::string_view system_folders[] = {"/proc",
                                               "/sys",
                                               "/usr",
                                               "/lib",
                                               "/lib64",
                                               "/etc",
                                               "/opt",
                                               "/bin",
                                               "/sbin",
                                               "/dev",
                                               "/run",
                                               "/var",
                                               "/boot",
                                               "/snap",
                                               "c:/windows",
                                               "c:/program files",
                                               "c:/program files (x86)",
                                               "c:/programdata"};

bool ends_name(char c) {
  return is_blank(c) || std::string_view("/\\:;\"'<>|,()").find(c) != std::string_view::npos;
}

/// The length of "/home/" or "\Users\" (also with doubled separators) at the cursor.
std::size_t home_parent_length(const Cursor& cursor) {
  std::size_t length = cursor.run(0, is_slash);
  if (length == 0 || length > 2) return 0;
  const std::size_t word = cursor.run(length, is_letter);
  const std::string_view name = cursor.rest().substr(length, word);
  if (!base::equal_ignoring_case(name, "home") && !base::equal_ignoring_case(name, "users")) return 0;
  length += word;
  const std::size_t slashes = cursor.run(length, is_slash);
  return slashes == 0 || slashes > 2 ? 0 : length + slashes;
}

/// Where the path begins that the cursor stands in.
std::size_t path_start(const Cursor& cursor, TextKind kind) {
  if (kind == TextKind::path) return 0;
  std::size_t start = cursor.at;
  while (start > 0) {
    const char c = cursor.text[start - 1];
    if (c == ':' && start >= 2 && is_letter(cursor.text[start - 2]) && is_slash(cursor.text[start]) &&
        (start == 2 || !is_word(cursor.text[start - 3])))
      return start - 2;
    if (!is_slash(c) && ends_name(c)) break;
    if (c == '=') break;
    --start;
  }
  return start;
}

/// "https://host/users/x" is nobody's home; "file:///home/x" is.
bool in_url(const Cursor& cursor) {
  const std::size_t start = path_start(cursor, TextKind::text);
  return start > 0 && cursor.text[start - 1] == ':' && cursor.text.substr(start).starts_with("//") &&
         !cursor.text.substr(start).starts_with("///") && start >= 2 && is_letter(cursor.text[start - 2]) &&
         start >= 3 && is_letter(cursor.text[start - 3]);
}

/// The length of the known user's name at a distance, 0 when there is none.
std::size_t known_user_length(const Cursor& cursor, std::size_t distance, TextKind kind, const Pool& users) {
  const std::string_view rest = cursor.rest().substr(distance);
  for (const auto& user : users.originals()) {
    if (rest.size() < user.size() || !users.knows(rest.substr(0, user.size()))) continue;
    if (rest.substr(0, user.size()) != user && !base::equal_ignoring_case(rest.substr(0, user.size()), user))
      continue;
    if (rest.size() == user.size() ||
        (kind == TextKind::path ? is_slash(rest[user.size()]) : ends_name(rest[user.size()])))
      return user.size();
  }
  return 0;
}

/// The length of a name that follows "/home/" or "\Users\". Windows' names may hold blanks, when a separator
/// ends them.
std::size_t new_user_length(const Cursor& cursor, std::size_t distance, TextKind kind) {
  const std::size_t to_slash = cursor.run(distance, [](char c) { return !is_slash(c); });
  if (kind == TextKind::path) return to_slash;
  const std::string_view name = cursor.rest().substr(distance, to_slash);
  const bool ended = distance + to_slash < cursor.rest().size();
  const bool clean = std::none_of(name.begin(), name.end(), [](char c) { return c != ' ' && ends_name(c); });
  const bool users = base::contains_ignoring_case(cursor.rest().substr(0, distance), "users");
  if (users && ended && clean && !name.empty() && name.back() != ' ' && name.size() <= 32) return to_slash;
  return cursor.run(distance, [](char c) { return !ends_name(c); });
}

/// "$USER", "<name>", "{user}", "*", "..." stand for a name and are none.
bool is_real_name(std::string_view name) {
  if (name.empty() || name.find_first_of("$<>{}*%?") != std::string_view::npos || name[0] == '.')
    return false;
  const std::string folded = base::lower(name);
  return std::find(std::begin(nobody), std::end(nobody), folded) == std::end(nobody);
}

Found find_in_home(const Cursor& cursor, TextKind kind, Identities& identities) {
  const std::size_t parent = home_parent_length(cursor);
  if (parent == 0 || (kind != TextKind::path && in_url(cursor))) return {};
  std::size_t length = known_user_length(cursor, parent, kind, identities.users);
  if (length == 0) length = new_user_length(cursor, parent, kind);
  const std::string_view name = cursor.rest().substr(parent, length);
  if (!is_real_name(name)) return {};
  return {parent + length, std::string(cursor.rest().substr(0, parent)) + identities.users.replace(name)};
}

/// Whether people keep their own files where the path up to the cursor leads.
bool is_personal_place(const Cursor& cursor, TextKind kind) {
  const std::size_t start = path_start(cursor, kind);
  std::string path = base::lower(cursor.text.substr(start, cursor.at - start));
  std::replace(path.begin(), path.end(), '\\', '/');
  const bool absolute =
      path.empty() ? cursor.peek(0) == '/' : path[0] == '/' || (path.size() >= 2 && path[1] == ':');
  if (!absolute || path.find("-packages") != std::string::npos) return false;
  path += '/';
  return std::none_of(std::begin(system_folders), std::end(system_folders),
                      [&](std::string_view folder) { return path.starts_with(std::string(folder) + "/"); });
}

/// A known user's name as a component: /scratch/alice, D:\alice.
Found find_component(const Cursor& cursor, TextKind kind, Identities& identities) {
  if (!is_slash(cursor.peek(0)) || is_slash(cursor.peek(1))) return {};
  const std::size_t length = known_user_length(cursor, 1, kind, identities.users);
  if (length == 0 || (kind != TextKind::path && in_url(cursor)) || !is_personal_place(cursor, kind))
    return {};
  // A folder right below the root is the machine's, not a person's.
  const std::size_t start = path_start(cursor, kind);
  if (start == cursor.at && cursor.peek(0) == '/') return {};
  return {1 + length, cursor.peek(0) + identities.users.replace(cursor.rest().substr(1, length))};
}

}  // namespace

Found find_user(const Cursor& cursor, TextKind kind, Identities& identities) {
  if (!is_slash(cursor.peek(0))) return {};
  if (Found found = find_in_home(cursor, kind, identities); found.length > 0) return found;
  return find_component(cursor, kind, identities);
}

Found find_host(const Cursor& cursor, TextKind, Identities& identities) {
  const auto is_host_part = [](char c) { return is_word(c) || c == '-'; };
  if (is_host_part(cursor.peek(-1)) || cursor.peek(-1) == '.') return {};
  const std::size_t length = cursor.run(0, is_host_part);
  const std::string_view word = cursor.rest().substr(0, length);
  if (length == 0 || !identities.hosts.knows(word)) return {};
  const bool unusual =
      std::any_of(identities.unusual_hosts.begin(), identities.unusual_hosts.end(),
                  [&](const std::string& host) { return base::equal_ignoring_case(host, word); });
  if (!unusual && cursor.peek(-1) != '@') return {};
  return {length, identities.hosts.replace(word)};
}

}  // namespace gpuenv::machine::recorded
