// What a recording says about paths: its answers, and what certainly follows from them.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {

/// Answers questions about paths. Beside the answers themselves these follow:
/// - a name that a recorded listing lacks is absent, and so is all that lies below something absent or below
/// a file;
/// - a file whose content is recorded has that size, a folder whose listing is recorded is a folder;
/// - what is listed as something else than a link has no link target;
/// - a path leads through the recorded links on its way.
/// Nothing (std::nullopt) when the recording does not say.
class RecordedPaths {
 public:
  /// Keeps references into the recording, which must not change.
  explicit RecordedPaths(const Recording& recording);

  std::optional<Known<std::string>> read(std::string_view path, std::size_t limit) const;
  std::optional<Known<FileStatus>> status(std::string_view path) const;
  std::optional<Known<std::vector<DirectoryEntry>>> list(std::string_view path) const;
  std::optional<Known<std::string>> link_target(std::string_view path) const;
  std::optional<Known<bool>> may_open(std::string_view path) const;
  std::optional<Known<std::uint64_t>> free_bytes(std::string_view path) const;

  /// The path behind all recorded links on the way, in a form in which equal places are equal texts.
  std::string resolved(std::string_view path) const;

 private:
  template <class T>
  using Index = std::unordered_map<std::string, const T*>;
  /// Kinds by folded name.
  using Names = std::unordered_map<std::string, FileKind>;
  /// Why a path is certainly not there: the answer that says so, and in words.
  struct Absence {
    std::string origin, detail;
  };

  std::string key(std::string_view path) const { return base::path_key(style_, path); }
  template <class T>
  Index<T> indexed(const std::map<std::string, T>& answers) const;

  bool recorded_absent(const std::string& at) const;
  std::optional<FileKind> listed_kind(const std::string& at) const;
  std::optional<Absence> absence_in_listing(const std::string& at) const;
  std::optional<Absence> absence(const std::string& path, bool follow) const;
  std::optional<std::string> through_link(const std::string& path, bool follow) const;

  /// Follows links from `path` until `direct(place)` or an absence answers.
  template <class T, class Direct>
  std::optional<Known<T>> ask(std::string_view path, bool follow, Direct direct) const;

  base::PathStyle style_;
  Index<FileAnswer> files_;
  Index<Known<FileStatus>> status_;
  Index<Known<std::vector<DirectoryEntry>>> directories_;
  Index<Known<std::string>> links_;
  Index<Known<bool>> access_;
  Index<Known<std::uint64_t>> free_bytes_;
  bool complete_;
  std::unordered_map<std::string, Names> listings_;
};

}  // namespace gpuenv::machine::recorded
