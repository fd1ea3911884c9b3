// Writing the reply of the vendor child.
#include "vendor/reply_writer.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::vendor {

void ReplyWriter::line(std::string_view key, std::string_view mark, std::string_view value) {
  std::string clean = base::valid_utf8(value);
  std::replace_if(clean.begin(), clean.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; }, ' ');
  text_.append(key).append(mark).append(clean).append("\n");
}

void ReplyWriter::value(std::string_view key, std::string_view value) {
  line(key, "=", value);
}

void ReplyWriter::value(std::string_view key, long long value) {
  line(key, "=", std::to_string(value));
}

void ReplyWriter::failed(std::string_view key, long long code) {
  line(key, "!=", std::to_string(code));
}

void ReplyWriter::failed(std::string_view key, std::string_view text) {
  line(key, "!=", text);
}

void ReplyWriter::missing(std::string_view key, std::string_view function) {
  line(key, "?=missing ", function);
}

}  // namespace gpuenv::vendor
