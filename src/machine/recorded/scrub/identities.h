// Which name, address or number was replaced by which: the same by the same in the whole recording.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::machine::recorded {

/// Replacements for one kind of thing, numbered in the order in which they were met.
class Pool {
 public:
  /// `form` holds one "{}" for the number, with its format: "user{}", "02:00:00:00:00:{:02x}".
  Pool(std::string form, bool ignores_case) : form_(std::move(form)), ignores_case_(ignores_case) {}

  /// The replacement of `original`, a new one when it was not met before.
  const std::string& replace(std::string_view original);
  bool knows(std::string_view original) const { return known_.contains(key(original)); }
  /// The originals met so far, long ones first.
  const std::vector<std::string>& originals() const { return originals_; }

 private:
  std::string key(std::string_view original) const;

  std::string form_;
  bool ignores_case_;
  std::map<std::string, std::string, std::less<>> known_;
  std::vector<std::string> originals_;
};

struct Identities {
  explicit Identities(bool windows) : users("user{}", windows), hosts("host{}", true) {}

  Pool users;
  Pool hosts;
  Pool gpus{"00000000-0000-0000-0000-{:012}", true};  ///< UUIDs without "GPU-"
  Pool serials{"{:013}", false};
  Pool macs{"02:00:00:00:00:{:02x}", true};
  Pool ipv4{"192.0.2.{}", false};     // reserved for documentation, RFC 5737
  Pool ipv6{"2001:db8::{:x}", true};  // likewise, RFC 3849
  Pool accounts{"S-1-5-21-0-0-0-{}", true};
  std::vector<std::string> secrets;  ///< values of secret variables, wherever else they stand
  /// Host names that are too unusual to be anything else, and may be replaced as words of any text.
  std::vector<std::string> unusual_hosts;
};

}  // namespace gpuenv::machine::recorded
