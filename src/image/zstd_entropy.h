// The two codes that zstd packs numbers with, FSE and Huffman (RFC 8878, section 4), over bits read
// backwards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace gpuenv::image::zstd {

/// Bits of a stream from its end to its beginning; beyond that there are zeros, and `spent` tells.
class BackwardBits {
 public:
  /// The highest bit set in the last byte marks where the stream ends; none where that is missing.
  static std::optional<BackwardBits> open(std::string_view bytes);
  std::uint32_t read(int count) {
    at_ -= count;
    return look(at_, count);
  }
  /// The next bits, without taking them.
  std::uint32_t peek(int count) const { return look(at_ - count, count); }
  void skip(int count) { at_ -= count; }
  /// More bits were taken than there are.
  bool spent() const { return at_ < 0; }

 private:
  BackwardBits(std::string_view bytes, std::int64_t at) : bytes_(bytes), at_(at) {}
  std::uint32_t look(std::int64_t from, int count) const;
  std::string_view bytes_;
  std::int64_t at_;  ///< the bit before which the next ones lie
};

/// A table of an FSE code: each state gives a symbol and leads to the next state by some bits.
struct FseTable {
  struct State {
    std::uint8_t symbol = 0;
    std::uint8_t bits = 0;
    std::uint16_t base = 0;
  };
  int log = 0;
  std::vector<State> states;

  std::uint8_t symbol(std::uint32_t state) const { return states[state].symbol; }
  std::uint32_t next(std::uint32_t state, BackwardBits& bits) const {
    return states[state].base + bits.read(states[state].bits);
  }
};

/// From how often each symbol occurs among the states; -1 is less than once.
std::optional<FseTable> fse_table(std::span<const std::int16_t> counts, int log);

/// Reads the description of a table at the beginning of `bytes` and takes it off them.
std::optional<FseTable> read_fse_table(std::string_view& bytes, int largest_log, std::size_t most_symbols);

/// A table of one state for one symbol.
FseTable single_symbol_table(std::uint8_t symbol);

/// A Huffman code: the next `log` bits of a stream are a place in the table.
struct HuffmanTable {
  int log = 0;
  std::vector<std::uint8_t> symbols, bits;
};

/// Reads the description of a Huffman code at the beginning of `bytes` and takes it off them.
std::optional<HuffmanTable> read_huffman_table(std::string_view& bytes);

}  // namespace gpuenv::image::zstd
