// Compares files with what RECORD says of them; see integrity.h.
#include "probe/integrity.h"

#include <algorithm>
#include <set>
#include <utility>

#include "parse/executable.h"
#include "parse/record.h"

namespace gpuenv::probe {
namespace {

using Kind = model::DamagedFile::Kind;
using model::DamagedFile;
using model::Environment;
using model::Overlap;

constexpr std::int64_t not_there = -1;
constexpr std::size_t most_damaged = 500;  // more tell nothing new, and would fill reports

/// A library is cut when it is too short for what its own headers say. Stripped ones are shorter than RECORD
/// says, and whole.
void look_into(Machine& machine, DamagedFile& file) {
  const auto beginning = machine.read_file(file.path, parse::library_header_bytes);
  file.sure = beginning.known();
  const auto least = beginning.known() ? parse::least_library_size(*beginning) : std::nullopt;
  // A beginning that is no library's has been overwritten.
  if (!least || *least > static_cast<std::uint64_t>(file.found)) file.kind = Kind::cut;
}

DamagedFile damaged_file(Machine& machine, const std::string& path, const Claim& claim, std::int64_t found) {
  DamagedFile file{Kind::changed, claim.distribution->name, path, claim.size, found};
  if (found == not_there)
    file.kind = Kind::missing;
  else if (found < claim.size && parse::is_native_library(path))
    look_into(machine, file);
  return file;
}

bool differ(const Claim& a, const Claim& b) {
  if (a.size >= 0 && b.size >= 0 && a.size != b.size) return true;
  return !a.hash.empty() && !b.hash.empty() && a.hash != b.hash;
}

/// Two distributions with differing claims, while their files are being looked at.
struct Pair {
  int files = 0, first_wins = 0, second_wins = 0;
  std::string path;
};

class Comparison {
 public:
  explicit Comparison(Machine& machine) : machine_(machine) {}

  void compare(const std::string& path, const std::vector<Claim>& claims) {
    const auto status = machine_.status(path);
    if (status.undecided()) {
      open_.push_back(status.why());
      for (const auto& claim : claims) half_seen_.insert(claim.distribution->name);
      return;
    }
    const auto found = status.known() ? static_cast<std::int64_t>(status->size) : not_there;
    const bool as_promised =
        found != not_there && std::any_of(claims.begin(), claims.end(), [&](const auto& claim) {
          return claim.size < 0 || claim.size == found || (claim.text && found > 0);
        });
    if (!as_promised && damaged_.size() < most_damaged)
      damaged_.push_back(damaged_file(machine_, path, claims.back(), found));
    for (size_t i = 0; i + 1 < claims.size(); ++i)
      for (size_t j = i + 1; j < claims.size(); ++j) note_pair(path, claims[i], claims[j], found);
  }

  void fill(Environment& environment, const std::vector<Unknown>& unread) {
    std::vector<Unknown> open = unread;
    open.insert(open.end(), open_.begin(), open_.end());
    std::vector<Overlap> overlaps;
    for (const auto& [names, pair] : pairs_) {
      const bool one_wins = (pair.first_wins == 0) != (pair.second_wins == 0);
      const std::string owner = !one_wins ? "" : pair.first_wins > 0 ? names.first : names.second;
      overlaps.push_back({names.first, names.second, owner, pair.files, pair.path});
    }
    // Whoever has not been asked may be the one that promises this very size, and what is half seen may be
    // anything.
    std::erase_if(damaged_, [&](const DamagedFile& file) {
      return half_seen_.contains(file.distribution) || (!unread.empty() && file.kind != Kind::missing);
    });
    environment.damaged = answer(std::move(damaged_), open, environment);
    environment.overlaps = answer(std::move(overlaps), open, environment);
  }

 private:
  /// What was found counts, whatever else could not be looked at; nothing found with open questions does not.
  template <class T>
  static Known<std::vector<T>> answer(std::vector<T> found, const std::vector<Unknown>& open,
                                      const Environment& environment) {
    if (found.empty() && !open.empty()) return open.front();
    return {std::move(found), environment.site_packages};
  }

  void note_pair(const std::string& path, const Claim& a, const Claim& b, std::int64_t found) {
    if (a.distribution->name == b.distribution->name || !differ(a, b)) return;
    const bool in_order = a.distribution->name < b.distribution->name;
    const Claim& first = in_order ? a : b;
    const Claim& second = in_order ? b : a;
    Pair& pair = pairs_[{first.distribution->name, second.distribution->name}];
    ++pair.files;
    if (pair.path.empty()) pair.path = path;
    if (first.size == second.size) return;
    pair.first_wins += found == first.size ? 1 : 0;
    pair.second_wins += found == second.size ? 1 : 0;
  }

  Machine& machine_;
  std::vector<DamagedFile> damaged_;
  std::map<std::pair<std::string, std::string>, Pair> pairs_;
  std::vector<Unknown> open_;
  std::set<std::string> half_seen_;  ///< distributions with files that could not be looked at
};

}  // namespace

void read_integrity(Machine& machine, Environment& environment, const FrameworkRows& rows, Depth depth) {
  const Claims claims = read_claims(machine, environment, rows, depth);
  Comparison comparison(machine);
  for (const auto& [path, list] : claims.files) comparison.compare(path, list);
  comparison.fill(environment, claims.unread);
}

}  // namespace gpuenv::probe
