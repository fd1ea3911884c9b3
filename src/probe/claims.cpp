// Which distribution claims which file; see integrity.h.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "parse/record.h"
#include "probe/integrity.h"

namespace gpuenv::probe {
namespace {

using model::Distribution;
using model::Environment;

/// Distributions that install to the same folder cv2 (github.com/opencv/opencv-python: "there are four
/// different packages and you should select only one of them").
constexpr std::string_view opencv[] = {"opencv-python", "opencv-python-headless", "opencv-contrib-python",
                                       "opencv-contrib-python-headless"};

bool is_opencv(std::string_view name) {
  return std::find(std::begin(opencv), std::end(opencv), name) != std::end(opencv);
}

/// A second *.dist-info of the same name is what an interrupted installation left; none of the two can be
/// trusted.
std::set<std::string> listed_twice(const Machine& machine, const Environment& environment) {
  std::set<std::string> seen, twice;
  for (const auto& distribution : *environment.distributions) {
    const std::string folder = base::parent_path(machine.traits().paths, distribution.path);
    if (!seen.insert(folder + ' ' + distribution.name).second) twice.insert(distribution.name);
  }
  return twice;
}

bool by_conda(const Environment& environment, const Distribution& distribution) {
  if (distribution.installer == "conda") return true;
  if (distribution.installer == "pip" || distribution.installer == "uv") return false;
  const auto& packages = environment.conda_packages;
  return packages.known() && std::any_of(packages->begin(), packages->end(), [&](const auto& package) {
           return package.name == distribution.name;
         });
}

class ClaimReader {
 public:
  ClaimReader(Machine& machine, const Environment& environment, const FrameworkRows& rows, Depth depth)
      : machine_(machine), environment_(environment), rows_(rows), depth_(depth) {
    for (const auto& row : rows.all()) {
      beginnings_.insert(row.import_name + "/__init__.py");
      for (const auto& file : row.files)
        if (!parse::is_native_library(file.path)) tellers_.insert(file.path);
    }
    opencv_twice_ = std::count_if(environment.distributions->begin(), environment.distributions->end(),
                                  [](const auto& distribution) { return is_opencv(distribution.name); }) > 1;
  }

  Claims read() {
    const auto twice = listed_twice(machine_, environment_);
    for (const auto& distribution : *environment_.distributions)
      if (matters(distribution.name) && distribution.path.ends_with(".dist-info") &&
          !twice.contains(distribution.name) && !by_conda(environment_, distribution))
        add(distribution);
    return std::move(claims_);
  }

 private:
  bool matters(const std::string& name) const {
    return depth_ == Depth::all || rows_.concerns(name) || name.starts_with("nvidia-") ||
           (opencv_twice_ && is_opencv(name));
  }

  /// Installers write the scripts outside of site-packages and most of *.dist-info themselves; Python writes
  /// .pyc.
  bool wanted(std::string_view path) const {
    if (path.starts_with("../")) return false;
    if (parse::is_native_library(path) || beginnings_.contains(path) || tellers_.contains(path)) return true;
    return depth_ == Depth::all && !path.ends_with(".pyc") && !path.contains(".dist-info/") &&
           !path.starts_with('/');
  }

  void add(const Distribution& distribution) {
    const auto text = machine_.read_file(machine_.join(distribution.path, "RECORD"), most_record_bytes);
    if (text.undecided()) claims_.unread.push_back(text.why());
    if (!text.known()) return;
    const std::string site = base::parent_path(machine_.traits().paths, distribution.path);
    parse::record_lines(
        *text, text->size() == most_record_bytes, [&](std::string_view path) { return wanted(path); },
        [&](parse::RecordLine line) {
          auto& list = claims_.files[below(machine_, site, line.path)];
          // One line a file and distribution; a broken RECORD may hold a million of the same.
          const bool text = depth_ != Depth::all && tellers_.contains(line.path);
          if (list.empty() || list.back().distribution != &distribution)
            list.push_back({&distribution, std::move(line.hash), line.size, text});
        });
  }

  Machine& machine_;
  const Environment& environment_;
  const FrameworkRows& rows_;
  Depth depth_;
  std::set<std::string, std::less<>> beginnings_, tellers_;
  bool opencv_twice_ = false;
  Claims claims_;
};

}  // namespace

Claims read_claims(Machine& machine, const Environment& environment, const FrameworkRows& rows, Depth depth) {
  if (!environment.distributions.known()) return {{}, {environment.distributions.why()}};
  return ClaimReader(machine, environment, rows, depth).read();
}

}  // namespace gpuenv::probe
