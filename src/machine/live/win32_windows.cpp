// Helpers over the Win32 API; see win32.h.
#include "machine/live/win32.h"

#include "base/path.h"
#include "base/text.h"

namespace gpuenv::machine::live {

using base::Why;

std::wstring wide(std::string_view utf8) {
  if (utf8.empty()) return {};
  const int size = static_cast<int>(utf8.size());
  std::wstring text(
      static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, text.data(), static_cast<int>(text.size()));
  return text;
}

std::string narrow(std::wstring_view utf16) {
  if (utf16.empty()) return {};
  const int size = static_cast<int>(utf16.size());
  const int needed = ::WideCharToMultiByte(CP_UTF8, 0, utf16.data(), size, nullptr, 0, nullptr, nullptr);
  std::string text(static_cast<std::size_t>(needed), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, utf16.data(), size, text.data(), needed, nullptr, nullptr);
  return text;
}

std::wstring long_path(std::string_view path) {
  // Devices ("\\.\...") are no files, and a second colon would open a named stream of one.
  if (path.empty() || path.starts_with(R"(\\.\)") || path.find('\0') != std::string_view::npos) return {};
  if (path.starts_with(R"(\\?\)")) return wide(path);
  std::string whole = base::normal_path(base::windows_paths, path);
  const bool network = whole.starts_with(R"(\\)");
  const bool drive = whole.size() >= 3 && whole[1] == ':' && whole[2] == '\\';
  if (!network && !drive) {
    const std::wstring relative = wide(whole);
    std::wstring full(32'768, L'\0');
    const DWORD length =
        ::GetFullPathNameW(relative.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr);
    if (length == 0 || length >= full.size()) return {};
    whole = narrow(std::wstring_view(full).substr(0, length));
  }
  if (whole.find(':', 2) != std::string::npos) return {};
  return network ? L"\\\\?\\UNC\\" + wide(std::string_view(whole).substr(2)) : L"\\\\?\\" + wide(whole);
}

base::Unknown refusal(DWORD error, std::string_view what) {
  const std::string at = std::string(what) + ": ";
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return {Why::absent, at + "does not exist"};
    case ERROR_ACCESS_DENIED:
      return {Why::denied, at + "access denied"};
    default:
      return {Why::failed, at + error_text(error)};
  }
}

std::string error_text(DWORD error) {
  wchar_t buffer[512];
  const DWORD length = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                                        error, 0, buffer, 512, nullptr);
  std::string text = "error " + std::to_string(error);
  if (length > 0) text.append(": ").append(base::trim(narrow({buffer, length})));
  return text;
}

std::wstring plain_variable(const wchar_t* name) {
  std::wstring value(256, L'\0');
  for (;;) {
    const DWORD length = ::GetEnvironmentVariableW(name, value.data(), static_cast<DWORD>(value.size()));
    if (length < value.size()) {
      value.resize(length);
      return value;
    }
    value.resize(length);
  }
}

}  // namespace gpuenv::machine::live
