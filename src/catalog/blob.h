// The packed form of data/: one flat run of bytes that is read in place, so that opening it costs nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/tables.h"

namespace gpuenv::catalog {

/// Packs tables. Equal texts are stored once. The same tables give the same bytes.
std::string write_blob(std::vector<SourceTable> tables);

/// A key of a blob, looked up once for many rows.
struct BlobKey {
  std::uint32_t number = UINT32_MAX;  ///< UINT32_MAX: no row has such a key
};

class Blob;

/// One row. Reading a key that is not there, or a damaged row, gives empty text, an empty list or false.
class BlobRow {
 public:
  BlobRow(const Blob& blob, std::uint32_t offset) : blob_(&blob), offset_(offset) {}

  bool has(BlobKey key) const { return find(key).has_value(); }
  std::string_view text(BlobKey key) const;
  std::vector<std::string_view> list(BlobKey key) const;
  /// True when the list holds the text, or the single text under the key is it.
  bool lists(BlobKey key, std::string_view text) const;

  bool has(std::string_view key) const;
  std::string_view text(std::string_view key) const;
  /// A single text counts as a list of one.
  std::vector<std::string_view> list(std::string_view key) const;
  bool lists(std::string_view key, std::string_view text) const;
  /// True for `key = true`.
  bool flag(std::string_view key) const { return text(key) == "true"; }
  std::vector<std::string> strings(std::string_view key) const;
  /// All keys of the row.
  std::vector<std::string_view> keys() const;

 private:
  std::optional<std::uint32_t> find(BlobKey key) const;
  const Blob* blob_;
  std::uint32_t offset_;
};

/// Reads packed tables in place. Every read is checked against the end of the bytes: a damaged blob gives
/// nonsense or nothing, never a crash. Layout (all numbers 32 bits, little endian, offsets from the start):
///   magic[8], size, key slot count, key slots, table count, table list
///   key slots: a hash table of text offsets (0 = empty), a power of two long; the place is the key's number;
///   table list: {name, row count, row list}, sorted by name;  row list: row offsets row: field count, {key
///   number | is_list << 31, offset of text or list};  list: count, text offsets;  text: length, bytes
class Blob {
 public:
  explicit Blob(std::string_view bytes);

  /// False when this is no blob of this version, or cut short.
  bool valid() const { return valid_; }
  std::vector<std::string_view> table_names() const;
  /// The rows of a table ("gpus:gpu"); none when there is no such table.
  /// The rows point into this object.
  std::vector<BlobRow> rows(std::string_view table) const&;
  std::vector<BlobRow> rows(std::string_view table) const&& = delete;
  BlobKey key(std::string_view name) const;

 private:
  friend class BlobRow;
  std::uint32_t number(std::uint64_t offset) const;
  std::string_view text(std::uint32_t offset) const;
  std::uint32_t count(std::uint64_t offset, std::uint32_t item_size) const;
  std::vector<std::string_view> list(std::uint32_t offset) const;

  std::string_view bytes_;
  bool valid_ = false;
};

}  // namespace gpuenv::catalog
