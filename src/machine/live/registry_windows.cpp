// The Windows registry. Programs of 64 and of 32 bits see different halves; we look at the 64-bit one first.
#include <algorithm>
#include <optional>

#include "machine/live/system.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;

constexpr REGSAM views[] = {KEY_WOW64_64KEY, KEY_WOW64_32KEY};

class Key {
 public:
  Key(HKEY root, const std::wstring& path, REGSAM view) {
    error_ = ::RegOpenKeyExW(root, path.c_str(), 0, KEY_READ | view, &key_);
  }
  ~Key() {
    if (error_ == ERROR_SUCCESS) ::RegCloseKey(key_);
  }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;
  DWORD error() const { return static_cast<DWORD>(error_); }
  HKEY get() const { return key_; }

 private:
  HKEY key_ = nullptr;
  LSTATUS error_;
};

struct KeyName {
  HKEY root;
  std::wstring path;
};

std::optional<KeyName> key_name(std::string_view key) {
  const std::string_view root = key.substr(0, key.find('\\'));
  const std::wstring path = root.size() < key.size() ? wide(key.substr(root.size() + 1)) : L"";
  if (root == "HKLM" || root == "HKEY_LOCAL_MACHINE") return KeyName{HKEY_LOCAL_MACHINE, path};
  if (root == "HKCU" || root == "HKEY_CURRENT_USER") return KeyName{HKEY_CURRENT_USER, path};
  if (root == "HKCR" || root == "HKEY_CLASSES_ROOT") return KeyName{HKEY_CLASSES_ROOT, path};
  if (root == "HKU" || root == "HKEY_USERS") return KeyName{HKEY_USERS, path};
  return std::nullopt;
}

std::wstring expanded(const std::wstring& text) {
  std::wstring result(32'768, L'\0');
  const DWORD length =
      ::ExpandEnvironmentStringsW(text.c_str(), result.data(), static_cast<DWORD>(result.size()));
  if (length == 0 || length > result.size()) return text;
  result.resize(length - 1);
  return result;
}

template <class Number>
std::optional<std::string> number_text(const std::string& data) {
  if (data.size() != sizeof(Number)) return std::nullopt;
  Number number = 0;
  std::copy(data.begin(), data.end(), reinterpret_cast<char*>(&number));
  return std::to_string(number);
}

/// A value as text; nothing for binary ones. The strings of a list become lines.
std::optional<std::string> value_text(DWORD type, const std::string& data) {
  if (type == REG_DWORD) return number_text<std::uint32_t>(data);
  if (type == REG_QWORD) return number_text<std::uint64_t>(data);
  if (type != REG_SZ && type != REG_EXPAND_SZ && type != REG_MULTI_SZ) return std::nullopt;
  std::wstring text(data.size() / sizeof(wchar_t), L'\0');
  std::copy_n(data.data(), text.size() * sizeof(wchar_t), reinterpret_cast<char*>(text.data()));
  while (!text.empty() && text.back() == L'\0')
    text.pop_back();  // the end is stored or not, as its writer liked
  if (type == REG_MULTI_SZ)
    std::replace(text.begin(), text.end(), L'\0', L'\n');
  else
    text.resize(std::min(text.size(), text.find(L'\0')));
  return narrow(type == REG_EXPAND_SZ ? expanded(text) : text);
}

Known<std::string> value_in(const KeyName& place, REGSAM view, const std::string& name,
                            const std::string& origin) {
  const Key key(place.root, place.path, view);
  if (key.error() != ERROR_SUCCESS) return Known<std::string>(refusal(key.error(), origin), origin);
  std::string data(1024, '\0');
  DWORD type = 0, size = 0;
  LSTATUS error = ERROR_MORE_DATA;
  while (error == ERROR_MORE_DATA) {
    if (size > data.size()) data.resize(size);
    size = static_cast<DWORD>(data.size());
    error = ::RegQueryValueExW(key.get(), wide(name).c_str(), nullptr, &type,
                               reinterpret_cast<BYTE*>(data.data()), &size);
  }
  if (error != ERROR_SUCCESS) return Known<std::string>(refusal(static_cast<DWORD>(error), origin), origin);
  data.resize(size);
  if (auto text = value_text(type, data)) return {*std::move(text), origin};
  return Known<std::string>(Unknown{Why::failed, origin + ": holds no text"}, origin);
}

/// Adds the sub-keys of one half; the error.
DWORD add_keys(const KeyName& place, REGSAM view, std::vector<std::string>& names) {
  const Key key(place.root, place.path, view);
  if (key.error() != ERROR_SUCCESS) return key.error();
  for (DWORD index = 0;; ++index) {
    wchar_t name[256];  // the registry's own limit is 255
    DWORD length = 256;
    const LSTATUS error =
        ::RegEnumKeyExW(key.get(), index, name, &length, nullptr, nullptr, nullptr, nullptr);
    if (error == ERROR_NO_MORE_ITEMS) return ERROR_SUCCESS;
    if (error != ERROR_SUCCESS) return static_cast<DWORD>(error);
    names.push_back(narrow({name, length}));
  }
}

}  // namespace

Known<std::string> registry_value(std::string_view key, std::string_view name) {
  const std::string origin = std::string(key) + "\\" + std::string(name);
  const auto place = key_name(key);
  if (!place) return Known<std::string>(Unknown{Why::failed, origin + ": no such root"}, origin);
  Known<std::string> answer = value_in(*place, views[0], std::string(name), origin);
  return answer.absent() ? value_in(*place, views[1], std::string(name), origin) : answer;
}

Known<std::vector<std::string>> registry_keys(std::string_view key) {
  using Names = std::vector<std::string>;
  const std::string origin(key);
  const auto place = key_name(key);
  if (!place) return Known<Names>(Unknown{Why::failed, origin + ": no such root"}, origin);
  Names names;
  bool found = false;
  for (const REGSAM view : views) {
    const DWORD error = add_keys(*place, view, names);
    const Unknown reason = refusal(error, origin);
    if (error != ERROR_SUCCESS && reason.why != Why::absent) return Known<Names>(reason, origin);
    found = found || error == ERROR_SUCCESS;
  }
  if (!found) return Known<Names>(refusal(ERROR_FILE_NOT_FOUND, origin), origin);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return {std::move(names), origin};
}

}  // namespace gpuenv::machine::live
