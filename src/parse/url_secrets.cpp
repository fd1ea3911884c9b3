// Addresses without passwords; see url_secrets.h.
#include "parse/url_secrets.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

constexpr std::string_view ends_of_address = " \t\r\n\"'<>";
constexpr const char* hidden = "***";

/// Without the values of its query, which may be secrets, and without a query that is an address itself.
std::string without_query_secrets(std::string_view address) {
  const size_t query = address.find('?');
  if (query == std::string_view::npos) return std::string(address);
  std::string result(address.substr(0, query));
  for (std::string_view part : base::split(address.substr(query + 1), '&'))
    if (part.substr(0, part.find('=')).find("://") != std::string_view::npos) return result + "?" + hidden;
  char before = '?';
  for (std::string_view part : base::split(address.substr(query + 1), '&')) {
    const size_t equals = part.find('=');
    result += before;
    result += part.substr(0, equals);
    if (equals != std::string_view::npos) result += std::string("=") + hidden;
    before = '&';
  }
  return result;
}

/// Where an address ends. One that holds another (a mirror's, "https://proxy/https://host/x") ends before it.
size_t end_of_address(std::string_view text, size_t start) {
  const size_t end = std::min(text.find_first_of(ends_of_address, start), text.size());
  const size_t next = text.find("://", start);
  return next < text.substr(0, end).find('?', start) && next < end ? next : end;
}

}  // namespace

std::string without_secrets(std::string_view text) {
  std::string result;
  for (;;) {
    const size_t scheme = text.find("://");
    if (scheme == std::string_view::npos) return result += text;
    const size_t start = scheme + 3;
    const size_t end = end_of_address(text, start);
    const std::string_view address = text.substr(start, end - start);
    const std::string_view host = address.substr(0, address.find_first_of("/?#"));
    const size_t at = host.rfind('@');
    result += text.substr(0, start);
    if (at != std::string_view::npos) result += hidden;
    result += without_query_secrets(address.substr(at == std::string_view::npos ? 0 : at));
    text = text.substr(end);
  }
}

}  // namespace gpuenv::parse
