// Whether the files of an environment are those that its distributions have installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/environment.h"
#include "probe/ask.h"
#include "probe/framework_rows.h"

namespace gpuenv::probe {

/// RECORD of the largest framework has 1.3 MiB.
inline constexpr std::size_t most_record_bytes = std::size_t{16} << 20;

/// Which lines of RECORD are compared with the files.
enum class Depth {
  libraries,  ///< native libraries of frameworks and nvidia-* distributions, the frameworks' __init__.py, and
              ///< the files that tell their builds
  all,        ///< every file of every distribution, but for those that installers write or rewrite themselves
};

/// What a distribution says of a file.
struct Claim {
  const model::Distribution* distribution = nullptr;
  std::string hash;
  std::int64_t size = -1;  ///< bytes, -1 = not said
  bool text = false;       ///< people edit such files: only their loss counts, not another size
};

/// Claims of an environment, by the file's path.
struct Claims {
  std::map<std::string, std::vector<Claim>> files;
  std::vector<Unknown> unread;  ///< why RECORDs could not be read
};

/// Reads RECORD of the distributions that matter. Those without one (conda's, a system's, eggs) claim
/// nothing, as do those that conda installed: it rewrites files without noting that in RECORD.
Claims read_claims(Machine& machine, const model::Environment& environment, const FrameworkRows& rows,
                   Depth depth);

/// Fills Environment::damaged and Environment::overlaps from sizes; nothing is read but the headers of
/// libraries of a wrong size.
void read_integrity(Machine& machine, model::Environment& environment, const FrameworkRows& rows,
                    Depth depth);

}  // namespace gpuenv::probe
