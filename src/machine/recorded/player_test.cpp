// Tests of the player: recorded answers, what follows from them, and what stays open.
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

Known<std::vector<DirectoryEntry>> listing(std::vector<DirectoryEntry> entries) {
  return value(std::move(entries));
}

TEST(Player, FreeSpaceHoldsBelowAFolderOnlyWhereARecordingWasWrittenByHand) {
  Recording recording;
  recording.free_bytes["/"] = Known<std::uint64_t>(7, "");
  EXPECT_EQ(*play(recording)->free_bytes("/tmp"), 7U);
  recording.complete = true;
  EXPECT_EQ(play(recording)->free_bytes("/tmp").why().why, base::Why::not_recorded);
  EXPECT_EQ(*play(recording)->free_bytes("/"), 7U);
}

TEST(Player, SummariesStandForTheBytes) {
  Recording r;
  r.directories["/"] = listing({{"lib", FileKind::directory}, {"link", FileKind::link}});
  r.links["/link"] = value<std::string>("/lib/a.so");
  r.directories["/lib"] = listing({{"a.so", FileKind::file}, {"b.so", FileKind::file}});
  EXPECT_EQ(play(r)->summary("k", "/lib/a.so", nullptr).why().why, Why::unsupported) << "an older recording";
  r.summaries["k /lib/a.so"] = value<std::string>("sm_80:1");
  const auto machine = play(r);
  EXPECT_EQ(*machine->summary("k", "/lib/a.so", nullptr), "sm_80:1");
  EXPECT_EQ(*machine->summary("k", "/link", nullptr), "sm_80:1");
  EXPECT_EQ(machine->summary("k", "/lib/b.so", nullptr).why().why, Why::unsupported);
  EXPECT_TRUE(machine->summary("k", "/lib/c.so", nullptr).absent());
  EXPECT_TRUE(machine->unanswered().empty());
  const auto lost = play(without(r, "summaries k /lib/a.so"));
  EXPECT_EQ(lost->summary("k", "/lib/a.so", nullptr).why().why, Why::not_recorded);
}

TEST(Player, AnswersWithTheQuestionAsOrigin) {
  Recording r;
  r.name = "cases/one";
  r.files["/proc/version"] = {value<std::string>("Linux\n")};
  r.variables["HOME"] = value<std::string>("/root");
  r.vendor["nvml /x"] = Unknown{Why::failed, "signal 11"};
  r.system = value(SystemInfo{"6.8.0", "x86_64", "/root", "/tmp"});
  const auto machine = play(r);
  EXPECT_EQ(machine->traits().kind, Traits::Kind::recording);
  EXPECT_EQ(machine->traits().name, "cases/one");
  EXPECT_EQ(*machine->read_file("/proc/version", 100), "Linux\n");
  EXPECT_EQ(machine->read_file("/proc/version", 100).origin(), "/proc/version");
  EXPECT_EQ(*machine->read_file("/proc/./version", 3), "Lin");
  EXPECT_EQ(*machine->variable("HOME"), "/root");
  EXPECT_EQ(machine->system()->kernel, "6.8.0");
  EXPECT_EQ(machine->ask_vendor("nvml /x", std::chrono::milliseconds(1))->get().why().why, Why::failed);
  EXPECT_TRUE(machine->unanswered().empty());
}

TEST(Player, WhatWasNotRecordedIsNotRecordedAndNoted) {
  const auto machine = play(Recording{}, {.log_all = true});
  const auto answer = machine->read_file("/etc/os-release", 10);
  EXPECT_EQ(answer.why().why, Why::not_recorded);
  EXPECT_EQ(answer.why().detail, "the recording has no answer to: files /etc/os-release");
  EXPECT_EQ(machine->status("/x").why().why, Why::not_recorded);
  EXPECT_EQ(machine->list("/x").why().why, Why::not_recorded);
  EXPECT_EQ(machine->link_target("/x").why().why, Why::not_recorded);
  EXPECT_EQ(machine->may_open("/x").why().why, Why::not_recorded);
  EXPECT_EQ(machine->variable("X").why().why, Why::not_recorded);
  EXPECT_EQ(machine->system().why().why, Why::not_recorded);
  EXPECT_EQ(machine->ask_vendor("nvml x", std::chrono::milliseconds(1))->get().why().why, Why::not_recorded);
  machine->status("/x");
  EXPECT_EQ(machine->unanswered().size(), 8u);
  EXPECT_EQ(machine->asked().size(), 9u);
}

TEST(Player, OffWindowsNobodyHasARegistry) {
  const auto machine = play(Recording{});
  EXPECT_EQ(machine->registry_value("HKLM\\X", "y").why().why, Why::unsupported);
  EXPECT_EQ(machine->registry_keys("HKLM\\X").why().why, Why::unsupported);
  EXPECT_EQ(machine->display_devices().why().why, Why::unsupported);
  EXPECT_TRUE(machine->unanswered().empty());
}

TEST(Player, NamesOutsideARecordedListingAreAbsent) {
  Recording r;
  r.directories["/usr/lib"] = listing({{"python3", FileKind::directory}, {"libc.so.6", FileKind::file}});
  const auto machine = play(r);
  EXPECT_TRUE(machine->status("/usr/lib/libcuda.so.1").absent());
  EXPECT_EQ(machine->status("/usr/lib/libcuda.so.1").origin(), "listing of /usr/lib");
  EXPECT_TRUE(machine->read_file("/usr/lib/x", 9).absent());
  EXPECT_TRUE(machine->list("/usr/lib/x/y").absent());
  EXPECT_TRUE(machine->link_target("/usr/lib/x").absent());
  EXPECT_TRUE(machine->may_open("/usr/lib/x").absent());
  EXPECT_TRUE(machine->status("/usr/lib/libc.so.6/below").absent());
  EXPECT_EQ(machine->read_file("/usr/lib/libc.so.6", 9).why().why, Why::not_recorded)
      << "listed, so it exists";
  EXPECT_EQ(machine->status("/usr/lib/libc.so.6").why().why, Why::not_recorded) << "its size is not known";
  EXPECT_EQ(machine->status("/usr/lib/python3")->kind, FileKind::directory);
  EXPECT_EQ(machine->list("/usr/lib/python3").why().why, Why::not_recorded);
  EXPECT_EQ(machine->list("/usr/lib/libc.so.6").why().why, Why::failed);
  EXPECT_EQ(machine->link_target("/usr/lib/libc.so.6").why().why, Why::failed);
  EXPECT_EQ(machine->read_file("/usr/lib/python3", 9).why().why, Why::failed);
  EXPECT_EQ(machine->status("/usr/lib64").why().why, Why::not_recorded);
}

TEST(Player, EverythingBelowAnAbsentFolderIsAbsent) {
  Recording r;
  r.status["/proc/driver/nvidia"] = Unknown{Why::absent, ""};
  r.directories["/opt"] = Unknown{Why::absent, ""};
  const auto machine = play(r);
  EXPECT_TRUE(machine->read_file("/proc/driver/nvidia/version", 9).absent());
  EXPECT_TRUE(machine->list("/opt/cuda/lib64").absent());
  EXPECT_TRUE(machine->status("/opt").absent());
}

TEST(Player, AFolderThatMayNotBeReadProvesNothing) {
  Recording r;
  r.directories["/opt"] = Unknown{Why::denied, "permission denied"};
  const auto machine = play(r);
  EXPECT_EQ(machine->status("/opt/cuda").why().why, Why::not_recorded);
  EXPECT_EQ(machine->list("/opt").why().why, Why::denied);
}

TEST(Player, ARecordedAnswerWinsOverAListingThatLacksTheName) {
  Recording r;
  r.directories["/proc"] = listing({});
  r.files["/proc/version"] = {value<std::string>("Linux")};
  const auto machine = play(r);
  EXPECT_EQ(*machine->read_file("/proc/version", 9), "Linux");
  EXPECT_EQ(machine->status("/proc/version")->size, 5u);
}

TEST(Player, PathsLeadThroughRecordedLinks) {
  Recording r;
  r.directories["/usr/local"] = listing({{"cuda", FileKind::link}, {"cuda-12.4", FileKind::directory}});
  r.directories["/usr/local/cuda-12.4"] = listing({{"version.json", FileKind::file}});
  r.files["/usr/local/cuda-12.4/version.json"] = {value<std::string>("{}")};
  r.links["/usr/local/cuda"] = value<std::string>("cuda-12.4");
  r.links["/loop"] = value<std::string>("/loop");
  r.links["/gone"] = value<std::string>("/usr/local/nothing");
  const auto machine = play(r);
  EXPECT_EQ(*machine->read_file("/usr/local/cuda/version.json", 9), "{}");
  EXPECT_EQ(machine->status("/usr/local/cuda")->kind, FileKind::directory);
  EXPECT_TRUE(machine->status("/usr/local/cuda/bin").absent());
  EXPECT_EQ(*machine->link_target("/usr/local/cuda"), "cuda-12.4");
  EXPECT_EQ(machine->status("/loop/x").why().why, Why::failed);
  EXPECT_TRUE(machine->status("/gone").absent());
  EXPECT_EQ(*machine->link_target("/gone"), "/usr/local/nothing");
}

TEST(Player, FilesThatWereReadWholeCanBeOpened) {
  Recording r;
  r.files["/etc/whole"] = {value<std::string>("0123456789")};
  r.files["/etc/cut"] = {value<std::string>("01234"), true};
  r.status["/etc/cut"] = value(FileStatus{FileKind::file, 10});
  r.links["/etc/link"] = value<std::string>("whole");
  const auto machine = play(r);
  const auto file = machine->open_file("/etc/link");
  ASSERT_TRUE(file.known());
  std::string bytes(4, '?');
  EXPECT_EQ((*file)->read_at(8, bytes).value_or("error"), "89");
  EXPECT_EQ(machine->open_file("/etc/cut").why().why, Why::not_recorded);
  EXPECT_EQ(machine->open_file("/etc/other").why().why, Why::not_recorded);
  EXPECT_EQ(machine->identity("/etc/link").value_or(""), machine->identity("/etc/whole").value_or("?"));
}

TEST(Player, ALibraryIsTheSameByAnotherPath) {
  Recording r;
  r.links["/lib"] = value<std::string>("usr/lib");
  r.links["/usr/lib/libcuda.so.1"] = value<std::string>("libcuda.so.550");
  r.vendor["cuda /usr/lib/libcuda.so.1"] = value<std::string>("init=0\n");
  const auto machine = play(r);
  const auto ask = [&](const char* request) {
    return machine->ask_vendor(request, std::chrono::seconds(1))->get();
  };
  EXPECT_TRUE(ask("cuda /lib/libcuda.so.1").known());
  EXPECT_TRUE(ask("cuda /usr/lib/libcuda.so.550").known());
  EXPECT_EQ(ask("nvml /lib/libcuda.so.1").why().why, Why::not_recorded);
  EXPECT_EQ(ask("cuda /lib/libcuda.so.2").why().why, Why::not_recorded);
  EXPECT_EQ(ask("cuda").why().why, Why::not_recorded);
}

TEST(Player, ALinkToNothingIsStillALink) {
  Recording r;
  r.status["/a"] = Unknown{Why::absent, ""};
  r.links["/a"] = value<std::string>("b");
  EXPECT_EQ(*play(r)->link_target("/a"), "b");
  r.links.clear();
  EXPECT_EQ(play(r)->link_target("/a").why().why, Why::not_recorded);
}

TEST(Player, ACutFileAnswersOnlyShortReads) {
  Recording r;
  r.files["/lib.so"] = {value<std::string>("ELF"), true};
  const auto machine = play(r);
  EXPECT_EQ(*machine->read_file("/lib.so", 3), "ELF");
  EXPECT_EQ(machine->read_file("/lib.so", 4).why().why, Why::not_recorded);
  EXPECT_EQ(machine->status("/lib.so").why().why, Why::not_recorded);
  EXPECT_EQ(machine->unanswered().size(), 2u);
}

TEST(Player, WindowsIgnoresCaseAndKindOfSlash) {
  Recording r;
  r.os = base::OsFamily::windows;
  r.files[R"(C:\Windows\System32\x.txt)"] = {value<std::string>("1")};
  r.directories[R"(C:\Windows\System32)"] = listing({{"nvcuda.dll", FileKind::file}});
  r.directories[R"(C:\)"] = listing({{"Windows", FileKind::directory}});
  r.variables["Path"] = value<std::string>("C:\\");
  r.registry_values[R"(HKLM\SOFTWARE\X)"]["Version"] = value<std::string>("3");
  const auto machine = play(r);
  EXPECT_EQ(*machine->read_file("c:/windows/SYSTEM32/X.TXT", 9), "1");
  EXPECT_EQ(machine->status(R"(C:\WINDOWS)")->kind, FileKind::directory);
  EXPECT_TRUE(machine->status(R"(c:\Windows\system32\nvml.dll)").absent());
  EXPECT_FALSE(machine->status(R"(C:\Windows\System32\NVCUDA.dll)").absent());
  EXPECT_TRUE(machine->status(R"(C:\Programs)").absent());
  EXPECT_EQ(machine->status(R"(C:\PROGRA~1)").why().why, Why::not_recorded)
      << "a short name is in no listing";
  EXPECT_EQ(*machine->variable("PATH"), "C:\\");
  EXPECT_EQ(*machine->registry_value(R"(HKLM\Software\x)", "VERSION"), "3");
}

TEST(Player, LinuxTellsCaseApart) {
  Recording r;
  r.directories["/opt"] = listing({{"CUDA", FileKind::directory}});
  r.variables["path"] = value<std::string>("x");
  const auto machine = play(r);
  EXPECT_TRUE(machine->status("/opt/cuda").absent());
  EXPECT_EQ(machine->variable("PATH").why().why, Why::not_recorded);
}

TEST(Player, RegistryKeysOutsideARecordedListingAreAbsent) {
  Recording r;
  r.os = base::OsFamily::windows;
  r.registry_keys[R"(HKLM\SOFTWARE\Python)"] = value(std::vector<std::string>{"PythonCore"});
  r.registry_keys[R"(HKCU\SOFTWARE\Python)"] = Unknown{Why::absent, ""};
  const auto machine = play(r);
  EXPECT_TRUE(machine->registry_value(R"(HKLM\SOFTWARE\Python\Other\3.9)", "x").absent());
  EXPECT_TRUE(machine->registry_keys(R"(HKCU\SOFTWARE\Python\PythonCore)").absent());
  EXPECT_EQ(machine->registry_keys(R"(HKLM\SOFTWARE\Python\pythoncore)").why().why, Why::not_recorded);
  EXPECT_EQ(machine->display_devices().why().why, Why::not_recorded);
}

TEST(Player, FlagsSayThatNothingElseIsSet) {
  Recording r;
  r.os = base::OsFamily::windows;
  r.all_variables = r.all_registry = true;
  r.variables["HIDDEN"] = Unknown{Why::not_recorded, ""};
  const auto machine = play(r);
  EXPECT_TRUE(machine->variable("CUDA_PATH").absent());
  EXPECT_EQ(machine->variable("HIDDEN").why().why, Why::not_recorded);
  EXPECT_TRUE(machine->registry_value("HKLM\\A", "b").absent());
  EXPECT_TRUE(machine->registry_keys("HKLM\\A").absent());
}

TEST(Answers, AreNamedAndTakenAwayOneByOne) {
  Recording r;
  r.os = base::OsFamily::windows;
  r.all_variables = r.all_registry = true;
  r.files["C:\\f"] = {value<std::string>("1")};
  r.directories["C:\\"] = listing({{"f", FileKind::file}});
  r.variables["V"] = value<std::string>("1");
  r.registry_values["HKLM\\K"]["n"] = value<std::string>("1");
  const std::vector<std::string> names = answers(r);
  ASSERT_EQ(names, (std::vector<std::string>{"system", "files C:\\f", "directories C:\\", "variables V",
                                             "registry_values HKLM\\K\\n", "display_devices"}));
  EXPECT_EQ(play(without(r, names[1]))->read_file("C:\\f", 9).why().why, Why::not_recorded);
  EXPECT_EQ(play(without(r, names[2]))->status("C:\\g").why().why, Why::not_recorded);
  EXPECT_EQ(play(without(r, names[3]))->variable("V").why().why, Why::not_recorded);
  EXPECT_EQ(play(without(r, names[4]))->registry_value("HKLM\\K", "n").why().why, Why::not_recorded);
  EXPECT_EQ(*play(without(r, names[4]))->variable("V"), "1");
}

}  // namespace
}  // namespace gpuenv::machine::recorded
