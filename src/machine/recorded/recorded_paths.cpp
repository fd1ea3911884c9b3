// Questions about paths, answered from a recording; see recorded_paths.h.
#include "machine/recorded/recorded_paths.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

constexpr int most_links = 40;  // as Linux counts them, path_resolution(7)
/// Linux takes no longer one (PATH_MAX), and Windows programs rarely do.
constexpr std::size_t longest_path = 4096;

template <class T>
const T* find(const std::unordered_map<std::string, const T*>& index, const std::string& key) {
  const auto found = index.find(key);
  return found == index.end() ? nullptr : found->second;
}

/// A recorded answer with the place that was asked as its origin.
template <class T>
Known<T> answer(const Known<T>& recorded, std::string_view origin) {
  return recorded.known() ? Known<T>(*recorded, std::string(origin))
                          : Known<T>(recorded.why(), std::string(origin));
}

template <class T>
Known<T> refusal(Why why, std::string detail, std::string_view origin) {
  return Known<T>(Unknown{why, std::move(detail)}, std::string(origin));
}

/// The first `limit` bytes, unless the recording holds fewer than the file has and was asked for more.
Known<std::string> first_bytes(const FileAnswer& file, std::string_view path, std::size_t limit) {
  if (!file.bytes.known()) return answer(file.bytes, path);
  if (file.cut && limit > file.bytes->size())
    return refusal<std::string>(
        Why::not_recorded, fmt::format("{}: only the first {} bytes were recorded", path, file.bytes->size()),
        path);
  return Known<std::string>(file.bytes->substr(0, limit), std::string(path));
}

}  // namespace

RecordedPaths::RecordedPaths(const Recording& recording)
    : style_(recording.paths()), complete_(recording.complete) {
  files_ = indexed(recording.files);
  status_ = indexed(recording.status);
  directories_ = indexed(recording.directories);
  links_ = indexed(recording.links);
  access_ = indexed(recording.access);
  free_bytes_ = indexed(recording.free_bytes);
  for (const auto& [path, entries] : directories_) {
    if (!entries->known()) continue;
    Names& names = listings_[path];
    for (const auto& entry : **entries) names.emplace(key(entry.name), entry.kind);
  }
}

template <class T>
RecordedPaths::Index<T> RecordedPaths::indexed(const std::map<std::string, T>& answers) const {
  Index<T> index;
  for (const auto& [path, entry] : answers) index.emplace(key(path), &entry);
  return index;
}

/// Whether an answer about this very path says that nothing is there (or that its link leads nowhere).
bool RecordedPaths::recorded_absent(const std::string& at) const {
  const auto absent = [&](const auto& index) {
    const auto* found = find(index, at);
    return found != nullptr && found->absent();
  };
  const FileAnswer* file = find(files_, at);
  return absent(status_) || absent(directories_) || absent(access_) ||
         (file != nullptr && file->bytes.absent());
}

/// What the recorded listing of its folder calls a path.
std::optional<FileKind> RecordedPaths::listed_kind(const std::string& at) const {
  const auto listing = listings_.find(base::parent_path(style_, at));
  if (listing == listings_.end()) return std::nullopt;
  const auto entry = listing->second.find(base::file_name(style_, at));
  if (entry == listing->second.end()) return std::nullopt;
  return entry->second;
}

std::optional<RecordedPaths::Absence> RecordedPaths::absence_in_listing(const std::string& at) const {
  const std::string parent = base::parent_path(style_, at);
  const std::string name = base::file_name(style_, at);
  if (parent == at || name.empty() || !listings_.contains(parent) || listed_kind(at)) return std::nullopt;
  // Windows also knows files under short names such as PROGRA~1, which no listing shows.
  if (style_.ignores_case && name.find('~') != std::string::npos) return std::nullopt;
  return Absence{"listing of " + parent, fmt::format("{} is not in the listing of {}", name, parent)};
}

/// `follow`: the question is about what a link at the path leads to, not about the link itself.
std::optional<RecordedPaths::Absence> RecordedPaths::absence(const std::string& path, bool follow) const {
  for (std::string at = path;;) {
    if ((at != path || follow) && recorded_absent(at)) return Absence{at, at + " is absent"};
    if (at != path && listed_kind(at) == FileKind::file) return Absence{at, at + " is a file"};
    if (auto found = absence_in_listing(at)) return found;
    const std::string parent = base::parent_path(style_, at);
    if (parent == at || parent.empty()) return std::nullopt;
    at = parent;
  }
}

/// The path with its outermost recorded link replaced by where that leads; nothing when there is none.
std::optional<std::string> RecordedPaths::through_link(const std::string& path, bool follow) const {
  std::optional<std::string> result;
  if (links_.empty()) return result;
  for (std::string at = follow ? path : base::parent_path(style_, path);;) {
    const std::string parent = base::parent_path(style_, at);
    const Known<std::string>* link = find(links_, at);
    if (link != nullptr && link->known())
      result = key(base::join_path(style_, parent, **link) + path.substr(at.size()));
    if (parent == at || parent.empty()) return result;
    at = parent;
  }
}

std::string RecordedPaths::resolved(std::string_view path) const {
  std::string at = key(path);
  for (int links = 0; links < most_links && at.size() <= longest_path; ++links) {
    auto next = through_link(at, true);
    if (!next) break;
    at = *std::move(next);
  }
  return at;
}

template <class T, class Direct>
std::optional<Known<T>> RecordedPaths::ask(std::string_view path, bool follow, Direct direct) const {
  std::string at = key(path);
  for (int links = 0; links <= most_links; ++links) {
    if (at.size() > longest_path) break;
    if (std::optional<Known<T>> found = direct(at)) return found;
    if (const auto nothing = absence(at, follow))
      return refusal<T>(Why::absent, nothing->detail, nothing->origin);
    const auto next = through_link(at, follow);
    if (!next) return std::nullopt;
    at = *next;
  }
  const bool too_long = at.size() > longest_path;
  return refusal<T>(Why::failed,
                    fmt::format("{}: {}", path.substr(0, longest_path),
                                too_long ? "the path is too long" : "too many links"),
                    path.substr(0, longest_path));
}

std::optional<Known<std::string>> RecordedPaths::read(std::string_view path, std::size_t limit) const {
  return ask<std::string>(path, true, [&](const std::string& at) -> std::optional<Known<std::string>> {
    if (const FileAnswer* file = find(files_, at)) return first_bytes(*file, path, limit);
    const auto kind = listed_kind(at);
    if (listings_.contains(at) || kind == FileKind::directory)
      return refusal<std::string>(Why::failed, fmt::format("{}: is a directory", path), path);
    if (kind == FileKind::device)
      return refusal<std::string>(Why::failed, fmt::format("{}: is a device", path), path);
    return std::nullopt;
  });
}

std::optional<Known<FileStatus>> RecordedPaths::status(std::string_view path) const {
  return ask<FileStatus>(path, true, [&](const std::string& at) -> std::optional<Known<FileStatus>> {
    if (const auto* found = find(status_, at)) return answer(*found, path);
    const FileAnswer* file = find(files_, at);
    if (file != nullptr && file->bytes.known() && !file->cut)
      return Known<FileStatus>({FileKind::file, file->bytes->size()}, std::string(path));
    const auto kind = listed_kind(at);
    if (listings_.contains(at) || kind == FileKind::directory)
      return Known<FileStatus>({FileKind::directory, 0}, std::string(path));
    if (kind == FileKind::device) return Known<FileStatus>({FileKind::device, 0}, std::string(path));
    return std::nullopt;
  });
}

std::optional<Known<std::vector<DirectoryEntry>>> RecordedPaths::list(std::string_view path) const {
  using Entries = std::vector<DirectoryEntry>;
  return ask<Entries>(path, true, [&](const std::string& at) -> std::optional<Known<Entries>> {
    if (const auto* found = find(directories_, at)) return answer(*found, path);
    const auto kind = listed_kind(at);
    if (find(files_, at) != nullptr && find(files_, at)->bytes.known()) {
      return refusal<Entries>(Why::failed, fmt::format("{}: not a directory", path), path);
    }
    if (kind == FileKind::file || kind == FileKind::device)
      return refusal<Entries>(Why::failed, fmt::format("{}: not a directory", path), path);
    return std::nullopt;
  });
}

std::optional<Known<std::string>> RecordedPaths::link_target(std::string_view path) const {
  return ask<std::string>(path, false, [&](const std::string& at) -> std::optional<Known<std::string>> {
    if (const auto* found = find(links_, at)) return answer(*found, path);
    const auto kind = listed_kind(at);
    if (kind && *kind != FileKind::link)
      return refusal<std::string>(Why::failed, fmt::format("{}: not a link", path), path);
    return std::nullopt;
  });
}

std::optional<Known<bool>> RecordedPaths::may_open(std::string_view path) const {
  return ask<bool>(path, true, [&](const std::string& at) -> std::optional<Known<bool>> {
    if (const auto* found = find(access_, at)) return answer(*found, path);
    return std::nullopt;
  });
}

std::optional<Known<std::uint64_t>> RecordedPaths::free_bytes(std::string_view path) const {
  using Bytes = std::uint64_t;
  return ask<Bytes>(path, true, [&](const std::string& at) -> std::optional<Known<Bytes>> {
    for (std::string up = at;;) {
      if (const auto* found = find(free_bytes_, up)) return answer(*found, path);
      const std::string parent = base::parent_path(style_, up);
      if (complete_ || parent == up || parent.empty()) return std::nullopt;
      up = parent;
    }
  });
}

}  // namespace gpuenv::machine::recorded
