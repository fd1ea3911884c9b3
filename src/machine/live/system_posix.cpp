// The system and the user's surroundings on Linux. What only Windows has is `unsupported` here.
#include "machine/live/system.h"

#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;

std::string home_folder() {
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') return home;
  std::string buffer(16 << 10, '\0');
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
    return "";
  return found->pw_dir != nullptr ? found->pw_dir : "";
}

std::string working_folder() {
  std::string buffer(64 << 10, '\0');
  return ::getcwd(buffer.data(), buffer.size()) != nullptr ? std::string(buffer.c_str()) : "";
}

/// "glibc 2.36" (confstr(3)).
std::string c_library() {
#ifdef _CS_GNU_LIBC_VERSION
  char text[64] = "";
  if (::confstr(_CS_GNU_LIBC_VERSION, text, sizeof text) > 0) return text;
#endif
  return "";
}

template <class T>
Known<T> only_windows(const char* what, std::string origin) {
  return Known<T>(Unknown{Why::unsupported, std::string("only Windows has a ") + what}, std::move(origin));
}

}  // namespace

Traits live_traits() {
  return {Traits::Kind::live, "host", base::OsFamily::linux, base::posix_paths};
}

std::string own_program() {
  return "/proc/self/exe";
}

Known<SystemInfo> system_info() {
  utsname name{};
  if (::uname(&name) != 0) return Known<SystemInfo>(Unknown{Why::failed, "uname failed"}, "uname");
  return {SystemInfo{name.release, name.machine, home_folder(), working_folder(), c_library()}, "uname"};
}

Known<std::string> variable(std::string_view name_text) {
  const std::string name(name_text);
  const std::string origin = "$" + name;
  const bool possible = !name.empty() && name.find_first_of(std::string_view("=\0", 2)) == std::string::npos;
  const char* value = possible ? std::getenv(name.c_str()) : nullptr;
  if (value == nullptr) return Known<std::string>(Unknown{Why::absent, name + " is not set"}, origin);
  return {value, origin};
}

Known<std::string> registry_value(std::string_view key, std::string_view name) {
  return only_windows<std::string>("registry", std::string(key) + "\\" + std::string(name));
}

Known<std::vector<std::string>> registry_keys(std::string_view key) {
  return only_windows<std::vector<std::string>>("registry", std::string(key));
}

Known<std::vector<DeviceNode>> display_devices() {
  return only_windows<std::vector<DeviceNode>>("device manager", "device manager");
}

}  // namespace gpuenv::machine::live
