// Chooses the build of a framework for a machine, with the reason for every candidate that was not taken.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "model/environment.h"
#include "model/facts.h"
#include "model/plan.h"
#include "resolve/setting.h"

namespace gpuenv::resolve {

/// The wish "this framework on this machine in this environment": system, driver and every card with known
/// capability are taken from the facts. Unknown facts leave their field free.
model::Wish wish_for(const model::Facts& facts, const model::Environment& environment, std::string framework);

/// The newest mature build that serves every card on this driver with this Python and gets along with the
/// setting; never a newer release whose row is unconfirmed when a confirmed one fits. A wish for a CPU build
/// is answered from the framework's row.
model::Plan resolve(const catalog::Catalog& catalog, const model::Wish& wish, const Setting& setting = {});

/// As resolve(), staying as near as possible to what is installed: the same release if any build of it fits,
/// else the same minor series, else what resolve() takes. The version of the wish is not looked at.
model::Plan resolve_near(const catalog::Catalog& catalog, model::Wish wish, const base::Version& installed,
                         const Setting& setting = {});

/// The row of the catalog that a plan rests on.
std::optional<catalog::FrameworkBuild> planned_build(const catalog::Catalog& catalog,
                                                     const model::Plan& plan);

/// Whether some index has this very version of a framework: no build between releases, and none that somebody
/// else has made.
bool is_published(const catalog::Catalog& catalog, std::string_view framework, const base::Version& version);

/// Why no build of a release is taken: "python", "driver", "arch", "libraries", "beside", or "ptx" when it
/// would serve the cards by PTX only; "unlisted" when the catalog has no build of it for this system.
std::string reason_against(const catalog::Catalog& catalog, const model::Wish& wish,
                           const base::Version& release, const Setting& setting = {});

/// One thing that would have to be otherwise for a plan to be possible.
struct Change {
  enum class Kind {
    driver,   ///< `from` or newer
    python,   ///< `from` up to `to`
    version,  ///< `from`, without an end
    linux,    ///< from Windows: WSL2
  };
  Kind kind;
  std::string from, to;
  bool operator==(const Change&) const = default;
};

/// The single changes that would each make a plan possible. Empty when a plan exists or one change is not
/// enough.
std::vector<Change> single_changes(const catalog::Catalog& catalog, const model::Wish& wish,
                                   const Setting& setting = {});

}  // namespace gpuenv::resolve
