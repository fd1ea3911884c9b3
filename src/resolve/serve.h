// How the code of a build serves a card: the one answer for builds that could be installed and for those that
// are.
#pragma once

#include <optional>
#include <vector>

#include "catalog/catalog.h"
#include "model/environment.h"

namespace gpuenv::resolve {

/// How a build serves a card, by what is known of both; the later, the worse.
enum class Service {
  native,           ///< by compiled code
  ptx,              ///< by code that the driver compiles from its PTX
  ptx_unproven,     ///< likewise, and nobody has told whether that works there
  ptx_doubtful,     ///< likewise, and builds of neighbouring releases fail there
  unknown,          ///< its architectures are not known, or its PTX is not
  ptx_fails,        ///< only its PTX could, and that is known to fail there
  libraries_older,  ///< only its PTX could, and the CUDA libraries or the cuDNN beside it do not run on the
                    ///< card
  none,
};

/// What decides how a build serves cards; empty fields are not known.
struct Code {
  std::optional<std::vector<base::Sm>> cubins, ptx;
  base::Version cuda;
  int cudnn_major = 0;
  std::vector<base::Sm> ptx_fails, ptx_unproven;
  bool ptx_fails_unconfirmed = false;
};

Code code_of(const catalog::FrameworkBuild& build);
Code code_of(const model::Framework& framework);

/// Whether a build's CUDA or cuDNN came before the card, and so does not run on it.
bool libraries_older(const Code& code, const catalog::CardSupport& card);

Service service(const Code& code, const catalog::CardSupport& card);

/// Whether all code is newer than the card: no PTX that is not known could help it.
bool begins_later(const std::vector<base::Sm>& cubins, const base::Sm& card);

}  // namespace gpuenv::resolve
