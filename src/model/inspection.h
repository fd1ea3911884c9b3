// What files really contain: device code for which architectures, what they need, and which cards they serve.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/sm.h"
#include "model/load.h"

namespace gpuenv::model {

/// Pieces of device code that are alike.
struct DeviceCodeRow {
  enum class Kind { cubin, ptx, lto, other };
  Kind kind = Kind::other;
  base::Sm sm;
  std::string isa;    ///< of PTX, "8.3"; ""
  std::string where;  ///< section, relocatable (input for a later link, nothing runs it as it is), elsewhere
  bool stub = false;  ///< holds no machine code
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;     ///< in the file
  std::uint64_t unpacked = 0;  ///< of the code itself
  std::uint16_t kind_number = 0;  ///< of the kinds that are not known, as the file has it
};

/// Containers with code for the same architectures: one for each source file that was compiled, or, in libraries that bring
/// their code to the card by themselves, often one for each kernel and architecture.
struct CodeContainers {
  std::vector<base::Sm> cubins, ptx;  ///< in order
  std::string where;                  ///< as in DeviceCodeRow
  std::uint64_t count = 0;
};

constexpr const char* word(DeviceCodeRow::Kind kind) {
  return kind == DeviceCodeRow::Kind::cubin ? "cubin" : kind == DeviceCodeRow::Kind::ptx ? "ptx" : kind == DeviceCodeRow::Kind::lto ? "lto" : "other";
}

/// A file, or a member of a wheel.
struct InspectedFile {
  std::string path;
  std::string member;   ///< of the zip file `path`; "" = the file itself
  std::string format;   ///< "ELF", "PE", "archive", "fatbin"; "" when it could not be told
  std::string machine;  ///< "x86_64"; "" = not told
  std::uint64_t size = 0;
  std::vector<DeviceCodeRow> code;
  std::vector<CodeContainers> containers;
  std::vector<std::string> needed;  ///< libraries, by name
  std::string error;                ///< why it, or a part of it, could not be read; ""
};

struct InspectedCard {
  std::string name;
  base::Sm sm;
};

/// How the libraries of a file are shown.
struct LoadView {
  bool trace = false;    ///< every name that is looked for, with the rule that found it
  bool tree = false;     ///< who needs whom
  bool symbols = false;  ///< where the symbols of the file itself are bound
};

struct Inspection {
  std::string tool_version;
  std::vector<InspectedFile> files;  ///< of folders and wheels only those with device code, and those that could not be read
  std::uint64_t without_code = 0;    ///< libraries of folders and wheels that hold none
  std::vector<std::string> left_out;  ///< what was not looked at
  std::vector<InspectedCard> cards;
  std::vector<LoadResult> loads;  ///< for each file named, where that was asked for
  LoadView load_view;
  std::vector<FrameworkLoad> frameworks;  ///< for each framework of an environment, where that was asked for
};

/// Objects and archives may hold input for a later link of device code and nothing else.
inline bool for_later_link(const InspectedFile& file) {
  bool any = false;
  for (const auto& row : file.code) {
    if (!row.stub && row.where != "relocatable") return false;
    any = any || row.where == "relocatable";
  }
  return any;
}

/// Whether a row is code that runs: stubs hold none, and input for a later link is of use by itself only where there is
/// nothing else.
inline bool counts(const InspectedFile& file, const DeviceCodeRow& row) {
  return !row.stub && (row.where != "relocatable" || for_later_link(file));
}

/// How many containers of a file hold code for a card.
struct Coverage {
  std::uint64_t native = 0, ptx = 0;
  std::uint64_t none = 0;    ///< that hold code for other architectures
  std::uint64_t others = 0;  ///< of those left out: made for one architecture alone, among which a file chooses

  /// All of those that count hold machine code for the card.
  bool whole() const { return ptx == 0 && none == 0; }
  std::uint64_t total() const { return native + ptx + none; }
};

/// Made for one card alone: code of the suffixes a and f, and what a library brings to the card by itself, kernel by kernel.
inline bool for_one_architecture(const CodeContainers& group) {
  const auto suffixed = [](const base::Sm& sm) { return sm.suffix != ' '; };
  if (std::ranges::all_of(group.cubins, suffixed) && std::ranges::all_of(group.ptx, suffixed)) return true;
  return group.where == "elsewhere" && group.cubins.size() + group.ptx.size() == 1;
}

inline Coverage coverage(const InspectedFile& file, const base::Sm& card) {
  Coverage result;
  const bool later = for_later_link(file);
  for (const auto& group : file.containers) {
    if (group.where == "relocatable" && !later) continue;
    const auto how = base::serves(group.cubins, group.ptx, card);
    auto& number = how == base::Serves::native    ? result.native
                   : how == base::Serves::ptx     ? result.ptx
                   : for_one_architecture(group) ? result.others
                                                  : result.none;
    number += group.count;
  }
  return result;
}

/// What a file is on a card.
enum class CardAnswer {
  no_code,  ///< it holds none: nothing is asked of the card
  unknown,  ///< it holds neither machine code nor PTX, but something else
  native,
  in_part,  ///< some containers hold code for it, others nothing
  mixed,    ///< all hold code for it, some of them as PTX alone
  ptx,
  none,
};

inline CardAnswer answer(const InspectedFile& file, const base::Sm& card) {
  const bool other = std::ranges::any_of(file.code, [](const auto& row) { return !row.stub; });
  const Coverage covered = coverage(file, card);
  if (covered.total() + covered.others == 0) return other ? CardAnswer::unknown : CardAnswer::no_code;
  if (covered.native + covered.ptx == 0) return CardAnswer::none;
  if (covered.whole()) return CardAnswer::native;
  if (covered.none > 0) return CardAnswer::in_part;
  return covered.native == 0 ? CardAnswer::ptx : CardAnswer::mixed;
}

/// How the code of a file serves a card, or will after the link that it is made for.
inline base::Serves serves(const InspectedFile& file, const base::Sm& card) {
  std::vector<base::Sm> cubins, ptx;
  for (const auto& row : file.code) {
    if (!counts(file, row)) continue;
    if (row.kind == DeviceCodeRow::Kind::cubin) cubins.push_back(row.sm);
    if (row.kind == DeviceCodeRow::Kind::ptx) ptx.push_back(row.sm);
  }
  return base::serves(cubins, ptx, card);
}

/// The libraries of an inspection, counted by what they are on a card.
struct CardSummary {
  std::uint64_t native = 0, in_part = 0;
  std::uint64_t ptx = 0;  ///< that need PTX to be compiled, for all of it or for some
  std::uint64_t none = 0, unknown = 0;
  std::vector<std::string> failing;  ///< paths, or members of wheels, of `none`
};

inline CardSummary summary(const Inspection& inspection, const base::Sm& card) {
  CardSummary result;
  for (const auto& file : inspection.files) {
    const CardAnswer is = answer(file, card);
    result.native += is == CardAnswer::native;
    result.in_part += is == CardAnswer::in_part;
    result.ptx += is == CardAnswer::ptx || is == CardAnswer::mixed;
    result.none += is == CardAnswer::none;
    result.unknown += is == CardAnswer::unknown;
    if (is == CardAnswer::none) result.failing.push_back(file.member.empty() ? file.path : file.member);
  }
  return result;
}

constexpr const char* word(base::Serves how) {
  return how == base::Serves::native ? "native" : how == base::Serves::ptx ? "ptx" : "none";
}

}  // namespace gpuenv::model
