// Builds the tables of zstd's codes as RFC 8878 describes them in sections 4.1 and 4.2.
#include "image/zstd_entropy.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gpuenv::image::zstd {
namespace {

constexpr int longest_huffman_code = 11;
constexpr std::size_t most_symbols_of_bytes = 256;

int highest_bit(std::uint32_t value) {
  return std::bit_width(value) - 1;
}

/// Bits from the beginning on.
class ForwardBits {
 public:
  explicit ForwardBits(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t read(int count) {
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i, ++at_)
      if (at_ / 8 < bytes_.size())
        value |= (static_cast<unsigned char>(bytes_[at_ / 8]) >> (at_ % 8) & 1u) << i;
    return value;
  }
  void back(std::size_t bits) { at_ -= bits; }
  std::size_t whole_bytes() const { return (at_ + 7) / 8; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// How often the next symbol occurs; numbers are written with as few bits as the rest allows.
int read_count(ForwardBits& bits, int rest) {
  const int width = highest_bit(static_cast<std::uint32_t>(rest) + 1) + 1;
  const std::uint32_t low = (1u << (width - 1)) - 1,
                      threshold = (1u << width) - 2 - static_cast<std::uint32_t>(rest);
  std::uint32_t value = bits.read(width);
  if ((value & low) < threshold) {
    bits.back(1);
    value &= low;
  } else if (value > low) {
    value -= threshold;
  }
  return static_cast<int>(value) - 1;
}

/// The weights of all symbols but the last, packed by FSE with two states in turn.
std::optional<std::vector<std::uint8_t>> packed_weights(std::string_view bytes) {
  constexpr int largest_log = 6;
  const auto table = read_fse_table(bytes, largest_log, most_symbols_of_bytes);
  if (!table) return std::nullopt;
  auto bits = BackwardBits::open(bytes);
  if (!bits) return std::nullopt;
  std::array<std::uint32_t, 2> state{};
  for (auto& each : state) each = bits->read(table->log);
  std::vector<std::uint8_t> weights;
  for (std::size_t turn = 0; weights.size() < most_symbols_of_bytes; turn ^= 1) {
    weights.push_back(table->symbol(state[turn]));
    state[turn] = table->next(state[turn], *bits);
    if (!bits->spent()) continue;
    weights.push_back(table->symbol(state[turn ^ 1]));
    return weights;
  }
  return std::nullopt;
}

/// The weights as they are, four bits each.
std::vector<std::uint8_t> plain_weights(std::string_view bytes, std::size_t count) {
  std::vector<std::uint8_t> weights;
  for (std::size_t i = 0; i < count; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i / 2]);
    weights.push_back(i % 2 == 0 ? byte >> 4 : byte & 15);
  }
  return weights;
}

/// The last weight is what is missing for the sum to be a power of two.
std::optional<HuffmanTable> huffman_table(std::vector<std::uint8_t> weights) {
  std::uint32_t sum = 0;
  for (const std::uint8_t weight : weights) {
    if (weight > longest_huffman_code) return std::nullopt;
    if (weight > 0) sum += 1u << (weight - 1);
  }
  if (sum == 0 || weights.size() >= most_symbols_of_bytes) return std::nullopt;
  HuffmanTable table{highest_bit(sum) + 1, {}, {}};
  const std::uint32_t rest = (1u << table.log) - sum;
  if (table.log > longest_huffman_code || !std::has_single_bit(rest)) return std::nullopt;
  weights.push_back(static_cast<std::uint8_t>(highest_bit(rest) + 1));
  table.symbols.resize(std::size_t{1} << table.log);
  table.bits.resize(table.symbols.size());
  std::size_t at = 0;  // longer codes, which have smaller weights, come first
  for (int weight = 1; weight <= table.log; ++weight)
    for (std::size_t symbol = 0; symbol < weights.size(); ++symbol) {
      if (weights[symbol] != weight) continue;
      const std::size_t width = std::size_t{1} << (weight - 1);
      std::fill_n(table.symbols.begin() + static_cast<std::ptrdiff_t>(at), width,
                  static_cast<std::uint8_t>(symbol));
      std::fill_n(table.bits.begin() + static_cast<std::ptrdiff_t>(at), width,
                  static_cast<std::uint8_t>(table.log + 1 - weight));
      at += width;
    }
  return table;
}

}  // namespace

std::optional<BackwardBits> BackwardBits::open(std::string_view bytes) {
  if (bytes.empty() || bytes.back() == 0) return std::nullopt;
  const int last = highest_bit(static_cast<unsigned char>(bytes.back()));
  return BackwardBits(bytes, static_cast<std::int64_t>(bytes.size() - 1) * 8 + last);
}

std::uint32_t BackwardBits::look(std::int64_t from, int count) const {
  if (count == 0 || from + count <= 0) return 0;
  if (from < 0) return look(0, static_cast<int>(from + count)) << -from;
  const auto byte = static_cast<std::size_t>(from / 8);
  std::uint64_t word = 0;
  for (std::size_t i = std::min<std::size_t>(8, bytes_.size() - byte); i-- > 0;)
    word = word << 8 | static_cast<unsigned char>(bytes_[byte + i]);
  return static_cast<std::uint32_t>(word >> (from % 8) & ((std::uint64_t{1} << count) - 1));
}

std::optional<FseTable> fse_table(std::span<const std::int16_t> counts, int log) {
  const std::size_t size = std::size_t{1} << log, mask = size - 1;
  FseTable table{log, std::vector<FseTable::State>(size)};
  std::vector<std::uint32_t> next(counts.size());
  std::size_t end = size, at = 0;
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol) {
    if (counts[symbol] != -1) continue;
    if (end == 0) return std::nullopt;
    table.states[--end].symbol = static_cast<std::uint8_t>(symbol);
    next[symbol] = 1;
  }
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol) {
    if (counts[symbol] <= 0) continue;
    next[symbol] = static_cast<std::uint32_t>(counts[symbol]);
    for (int i = 0; i < counts[symbol]; ++i) {
      table.states[at].symbol = static_cast<std::uint8_t>(symbol);
      do at = (at + (size >> 1) + (size >> 3) + 3) & mask;
      while (at >= end && at != 0);
    }
  }
  if (at != 0) return std::nullopt;
  for (FseTable::State& state : table.states) {
    const std::uint32_t number = next[state.symbol]++;
    if (number == 0) return std::nullopt;
    state.bits = static_cast<std::uint8_t>(log - highest_bit(number));
    state.base = static_cast<std::uint16_t>((number << state.bits) - size);
  }
  return table;
}

std::optional<FseTable> read_fse_table(std::string_view& bytes, int largest_log, std::size_t most_symbols) {
  ForwardBits bits(bytes);
  const int log = static_cast<int>(bits.read(4)) + 5;
  if (log > largest_log) return std::nullopt;
  int rest = 1 << log;
  std::vector<std::int16_t> counts;
  while (rest > 0) {
    if (counts.size() >= most_symbols || bits.whole_bytes() > bytes.size()) return std::nullopt;
    const int count = read_count(bits, rest);
    counts.push_back(static_cast<std::int16_t>(count));
    rest -= count < 0 ? 1 : count;
    if (count != 0) continue;
    std::uint32_t more = 3;  // symbols that do not occur
    while (more == 3) {
      more = bits.read(2);
      counts.resize(counts.size() + more);
      if (counts.size() > most_symbols) return std::nullopt;
    }
  }
  if (rest < 0 || bits.whole_bytes() > bytes.size()) return std::nullopt;
  bytes.remove_prefix(bits.whole_bytes());
  return fse_table(counts, log);
}

FseTable single_symbol_table(std::uint8_t symbol) {
  return {0, {{symbol, 0, 0}}};
}

std::optional<HuffmanTable> read_huffman_table(std::string_view& bytes) {
  if (bytes.empty()) return std::nullopt;
  const std::size_t head = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  const bool plain = head >= 128;
  const std::size_t count = plain ? head - 127 : 0, size = plain ? (count + 1) / 2 : head;
  if (size > bytes.size()) return std::nullopt;
  auto weights = plain ? plain_weights(bytes, count) : packed_weights(bytes.substr(0, size));
  if (!weights) return std::nullopt;
  bytes.remove_prefix(size);
  return huffman_table(*std::move(weights));
}

}  // namespace gpuenv::image::zstd
