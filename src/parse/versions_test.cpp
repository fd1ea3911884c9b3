// Tests of version numbers in other spellings.
#include "parse/versions.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

std::string text(const std::optional<base::Version>& version) {
  return version ? version->text() : "none";
}

TEST(Versions, LibraryNamesCarryTheDriverVersion) {
  EXPECT_EQ(text(library_version("libcuda.so.550.54.15")), "550.54.15");
  EXPECT_EQ(text(library_version("libnvidia-ml.so.470.256.02")), "470.256.02");
  EXPECT_EQ(text(library_version("libcuda.so.1")), "none");
  EXPECT_EQ(text(library_version("libcuda.so.1.1")), "none");
  EXPECT_EQ(text(library_version("libcuda.so")), "none");
  EXPECT_EQ(text(library_version("nvcuda.dll")), "none");
  EXPECT_EQ(text(library_version("x.so.")), "none");
}

TEST(Versions, WindowsNumbersEndInTheDriverVersion) {
  EXPECT_EQ(text(windows_driver("32.0.15.6094")), "560.94");
  EXPECT_EQ(text(windows_driver("31.0.15.2824")), "528.24");
  EXPECT_EQ(text(windows_driver("27.21.14.5671")), "456.71");
  EXPECT_EQ(text(windows_driver("32.0.16.1047")), "610.47");
  EXPECT_EQ(text(windows_driver("31.0.15.1")), "500.01");
}

TEST(Versions, NumbersOfOtherWindowsDriversAreNone) {
  for (const char* number :
       {"10.0.22621.2506", "31.0.101.5333", "", "32.0.15", "32.0.15.60941", "a.b.1c.d", "1.2.10.3"})
    EXPECT_EQ(text(windows_driver(number)), "none") << number;
}

TEST(Versions, ToolkitsTellTheirVersion) {
  EXPECT_EQ(text(toolkit_json("{\n \"cuda\" : {\n \"name\" : \"CUDA SDK\",\n \"version\" : \"12.4.1\"\n },\n"
                              " \"cuda_cccl\" : {\"version\" : \"12.4.127\"}}")),
            "12.4.1");
  EXPECT_EQ(text(toolkit_txt("CUDA Version 10.2.89\n")), "10.2.89");
}

TEST(Versions, BrokenToolkitFilesTellNone) {
  for (const char* json : {"", "{}", "{\"cuda\"", "{\"cuda\": {}}", "{\"cuda\": {\"version\"}}",
                           "{\"cuda\": {\"version\": \"x\"}}", "{\"cuda\": {\"version\": \"12}",
                           "{\"cuda_cudart\": {\"version\": \"12.4\"}}"})
    EXPECT_EQ(text(toolkit_json(json)), "none") << json;
  EXPECT_EQ(text(toolkit_txt("CUDA Version ")), "none");
  EXPECT_EQ(text(toolkit_txt("Version 10.2")), "none");
}

TEST(Versions, VariantsNameACuda) {
  EXPECT_EQ(text(variant_cuda("cu128")), "12.8");
  EXPECT_EQ(text(variant_cuda("cu92")), "9.2");
  for (const char* variant : {"cpu", "cu", "cu1", "cu12x", "cu1284", "rocm6.2", ""})
    EXPECT_EQ(text(variant_cuda(variant)), "none") << variant;
}

TEST(WrittenCuda, IsAVersionOrAPartOfADllsName) {
  EXPECT_EQ(written_cuda("12.5.1").text(), "12.5.1");
  EXPECT_EQ(written_cuda("64_112").text(), "11.2");
  EXPECT_EQ(written_cuda("64_101").text(), "10.1");
  for (const char* nonsense : {"64_", "64_x", "64_12345", ""})
    EXPECT_FALSE(written_cuda(nonsense).valid()) << nonsense;
}

TEST(Versions, CudaNumbersAreThousands) {
  EXPECT_EQ(text(cuda_number(12040)), "12.4");
  EXPECT_EQ(text(cuda_number(13000)), "13.0");
  EXPECT_EQ(text(cuda_number(0)), "none");
  EXPECT_EQ(text(cuda_number(-5)), "none");
}

}  // namespace
}  // namespace gpuenv::parse
