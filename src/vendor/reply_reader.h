// Reading the lines of a reply: every key gives a value or the reason why there is none.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/known.h"
#include "base/version.h"

namespace gpuenv::vendor {

using base::Known;

/// A fact of a reply and the function that it comes from.
struct Question {
  std::string key;       ///< "gpu0.name"
  const char* function;  ///< "nvmlDeviceGetName"
};

class ReplyReader {
 public:
  /// `explain` puts an error code of the library into words.
  ReplyReader(const Known<std::string>& reply, std::string library, base::Unknown (*explain)(int));

  /// The text of a fact; unknown with the error, the missing function, or that the reply does not say it.
  Known<std::string> text(const Question& question) const;
  /// A decimal number between two bounds.
  Known<long long> number(const Question& question, long long least, long long most) const;
  /// A CUDA version from its number: 12040 is 12.4 (CUDA Driver API reference, cuDriverGetVersion).
  Known<base::Version> cuda_version(const Question& question) const;
  /// A text that adds to another fact, or "".
  std::string note(const std::string& key) const;

  /// An unknown for a value that cannot be one.
  template <class T>
  Known<T> nonsense(const Question& question, std::string_view value) const {
    return Known<T>(unknown(base::Why::failed, question, std::string("gave \"").append(value).append("\"")),
                    origin(question));
  }
  /// "LIBRARY: FUNCTION".
  std::string origin(const Question& question) const { return library_ + ": " + question.function; }

 private:
  struct Entry {
    char mark = '=';  ///< '=' value, '!' error, '?' missing function
    std::string value;
    bool contradicted = false;  ///< said again, otherwise
  };
  void read_line(std::string_view line);
  base::Unknown unknown(base::Why why, const Question& question, std::string_view what) const;
  Known<std::string> refused(const Question& question, const Entry& entry) const;

  std::string library_;
  base::Unknown (*explain_)(int);
  Known<std::string> reply_;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace gpuenv::vendor
