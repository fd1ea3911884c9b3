// Could the environments be read? What cannot be read may hide any cause, so the answer stays open.
#include "check/support.h"

namespace gpuenv::check {
namespace {

void run(const Input& input, Answer& answer) {
  for (const auto& environment : input.facts.environments) {
    const model::AppliesTo here{environment.path, "", -1};
    if (environment.distributions.undecided())
      answer.cannot_tell("environment.distributions", environment.distributions, here);
    for (const auto& framework : environment.frameworks)
      if (framework.version.undecided())
        answer.cannot_tell(framework.name + ".version", framework.version,
                           {environment.path, framework.name, -1});
  }
}

}  // namespace

extern const Check environment_readable{{}, run};

}  // namespace gpuenv::check
