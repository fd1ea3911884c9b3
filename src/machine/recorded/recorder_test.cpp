// Tests of the recorder: a played recording gives the answers that the recorded machine gave.
#include <gtest/gtest.h>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

template <class T>
Known<T> value(T it) {
  return Known<T>(std::move(it), "");
}

Recording source(base::OsFamily os) {
  Recording r;
  r.name = "host";
  r.os = os;
  r.system = value(SystemInfo{"6.8.0", "x86_64", "/root", "/"});
  r.files["/f"] = {value<std::string>("0123456789")};
  r.files["/denied"] = {Unknown{Why::denied, "permission denied"}};
  r.directories["/d"] = value(std::vector<DirectoryEntry>{{"x", FileKind::link}});
  r.links["/d/x"] = value<std::string>("../f");
  r.access["/f"] = value(true);
  r.summaries["k /f"] = value<std::string>("sm_80:1");
  r.summaries["k /denied"] = Unknown{Why::failed, "no library"};
  r.free_bytes["/d"] = value(std::uint64_t{5} << 32);
  r.free_bytes["/denied"] = Unknown{Why::denied, "permission denied"};
  r.variables["V"] = value<std::string>("1");
  r.variables["W"] = Unknown{Why::absent, "W is not set"};
  r.registry_values["HKLM\\K"]["n"] = value<std::string>("7");
  r.registry_keys["HKLM\\K"] = value(std::vector<std::string>{"a"});
  r.display_devices = value(std::vector<DeviceNode>{{"PCI", "card", 0, "1"}});
  r.kernel_log = value<std::string>("<6>[1.0] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.54.15\n");
  r.vendor["nvml x"] = value<std::string>("init=0\n");
  return r;
}

/// Asks everything there is to ask, and gives all answers as one text.
std::string interview(Machine& machine) {
  std::string all;
  const auto add = [&](const auto& answer, const auto& show) {
    all +=
        (answer.known() ? show(*answer) : base::word(answer.why().why) + (": " + answer.why().detail)) + "\n";
  };
  const auto text = [](const std::string& it) { return it; };
  add(machine.system(), [](const SystemInfo& it) { return it.kernel; });
  for (const char* path : {"/f", "/d/x", "/denied", "/nothing"}) {
    add(machine.read_file(path, 100), text);
    add(machine.status(path), [](const FileStatus& it) { return std::to_string(it.size); });
    add(machine.link_target(path), text);
    add(machine.summary("k", path, nullptr), text);
    add(machine.may_open(path), [](bool it) { return std::to_string(it); });
    add(machine.free_bytes(path), [](std::uint64_t it) { return std::to_string(it); });
  }
  add(machine.free_bytes("/d"), [](std::uint64_t it) { return std::to_string(it); });
  add(machine.list("/d"), [](const auto& it) { return it.at(0).name; });
  for (const char* name : {"V", "W"}) add(machine.variable(name), text);
  add(machine.registry_value("HKLM\\K", "n"), text);
  add(machine.registry_keys("HKLM\\K"), [](const auto& it) { return it.at(0); });
  add(machine.display_devices(), [](const auto& it) { return it.at(0).description; });
  add(machine.kernel_log(), text);
  add(machine.ask_vendor("nvml x", std::chrono::seconds(1))->get(), text);
  return all;
}

TEST(Recorder, KeepsOfALongRecordWhatAnExaminationComparesWithTheFiles) {
  const std::string path = "/e/torch-2.8.0.dist-info/RECORD";
  std::string record =
      "torch/__init__.py,sha256=a,1\ntorch/lib/libc10.so,sha256=b,2\ntorch/cuda/__init__.py,,\n";
  const std::string kept = "torch/__init__.py,sha256=a,1\ntorch/lib/libc10.so,sha256=b,2\n";
  Recording small = source(base::OsFamily::linux);
  small.files[path] = {value(record)};
  auto machine = play(small);
  auto recorder = gpuenv::machine::recorded::record(*machine);
  EXPECT_EQ(*recorder->read_file(path, 1 << 20), record);
  EXPECT_EQ(*recorder->take().files[path].bytes, record);
  for (int i = 0; i < 5000; ++i) record += "torch/include/x.h,sha256=c,3\n";
  Recording large = source(base::OsFamily::linux);
  large.files[path] = {value(record)};
  machine = play(large);
  recorder = gpuenv::machine::recorded::record(*machine);
  EXPECT_EQ(*recorder->read_file(path, 1 << 20), record);
  EXPECT_EQ(*recorder->take().files[path].bytes, kept);
}

TEST(Recorder, KeepsOfTheKernelLogOnlyWhatNvidiasDriverWrote) {
  Recording machine = source(base::OsFamily::linux);
  const std::string log =
      "<6>usb 1-1: SerialNumber: 123456\n<3>NVRM: Xid (PCI:0000:01:00): 79, x\n<6>audit: "
      "/home/alice/secret\n";
  machine.kernel_log = value(log);
  const auto live = play(machine);
  const auto recorder = record(*live);
  EXPECT_EQ(*recorder->kernel_log(), log);
  EXPECT_EQ(*recorder->take().kernel_log, "<3>NVRM: Xid (PCI:0000:01:00): 79, x\n");
}

TEST(Recorder, TheRecordingAnswersAsTheMachineDid) {
  for (const auto os : {base::OsFamily::linux, base::OsFamily::windows}) {
    const auto live = play(source(os));
    const auto recorder = record(*live);
    const std::string truth = interview(*recorder);
    const auto written = read_recording(write_recording(recorder->take()), "host");
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_TRUE(written->complete);
    EXPECT_EQ(written->registry_keys.empty(), os == base::OsFamily::linux);
    EXPECT_EQ(interview(*play(*written)), truth);
  }
}

TEST(Recorder, KeepsTheLongestReadOfAFile) {
  const auto live = play(source(base::OsFamily::linux));
  const auto recorder = record(*live);
  recorder->read_file("/f", 8);
  recorder->read_file("/f", 4);
  const auto cut = play(recorder->take());
  EXPECT_EQ(*cut->read_file("/f", 8), "01234567");
  EXPECT_EQ(cut->read_file("/f", 9).why().why, Why::not_recorded);

  recorder->read_file("/f", 10);
  recorder->read_file("/f", 11);
  EXPECT_EQ(*play(recorder->take())->read_file("/f", 1000), "0123456789");
}

TEST(Recorder, IsEmptyAfterTakeAndMayEndBeforeItsReplies) {
  const auto live = play(source(base::OsFamily::linux));
  auto recorder = record(*live);
  recorder->variable("V");
  EXPECT_EQ(recorder->take().variables.size(), 1u);
  EXPECT_TRUE(recorder->take().variables.empty());
  const auto reply = recorder->ask_vendor("nvml x", std::chrono::seconds(1));
  recorder.reset();
  EXPECT_EQ(*reply->get(), "init=0\n");
}

}  // namespace
}  // namespace gpuenv::machine::recorded
