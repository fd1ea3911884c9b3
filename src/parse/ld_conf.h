// ld.so.conf: folders in which the dynamic linker looks for libraries (ldconfig(8)).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::parse {

struct LdConf {
  std::vector<std::string> folders;   ///< absolute ones, in order
  std::vector<std::string> includes;  ///< patterns such as "/etc/ld.so.conf.d/*.conf", as they stand
};

LdConf ld_conf(std::string_view text);

}  // namespace gpuenv::parse
