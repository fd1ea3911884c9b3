// Registry, devices and variables of Windows.
#include "machine/live/system.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

using base::Why;

constexpr const char* test_key = R"(HKCU\SOFTWARE\gpuenv-test)";

/// A key of the current user that is gone afterwards.
class RegistryTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::RegCreateKeyExW(HKEY_CURRENT_USER, L"SOFTWARE\\gpuenv-test\\\x663e\x5361", 0, nullptr, 0,
                                KEY_WRITE, nullptr, &inner_, nullptr),
              ERROR_SUCCESS);
    ASSERT_EQ(::RegOpenKeyExW(HKEY_CURRENT_USER, L"SOFTWARE\\gpuenv-test", 0, KEY_WRITE, &key_),
              ERROR_SUCCESS);
  }
  void TearDown() override {
    ::RegCloseKey(inner_);
    ::RegCloseKey(key_);
    ::RegDeleteTreeW(HKEY_CURRENT_USER, L"SOFTWARE\\gpuenv-test");
  }
  void set(const wchar_t* name, DWORD type, const void* data, std::size_t size) {
    ASSERT_EQ(::RegSetValueExW(key_, name, 0, type, static_cast<const BYTE*>(data), static_cast<DWORD>(size)),
              ERROR_SUCCESS);
  }
  HKEY key_ = nullptr, inner_ = nullptr;
};

TEST_F(RegistryTest, ValuesOfAllKindsAreText) {
  const DWORD number = 4'000'000'000;
  const unsigned long long big = 25'769'803'776;
  const std::wstring longest(5000, L'x');
  set(L"text", REG_SZ, L"\x663e\x5361", 6);
  set(L"open text", REG_SZ, L"ab", 4);
  set(L"list", REG_MULTI_SZ, L"one\0two\0", 18);
  set(L"number", REG_DWORD, &number, sizeof number);
  set(L"big", REG_QWORD, &big, sizeof big);
  set(L"path", REG_EXPAND_SZ, L"%SystemRoot%\\x", 30);
  set(L"long", REG_SZ, longest.c_str(), longest.size() * 2 + 2);
  set(nullptr, REG_SZ, L"default", 16);
  const auto value = [](const char* name) { return registry_value(test_key, name).value_or("none"); };
  EXPECT_EQ(value("text"), "\xe6\x98\xbe\xe5\x8d\xa1");
  EXPECT_EQ(value("open text"), "ab");
  EXPECT_EQ(value("list"), "one\ntwo");
  EXPECT_EQ(value("number"), "4000000000");
  EXPECT_EQ(value("big"), "25769803776");
  EXPECT_EQ(value("path"), variable("SystemRoot").value_or("?") + "\\x");
  EXPECT_EQ(value("long").size(), 5000U);
  EXPECT_EQ(value(""), "default");
  EXPECT_EQ(registry_value(test_key, "text").origin(), std::string(test_key) + "\\text");
}

TEST_F(RegistryTest, BinaryValuesAreNoText) {
  set(L"binary", REG_BINARY, "\1\2", 2);
  EXPECT_EQ(registry_value(test_key, "binary").why().why, Why::failed);
}

TEST_F(RegistryTest, WhatDoesNotExistIsAbsent) {
  EXPECT_TRUE(registry_value(test_key, "nothing").absent());
  EXPECT_TRUE(registry_value(R"(HKCU\SOFTWARE\gpuenv-nothing)", "x").absent());
  EXPECT_TRUE(registry_keys(R"(HKCU\SOFTWARE\gpuenv-nothing)").absent());
  EXPECT_EQ(registry_value(R"(HKXX\SOFTWARE)", "x").why().why, Why::failed);
  EXPECT_EQ(registry_keys(R"(HKXX\SOFTWARE)").why().why, Why::failed);
}

TEST_F(RegistryTest, SubKeysAreListedOnce) {
  EXPECT_EQ(*registry_keys(test_key), std::vector<std::string>{"\xe6\x98\xbe\xe5\x8d\xa1"});
  const auto roots = registry_keys(R"(HKLM\SOFTWARE\Microsoft)");
  ASSERT_TRUE(roots.known());
  EXPECT_EQ(std::adjacent_find(roots->begin(), roots->end()), roots->end());
}

TEST(SystemWindows, TheVersionHasThreeNumbers) {
  EXPECT_EQ(base::split(system_info()->kernel, '.').size(), 3U) << system_info()->kernel;
}

TEST(SystemWindows, VariablesIgnoreCaseAndMayBeEmpty) {
  ::SetEnvironmentVariableW(L"GPUENV_EMPTY", L"");
  EXPECT_EQ(variable("GPUENV_EMPTY").value_or("none"), "");
  EXPECT_EQ(variable("path").value_or("a"), variable("PATH").value_or("b"));
  ::SetEnvironmentVariableW(L"GPUENV_EMPTY", nullptr);
}

TEST(SystemWindows, DisplayDevicesAreListedWithTheirIds) {
  const auto devices = display_devices();
  ASSERT_TRUE(devices.known()) << devices.why().detail;
  for (const auto& device : *devices) EXPECT_FALSE(device.instance_id.empty());
}

TEST(Win32, LongPathsNameTheSameFile) {
  EXPECT_EQ(narrow(long_path(R"(C:\a/b\..\c)")), R"(\\?\C:\a\c)");
  EXPECT_EQ(narrow(long_path(R"(\\server\share\x)")), R"(\\?\UNC\server\share\x)");
  EXPECT_EQ(narrow(long_path(R"(\\?\C:\a)")), R"(\\?\C:\a)");
  EXPECT_TRUE(long_path(R"(\\.\PhysicalDrive0)").empty());
  EXPECT_TRUE(long_path("C:\\a:b").empty());
}

TEST(Win32, TextsGoBothWays) {
  const std::string text = "a\xc3\xa9\xe6\x98\xbe\xf0\x9f\x98\x80";
  EXPECT_EQ(narrow(wide(text)), text);
  EXPECT_EQ(narrow(L"\xD800x"), "\xEF\xBF\xBDx");
  EXPECT_EQ(wide(""), L"");
}

}  // namespace
}  // namespace gpuenv::machine::live
