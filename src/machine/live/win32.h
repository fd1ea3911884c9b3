// Helpers over the Win32 API: UTF-8 outside, UTF-16 inside, handles that close themselves, errors as reasons.
#pragma once

#include <windows.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/known.h"

namespace gpuenv::machine::live {

std::wstring wide(std::string_view utf8);
/// Unpaired surrogates become U+FFFD.
std::string narrow(std::wstring_view utf16);

/// The form of a path that has no length limit and is taken as it stands ("\\?\C:\..."); "" for what cannot
/// name a file.
std::wstring long_path(std::string_view path);

/// What a Win32 error says about a path or key: only "not found" is a certain absence.
base::Unknown refusal(DWORD error, std::string_view what);

/// "error 5: Access is denied."; the words are in the system's language.
std::string error_text(DWORD error);

/// An environment variable, or "" when it is not set.
std::wstring plain_variable(const wchar_t* name);

class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { close(); }

  void close() {
    if (handle_ != nullptr) ::CloseHandle(handle_);
    handle_ = nullptr;
  }
  HANDLE get() const { return handle_; }
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  HANDLE handle_ = nullptr;
};

}  // namespace gpuenv::machine::live
