// A file system being described: whatever is put into it, all folders on the way included, becomes answers of
// a recording.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {

/// Writes a whole file system into a recording. Folders are listed in full up to the root, so that everything
/// that was not put in is absent. Putting the same path in twice replaces it, as installing does.
class Tree {
 public:
  explicit Tree(Recording& recording) : recording_(recording), style_(recording.paths()) {}

  std::string join(std::string_view dir, std::string_view name) const {
    return base::join_path(style_, dir, name);
  }
  /// `path` with '/' in it, below `dir`, in the machine's style.
  std::string below(std::string_view dir, std::string_view path) const;

  void directory(std::string_view path);
  void file(std::string_view path, std::string content);
  /// A file of which only the size matters; its bytes are not recorded.
  void binary(std::string_view path, std::uint64_t size);
  void link(std::string_view path, std::string target);
  void device(std::string_view path, bool may_open);
  /// Takes something out again, with all that lies below it.
  void remove(std::string_view path);

  struct Written {
    std::string path;
    std::uint64_t size = 0;
  };
  /// The files written since the last call.
  std::vector<Written> take_written() { return std::exchange(written_, {}); }

 private:
  void enter(std::string_view path, FileKind kind);

  Recording& recording_;
  base::PathStyle style_;
  std::vector<Written> written_;
};

}  // namespace gpuenv::machine::recorded
