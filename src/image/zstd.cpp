// Unpacks zstd blocks (RFC 8878, section 3): literal bytes packed by Huffman, and sequences of "so many
// literals, then a copy of earlier output" packed by FSE. Literals and sequences beyond what is asked for are
// not looked at.
#include "image/zstd.h"

#include <algorithm>
#include <array>

#include "image/fields.h"
#include "image/zstd_entropy.h"

namespace gpuenv::image {
namespace {

using zstd::BackwardBits;
using zstd::FseTable;

/// The lengths that a code stands for: from `base` on, told apart by so many more bits.
struct Length {
  std::uint32_t base;
  std::uint8_t bits;
};

constexpr Length literal_lengths[] = {
    {0, 0},     {1, 0},      {2, 0},      {3, 0},     {4, 0},   {5, 0},     {6, 0},     {7, 0},
    {8, 0},     {9, 0},      {10, 0},     {11, 0},    {12, 0},  {13, 0},    {14, 0},    {15, 0},
    {16, 1},    {18, 1},     {20, 1},     {22, 1},    {24, 2},  {28, 2},    {32, 3},    {40, 3},
    {48, 4},    {64, 6},     {128, 7},    {256, 8},   {512, 9}, {1024, 10}, {2048, 11}, {4096, 12},
    {8192, 13}, {16384, 14}, {32768, 15}, {65536, 16}};
constexpr Length copy_lengths[] = {
    {3, 0},   {4, 0},     {5, 0},     {6, 0},     {7, 0},     {8, 0},      {9, 0},      {10, 0},    {11, 0},
    {12, 0},  {13, 0},    {14, 0},    {15, 0},    {16, 0},    {17, 0},     {18, 0},     {19, 0},    {20, 0},
    {21, 0},  {22, 0},    {23, 0},    {24, 0},    {25, 0},    {26, 0},     {27, 0},     {28, 0},    {29, 0},
    {30, 0},  {31, 0},    {32, 0},    {33, 0},    {34, 0},    {35, 1},     {37, 1},     {39, 1},    {41, 1},
    {43, 2},  {47, 2},    {51, 3},    {59, 3},    {67, 4},    {83, 4},     {99, 5},     {131, 7},   {259, 8},
    {515, 9}, {1027, 10}, {2051, 11}, {4099, 12}, {8195, 13}, {16387, 14}, {32771, 15}, {65539, 16}};

// How often each code occurs where a block brings no table of its own (RFC 8878, 3.1.1.3.2.2).
constexpr std::int16_t usual_literals[] = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                           2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
constexpr std::int16_t usual_copies[] = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                         1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                         1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
constexpr std::int16_t usual_distances[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                            1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};

/// What the tables of sequences are about, and their limits.
struct Code {
  std::span<const std::int16_t> usual;
  int usual_log;
  int largest_log;
  std::size_t most_symbols;
};
constexpr std::size_t literals_code = 0, distance_code = 1, copy_code = 2;
constexpr Code codes[] = {{usual_literals, 6, 9, 36}, {usual_distances, 5, 8, 32}, {usual_copies, 6, 9, 53}};

/// Takes `count` bytes off the beginning.
std::optional<std::string_view> take(std::string_view& bytes, std::size_t count) {
  if (count > bytes.size()) return std::nullopt;
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

std::uint64_t number_of(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

class Unpacker {
 public:
  explicit Unpacker(std::size_t limit) : limit_(limit) {}

  bool full() const { return out_.size() >= limit_; }
  std::string result() { return std::move(out_); }
  void append(std::string_view bytes) { out_ += bytes.substr(0, limit_ - out_.size()); }
  void repeat(char byte, std::uint64_t count) {
    out_.append(static_cast<std::size_t>(std::min<std::uint64_t>(count, limit_ - out_.size())), byte);
  }
  bool packed_block(std::string_view block) { return read_literals(block) && run_sequences(block); }

 private:
  bool read_literals(std::string_view& block);
  bool unpack_literals(std::string_view packed, std::uint64_t size, bool four_streams);
  bool unpack_stream(std::string_view stream, std::uint64_t size);
  bool run_sequences(std::string_view block);
  bool read_table(std::size_t code, unsigned mode, std::string_view& block);
  bool run_sequence(BackwardBits& bits, const std::array<std::uint32_t, 3>& states);
  std::uint64_t distance(std::uint64_t value, bool no_literals);
  bool copy(std::uint64_t distance, std::uint64_t length);
  bool take_literals(std::uint64_t count);

  std::size_t limit_;
  std::string out_;
  std::string literals_;             ///< of this block, as many as can be asked for
  std::uint64_t literal_count_ = 0;  ///< of this block in truth
  std::uint64_t literals_taken_ = 0;
  std::optional<zstd::HuffmanTable> huffman_;
  std::array<std::optional<FseTable>, 3> tables_;
  std::array<std::uint64_t, 3> distances_{1, 4, 8};
};

/// The widths of the head of literals by its format: bytes in all, bits of a size.
struct LiteralsHead {
  std::size_t bytes;
  int bits;
};

bool Unpacker::read_literals(std::string_view& block) {
  if (block.empty()) return false;
  const unsigned first = static_cast<unsigned char>(block.front()), kind = first & 3, format = first >> 2 & 3;
  constexpr LiteralsHead plain_heads[] = {{1, 5}, {2, 12}, {1, 5}, {3, 20}};
  constexpr LiteralsHead packed_heads[] = {{3, 10}, {3, 10}, {4, 14}, {5, 18}};
  const bool plain = kind < 2;
  const LiteralsHead form = plain ? plain_heads[format] : packed_heads[format];
  const auto head = take(block, form.bytes);
  if (!head) return false;
  const std::uint64_t numbers = number_of(*head) >> (form.bits == 5 ? 3 : 4),
                      mask = (std::uint64_t{1} << form.bits) - 1;
  literal_count_ = numbers & mask;
  literals_taken_ = 0;
  literals_.clear();
  if (literal_count_ > largest_zstd_block) return false;
  if (kind == 0) {
    const auto bytes = take(block, literal_count_);
    if (bytes) literals_ = *bytes;
    return bytes.has_value();
  }
  if (kind == 1) {
    const auto byte = take(block, 1);
    if (byte) literals_.assign(std::min<std::uint64_t>(literal_count_, limit_), byte->front());
    return byte.has_value();
  }
  auto packed = take(block, numbers >> form.bits & mask);
  if (!packed) return false;
  if (kind == 2) huffman_ = zstd::read_huffman_table(*packed);
  return huffman_ && unpack_literals(*packed, literal_count_, format != 0);
}

bool Unpacker::unpack_literals(std::string_view packed, std::uint64_t size, bool four_streams) {
  if (!four_streams) return unpack_stream(packed, size);
  const auto jumps = take(packed, 6);
  if (!jumps) return false;
  const std::uint64_t quarter = (size + 3) / 4;
  for (std::size_t i = 0; i < 4 && literals_.size() < limit_; ++i) {
    const std::uint64_t rest = size - std::min(size, quarter * i);
    const auto stream = take(packed, i < 3 ? number_of(jumps->substr(2 * i, 2)) : packed.size());
    if (!stream || !unpack_stream(*stream, std::min(rest, quarter))) return false;
  }
  return true;
}

bool Unpacker::unpack_stream(std::string_view stream, std::uint64_t size) {
  auto bits = BackwardBits::open(stream);
  if (!bits) return false;
  for (std::uint64_t i = 0; i < size && literals_.size() < limit_; ++i) {
    const std::uint32_t place = bits->peek(huffman_->log);
    literals_ += static_cast<char>(huffman_->symbols[place]);
    bits->skip(huffman_->bits[place]);
    if (bits->spent()) return false;
  }
  return true;
}

bool Unpacker::read_table(std::size_t code, unsigned mode, std::string_view& block) {
  const Code& about = codes[code];
  if (mode == 0) tables_[code] = zstd::fse_table(about.usual, about.usual_log);
  if (mode == 1) {
    const auto symbol = take(block, 1);
    if (!symbol || static_cast<unsigned char>(symbol->front()) >= about.most_symbols) return false;
    tables_[code] = zstd::single_symbol_table(static_cast<std::uint8_t>(symbol->front()));
  }
  if (mode == 2) tables_[code] = zstd::read_fse_table(block, about.largest_log, about.most_symbols);
  return tables_[code].has_value();  // mode 3: that of the block before
}

bool Unpacker::run_sequences(std::string_view block) {
  const auto first = take(block, 1);
  if (!first) return false;
  std::uint64_t count = static_cast<unsigned char>(first->front());
  if (count >= 128) {
    const bool wide = count == 255;
    const auto more = take(block, wide ? 2 : 1);
    if (!more) return false;
    count = wide ? number_of(*more) + 0x7F00 : ((count - 128) << 8) + number_of(*more);
  }
  if (count == 0) return take_literals(literal_count_);
  const auto modes = take(block, 1);
  if (!modes) return false;
  const unsigned mode = static_cast<unsigned char>(modes->front());
  if (!read_table(literals_code, mode >> 6, block) || !read_table(distance_code, mode >> 4 & 3, block) ||
      !read_table(copy_code, mode >> 2 & 3, block))
    return false;
  auto bits = BackwardBits::open(block);
  if (!bits) return false;
  std::array<std::uint32_t, 3> states{};
  for (std::size_t i = 0; i < 3; ++i) states[i] = bits->read(tables_[i]->log);
  for (std::uint64_t i = 0; i < count && !full(); ++i) {
    if (!run_sequence(*bits, states)) return false;
    if (i + 1 == count) break;
    for (const std::size_t code : {literals_code, copy_code, distance_code})
      states[code] = tables_[code]->next(states[code], *bits);
    if (bits->spent()) return false;
  }
  return full() || take_literals(literal_count_ - literals_taken_);
}

bool Unpacker::run_sequence(BackwardBits& bits, const std::array<std::uint32_t, 3>& states) {
  const int far = tables_[distance_code]->symbol(states[distance_code]);
  const Length copied = copy_lengths[tables_[copy_code]->symbol(states[copy_code])],
               literal = literal_lengths[tables_[literals_code]->symbol(states[literals_code])];
  if (far > 31) return false;
  const std::uint64_t value = (std::uint64_t{1} << far) + bits.read(far);
  const std::uint64_t length = copied.base + bits.read(copied.bits),
                      before = literal.base + bits.read(literal.bits);
  if (bits.spent() || !take_literals(before)) return false;
  return full() || copy(distance(value, before == 0), length);
}

/// Values up to 3 stand for one of the last three distances, which move up when they are used.
std::uint64_t Unpacker::distance(std::uint64_t value, bool no_literals) {
  if (value > 3) {
    distances_ = {value - 3, distances_[0], distances_[1]};
    return distances_[0];
  }
  const std::uint64_t place = value - 1 + (no_literals ? 1 : 0);
  if (place == 0) return distances_[0];
  const std::uint64_t found = place == 3 ? distances_[0] - 1 : distances_[place];
  if (place != 1) distances_[2] = distances_[1];
  distances_[1] = distances_[0];
  distances_[0] = found;
  return found;
}

bool Unpacker::copy(std::uint64_t distance, std::uint64_t length) {
  if (distance == 0 || distance > out_.size()) return false;
  for (std::uint64_t left = std::min<std::uint64_t>(length, limit_ - out_.size()); left > 0; --left)
    out_ += out_[out_.size() - distance];
  return true;
}

bool Unpacker::take_literals(std::uint64_t count) {
  if (count > literal_count_ - literals_taken_) return false;
  const std::uint64_t there = literals_.size() - std::min<std::uint64_t>(literals_.size(), literals_taken_);
  append(std::string_view(literals_).substr(literals_.size() - there, std::min(count, there)));
  literals_taken_ += count;
  return count <= there || full();
}

}  // namespace

std::optional<ZstdHead> zstd_head(std::string_view beginning) {
  const Fields fields(beginning);
  const auto flags = fields.u8(4);
  if (fields.u32(0) != zstd_magic || !flags || (*flags & 0x08) != 0 || (*flags & 3) != 0) return std::nullopt;
  const bool single = (*flags & 0x20) != 0;
  constexpr std::uint64_t widths[] = {0, 2, 4, 8};
  const std::uint64_t width = single && *flags >> 6 == 0 ? 1 : widths[*flags >> 6];
  const std::uint64_t at = single ? 5 : 6;
  const auto number = fields.bytes(at, width);
  if (!number) return std::nullopt;
  ZstdHead head{at + width, std::nullopt, (*flags & 4) != 0};
  if (width > 0) head.unpacked = number_of(*number) + (width == 2 ? 256 : 0);
  return head;
}

ZstdBlock zstd_block(std::string_view head) {
  if (head.size() < zstd_block_head) return {};
  const std::uint64_t word = number_of(head.substr(0, zstd_block_head));
  ZstdBlock block{static_cast<ZstdBlock::Kind>(word >> 1 & 3), (word & 1) != 0, word >> 3, word >> 3};
  if (block.kind == ZstdBlock::Kind::repeated) block.size = 1;
  if (block.number > largest_zstd_block) block.kind = ZstdBlock::Kind::invalid;
  return block;
}

std::optional<std::string> unpack_zstd(std::string_view packed, std::size_t limit) {
  const auto head = zstd_head(packed);
  if (!head) return std::nullopt;
  packed.remove_prefix(static_cast<std::size_t>(head->size));
  Unpacker unpacker(limit);
  while (!unpacker.full()) {
    const ZstdBlock block = zstd_block(packed);
    if (block.kind == ZstdBlock::Kind::invalid || !take(packed, zstd_block_head)) return std::nullopt;
    const auto bytes = take(packed, static_cast<std::size_t>(block.size));
    if (!bytes) return std::nullopt;
    if (block.kind == ZstdBlock::Kind::raw) unpacker.append(*bytes);
    if (block.kind == ZstdBlock::Kind::repeated) unpacker.repeat(bytes->front(), block.number);
    if (block.kind == ZstdBlock::Kind::packed && !unpacker.packed_block(*bytes)) return std::nullopt;
    if (block.last) break;
  }
  return unpacker.result();
}

}  // namespace gpuenv::image
