// The phrases that the program's code writes into evidence and reasons, and their Chinese
// (data/phrases.toml).
#pragma once

#include <string>
#include <vector>

namespace gpuenv::catalog {

/// A phrase with places for what differs: "no answer within {0} ms".
struct PhraseRow {
  std::string en, zh;
};

/// The phrases that were packed into the program, and what Xid codes mean. Never those of a --data folder:
/// they belong to the sentences of this build.
std::vector<PhraseRow> phrases();

}  // namespace gpuenv::catalog
