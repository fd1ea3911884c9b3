// Console and language on Windows.
#include <algorithm>
#include <cerrno>

#include "machine/live/language.h"
#include "machine/live/live.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

bool is_console(DWORD which) {
  DWORD mode = 0;
  return ::GetConsoleMode(::GetStdHandle(which), &mode) != 0;
}

bool write_console(HANDLE console, std::wstring_view text) {
  while (!text.empty()) {
    // Older consoles take 64 KB at once; a pair of surrogates must stay together.
    std::size_t piece = std::min<std::size_t>(text.size(), 8192);
    if (piece < text.size() && IS_HIGH_SURROGATE(text[piece - 1])) --piece;
    DWORD written = 0;
    if (!::WriteConsoleW(console, text.data(), static_cast<DWORD>(piece), &written, nullptr) || written == 0)
      return false;
    text.remove_prefix(written);
  }
  return true;
}

bool write_all(DWORD which, std::string_view text) {
  HANDLE out = ::GetStdHandle(which);
  if (is_console(which)) return write_console(out, wide(text));
  while (!text.empty()) {
    DWORD written = 0;
    const DWORD piece = static_cast<DWORD>(std::min<std::size_t>(text.size(), 1 << 20));
    if (!::WriteFile(out, text.data(), piece, &written, nullptr)) {
      const DWORD error = ::GetLastError();
      errno = error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA ? EPIPE : EIO;
      return false;
    }
    text.remove_prefix(written);
  }
  return true;
}

int columns_of(DWORD which) {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  if (!::GetConsoleScreenBufferInfo(::GetStdHandle(which), &info)) return 80;
  const int columns = info.srWindow.Right - info.srWindow.Left + 1;
  return columns > 0 ? columns : 80;
}

}  // namespace

bool stdout_is_terminal() {
  return is_console(STD_OUTPUT_HANDLE);
}

bool stdout_takes_escapes() {
  HANDLE out = ::GetStdHandle(STD_OUTPUT_HANDLE);
  DWORD mode = 0;
  return ::GetConsoleMode(out, &mode) && ::SetConsoleMode(out, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int terminal_width() {
  return columns_of(STD_OUTPUT_HANDLE);
}

int stderr_columns() {
  return is_console(STD_ERROR_HANDLE) ? columns_of(STD_ERROR_HANDLE) : 0;
}

bool write_stdout(std::string_view text) {
  return write_all(STD_OUTPUT_HANDLE, text);
}

bool write_stderr(std::string_view text) {
  return write_all(STD_ERROR_HANDLE, text);
}

std::string preferred_language() {
  const auto named =
      language_of_variables([](const char* name) { return narrow(plain_variable(wide(name).c_str())); });
  if (named) return *named;
  wchar_t name[LOCALE_NAME_MAX_LENGTH] = {};
  const LCID language = MAKELCID(::GetUserDefaultUILanguage(), SORT_DEFAULT);
  if (::LCIDToLocaleName(language, name, LOCALE_NAME_MAX_LENGTH, 0) == 0) return "";
  std::string text = narrow(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

}  // namespace gpuenv::machine::live
