// Tests of reading machine.toml: every mistake is one sentence with file and line, and no key is overlooked.
#include "machine/recorded/expand/spec.h"

#include <gtest/gtest.h>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

const std::string head = "os = \"linux\"\ndistro = \"Ubuntu 24.04\"\nkernel = \"6.8.0-45-generic\"\n";

std::string error_of(const std::string& toml) {
  const auto recording = expand(toml, "m.toml");
  return recording ? "" : recording.error().message;
}

TEST(ReadSpec, TakesEveryKeyOfItsTable) {
  const auto spec = read_spec(R"(
    os = "windows"
    distro = "Windows 11"
    kernel = "10.0.22631"
    laptop = true
    [driver]
    module = "560.94"
    library = "560.95"
    cuda = "12.6"
    nvml_init = 18
    nvml = "hangs"
    kind = "open"
    [[gpu]]
    id = "2684"
    problem_code = 43
    [[gpu]]
    id = "1B06"
    memory_mib = 11264
    [[other_gpu]]
    pci = "0000:00:02.0"
    vendor = "8086"
    id = "A780"
    [variables]
    CUDA_VISIBLE_DEVICES = "-1"
    [[toolkit]]
    version = "12.4.1"
    on_path = true
    [[env]]
    path = 'C:\p'
    kind = "embedded"
    python = "3.12.4"
    bits = 32
    packages = ["torch==2.8.0+cu128"]
    requested = ["torch"])",
                              "m.toml");
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_TRUE(spec->windows());
  EXPECT_TRUE(spec->laptop);
  EXPECT_EQ(spec->driver->library, "560.95");
  EXPECT_EQ(spec->driver->nvml_init, 18);
  EXPECT_EQ(spec->driver->nvml, "hangs");
  ASSERT_EQ(spec->gpus.size(), 2u);
  EXPECT_EQ(spec->gpus[0].problem_code, 43);
  EXPECT_EQ(spec->gpus[1].problem_code, -1);
  EXPECT_EQ(spec->gpus[1].memory_mib, 11264);
  EXPECT_EQ(spec->other_gpus.at(0).vendor, "8086");
  EXPECT_EQ(spec->variables.at("CUDA_VISIBLE_DEVICES"), "-1");
  EXPECT_TRUE(spec->toolkits.at(0).on_path);
  EXPECT_EQ(spec->envs.at(0).bits, 32);
  EXPECT_EQ(spec->envs.at(0).packages, std::vector<std::string>{"torch==2.8.0+cu128"});
}

TEST(ReadSpec, MistypedKeysAreNamedWithTheirLine) {
  EXPECT_EQ(error_of(head + "kernal = \"6\""),
            "m.toml:4: machine.toml has no key \"kernal\"; did you mean \"kernel\"?");
  EXPECT_EQ(error_of(head + "[driver]\nmodul = \"550\""),
            "m.toml:5: [driver] has no key \"modul\"; did you mean \"module\"?");
  EXPECT_EQ(error_of(head + "[[gpu]]\nid = \"2684\"\n[[gpu]]\nid = \"2684\"\ncompute = \"8.9\""),
            "m.toml:8: [[gpu]] has no key \"compute\"");
  EXPECT_EQ(error_of(head + "[[gpus]]\nid = \"2684\""),
            "m.toml:4: machine.toml has no key \"gpus\"; did you mean \"gpu\"?");
}

TEST(ReadSpec, WrongTypesAndValuesAreNamedWithTheirLine) {
  EXPECT_EQ(error_of("os = \"linx\""), "m.toml:1: os has to be one of: linux, windows");
  EXPECT_EQ(error_of("os = 1"), "m.toml:1: os has to be a text in quotes");
  EXPECT_EQ(error_of(head + "wsl = \"yes\""), "m.toml:4: wsl has to be true or false");
  EXPECT_EQ(error_of(head + "[driver]\nnvml_init = -1"),
            "m.toml:5: nvml_init has to be a whole number that is not negative");
  EXPECT_EQ(error_of(head + "gpu = 3"), "m.toml:4: gpu has to be written as [[gpu]]");
  EXPECT_EQ(error_of(head + "driver = 3"), "m.toml:4: driver has to be written as [driver]");
  EXPECT_EQ(error_of(head + "[variables]\nA = 1"), "m.toml:5: A has to be a text in quotes");
  EXPECT_EQ(error_of(head + "[[env]]\npath = \"/e\""), "m.toml:4: [[env]] needs python");
  EXPECT_EQ(error_of(head + "[[env]]\npath=\"/e\"\npython=\"3.12\"\npackages=[1]"),
            "m.toml:7: packages has to be a list of texts");
}

TEST(ReadSpec, TextThatIsNoTomlIsNamedWithItsLine) {
  EXPECT_TRUE(error_of("os = \"linux\"\ndistro = ").starts_with("m.toml:2: "));
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of(std::string("\xFF\xFE\0x", 4)), "");
}

TEST(ReadSpec, AMachineThatMakesNoSenseIsRefused) {
  EXPECT_EQ(error_of("os = \"linux\""), "m.toml: kernel is missing");
  EXPECT_EQ(error_of(head + "[driver]\nlibrary = \"550\""),
            "m.toml: [driver] with a library needs cuda, the version it serves");
  EXPECT_EQ(error_of(head + "[driver]\nlibrary = \"550\"\ncuda = \"12.4\"\n[[gpu]]\nid = \"2684\""),
            "m.toml: [[gpu]] 2684 needs name, cc and memory_mib, because NVML works and tells them");
  const std::string env = head + "[[env]]\npath = \"/e\"\npython = \"3.12.4\"\n";
  EXPECT_EQ(
      error_of(env + "packages = [\"torch==2.8.0\"]"),
      "m.toml: package \"torch==2.8.0\": write its build after the version, such as torch==2.8.0+cu128 or "
      "torch==2.8.0+cpu");
  EXPECT_EQ(error_of(env + "packages = [\"torch\"]"), "m.toml: package \"torch\": write name==version");
  EXPECT_EQ(error_of(env + "requested = [\"torch\"]"),
            "m.toml: requested \"torch\" is not among the packages of /e");
}

}  // namespace
}  // namespace gpuenv::machine::recorded
