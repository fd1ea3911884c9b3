// ld.so.conf; see ld_conf.h.
#include "parse/ld_conf.h"

#include "base/text.h"

namespace gpuenv::parse {

LdConf ld_conf(std::string_view text) {
  LdConf conf;
  for (std::string_view line : base::lines(text)) {
    line = base::trim(line.substr(0, line.find('#')));
    if (line.starts_with("include") && line.size() > 7 && (line[7] == ' ' || line[7] == '\t')) {
      conf.includes.emplace_back(base::trim(line.substr(7)));
    } else if (line.starts_with('/')) {
      // Old files may say "/usr/lib=libc5" about a folder.
      conf.folders.emplace_back(base::trim(line.substr(0, line.find('='))));
    }
  }
  return conf;
}

}  // namespace gpuenv::parse
