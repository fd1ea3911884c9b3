// Known: a value with its origin, or a stated reason why it is unknown. Empty never means fine.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace gpuenv::base {

/// Why a value is not there. `absent` is an answer (we looked, and it does not exist); all others leave the
/// question open.
enum class Why {
  absent,        ///< looked for and certainly not there
  denied,        ///< exists, but this user may not read it
  unsupported,   ///< this system or driver has no such thing to ask
  failed,        ///< asked, and the answer was an error, a crash or nonsense
  timed_out,     ///< asked, and no answer came within the limit
  not_recorded,  ///< the recording or text holds no answer to this question
};

/// The word for a reason, as JSON and `-v` print it ("absent", "denied", ...).
constexpr const char* word(Why why) {
  switch (why) {
    case Why::absent:
      return "absent";
    case Why::denied:
      return "denied";
    case Why::unsupported:
      return "unsupported";
    case Why::failed:
      return "failed";
    case Why::timed_out:
      return "timed out";
    case Why::not_recorded:
      return "not recorded";
  }
  return "failed";
}

/// A reason for not knowing, with the detail a person can act on ("/proc/driver/nvidia/version: permission
/// denied").
struct Unknown {
  Why why = Why::failed;
  std::string detail;
};

/// A fact about a machine: a value and where it came from (file, command, API call, line), or why it is
/// unknown.
template <class T>
class Known {
 public:
  Known() : unknown_{Why::not_recorded, "not asked"} {}
  Known(T value, std::string origin) : value_(std::move(value)), origin_(std::move(origin)) {}
  Known(Unknown unknown, std::string origin = {})
      : unknown_(std::move(unknown)), origin_(std::move(origin)) {}

  bool known() const { return value_.has_value(); }
  /// Looked for and certainly not there.
  bool absent() const { return !value_ && unknown_.why == Why::absent; }
  /// Neither a value nor a certain absence: whoever depends on it cannot tell.
  bool undecided() const { return !value_ && unknown_.why != Why::absent; }
  explicit operator bool() const { return known(); }

  const T& operator*() const { return *value_; }
  const T* operator->() const { return &*value_; }
  T& operator*() { return *value_; }
  T* operator->() { return &*value_; }
  T value_or(T other) const {
    if (value_) return *value_;
    return other;
  }

  /// Why there is no value; only meaningful when !known().
  const Unknown& why() const { return unknown_; }
  /// Where the value (or the refusal) came from; may be empty for derived facts.
  const std::string& origin() const { return origin_; }

  /// The same reason and origin for a value of another type; only for a Known without value.
  template <class U>
  Known<U> no_value() const {
    return Known<U>(unknown_, origin_);
  }

 private:
  std::optional<T> value_;
  Unknown unknown_;
  std::string origin_;
};

}  // namespace gpuenv::base
