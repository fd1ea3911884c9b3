// os-release(5): what a Linux distribution calls itself.
#pragma once

#include <string>
#include <string_view>

namespace gpuenv::parse {

struct OsRelease {
  std::string name;         ///< NAME, "Debian GNU/Linux"
  std::string version_id;   ///< VERSION_ID, "12"; rolling distributions have none
  std::string pretty_name;  ///< PRETTY_NAME
  std::string id;           ///< ID, "debian"
  std::string id_like;      ///< ID_LIKE, "ubuntu debian"; often not there

  /// "Ubuntu 24.04": name and version, else the pretty name, else the id; "" when the text says nothing.
  std::string title() const;
};

/// Reads the lines KEY=value with shell quoting; other lines are passed over.
OsRelease os_release(std::string_view text);

}  // namespace gpuenv::parse
