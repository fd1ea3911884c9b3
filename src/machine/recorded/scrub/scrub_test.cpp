// Tests of the scrubber over whole recordings: nothing personal is left, and the machine still fits together.
#include <gtest/gtest.h>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

template <class T>
Known<T> value(T it) {
  return Known<T>(std::move(it), "");
}

Recording personal() {
  Recording r;
  r.name = "host";
  r.system = value(SystemInfo{"6.8.0", "x86_64", "/home/alice", "/home/alice/proj"});
  r.variables["USER"] = value<std::string>("alice");
  r.variables["HOSTNAME"] = value<std::string>("gpu-box-17");
  r.variables["PATH"] = value<std::string>("/home/alice/proj/.venv/bin:/usr/bin");
  r.variables["HF_TOKEN"] = value<std::string>("very-secret-value");
  r.variables["PIP_INDEX_URL"] = value<std::string>("https://alice:pw@10.9.8.7/simple");
  r.variables["EMPTY_TOKEN"] = value<std::string>("");
  r.variables["CUDA_VISIBLE_DEVICES"] = value<std::string>("GPU-8932f937");
  r.files["/home/alice/proj/.venv/pyvenv.cfg"] = {value<std::string>("home = /home/alice/.local/bin\n")};
  r.files["/etc/hostname"] = {value<std::string>("gpu-box-17\n")};
  r.files["/etc/hosts"] = {value<std::string>("10.9.8.7 gpu-box-17\n")};
  r.files["/etc/machine-id"] = {value<std::string>("0123456789abcdef0123456789abcdef\n")};
  r.files["/home/alice/id"] = {value<std::string>("-----BEGIN OPENSSH PRIVATE KEY-----\nxyz\n")};
  r.files["/home/alice/log"] = {value<std::string>("token very-secret-value on gpu-box-17 by /home/alice"),
                                true};
  r.files["/home/alice/x.so"] = {value(std::string("\xFF/home/alice/lib\0", 17))};
  r.status["/home/alice/proj/.venv/pyvenv.cfg"] = value(FileStatus{FileKind::file, 30});
  r.directories["/home"] =
      value(std::vector<DirectoryEntry>{{"alice", FileKind::directory}, {"zoe", FileKind::directory}});
  r.directories["/home/alice"] = value(std::vector<DirectoryEntry>{{"proj", FileKind::directory}});
  r.links["/home/alice/other"] = value<std::string>("../zoe/env");
  r.links["/data/current"] = value<std::string>("alice/env");
  r.links["/home/alice/proj/.venv/bin/python"] = value<std::string>("/home/alice/.local/bin/python3.12");
  r.environments = {"/home/alice/proj/.venv"};
  r.access["/home/alice/proj"] = base::Unknown{base::Why::denied, "/home/alice/proj: permission denied"};
  r.vendor["nvml /home/alice/lib/libnvidia-ml.so.1"] =
      value<std::string>("gpu0.uuid=GPU-8932f937-d72c-4106-c12f-20bd9faed9f6\ngpu0.serial=1320219000123\n");
  return r;
}

TEST(Scrub, LeavesNothingPersonal) {
  const std::string text = write_recording(scrub(personal()));
  for (const char* trace : {"alice", "zoe", "gpu-box", "very-secret", "pw@", "10.9.8.7", "8932f937",
                            "1320219000123", "0123456789abcdef", "xyz"})
    EXPECT_EQ(text.find(trace), std::string::npos) << trace << "\n" << text;
  EXPECT_NE(text.find("\"scrubbed\""), std::string::npos);
}

TEST(Scrub, PathsStillFitTogether) {
  const auto scrubbed = scrub(personal());
  EXPECT_EQ(scrubbed.environments, std::vector<std::string>{"/home/user1/proj/.venv"});
  const auto machine = play(scrubbed);
  const std::string home = machine->system()->home;
  EXPECT_EQ(home, "/home/user1");
  EXPECT_EQ(*machine->variable("USER"), "user1");
  EXPECT_EQ(*machine->variable("PATH"), home + "/proj/.venv/bin:/usr/bin");
  EXPECT_EQ(*machine->read_file(home + "/proj/.venv/pyvenv.cfg", 99), "home = " + home + "/.local/bin\n");
  EXPECT_EQ(machine->status(home + "/proj/.venv/pyvenv.cfg")->size, 30u);
  EXPECT_EQ(machine->list("/home")->at(0).name, "user1");
  EXPECT_EQ(machine->list("/home")->at(1).name, "user2");
  EXPECT_EQ(*machine->link_target(home + "/other"), "../user2/env");
  EXPECT_EQ(*machine->link_target("/data/current"), "user1/env");
  EXPECT_EQ(*machine->link_target(home + "/proj/.venv/bin/python"), home + "/.local/bin/python3.12");
  EXPECT_EQ(machine->may_open(home + "/proj").why().detail, home + "/proj: permission denied");
  EXPECT_TRUE(machine->status("/home/alice").absent());
  const auto nvml =
      machine->ask_vendor("nvml " + home + "/lib/libnvidia-ml.so.1", std::chrono::seconds(1))->get();
  EXPECT_EQ(*nvml, "gpu0.uuid=GPU-00000000-0000-0000-0000-000000000001\ngpu0.serial=0000000000001\n");
  EXPECT_EQ(*machine->variable("CUDA_VISIBLE_DEVICES"), "GPU-00000000-0000-0000-0000-000000000001");
}

TEST(Scrub, EmptyStaysEmptyAndCutFilesKeepTheirLength) {
  const Recording before = personal(), after = scrub(before);
  EXPECT_EQ(*after.variables.at("EMPTY_TOKEN"), "");
  EXPECT_GE(after.files.at("/home/user1/log").bytes->size(),
            before.files.at("/home/alice/log").bytes->size());
  EXPECT_EQ(*after.files.at("/home/user1/x.so").bytes, std::string("\xFF/home/uuuuu/lib\0", 17));
}

TEST(Scrub, TheSystemAndItsFilesAreUntouched) {
  Recording r;
  r.system = value(SystemInfo{"6.8.0", "x86_64", "/home/nvidia", "/"});
  r.variables["USER"] = value<std::string>("nvidia");
  r.variables["HOSTNAME"] = value<std::string>("ubuntu");
  r.files["/etc/os-release"] = {value<std::string>("ID=ubuntu\nPRETTY_NAME=\"Ubuntu 24.04\"\n")};
  r.files["/proc/driver/nvidia/version"] = {value<std::string>("NVRM version: NVIDIA 550.54.15\n")};
  r.directories["/usr/lib"] = value(std::vector<DirectoryEntry>{{"nvidia", FileKind::directory}});
  r.directories["/home/nvidia/.venv/lib/python3.12/site-packages"] = value(std::vector<DirectoryEntry>{
      {"nvidia", FileKind::directory}, {"nvidia_cublas_cu12-12.4.5.8.dist-info", FileKind::directory}});
  const Recording after = scrub(r);
  EXPECT_EQ(*after.files.at("/etc/os-release").bytes, *r.files.at("/etc/os-release").bytes);
  EXPECT_TRUE(after.files.contains("/proc/driver/nvidia/version"));
  EXPECT_EQ(after.directories.at("/usr/lib")->at(0).name, "nvidia");
  EXPECT_EQ(*after.directories.at("/home/user1/.venv/lib/python3.12/site-packages"),
            *r.directories.at("/home/nvidia/.venv/lib/python3.12/site-packages"));
  EXPECT_EQ(*after.variables.at("HOSTNAME"), "host1");
}

TEST(Scrub, RootAndTheSystemAreNobody) {
  Recording r;
  r.system = value(SystemInfo{"6.8.0", "x86_64", "/root", "/root/proj"});
  r.variables["USER"] = value<std::string>("root");
  const Recording after = scrub(r);
  EXPECT_EQ(after.system->home, "/root");
  EXPECT_EQ(*after.variables.at("USER"), "root");
}

TEST(Scrub, WindowsNamesWithBlanksAndCase) {
  Recording r;
  r.os = base::OsFamily::windows;
  r.system = value(SystemInfo{"10.0.22631", "x86_64", R"(C:\Users\John Smith)", R"(C:\)"});
  r.variables["COMPUTERNAME"] = value<std::string>("DESKTOP-1AB2C3D");
  r.variables["LOGONSERVER"] = value<std::string>(R"(\\DESKTOP-1AB2C3D)");
  r.variables["PATH"] = value<std::string>(R"(C:\Windows;c:\users\john smith\py;C:\Users\John Smith)");
  r.registry_values[R"(HKU\S-1-5-21-1-2-3-1001\Python)"]["InstallPath"] =
      value<std::string>(R"(C:\Users\John Smith\py\)");
  r.registry_keys["HKU"] = value(std::vector<std::string>{"S-1-5-21-1-2-3-1001"});
  r.directories[R"(C:\Users)"] = value(
      std::vector<DirectoryEntry>{{"John Smith", FileKind::directory}, {"Public", FileKind::directory}});
  const Recording after = scrub(r);
  EXPECT_EQ(*after.variables.at("PATH"), R"(C:\Windows;c:\users\user1\py;C:\Users\user1)");
  EXPECT_EQ(*after.variables.at("LOGONSERVER"), R"(\\host1)");
  EXPECT_EQ(*after.registry_values.at(R"(HKU\S-1-5-21-0-0-0-1\Python)").at("InstallPath"),
            R"(C:\Users\user1\py\)");
  EXPECT_EQ(after.registry_keys.at("HKU")->at(0), "S-1-5-21-0-0-0-1");
  EXPECT_EQ(after.directories.at(R"(C:\Users)")->at(0).name, "Public");
  const std::string text = write_recording(after);
  EXPECT_EQ(text.find("John"), std::string::npos) << text;
  EXPECT_EQ(text.find("1AB2C3D"), std::string::npos) << text;
}

TEST(ScrubReport, NamesOfUsersAndCardsGoPathsStayUsable) {
  const std::string text =
      "uv pip install --python /home/alice/p/.venv/bin/python torch\n"
      "GPU-5e1c1b6e-3a4d-7a11-9f55-0123456789ab /data/alice/env https://alice:pw@example.org/simple\n";
  const std::string report = scrub_report(text, "/home/alice", base::posix_paths);
  EXPECT_NE(report.find("--python /home/user1/p/.venv/bin/python torch"), std::string::npos) << report;
  EXPECT_EQ(report.find("alice"), std::string::npos) << report;
  EXPECT_EQ(report.find("5e1c1b6e"), std::string::npos) << report;
  EXPECT_EQ(report.find(":pw@"), std::string::npos) << report;
  EXPECT_EQ(scrub_report("as it is", "/root", base::posix_paths), "as it is");
}

}  // namespace
}  // namespace gpuenv::machine::recorded
