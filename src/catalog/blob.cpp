// Writing and reading of the packed tables; the layout is described in blob.h.
#include "catalog/blob.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace gpuenv::catalog {
namespace {

constexpr std::string_view magic("gpuenv\x01\n", 8);
constexpr std::uint32_t size_at = 8, keys_at = 12, tables_at = 20, header_size = 28;
constexpr std::uint32_t list_bit = 1U << 31;
constexpr std::uint32_t table_entry = 12, field_entry = 8;
constexpr std::uint32_t most_tries = 4096;  // a damaged key table may have no empty slot

std::uint32_t number_at(const char* bytes) {
  const auto byte = [&](int i) { return std::uint32_t{static_cast<unsigned char>(bytes[i])}; };
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

/// FNV-1a, the hash of a key's name.
std::uint32_t hash(std::string_view name) {
  std::uint32_t value = 2166136261U;
  for (const char c : name) value = (value ^ static_cast<unsigned char>(c)) * 16777619U;
  return value;
}

class Writer {
 public:
  explicit Writer(std::vector<SourceTable> tables) : tables_(std::move(tables)) {
    std::sort(tables_.begin(), tables_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  }

  std::string write() {
    bytes_.assign(magic);
    bytes_.resize(header_size, '\0');
    write_keys();
    std::vector<std::uint32_t> directory;
    for (const SourceTable& table : tables_) {
      directory.push_back(text(table.name));
      directory.push_back(static_cast<std::uint32_t>(table.rows.size()));
      directory.push_back(write_rows(table));
    }
    put(tables_at, static_cast<std::uint32_t>(tables_.size()));
    put(tables_at + 4, append(directory));
    put(size_at, end());
    return std::move(bytes_);
  }

 private:
  std::uint32_t end() const { return static_cast<std::uint32_t>(bytes_.size()); }

  void put(std::uint32_t offset, std::uint32_t number) {
    for (int i = 0; i < 4; ++i) bytes_[offset + i] = static_cast<char>(number >> (8 * i));
  }
  std::uint32_t append(const std::vector<std::uint32_t>& numbers) {
    const std::uint32_t offset = end();
    bytes_.resize(bytes_.size() + 4 * numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) put(offset + static_cast<std::uint32_t>(4 * i), numbers[i]);
    return offset;
  }
  std::uint32_t text(const std::string& text) {
    const auto [known, is_new] = texts_.try_emplace(text, end());
    if (is_new) {
      append({static_cast<std::uint32_t>(text.size())});
      bytes_ += text;
    }
    return known->second;
  }

  void write_keys() {
    std::set<std::string> names;
    for (const SourceTable& table : tables_)
      for (const SourceRow& row : table.rows)
        for (const SourceField& field : row.fields) names.insert(field.key);
    std::vector<std::uint32_t> slots(std::bit_ceil(2 * names.size() + 1), 0);
    const auto last = static_cast<std::uint32_t>(slots.size() - 1);
    for (const std::string& name : names) {
      std::uint32_t slot = hash(name) & last;
      while (slots[slot] != 0) slot = (slot + 1) & last;
      slots[slot] = text(name);
      key_numbers_[name] = slot;
    }
    put(keys_at, static_cast<std::uint32_t>(slots.size()));
    put(keys_at + 4, append(slots));
  }

  std::uint32_t write_rows(const SourceTable& table) {
    std::vector<std::uint32_t> offsets;
    for (const SourceRow& row : table.rows) {
      std::vector<std::uint32_t> numbers{static_cast<std::uint32_t>(row.fields.size())};
      for (const SourceField& field : row.fields) {
        numbers.push_back(key_numbers_[field.key] | (field.is_list ? list_bit : 0));
        numbers.push_back(field.is_list ? list(field.items) : text(field.items[0]));
      }
      offsets.push_back(append(numbers));
    }
    return append(offsets);
  }

  std::uint32_t list(const std::vector<std::string>& items) {
    const auto known = lists_.find(items);
    if (known != lists_.end()) return known->second;
    std::vector<std::uint32_t> numbers{static_cast<std::uint32_t>(items.size())};
    for (const std::string& item : items) numbers.push_back(text(item));
    return lists_[items] = append(numbers);
  }

  std::vector<SourceTable> tables_;
  std::string bytes_;
  std::map<std::string, std::uint32_t> texts_, key_numbers_;
  std::map<std::vector<std::string>, std::uint32_t> lists_;
};

}  // namespace

std::string write_blob(std::vector<SourceTable> tables) {
  return Writer(std::move(tables)).write();
}

Blob::Blob(std::string_view bytes) : bytes_(bytes) {
  valid_ = bytes_.starts_with(magic) && bytes_.size() >= header_size && number(size_at) == bytes_.size();
}

std::uint32_t Blob::number(std::uint64_t offset) const {
  return offset + 4 > bytes_.size() ? 0 : number_at(bytes_.data() + offset);
}

std::string_view Blob::text(std::uint32_t offset) const {
  const std::uint32_t length = count(offset, 1);
  return length ? bytes_.substr(offset + 4, length) : std::string_view();
}

/// The count that stands at an offset, at most as many items as can follow it.
std::uint32_t Blob::count(std::uint64_t offset, std::uint32_t item_size) const {
  if (offset + 4 > bytes_.size()) return 0;
  const std::uint64_t room = (bytes_.size() - offset - 4) / item_size;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number(offset), room));
}

std::vector<std::string_view> Blob::list(std::uint32_t offset) const {
  std::vector<std::string_view> items(count(offset, 4));
  for (size_t i = 0; i < items.size(); ++i) items[i] = text(number(offset + 4 + 4 * i));
  return items;
}

std::vector<std::string_view> Blob::table_names() const {
  std::vector<std::string_view> names;
  if (!valid_) return names;
  const std::uint64_t directory = number(tables_at + 4);
  for (std::uint64_t i = 0; i < number(tables_at) && directory + table_entry * i < bytes_.size(); ++i)
    names.push_back(text(number(directory + table_entry * i)));
  return names;
}

std::vector<BlobRow> Blob::rows(std::string_view table) const& {
  std::vector<BlobRow> result;
  if (!valid_) return result;
  const std::uint64_t directory = number(tables_at + 4);
  std::uint64_t low = 0, high = std::min<std::uint64_t>(number(tables_at), bytes_.size() / table_entry);
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (text(number(directory + table_entry * middle)) < table)
      low = middle + 1;
    else
      high = middle;
  }
  const std::uint64_t entry = directory + table_entry * low;
  if (low >= number(tables_at) || text(number(entry)) != table) return result;
  const std::uint64_t offsets = number(entry + 8);
  for (std::uint64_t i = 0; i < number(entry + 4) && offsets + 4 * i < bytes_.size(); ++i)
    result.emplace_back(*this, number(offsets + 4 * i));
  return result;
}

BlobKey Blob::key(std::string_view name) const {
  const std::uint32_t slots = number(keys_at);
  if (!valid_ || !std::has_single_bit(slots)) return {};
  const std::uint64_t first = number(keys_at + 4);
  std::uint32_t slot = hash(name) & (slots - 1);
  for (std::uint32_t tried = 0; tried < most_tries; ++tried, slot = (slot + 1) & (slots - 1)) {
    const std::uint32_t known = number(first + 4ULL * slot);
    if (known == 0) return {};
    if (text(known) == name) return {slot};
  }
  return {};
}

/// The offset of the field whose key is `key`.
std::optional<std::uint32_t> BlobRow::find(BlobKey key) const {
  const std::uint32_t fields = blob_->count(offset_, field_entry);
  const std::uint32_t first = offset_ + 4;
  for (std::uint32_t i = 0; i < fields; ++i) {
    const std::uint32_t field = first + field_entry * i;  // count() made sure that it lies in the bytes
    if ((number_at(blob_->bytes_.data() + field) & ~list_bit) == key.number) return field;
  }
  return std::nullopt;
}

std::string_view BlobRow::text(BlobKey key) const {
  const auto field = find(key);
  return field && !(blob_->number(*field) & list_bit) ? blob_->text(blob_->number(*field + 4ULL))
                                                      : std::string_view();
}

std::vector<std::string_view> BlobRow::list(BlobKey key) const {
  const auto field = find(key);
  if (!field) return {};
  if (!(blob_->number(*field) & list_bit)) return {text(key)};
  return blob_->list(blob_->number(*field + 4ULL));
}

bool BlobRow::lists(BlobKey key, std::string_view text) const {
  const auto field = find(key);
  if (!field) return false;
  const std::uint64_t at = blob_->number(*field + 4ULL);
  if (!(blob_->number(*field) & list_bit)) return blob_->text(static_cast<std::uint32_t>(at)) == text;
  const std::uint32_t items = blob_->count(at, 4);
  for (std::uint32_t i = 0; i < items; ++i)
    if (blob_->text(blob_->number(at + 4 + 4ULL * i)) == text) return true;
  return false;
}

bool BlobRow::has(std::string_view key) const {
  return has(blob_->key(key));
}
std::string_view BlobRow::text(std::string_view key) const {
  return text(blob_->key(key));
}
std::vector<std::string_view> BlobRow::list(std::string_view key) const {
  return list(blob_->key(key));
}
bool BlobRow::lists(std::string_view key, std::string_view text) const {
  return lists(blob_->key(key), text);
}

std::vector<std::string> BlobRow::strings(std::string_view key) const {
  const std::vector<std::string_view> items = list(key);
  return {items.begin(), items.end()};
}

std::vector<std::string_view> BlobRow::keys() const {
  std::vector<std::string_view> names;
  const std::uint64_t keys = blob_->number(keys_at + 4);
  const std::uint32_t fields = blob_->count(offset_, field_entry);
  for (std::uint32_t i = 0; i < fields; ++i) {
    const std::uint32_t key = blob_->number(offset_ + 4ULL + std::uint64_t{field_entry} * i) & ~list_bit;
    names.push_back(blob_->text(blob_->number(keys + 4ULL * key)));
  }
  return names;
}

}  // namespace gpuenv::catalog
