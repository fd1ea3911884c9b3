// What files really contain: device code for which architectures, what they need, and which cards they serve.
#pragma once

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
  std::vector<std::string> needed;  ///< libraries, by name
  std::string error;                ///< why it, or a part of it, could not be read; ""
};

struct InspectedCard {
  std::string name;
  base::Sm sm;
};

struct Inspection {
  std::string tool_version;
  std::vector<InspectedFile> files;  ///< of folders and wheels only those with device code, and those that could not be read
  std::uint64_t without_code = 0;    ///< libraries of folders and wheels that hold none
  std::vector<std::string> left_out;  ///< what was not looked at
  std::vector<InspectedCard> cards;
  std::vector<LoadResult> loads;  ///< for each file named, where that was asked for
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

constexpr const char* word(base::Serves how) {
  return how == base::Serves::native ? "native" : how == base::Serves::ptx ? "ptx" : "none";
}

}  // namespace gpuenv::model
