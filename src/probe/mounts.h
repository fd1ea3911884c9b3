// What is mounted where, so that a dead server does not stop the search.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/mounts.h"
#include "probe/ask.h"

namespace gpuenv::probe {

/// The mount table of a Linux machine, read when first needed.
class Mounts {
 public:
  explicit Mounts(Machine& machine) : machine_(machine) {}

  /// The network mount on which an absolute path lies; nullptr when it lies on a local disk, or when the
  /// table could not be read.
  const base::Mount* network(std::string_view path);
  /// Whether a path lies on another mount than the root: what a container engine hands in from the host does.
  Known<bool> apart_from_root(std::string_view path);

 private:
  const Known<std::vector<base::Mount>>& table();

  Machine& machine_;
  std::optional<Known<std::vector<base::Mount>>> table_;
  bool any_network_ = false;
};

}  // namespace gpuenv::probe
