// NumPy 2 with a build that was compiled against NumPy 1: the two cannot exchange arrays.
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"python.numpy2"};

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  const auto* numpy = spot.environment.find("numpy");
  if (numpy == nullptr || numpy->version.major_number() < 2 || !spot.framework.version.known()) return;
  const auto row = input.catalog.framework(spot.framework.name);
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const base::Version first = !row ? base::Version() : windows ? row->numpy2_windows : row->numpy2_linux;
  if (!first.valid() || *spot.framework.version >= first) return;
  // conda builds its packages itself, against the NumPy that it asks for.
  if (spot.environment.kind == "conda" && numpy->installer == "conda") return;
  model::Finding finding = begin(input, "python.numpy2", spot);
  // torch computes on, it only cannot take or give arrays; the others cannot be imported.
  if (spot.framework.name == "torch") finding.severity = model::Severity::warning;
  finding.parameters["numpy"] = numpy->version.text();
  finding.parameters["first"] = first.text();
  finding.evidence.push_back({numpy->path, "numpy " + numpy->version.text()});
  finding.evidence.push_back(
      evidence(spot.framework.version, spot.framework.name + " " + finding.parameters["version"]));
  finding.fix.push_back(steps::install_requirement("numpy<2", steps::target_for(spot.environment, windows)));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check python_numpy2{gives, run};

}  // namespace gpuenv::check
