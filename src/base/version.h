// Version numbers of drivers, toolkits and Python packages, compared number by number.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::base {

/// A version as people write it: "550.54.15", "12.4", "2.8.0+cu128", "2.7.0rc1".
/// Order: release numbers (missing ones count as 0), then pre-releases (a, b, rc, dev) before the release.
/// The local part after '+' plays no role in the order.
class Version {
 public:
  Version() = default;
  explicit Version(std::string_view text);

  /// True when the text began with a number.
  bool valid() const { return !numbers_.empty(); }
  /// The release number at a place (0 = major); 0 when it is not written.
  int at(size_t place) const { return place < numbers_.size() ? numbers_[place] : 0; }
  int major_number() const { return at(0); }
  int minor_number() const { return at(1); }
  /// "3.12" of a version such as 3.12.4.
  std::string series() const { return std::to_string(at(0)) + "." + std::to_string(at(1)); }
  bool prerelease() const { return pre_kind_ < released; }
  /// The text after '+', such as "cu128", or "".
  const std::string& local() const { return local_; }
  /// The text it was made from, without blanks.
  const std::string& text() const { return text_; }
  /// Text without the local part.
  std::string public_text() const { return text_.substr(0, text_.find('+')); }

  /// True when all numbers that `prefix` writes are the same here: 2.8.1 begins with 2.8.
  bool begins_with(const Version& prefix) const;

  std::strong_ordering operator<=>(const Version& other) const;
  bool operator==(const Version& other) const { return (*this <=> other) == 0; }

 private:
  static constexpr int released = 4;
  std::string text_, local_;
  std::vector<int> numbers_;
  int pre_kind_ = released;  // dev 0, a 1, b 2, rc 3, released 4
  int pre_number_ = 0;
};

}  // namespace gpuenv::base
