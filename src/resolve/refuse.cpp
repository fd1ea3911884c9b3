// Why a build cannot serve a wish; see refuse.h. One small function for each reason.
#include "resolve/refuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "resolve/package.h"
#include "resolve/serve.h"

namespace gpuenv::resolve {
namespace {

using base::Serves;
using base::Sm;
using base::Version;
using catalog::FrameworkBuild;
using model::Wish;
using Detail = std::optional<std::string>;

Serves serves_card(const FrameworkBuild& build, const Sm& card) {
  static const std::vector<Sm> none;
  return base::serves(*build.cubins, build.ptx ? *build.ptx : none, card);
}

Detail wrong_os(const Candidate& candidate, const Ground&, const Wish& wish) {
  std::vector<std::string> names;
  names.reserve(candidate.build.systems.size());
  for (const auto system : candidate.build.systems) names.emplace_back(base::word(system));
  if (std::find(names.begin(), names.end(), wish.os) != names.end()) return {};
  return fmt::format("built for {}; the system is {}", base::join(names, " and "), wish.os);
}

Detail wrong_architecture(const Candidate& candidate, const Ground&, const Wish& wish) {
  if (candidate.build.machine == wish.architecture) return {};
  return fmt::format("built for {}; the machine is {}", candidate.build.machine, wish.architecture);
}

Detail wrong_python(const Candidate& candidate, const Ground&, const Wish& wish) {
  const auto& pythons = candidate.build.pythons;
  if (!wish.python.valid() || pythons.empty()) return {};
  if (std::find(pythons.begin(), pythons.end(), wish.python.series()) != pythons.end()) return {};
  return fmt::format("built for Python {}; the environment has {}", python_range(pythons),
                     wish.python.text());
}

/// Compiled code needs a driver for its CUDA major (minor-version compatibility); PTX one as new as its
/// toolkit (docs.nvidia.com, CUDA Compatibility, "Limitations": PTX is not covered by minor-version
/// compatibility).
Detail driver_too_old(const Candidate& candidate, const Ground& ground, const Wish& wish) {
  if (!wish.driver.valid()) return {};
  if (candidate.driver_floor.valid() && wish.driver < candidate.driver_floor)
    return fmt::format("CUDA {} needs driver {} or newer; the machine has {}", candidate.build.cuda.text(),
                       candidate.driver_floor.text(), wish.driver.text());
  const bool compiles = !ground.driver_cuda.valid() || ground.driver_cuda >= candidate.build.cuda;
  if (compiles || serves_all(candidate.build, wish) != Serves::ptx) return {};
  return fmt::format(
      "only its PTX serves the card, and driver {} compiles PTX up to CUDA {}; the build is CUDA {}",
      wish.driver.text(), ground.driver_cuda.text(), candidate.build.cuda.text());
}

std::string targets_of(const FrameworkBuild& build, const Sm& card) {
  std::vector<Sm> codes = *build.cubins;
  std::sort(codes.begin(), codes.end());
  if (!codes.empty() && card < codes.front()) return codes.front().name() + " and newer";
  std::vector<std::string> names;
  names.reserve(codes.size());
  for (const auto& code : codes) names.push_back(code.name());
  return names.empty() ? "no architecture" : base::join(names, ", ");
}

/// Without a list only the maintainers' lowest card speaks for a build, and that cannot mean a card that the
/// compiler of the build did not know.
bool compiler_too_old(const FrameworkBuild& build, const catalog::CardSupport& card) {
  return build.floor && card.first_toolkit.valid() && made_before(build.cuda, card.first_toolkit);
}

/// What can be said of a build whose architectures nobody listed.
Detail surely_no_code(const FrameworkBuild& build, const Ground& ground, const Wish& wish) {
  for (const auto& card : wish.cards) {
    if (build.floor && card < *build.floor)
      return fmt::format("made for {} and newer; the card is {}", build.floor->name(), card.name());
    const auto support = support_of(ground, card);
    if (libraries_older(code_of(build), support) || compiler_too_old(build, support))
      return fmt::format("CUDA {} is older than {}", build.cuda.text(), card.name());
  }
  for (const auto& known : ground.cards)
    if (known.last_toolkit.valid() && build.cuda > known.last_toolkit)
      return fmt::format("CUDA {} makes no code for {}; {} was the last that did", build.cuda.text(),
                         known.card.name(), known.last_toolkit.text());
  return {};
}

/// A build with known cubins and unknown PTX counts as without PTX: wheels as a rule carry none, and to
/// advise such a build for a card that it has no code for would be a guess.
Detail no_code_for_card(const Candidate& candidate, const Ground& ground, const Wish& wish) {
  const FrameworkBuild& build = candidate.build;
  if (!build.cubins) return surely_no_code(build, ground, wish);
  for (const auto& card : wish.cards) switch (service(code_of(build), support_of(ground, card))) {
      case Service::native:
      case Service::ptx:
      case Service::ptx_unproven:
        break;
      case Service::unknown:
      case Service::none:
        return fmt::format("built for {}; the card is {}", targets_of(build, card), card.name());
      case Service::ptx_doubtful:
      case Service::ptx_fails:
        return fmt::format("only its PTX serves {}, and that is known to fail there", card.name());
      case Service::libraries_older:
        return fmt::format("only its PTX serves {}, and its CUDA {} libraries are older than the card",
                           card.name(), build.cuda.text());
    }
  return {};
}

/// A build that brings no CUDA libraries is of use only where the system has those that it opens.
Detail no_libraries(const Candidate& candidate, const Ground& ground, const Wish&) {
  const FrameworkBuild& build = candidate.build;
  const auto& there = ground.setting.system_libraries;
  if (build.libraries_along || !there) return {};
  const auto fits = [&](const SystemLibraries& one) {
    return one.cuda_major == build.cuda.major_number() &&
           (one.cudnn_major == 0 || !build.cudnn.valid() || one.cudnn_major == build.cudnn.major_number());
  };
  if (std::any_of(there->begin(), there->end(), fits)) return {};
  return fmt::format("brings no CUDA libraries, and the system has none of CUDA {}", build.cuda.text());
}

/// The wheels of two CUDA majors write files of the same names: nvidia-cudnn-cu12 and -cu13 both have
/// nvidia/cudnn/lib/libcudnn.so.9, and the one installed last overwrites the other's (both wheels were read).
Detail beside_another_cuda(const Candidate& candidate, const Ground& ground, const Wish&) {
  const auto& majors = ground.setting.cuda_majors;
  const int own = candidate.build.cuda.major_number();
  if (majors.empty() || !candidate.build.libraries_along) return {};
  if (std::find(majors.begin(), majors.end(), own) != majors.end()) return {};
  return fmt::format("CUDA {} libraries would overwrite those of CUDA {} in the same environment", own,
                     majors.front());
}

/// A row for a series ("2.8") holds any release of it, and a wish for a series takes any release.
Detail other_version(const Candidate& candidate, const Ground&, const Wish& wish) {
  const Version& has = candidate.build.version;
  if (!wish.version.valid() || has.begins_with(wish.version) || wish.version.begins_with(has)) return {};
  return fmt::format("version {} is wanted", wish.version.public_text());
}

struct Question {
  const char* reason;
  Detail (*ask)(const Candidate&, const Ground&, const Wish&);
};

constexpr std::array<Question, 8> questions{{{"os", wrong_os},
                                             {"architecture", wrong_architecture},
                                             {"python", wrong_python},
                                             {"driver", driver_too_old},
                                             {"arch", no_code_for_card},
                                             {"libraries", no_libraries},
                                             {"beside", beside_another_cuda},
                                             {"version", other_version}}};

}  // namespace

bool made_before(const Version& cuda, const Version& first) {
  const bool major_only = !cuda.text().contains('.');
  return major_only ? cuda.major_number() < first.major_number() : cuda < first;
}

std::optional<Refusal> refuse(const Candidate& candidate, const Ground& ground, const Wish& wish) {
  for (const auto& question : questions)
    if (auto detail = question.ask(candidate, ground, wish))
      return Refusal{question.reason, std::move(*detail)};
  return std::nullopt;
}

std::optional<Refusal> refuse_among(std::span<const Candidate> all, const Candidate& candidate,
                                    const Ground& ground, const Wish& wish) {
  auto refusal = refuse(candidate, ground, wish);
  const FrameworkBuild& build = candidate.build;
  if (refusal || build.cubins || build.floor || wish.cards.empty()) return refusal;
  bool listed = false;
  for (const auto& other : all) {
    if (other.build.variant != build.variant || !other.build.cubins) continue;
    if (serves_all(other.build, wish) != Serves::none) return std::nullopt;
    listed = true;
  }
  if (!listed) return std::nullopt;
  return Refusal{"arch",
                 fmt::format("no list for it, and no other {} build has code for the card", build.variant)};
}

catalog::CardSupport support_of(const Ground& ground, const Sm& card) {
  const auto known = std::find_if(ground.cards.begin(), ground.cards.end(),
                                  [&](const auto& support) { return support.card == card; });
  return known == ground.cards.end() ? catalog::CardSupport{card, {}, {}, 0} : *known;
}

std::optional<Serves> serves_all(const FrameworkBuild& build, const Wish& wish) {
  if (!build.cubins) return std::nullopt;
  Serves worst = Serves::native;
  for (const auto& card : wish.cards) worst = std::max(worst, serves_card(build, card));
  return worst;
}

Version needed_driver(const Candidate& candidate, const Wish& wish) {
  return serves_all(candidate.build, wish) == Serves::ptx ? candidate.ptx_driver_floor
                                                          : candidate.driver_floor;
}

}  // namespace gpuenv::resolve
