// Packages built against a framework, which of their releases belong together, and libraries that other
// copies take the place of (data/frameworks, [[companion]], [[release]], [[shadowed]]).
#include <algorithm>
#include <functional>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {
namespace {

std::string table(std::string_view framework, std::string_view kind) {
  return "frameworks/" + std::string(framework) + ":" + std::string(kind);
}

/// "2.11.0 (not rebuilt; ...)" is 2.11.0; invalid for "none".
Version leading_version(std::string_view text) {
  return Version(text.substr(0, text.find(' ')));
}

/// Calls `each` with every pair (companion, framework) that the rows tell, until it says that it has enough.
void for_each_pair(const Blob& blob, std::string_view framework, std::string_view companion,
                   const std::function<bool(const Version&, const Version&)>& each) {
  for (const BlobRow& row : blob.rows(table(framework, "companion"))) {
    if (row.text("name") != companion) continue;
    for (const std::string_view pair : row.list("pairs")) {
      const size_t sign = pair.find('=');
      if (sign != std::string_view::npos &&
          each(Version(pair.substr(0, sign)), Version(pair.substr(sign + 1))))
        return;
    }
  }
  for (const BlobRow& row : blob.rows(table(framework, "release"))) {
    const Version version = leading_version(row.text(companion));
    if (version.valid() && each(version, Version(row.text("version")))) return;
  }
}

bool same_series(const Version& a, const Version& b) {
  return a.major_number() == b.major_number() && a.minor_number() == b.minor_number();
}

}  // namespace

std::vector<Companion> Catalog::companions(std::string_view framework) const {
  const Blob blob(this->blob());
  std::vector<Companion> result;
  for (const BlobRow& row : blob.rows(table(framework, "companion")))
    result.push_back({std::string(row.text("name")), std::string(row.text("version_file")),
                      std::string(row.text("version_key")), Version(row.text("loose_from")), row.flag("soft"),
                      row.strings("kernels")});
  return result;
}

Version Catalog::companion_for(std::string_view framework, std::string_view companion,
                               const Version& release) const {
  const Blob blob(this->blob());
  Version found;
  for_each_pair(blob, framework, companion, [&](const Version& version, const Version& of) {
    if (of != release) return false;
    found = version;  // the last of several for one release is the newest
    return false;
  });
  return found;
}

Version Catalog::release_for(std::string_view framework, std::string_view companion,
                             const Version& version) const {
  const Blob blob(this->blob());
  Version found;
  for_each_pair(blob, framework, companion, [&](const Version& listed, const Version& of) {
    // Pre- and post-releases are no numbers: 0.0.28.post1 and 0.0.28.post3 belong to different releases.
    const bool same = listed.public_text() == version.public_text();
    if (same || (!found.valid() && listed.minor_number() > 0 && same_series(listed, version))) found = of;
    return same;
  });
  return found;
}

std::vector<Shadowed> Catalog::shadowed(std::string_view framework) const {
  const Blob blob(this->blob());
  std::vector<Shadowed> result;
  for (const BlobRow& row : blob.rows(table(framework, "shadowed")))
    result.push_back(
        {std::string(row.text("library")), Version(row.text("below")), unconfirmed(row, {"below"})});
  return result;
}

std::vector<CudnnSupport> Catalog::cudnn_support() const {
  const Blob blob(this->blob());
  std::vector<CudnnSupport> result;
  for (const BlobRow& row : blob.rows("toolkits:cudnn"))
    if (const auto oldest = base::parse_sm(row.text("cc_min")))
      result.push_back({Version(row.text("from")), *oldest});
  return result;
}

std::optional<LibraryUser> Catalog::library_user(std::string_view name, const Version& release) const {
  const Blob blob(this->blob());
  for (const BlobRow& row : blob.rows("toolkits:library_user")) {
    const Version from(row.text("from")), below(row.text("below"));
    if (row.text("name") != name || release < from || (below.valid() && release >= below)) continue;
    return LibraryUser{std::string(name),
                       std::string(row.text("title")),
                       base::small_number(row.text("cuda_major")),
                       base::small_number(row.text("cudnn_major")),
                       Version(row.text("newest")),
                       Version(row.text("python_min"))};
  }
  return std::nullopt;
}

std::vector<std::string> Catalog::library_users() const {
  const Blob blob(this->blob());
  std::vector<std::string> names;
  for (const BlobRow& row : blob.rows("toolkits:library_user")) {
    const std::string name(row.text("name"));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace gpuenv::catalog
