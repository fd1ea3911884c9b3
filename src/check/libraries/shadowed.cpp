// Does LD_LIBRARY_PATH put an older library before the wheel's? Only where the framework would really take
// it: most find their wheels before that path is looked at (data/frameworks, [[shadowed]]).
#include "base/specifier.h"
#include "check/libraries.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Finding;
using model::LibraryCopy;

constexpr const char* gives[] = {"cuda.library-shadowed"};
constexpr const char* variable_name = "LD_LIBRARY_PATH";

/// The wheel's copy that should be used.
const LibraryCopy* own_copy(const Spot& spot, const std::string& library) {
  const LibraryCopy* own = nullptr;
  for (const auto* copy : copies_of(spot.environment.libraries, library))
    if (copy->from == "wheel" && serves(*copy, {cuda_major_of(spot.framework), 0})) own = copy;
  return own;
}

/// The copy that LD_LIBRARY_PATH brings first under the same name.
const LibraryCopy* first_given(const Input& input, const LibraryCopy& own) {
  for (const auto* copy : copies_of(input.facts.libraries, own.library)) {
    if (!copy->on_library_path) continue;
    if (serves(*copy, {own.cuda_major, own.library == "cudnn" ? own.version->major_number() : 0}))
      return copy;
  }
  return nullptr;
}

/// The lowest version that will do: nvJitLink has to be of the CUDA of the build, since its functions carry
/// that number (__nvJitLinkComplete_12_4); of the others, what the framework asks for, else what its wheel
/// is.
Version needed(const Input& input, const Spot& spot, const LibraryCopy& own) {
  if (own.library == "nvjitlink") return spot.framework.build->cuda;
  Answer unused;
  for (const auto& demand : demands_of(input, spot, unused))
    if (demand.wheel.name == own.package && base::lowest_of(demand.wheel.specifier).valid())
      return base::lowest_of(demand.wheel.specifier);
  return *own.version;
}

bool older(const Version& have, const Version& want) {
  return std::make_pair(have.major_number(), have.minor_number()) <
         std::make_pair(want.major_number(), want.minor_number());
}

void judge_rule(const Input& input, const Spot& spot, const catalog::Shadowed& rule, Answer& answer) {
  const LibraryCopy* own = own_copy(spot, rule.library);
  if (own == nullptr || !own->version.known() || !spot.framework.build->cuda.valid()) return;
  if (input.facts.libraries.undecided())
    return answer.cannot_tell("libraries", input.facts.libraries, spot.applies_to());
  const LibraryCopy* first = first_given(input, *own);
  if (first == nullptr) return;
  if (!first->version.known())
    return answer.cannot_tell(rule.library + ".version", first->version, spot.applies_to());
  if (first->package == own->package && *first->version == *own->version) return;
  const Version want = needed(input, spot, *own);
  if (!older(*first->version, want)) return;
  if (want.begins_with(*first->version))  // "9" of a file's name tells no release
    return answer.open.push_back(
        {rule.library + ".version", first->path + ": its name tells no version", spot.applies_to()});
  Finding finding = begin(input, "cuda.library-shadowed", spot);
  if (rule.unconfirmed) finding.confidence = model::Confidence::likely;
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["library"] = rule.library;
  finding.parameters["path"] = first->path;
  finding.parameters["have"] = first->version->text();
  finding.parameters["want"] = want.text();
  finding.parameters["own"] = own->version->text();
  const auto& variable = input.facts.variables.at(variable_name);
  finding.evidence.push_back({variable.origin(), std::string(variable_name) + "=" + *variable});
  finding.evidence.push_back(evidence(first->version, rule.library + " " + first->version->text()));
  finding.evidence.push_back({own->path, own->package + " " + own->version->text()});
  finding.fix.push_back(off_library_path(input, *first));
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (!is_gpu_build(spot.framework)) return;
  for (const auto& rule : input.catalog.shadowed(spot.framework.name))
    if (prefers_library_path(input, spot.framework, rule.library)) judge_rule(input, spot, rule, answer);
}

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family != base::OsFamily::linux || gpu_state(input.facts) == GpuState::none) return;
  const auto found = input.facts.variables.find(variable_name);
  if (found == input.facts.variables.end() || found->second.absent()) return;
  if (found->second.known() && found->second->empty()) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check libraries_shadowed{gives, run};

}  // namespace gpuenv::check
