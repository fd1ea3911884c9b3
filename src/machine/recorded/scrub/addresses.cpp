// Numbers that name one card, one board, one network interface or one account; see recognise.h.
#include <algorithm>

#include "base/text.h"
#include "machine/recorded/scrub/recognise.h"

namespace gpuenv::machine::recorded {
namespace {

constexpr std::size_t uuid_length = 36;

bool is_uuid(std::string_view text) {
  if (text.size() < uuid_length) return false;
  for (std::size_t i = 0; i < uuid_length; ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return text.size() == uuid_length || !is_hex(text[uuid_length]);
}

/// A shortened UUID stands for the one known card that begins with it.
std::string long_form(std::string_view beginning, const Pool& gpus) {
  for (const auto& uuid : gpus.originals())
    if (base::lower(uuid).starts_with(base::lower(beginning))) return uuid;
  return std::string(beginning);
}

/// The length of a dotted quad at the cursor, 0 when there is none.
std::size_t quad_length(const Cursor& cursor) {
  const char before = cursor.peek(-1);
  if (!is_digit(cursor.peek(0)) || is_word(before) || before == '.' || before == '-' || before == '+')
    return 0;
  std::size_t length = 0;
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && cursor.peek(static_cast<std::ptrdiff_t>(length++)) != '.') return 0;
    const std::size_t digits = cursor.run(length, is_digit);
    if (digits == 0 || digits > 3 || base::number(cursor.rest().substr(length, digits)) > 255) return 0;
    length += digits;
  }
  const char after = cursor.peek(static_cast<std::ptrdiff_t>(length));
  const char second = cursor.peek(static_cast<std::ptrdiff_t>(length) + 1);
  return is_word(after) || after == '-' || after == '+' || (after == '.' && is_word(second)) ? 0 : length;
}

bool is_private(std::string_view quad) {
  if (quad.starts_with("192.168.") || quad.starts_with("169.254.")) return true;
  const long long second =
      quad.starts_with("172.") ? base::number(quad.substr(4, quad.find('.', 4) - 4)) : -1;
  return second >= 16 && second <= 31;
}

/// "://1.2.3.4", "me@1.2.3.4" and "1.2.3.4:8080" are no versions.
bool asks_for_address(const Cursor& cursor, std::size_t length) {
  const auto end = static_cast<std::ptrdiff_t>(length);
  return cursor.peek(-1) == '@' || (cursor.peek(-1) == '/' && cursor.peek(-2) == '/') ||
         (cursor.peek(end) == ':' && is_digit(cursor.peek(end + 1)));
}

}  // namespace

Found find_gpu(const Cursor& cursor, TextKind, Identities& identities) {
  const std::string_view rest = cursor.rest();
  if (is_uuid(rest) && !is_word(cursor.peek(-1)) && identities.gpus.knows(rest.substr(0, uuid_length)))
    return {uuid_length, identities.gpus.replace(rest.substr(0, uuid_length))};
  if (!rest.starts_with("GPU-") && !rest.starts_with("MIG-")) return {};
  const std::string prefix(rest.substr(0, 4));
  if (is_uuid(rest.substr(4)))
    return {4 + uuid_length, prefix + identities.gpus.replace(rest.substr(4, uuid_length))};
  const std::size_t length = cursor.run(4, [](char c) { return is_hex(c) || c == '-'; });
  if (length < 6 || is_word(cursor.peek(static_cast<std::ptrdiff_t>(4 + length)))) return {};
  return {4 + length, prefix + identities.gpus.replace(long_form(rest.substr(4, length), identities.gpus))};
}

Found find_serial(const Cursor& cursor, TextKind, Identities& identities) {
  if (is_word(cursor.peek(-1)) || !base::equal_ignoring_case(cursor.rest().substr(0, 6), "serial")) return {};
  std::size_t length = 6;
  if (base::equal_ignoring_case(cursor.piece(length + 1, 6), "number")) length += 7;
  length += cursor.run(length, [](char c) { return c == ' ' || c == '\t' || c == '"'; });
  const char sign = cursor.peek(static_cast<std::ptrdiff_t>(length));
  if (sign != '=' && sign != ':') return {};
  ++length;
  length += cursor.run(length, [](char c) { return c == ' ' || c == '\t' || c == '"'; });
  const std::size_t value = cursor.run(length, [](char c) { return is_word(c) || c == '-'; });
  const std::string_view number = cursor.rest().substr(length, value);
  if (value < 4 || std::none_of(number.begin(), number.end(), is_digit)) return {};
  return {length + value, std::string(cursor.rest().substr(0, length)) + identities.serials.replace(number)};
}

Found find_account(const Cursor& cursor, TextKind, Identities& identities) {
  constexpr std::string_view beginning = "S-1-5-21-";
  if (!cursor.rest().starts_with(beginning) || is_word(cursor.peek(-1))) return {};
  const std::size_t numbers = cursor.run(beginning.size(), [](char c) { return is_digit(c) || c == '-'; });
  if (numbers == 0) return {};
  const std::size_t length = beginning.size() + numbers;
  return {length, identities.accounts.replace(cursor.rest().substr(0, length))};
}

Found find_mac(const Cursor& cursor, TextKind, Identities& identities) {
  constexpr std::size_t length = 17;
  const std::string_view rest = cursor.rest();
  if (rest.size() < length || !is_hex(rest[0]) || (rest[2] != ':' && rest[2] != '-')) return {};
  for (std::size_t i = 0; i < length; ++i)
    if (i % 3 == 2 ? rest[i] != rest[2] : !is_hex(rest[i])) return {};
  for (const char neighbour : {cursor.peek(-1), cursor.peek(length)})
    if (is_word(neighbour) || neighbour == rest[2]) return {};
  std::string address(rest.substr(0, length));
  std::replace(address.begin(), address.end(), '-', ':');
  if (address == "00:00:00:00:00:00") return {};
  std::string replacement = identities.macs.replace(address);
  std::replace(replacement.begin(), replacement.end(), ':', rest[2]);
  return {length, replacement};
}

Found find_ipv4(const Cursor& cursor, TextKind kind, Identities& identities) {
  const std::size_t length = quad_length(cursor);
  if (length == 0) return {};
  const std::string_view quad = cursor.rest().substr(0, length);
  if (quad.starts_with("127.") || quad.starts_with("0.") || quad.starts_with("255.")) return {};
  if (kind != TextKind::network && !is_private(quad) && !asks_for_address(cursor, length)) return {};
  return {length, identities.ipv4.replace(quad)};
}

Found find_ipv6(const Cursor& cursor, TextKind, Identities& identities) {
  if (!is_hex(cursor.peek(0)) || is_word(cursor.peek(-1)) || cursor.peek(-1) == ':') return {};
  const std::size_t length = cursor.run(0, [](char c) { return is_hex(c) || c == ':'; });
  const std::string_view address = cursor.rest().substr(0, length);
  if (address.size() < 8 || is_word(cursor.peek(static_cast<std::ptrdiff_t>(length)))) return {};
  int groups = 0;
  for (std::string_view group : base::split(address, ':')) {
    if (group.size() > 4) return {};
    groups += group.empty() ? 0 : 1;
  }
  const bool shortened = address.find("::") != std::string_view::npos;
  if (!(groups == 8 || (shortened && groups >= 3))) return {};
  return {length, identities.ipv6.replace(address)};
}

}  // namespace gpuenv::machine::recorded
