// Builds of a framework: [[build]] rows joined with the [[release]] rows of their series (data/README.md
// tells how).
#include <algorithm>
#include <mutex>
#include <tuple>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {
namespace {

/// A release row with its version, read once for all builds.
struct Release {
  Version version;
  BlobRow row;
};

/// The key of a column on a system: "sm_linux" when the row has it, else "sm".
std::string column(const BlobRow& row, std::string_view name, OsFamily os) {
  std::string own = std::string(name) + "_" + word(os);
  return row.has(own) ? own : std::string(name);
}

std::string filled_in(std::string text, std::string_view placeholder, std::string_view value) {
  for (size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + value.size()))
    text.replace(at, placeholder.size(), value);
  return text;
}

IndexKind index_kind(std::string_view word) {
  if (word == "links") return IndexKind::links;
  return word == "extra" ? IndexKind::extra : IndexKind::instead;
}

/// "3.9" to "3.12", for rows that write only the ends.
std::vector<std::string> python_span(const Version& first, const Version& last) {
  std::vector<std::string> versions;
  if (!first.valid() || first.major_number() != last.major_number()) return versions;
  for (int minor = first.minor_number(); minor <= last.minor_number(); ++minor)
    versions.push_back(std::to_string(first.major_number()) + "." + std::to_string(minor));
  return versions;
}

/// Makes the builds of one framework.
class Builds {
 public:
  Builds(const Blob& blob, std::string_view name)
      : name_(name), file_("frameworks/" + std::string(name)), blob_(blob) {
    for (const BlobRow& row : blob.rows(file_ + ":release"))
      releases_.push_back({Version(row.text("version")), row});
    const std::vector<BlobRow> framework = blob.rows(file_ + ":framework");
    if (framework.empty()) return;
    requirement_ = framework[0].text("requirement");
    libraries_along_from_ = Version(framework[0].text("libraries_along_from"));
  }

  std::vector<FrameworkBuild> all() const {
    std::vector<FrameworkBuild> builds;
    for (const BlobRow& row : blob_.rows(file_ + ":build"))
      for (const std::string_view os : row.list("os"))
        if (auto build = build_for(row, os_named(os))) builds.push_back(std::move(*build));
    std::sort(builds.begin(), builds.end(), [](const FrameworkBuild& a, const FrameworkBuild& b) {
      // The machines are swapped so that x86_64 comes first.
      return std::tie(b.version, b.cuda, a.systems, b.machine) <
             std::tie(a.version, a.cuda, b.systems, a.machine);
    });
    return builds;
  }

 private:
  /// Nothing when release rows of the series exist and none has the variant for this system.
  std::optional<FrameworkBuild> build_for(const BlobRow& row, OsFamily os) const {
    FrameworkBuild build;
    build.framework = name_;
    build.version = Version(row.text("release"));
    build.variant = row.text("variant");
    build.cuda = Version(row.text("cuda"));
    build.systems = {os};
    if (row.has("machine")) build.machine = row.text("machine");
    bool described = false;
    const Release* release = newest_with(build, os, described);
    if (described && !release) return std::nullopt;
    fill_lists(build, row, os);
    fill_source(build, row, release, os);
    return build;
  }

  /// The newest release that has the variant; one whose variants could not be confirmed only when there is no
  /// other.
  const Release* newest_with(const FrameworkBuild& build, OsFamily os, bool& described) const {
    const Release* newest = nullptr;
    const std::string variants = std::string("variants_") + word(os);
    for (const Release& release : releases_) {
      if (!release.version.begins_with(build.version)) continue;
      described = true;
      if (release.row.has(variants) && !release.row.lists(variants, build.variant)) continue;
      const bool better =
          !newest || (doubtful(*newest, build.variant, os) == doubtful(release, build.variant, os)
                          ? release.version > newest->version
                          : doubtful(*newest, build.variant, os));
      if (better) newest = &release;
    }
    return newest;
  }

  /// Whether it is unconfirmed that the release has the variant. What the default index serves was seen
  /// there.
  static bool doubtful(const Release& release, std::string_view variant, OsFamily os) {
    const std::string system = word(os);
    if (release.row.lists("unconfirmed_variants", variant)) return true;
    if (!unconfirmed(release.row, {"variants_" + system})) return false;
    const std::string served = "pypi_default_" + system;
    return release.row.text(served) != variant || !release.row.lists("measured_fields", served);
  }

  static void fill_lists(FrameworkBuild& build, const BlobRow& row, OsFamily os) {
    const std::string sm = column(row, "sm", os), ptx = column(row, "ptx", os);
    if (row.has(sm)) build.cubins = sms(row.list(sm));
    // A build script names all its targets, so a list of cubins without one of PTX says that there is none.
    if (row.has(ptx) || build.cubins) build.ptx = sms(row.list(ptx));
    build.measured = build.cubins && row.lists("measured_fields", sm) && row.lists("measured_fields", ptx);
    build.floor = base::parse_sm(row.text("sm_min"));
    build.cudnn = Version(row.text(column(row, "cudnn", os)));
    build.unconfirmed = unconfirmed(row, {sm, ptx, "cuda"});
    build.ptx_fails = sms(row.list("ptx_fails"));
    build.ptx_fails_unconfirmed = unconfirmed(row, {"ptx_fails"});
    build.ptx_unproven = sms(row.list("ptx_unproven"));
    const std::string linalg = column(row, "sm_linalg", os);
    if (row.has(linalg)) build.linalg = sms(row.list(linalg));
  }

  void fill_source(FrameworkBuild& build, const BlobRow& row, const Release* release, OsFamily os) const {
    const auto either = [&](std::string_view key) {
      return row.has(key) || !release ? row.text(key) : release->row.text(key);
    };
    build.date = either("date");
    build.pythons = pythons(row, os);
    std::string requirement(either("requirement"));
    if (requirement.empty()) requirement = requirement_;
    std::string index(either("index"));
    for (std::string* text : {&requirement, &index}) {
      *text = filled_in(*text, "{version}", release ? release->version.text() : build.version.text());
      *text = filled_in(*text, "{variant}", build.variant);
      *text = filled_in(*text, "{os}", word(os));
    }
    // An extra is what brings them: tensorflow[and-cuda], jax[cuda13].
    build.libraries_along = requirement.contains('[') ||
                            (libraries_along_from_.valid() && build.version >= libraries_along_from_);
    build.requirement = std::move(requirement);
    build.index = std::move(index);
    build.index_kind = index_kind(either("index_kind"));
    build.default_index = row.flag("default_index");
    if (!release) return;
    if (build.pythons.empty()) build.pythons = pythons(release->row, os);
    // The release rows tell the default of x86_64 only.
    const bool served = release->row.text(std::string("pypi_default_") + word(os)) == build.variant;
    if (build.machine == "x86_64" && served) serve_by_default(build);
    if (doubtful(*release, build.variant, os)) build.unconfirmed = true;
  }

  /// The default index has the build without its local version: "torch==1.13.1", where the index of the
  /// framework has "torch==1.13.1+cu117".
  static void serve_by_default(FrameworkBuild& build) {
    build.default_index = true;
    const size_t local = build.requirement.find('+');
    if (local == std::string::npos) return;
    build.requirement.resize(local);
    build.index.clear();
    build.index_kind = IndexKind::instead;
  }

  static std::vector<std::string> pythons(const BlobRow& row, OsFamily os) {
    std::vector<std::string> versions = row.strings(column(row, "python", os));
    return versions.empty() ? python_span(Version(row.text("python_min")), Version(row.text("python_max")))
                            : versions;
  }

  std::string_view name_;
  std::string file_;
  const Blob& blob_;
  std::vector<Release> releases_;
  std::string requirement_;
  Version libraries_along_from_;
};

}  // namespace

struct Catalog::Memo {
  std::mutex mutex;
  std::map<std::string, std::vector<FrameworkBuild>, std::less<>> builds;
};

Catalog::Catalog(std::string owned, std::string_view embedded)
    : owned_(std::move(owned)), embedded_(embedded), memo_(std::make_shared<Memo>()) {}

std::vector<FrameworkBuild> Catalog::builds(std::string_view framework) const {
  const std::lock_guard lock(memo_->mutex);
  const auto known = memo_->builds.find(framework);
  if (known != memo_->builds.end()) return known->second;
  const Blob blob(this->blob());
  return memo_->builds.emplace(framework, Builds(blob, framework).all()).first->second;
}

}  // namespace gpuenv::catalog
