// Result: the outcome of something we were asked to do; a failure says what was tried on what.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace gpuenv::base {

/// Why we could not do what was asked: one sentence for the user, naming the file or the input it concerns.
/// Facts about a machine that are merely unknown are no errors; see Known.
struct Error {
  enum class Kind {
    usage,
    bad_input,
    io
  };  ///< usage: wrong call; bad_input: a file says nonsense; io: could not read or write
  Kind kind = Kind::io;
  std::string message;
};

/// std::expected is not marked nodiscard in libstdc++ 12, so functions that return a Result say [[nodiscard]]
/// themselves.
template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> bad_input(std::string message) {
  return std::unexpected(Error{Error::Kind::bad_input, std::move(message)});
}
inline std::unexpected<Error> usage_error(std::string message) {
  return std::unexpected(Error{Error::Kind::usage, std::move(message)});
}
inline std::unexpected<Error> io_error(std::string message) {
  return std::unexpected(Error{Error::Kind::io, std::move(message)});
}

}  // namespace gpuenv::base
