// Names of conda's records; see conda_record.h.
#include "parse/conda_record.h"

#include "base/text.h"

namespace gpuenv::parse {

std::optional<model::CondaPackage> conda_record(std::string_view file_name) {
  if (!file_name.ends_with(".json")) return std::nullopt;
  file_name.remove_suffix(5);
  // Neither version nor build may hold a '-'.
  const size_t build = file_name.rfind('-');
  if (build == std::string_view::npos || build == 0) return std::nullopt;
  const size_t version = file_name.rfind('-', build - 1);
  if (version == std::string_view::npos || version == 0) return std::nullopt;
  return model::CondaPackage{base::valid_utf8(file_name.substr(0, version)),
                             base::valid_utf8(file_name.substr(version + 1, build - version - 1)),
                             base::valid_utf8(file_name.substr(build + 1))};
}

}  // namespace gpuenv::parse
