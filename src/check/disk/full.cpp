// Is there room left where environments, caches and temporary files are written?
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"disk.almost-full"};

void run(const Input& input, Answer& answer) {
  const auto least = input.catalog.limit(catalog::Limit::disk_almost_full);
  if (!least) return;
  const model::Disk* fullest = nullptr;
  for (const auto& disk : input.facts.surroundings.disks)
    if (disk.free_mib.known() && *disk.free_mib < *least &&
        (fullest == nullptr || *disk.free_mib < *fullest->free_mib))
      fullest = &disk;
  if (fullest == nullptr) return;
  model::Finding finding = begin(input, "disk.almost-full");
  finding.parameters = {{"path", fullest->path}, {"free", std::to_string(*fullest->free_mib)}};
  for (const auto& disk : input.facts.surroundings.disks)
    if (disk.free_mib.known() && *disk.free_mib < *least)
      finding.evidence.push_back({disk.path, std::to_string(*disk.free_mib) + " MiB"});
  if (fullest->temporary) {
    finding.fix.push_back({"temporary", {}, "export TMPDIR=\"$HOME/tmp\" && mkdir -p \"$TMPDIR\"", "bash"});
    return answer.findings.push_back(std::move(finding));
  }
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  bool uv = false;
  for (const auto& environment : input.facts.environments)
    uv = uv || (environment.selection != model::Selection::found && environment.installer == "uv");
  finding.fix.push_back({"cache",
                         {},
                         uv        ? "uv cache clean"
                         : windows ? "py -m pip cache purge"
                                   : "python3 -m pip cache purge",
                         windows ? "powershell" : "bash"});
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check disk_full{gives, run};

}  // namespace gpuenv::check
