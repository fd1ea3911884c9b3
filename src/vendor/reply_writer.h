// Writing the reply of the vendor child.
#pragma once

#include <string>
#include <string_view>

namespace gpuenv::vendor {

class ReplyWriter {
 public:
  /// A fact; what could break the line or is no UTF-8 is replaced.
  void value(std::string_view key, std::string_view value);
  void value(std::string_view key, long long value);
  /// The call for this fact returned an error code.
  void failed(std::string_view key, long long code);
  void failed(std::string_view key, std::string_view text);
  /// The library has no such function.
  void missing(std::string_view key, std::string_view function);

  std::string take() { return std::move(text_); }

 private:
  void line(std::string_view key, std::string_view mark, std::string_view value);
  std::string text_;
};

}  // namespace gpuenv::vendor
