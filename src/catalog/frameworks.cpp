// Frameworks and the files that tell their builds (data/frameworks).
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {
namespace {

constexpr std::string_view folder = "frameworks/";
constexpr std::string_view table = ":framework";

FrameworkFile file_from(const BlobRow& row) {
  FrameworkFile file;
  file.path = row.text("path");
  file.field = row.text("field");
  file.how = row.text("how");
  file.key = row.text("key");
  for (const std::string_view os : row.list("os")) file.systems.push_back(os_named(os));
  return file;
}

}  // namespace

std::vector<std::string> Catalog::framework_names() const {
  std::vector<std::string> names;
  for (std::string_view name : Blob(blob()).table_names()) {
    if (!name.starts_with(folder) || !name.ends_with(table)) continue;
    name.remove_prefix(folder.size());
    name.remove_suffix(table.size());
    names.emplace_back(name);
  }
  return names;
}

std::optional<Framework> Catalog::framework(std::string_view name) const {
  const Blob blob(this->blob());
  const std::string file = std::string(folder) + std::string(name);
  const std::vector<BlobRow> rows = blob.rows(file + std::string(table));
  if (rows.empty()) return std::nullopt;
  const BlobRow& row = rows[0];
  Framework framework;
  framework.name = row.text("name");
  framework.title = row.text("title");
  framework.import_name = row.text("import_name");
  framework.distributions = row.strings("distributions");
  framework.cpu_distributions = row.strings("cpu_distributions");
  framework.gpu_distributions = row.strings("gpu_distributions");
  framework.windows_gpu = row.text("windows_gpu");
  framework.conda_packages = row.strings("conda_packages");
  framework.numpy2_linux = Version(row.text("numpy2_linux"));
  framework.numpy2_windows = Version(row.text("numpy2_windows"));
  framework.cpu_requirement = row.text("cpu_requirement");
  framework.cpu_index = row.text("cpu_index");
  framework.strict_wheels = row.strings("strict_wheels");
  framework.opens = row.strings("opens");
  framework.wheels_from = Version(row.text("wheels_from"));
  framework.blind_releases = row.strings("blind_releases");
  framework.pinned = row.strings("pinned");
  framework.optional_wheels = row.strings("optional_wheels");
  for (const BlobRow& companion : blob.rows(file + ":companion"))
    if (companion.flag("same_build")) framework.same_build.emplace_back(companion.text("name"));
  for (const BlobRow& file_row : blob.rows(file + ":file")) framework.files.push_back(file_from(file_row));
  return framework;
}

}  // namespace gpuenv::catalog
