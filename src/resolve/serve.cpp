// How the code of a build serves a card; see serve.h.
#include "resolve/serve.h"

#include <algorithm>

namespace gpuenv::resolve {
namespace {

using base::Serves;
using base::Sm;

bool names_major(const std::vector<Sm>& list, const Sm& card) {
  return std::any_of(list.begin(), list.end(), [&](const Sm& sm) { return sm.major == card.major; });
}

std::optional<std::vector<Sm>> as_optional(const base::Known<std::vector<Sm>>& list) {
  return list.known() ? std::optional(*list) : std::nullopt;
}

}  // namespace

Code code_of(const catalog::FrameworkBuild& build) {
  return {.cubins = build.cubins,
          .ptx = build.ptx,
          .cuda = build.cuda,
          .cudnn_major = build.cudnn.major_number(),
          .ptx_fails = build.ptx_fails,
          .ptx_unproven = build.ptx_unproven,
          .ptx_fails_unconfirmed = build.ptx_fails_unconfirmed};
}

Code code_of(const model::Framework& framework) {
  Code code;
  code.cubins = as_optional(framework.cubins);
  code.ptx = as_optional(framework.ptx);
  if (framework.build.known()) code.cuda = framework.build->cuda;
  if (!framework.known_build.known()) return code;
  const model::KnownBuild& known = *framework.known_build;
  code.cudnn_major = known.cudnn_major;
  code.ptx_fails = known.ptx_fails;
  code.ptx_unproven = known.ptx_unproven;
  code.ptx_fails_unconfirmed = known.ptx_fails_unconfirmed;
  return code;
}

/// Within a CUDA major the libraries may be newer than the build's toolkit, so only its major counts.
bool libraries_older(const Code& code, const catalog::CardSupport& card) {
  const bool cuda = code.cuda.valid() && card.first_toolkit.valid() &&
                    code.cuda.major_number() < card.first_toolkit.major_number();
  return cuda || (code.cudnn_major != 0 && code.cudnn_major < card.first_cudnn);
}

bool begins_later(const std::vector<Sm>& cubins, const Sm& card) {
  return std::all_of(cubins.begin(), cubins.end(), [&](const Sm& sm) {
    return sm.major > card.major || (sm.major == card.major && sm.minor > card.minor);
  });
}

Service service(const Code& code, const catalog::CardSupport& card) {
  if (!code.cubins) return Service::unknown;
  const auto how = base::serves(*code.cubins, code.ptx.value_or(std::vector<Sm>{}), card.card);
  if (how == Serves::native) return Service::native;
  if (how == Serves::none)
    return code.ptx || begins_later(*code.cubins, card.card) ? Service::none : Service::unknown;
  const bool reported = names_major(code.ptx_fails, card.card);
  if (reported && !code.ptx_fails_unconfirmed) return Service::ptx_fails;
  if (libraries_older(code, card)) return Service::libraries_older;
  if (reported) return Service::ptx_doubtful;
  return names_major(code.ptx_unproven, card.card) ? Service::ptx_unproven : Service::ptx;
}

}  // namespace gpuenv::resolve
