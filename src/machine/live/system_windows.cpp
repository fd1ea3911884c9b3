// The system and the user's surroundings on Windows.
#include "machine/live/system.h"

#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;

/// A function of a system library that is only loaded when it is needed, or that old systems lack.
template <class Function>
Function* system_function(const wchar_t* library, const char* name) {
  HMODULE module = ::LoadLibraryExW(library, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
  return module == nullptr
             ? nullptr
             : reinterpret_cast<Function*>(reinterpret_cast<void*>(::GetProcAddress(module, name)));
}

/// "10.0.22631". GetVersionEx tells programs without a manifest that they run on Windows 8.
std::string version() {
  RTL_OSVERSIONINFOW info{};
  info.dwOSVersionInfoSize = sizeof info;
  auto* get = system_function<LONG WINAPI(RTL_OSVERSIONINFOW*)>(L"ntdll.dll", "RtlGetVersion");
  if (get == nullptr || get(&info) != 0) return "";
  return std::to_string(info.dwMajorVersion) + "." + std::to_string(info.dwMinorVersion) + "." +
         std::to_string(info.dwBuildNumber);
}

/// Of the machine, also when this program runs in emulation there.
std::string architecture() {
  USHORT process = 0, native = 0;
  auto* ask = system_function<BOOL WINAPI(HANDLE, USHORT*, USHORT*)>(L"kernel32.dll", "IsWow64Process2");
  if (ask == nullptr || !ask(::GetCurrentProcess(), &process, &native)) {
    SYSTEM_INFO info{};
    ::GetNativeSystemInfo(&info);
    native = info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? IMAGE_FILE_MACHINE_AMD64
             : info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_ARM64 ? IMAGE_FILE_MACHINE_ARM64
                                                                           : IMAGE_FILE_MACHINE_I386;
  }
  return native == IMAGE_FILE_MACHINE_AMD64   ? "x86_64"
         : native == IMAGE_FILE_MACHINE_ARM64 ? "aarch64"
                                              : "x86";
}

std::string home_folder() {
  std::wstring home = plain_variable(L"USERPROFILE");
  if (!home.empty()) return narrow(home);
  // Asked at run time: with shell32 among its imports, the program would start much slower.
  auto* ask = system_function<HRESULT WINAPI(const GUID&, DWORD, HANDLE, wchar_t**)>(L"shell32.dll",
                                                                                     "SHGetKnownFolderPath");
  auto* release = system_function<void WINAPI(void*)>(L"ole32.dll", "CoTaskMemFree");
  constexpr GUID profile{0x5E6C858F, 0x0E22, 0x4760, {0x9A, 0xFE, 0xEA, 0x33, 0x17, 0xB6, 0x71, 0x73}};
  wchar_t* path = nullptr;
  if (ask == nullptr || release == nullptr || ask(profile, 0, nullptr, &path) != S_OK) return "";
  home = path;
  release(path);
  return narrow(home);
}

std::string working_folder() {
  std::wstring path(32'768, L'\0');
  path.resize(::GetCurrentDirectoryW(static_cast<DWORD>(path.size()), path.data()));
  return narrow(path);
}

}  // namespace

Traits live_traits() {
  return {Traits::Kind::live, "host", base::OsFamily::windows, base::windows_paths};
}

std::string own_program() {
  std::wstring path(32'768, L'\0');
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return narrow(path);
}

Known<SystemInfo> system_info() {
  return {SystemInfo{version(), architecture(), home_folder(), working_folder()}, "RtlGetVersion"};
}

Known<std::string> variable(std::string_view name) {
  const std::string origin = "$" + std::string(name);
  const bool possible =
      !name.empty() && name.find_first_of(std::string_view("=\0", 2)) == std::string_view::npos;
  if (possible) {
    ::SetLastError(ERROR_SUCCESS);
    const std::wstring value = plain_variable(wide(name).c_str());
    // Set but empty is a value.
    if (!value.empty() || ::GetLastError() != ERROR_ENVVAR_NOT_FOUND) return {narrow(value), origin};
  }
  return Known<std::string>(Unknown{Why::absent, std::string(name) + " is not set"}, origin);
}

Known<std::string> kernel_log() {
  return Known<std::string>(base::Unknown{base::Why::unsupported, "Windows has no kernel log"}, "kernel log");
}

}  // namespace gpuenv::machine::live
