// Readers of outside text, for the tests that give them broken input.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/version.h"

namespace gpuenv::test {

using Texts = std::vector<std::string>;

/// What a reader made of an input, as text.
class Digest {
 public:
  Digest& operator<<(std::string_view text) {
    text_ += text;
    text_ += '\n';
    return *this;
  }
  Digest& operator<<(const base::Version& version) { return *this << version.text(); }
  Digest& operator<<(long long number) { return *this << std::to_string(number); }
  Digest& operator<<(const Texts& list) { return *this << base::join(list, "\n"); }
  template <class Value>
  Digest& operator<<(const std::optional<Value>& value) {
    return value ? *this << *value : *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// A reader of outside text: what it makes of an input, and examples that it understands.
struct Reader {
  std::string_view name;  ///< of the header without ".h"
  std::string (*read)(std::string_view);
  Texts examples;
};

inline void PrintTo(const Reader& reader, std::ostream* out) {
  *out << reader.name;
}

/// One for each header of src/parse, named after it.
const std::vector<Reader>& parse_readers();
/// Those of the other rooms.
const std::vector<Reader>& other_readers();
/// Those of what dynamic loaders look at.
const std::vector<Reader>& loader_readers();
/// Those of what libraries are packed in.
const std::vector<Reader>& image_readers();

/// True when a piece points into the text that it was taken from.
inline bool lies_within(std::string_view piece, std::string_view text) {
  return piece.empty() ||
         (piece.data() >= text.data() && piece.data() + piece.size() <= text.data() + text.size());
}

}  // namespace gpuenv::test
