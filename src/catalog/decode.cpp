// Shared column values; see decode.h.
#include "catalog/decode.h"

#include <algorithm>

namespace gpuenv::catalog {

base::OsFamily os_named(std::string_view name) {
  if (name == "linux") return base::OsFamily::linux;
  return name == "windows" ? base::OsFamily::windows : base::OsFamily::other;
}

std::vector<base::Sm> sms(const std::vector<std::string_view>& texts) {
  std::vector<base::Sm> result;
  for (const std::string_view text : texts)
    if (const auto sm = base::parse_sm(text)) result.push_back(*sm);
  return result;
}

bool unconfirmed(const BlobRow& row, const std::vector<std::string_view>& fields) {
  if (row.flag("unconfirmed")) return true;
  const std::vector<std::string_view> doubtful = row.list("unconfirmed_fields");
  return std::any_of(doubtful.begin(), doubtful.end(), [&](std::string_view name) {
    return name == "all" || std::find(fields.begin(), fields.end(), name) != fields.end();
  });
}

}  // namespace gpuenv::catalog
