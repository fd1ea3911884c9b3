// The fixes that put another build of a framework in place. Every finding about a framework gets the same
// one, so that the fixes of one environment agree with each other.
#pragma once

#include <string>
#include <vector>

#include "check/support.h"

namespace gpuenv::check {

/// Adds the steps that put a build for these cards, this driver, this Python and this environment in place,
/// the nearest to what is installed, and says when that is another release. When nothing fits beside the
/// other frameworks, an environment of its own is offered; when nothing fits at all, the steps name the
/// nearest single changes. A finding whose fix brings no CUDA libraries no longer explains that they are
/// missing. `emptied` = an earlier step of the finding has removed what was there. Returns whether the CUDA
/// libraries come along.
bool offer_install(const Input& input, const Spot& spot, model::Finding& finding, bool emptied = false);

/// For a build that lacks libraries: the requirements that bring them (step "install"), or another build
/// where the one that is here does not fit the machine and libraries alone would not help.
void offer_libraries(const Input& input, const Spot& spot, const std::vector<std::string>& requirements,
                     model::Finding& finding);

/// As offer_install(), for a finding about missing libraries: where nothing that brings them fits, it names
/// those of the system (step "system-cuda").
void offer_with_libraries(const Input& input, const Spot& spot, model::Finding& finding);

/// Whether the build that is installed fits the driver and the cards that programs are shown, as far as that
/// is known.
bool fits_machine(const Input& input, const Spot& spot);

/// Takes back that a finding accounts for CUDA libraries that are missing: its fix does not bring them.
void explain_no_libraries(const Input& input, model::Finding& finding);

/// How an installer is asked for the release that is here: "==2.8.0", or "==2.8.*" where no index has this
/// very build.
std::string same_release(const Input& input, const model::Framework& framework);

}  // namespace gpuenv::check
