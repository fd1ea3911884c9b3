// Tests of the expander: the questions that probes ask get the answers of such a machine.
#include <gtest/gtest.h>

#include "machine/recorded/expand/interpreter.h"
#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

const std::string linux_head = "os = \"linux\"\ndistro = \"Ubuntu 24.04\"\nkernel = \"6.8.0-45-generic\"\n";
const std::string windows_head = "os = \"windows\"\ndistro = \"Windows 11\"\nkernel = \"10.0.22631\"\n";
const std::string driver_550 =
    "[driver]\nmodule = \"550.54.15\"\nlibrary = \"550.54.15\"\ncuda = \"12.4\"\n"
    "[[gpu]]\nid = \"2684\"\nname = \"NVIDIA GeForce RTX 4090\"\ncc = \"8.9\"\nmemory_mib = 24564\n";

std::unique_ptr<RecordedMachine> machine_of(const std::string& toml) {
  auto recording = expand(toml, "m.toml");
  EXPECT_TRUE(recording) << recording.error().message;
  return play(recording ? *recording : Recording{});
}

/// A venv at /home/user/p/.venv (C:\p\.venv) with some packages.
std::string venv(const std::string& packages, const std::string& path = "/home/user/p/.venv") {
  return "[[env]]\npath = '" + path +
         "'\npython = \"3.12.4\"\nactive = true\ninstaller = \"uv\"\npackages = [" + packages +
         "]\nrequested = []\n";
}

const std::string site = "/home/user/p/.venv/lib/python3.12/site-packages/";

std::string text_of(Machine& machine, const std::string& path) {
  const auto answer = machine.read_file(path, 1 << 20);
  return answer.known() ? *answer : base::word(answer.why().why) + (": " + answer.why().detail);
}

std::vector<std::string> names_in(Machine& machine, const std::string& path) {
  std::vector<std::string> names;
  const auto entries = machine.list(path);
  if (entries.known())
    for (const auto& entry : *entries) names.push_back(entry.name);
  return names;
}

TEST(Expand, DisksHaveRoomUnlessWritten) {
  const auto recording = expand(
      "os = \"linux\"\ndistro = \"Debian 12\"\nkernel = \"6.1\"\n[free_mib]\n\"/home\" = 300\n", "m.toml");
  ASSERT_TRUE(recording) << recording.error().message;
  const auto machine = play(*recording);
  EXPECT_EQ(*machine->free_bytes("/home/user"), std::uint64_t{300} << 20);
  EXPECT_GT(*machine->free_bytes("/tmp"), std::uint64_t{100} << 30);
  EXPECT_FALSE(
      expand("os = \"linux\"\ndistro = \"Debian 12\"\nkernel = \"6.1\"\n[free_mib]\n\"/\" = -1\n", "m.toml"));
}

TEST(Expand, ALinuxSystemTellsWhatItIs) {
  const auto machine = machine_of(linux_head + "laptop = true\n");
  EXPECT_EQ(machine->system()->kernel, "6.8.0-45-generic");
  EXPECT_EQ(machine->system()->home, "/home/user");
  EXPECT_NE(text_of(*machine, "/etc/os-release").find("PRETTY_NAME=\"Ubuntu 24.04\""), std::string::npos);
  EXPECT_EQ(text_of(*machine, "/sys/class/dmi/id/chassis_type"), "10\n");
  EXPECT_EQ(text_of(*machine, "/sys/class/power_supply/BAT0/type"), "Battery\n");
  EXPECT_EQ(*machine->variable("HOME"), "/home/user");
  EXPECT_TRUE(machine->variable("CUDA_VISIBLE_DEVICES").absent());
  EXPECT_TRUE(machine->status("/.dockerenv").absent());
  EXPECT_TRUE(machine->status("/dev/dxg").absent());
  EXPECT_TRUE(machine->unanswered().empty());
}

TEST(Expand, WithoutDriverNothingOfItIsThere) {
  const auto machine = machine_of(linux_head + "[[gpu]]\nid = \"2204\"\nbound = \"nouveau\"\n");
  for (const char* path : {"/proc/driver/nvidia/version", "/sys/module/nvidia/version", "/dev/nvidiactl",
                           "/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1",
                           "/lib/x86_64-linux-gnu/libnvidia-ml.so.1", "/usr/lib/wsl/lib/libcuda.so.1"})
    EXPECT_TRUE(machine->status(path).absent()) << path;
  EXPECT_TRUE(machine->unanswered().empty());
}

TEST(Expand, CardsStandInThePciTreeWithTheirDriver) {
  const auto machine = machine_of(
      linux_head + driver_550 + "[[other_gpu]]\npci = \"0000:00:02.0\"\nvendor = \"8086\"\nid = \"A780\"\n");
  EXPECT_EQ(names_in(*machine, "/sys/bus/pci/devices"),
            (std::vector<std::string>{"0000:00:00.0", "0000:00:02.0", "0000:01:00.0", "0000:01:00.1"}));
  const std::string card = "/sys/bus/pci/devices/0000:01:00.0/";
  EXPECT_EQ(text_of(*machine, card + "vendor"), "0x10de\n");
  EXPECT_EQ(text_of(*machine, card + "device"), "0x2684\n");
  EXPECT_EQ(text_of(*machine, card + "class"), "0x030000\n");
  EXPECT_EQ(*machine->link_target(card + "driver"), "../../../bus/pci/drivers/nvidia");
  EXPECT_EQ(machine->status(card + "driver")->kind, FileKind::directory);
  EXPECT_EQ(text_of(*machine, "/sys/bus/pci/devices/0000:01:00.1/class"), "0x040300\n");
  EXPECT_TRUE(machine->link_target("/sys/bus/pci/devices/0000:00:00.0/driver").absent());
}

TEST(Expand, TheDriverShowsInModuleLibrariesAndVendorReplies) {
  const auto machine = machine_of(linux_head + driver_550);
  EXPECT_NE(text_of(*machine, "/proc/driver/nvidia/version").find("Kernel Module  550.54.15  "),
            std::string::npos);
  EXPECT_EQ(text_of(*machine, "/sys/module/nvidia/version"), "550.54.15\n");
  const std::string folder = "/usr/lib/x86_64-linux-gnu/";
  EXPECT_EQ(*machine->link_target(folder + "libcuda.so.1"), "libcuda.so.550.54.15");
  EXPECT_EQ(machine->status("/lib/x86_64-linux-gnu/libcuda.so.1")->kind, FileKind::file);
  EXPECT_NE(text_of(*machine, "/etc/ld.so.conf.d/x86_64-linux-gnu.conf").find("/usr/lib/x86_64-linux-gnu\n"),
            std::string::npos);
  EXPECT_TRUE(*machine->may_open("/dev/nvidia0"));
  EXPECT_TRUE(machine->may_open("/dev/nvidia1").absent());
  const auto nvml =
      machine->ask_vendor("nvml " + folder + "libnvidia-ml.so.1", std::chrono::seconds(1))->get();
  ASSERT_TRUE(nvml.known());
  EXPECT_NE(nvml->find("cuda=12040\ncount=1\n"), std::string::npos);
  EXPECT_NE(nvml->find("gpu0.name=NVIDIA GeForce RTX 4090\n"), std::string::npos);
}

TEST(Expand, OpenModulesCallThemselvesOpen) {
  const auto machine = machine_of(linux_head + "[driver]\nmodule = \"580.95.05\"\nkind = \"open\"\n");
  EXPECT_NE(
      text_of(*machine, "/proc/driver/nvidia/version").find("Open Kernel Module for x86_64  580.95.05  "),
      std::string::npos);
}

TEST(Expand, NvmlThatDoesNotAnswerIsARefusalAndNoReply) {
  const std::string request = "nvml /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1";
  const auto ask = [&](const std::string& how) {
    std::string toml = linux_head + driver_550;
    toml.replace(toml.find("[driver]\n"), 9, "[driver]\n" + how + "\n");
    return machine_of(toml)->ask_vendor(request, std::chrono::seconds(1))->get();
  };
  EXPECT_EQ(ask("nvml = \"crashes\"").why().why, base::Why::failed);
  EXPECT_EQ(ask("nvml = \"hangs\"").why().why, base::Why::timed_out);
  EXPECT_EQ(*ask("nvml_init = 18"), "init=18\ndriver!=1\ncuda=12040\n");
}

TEST(Expand, HiddenCardsAreHiddenFromCudaOnly) {
  const auto machine = machine_of(linux_head + driver_550 + "[variables]\nCUDA_VISIBLE_DEVICES = \"-1\"\n");
  const std::string folder = "/usr/lib/x86_64-linux-gnu/";
  const auto cuda = machine->ask_vendor("cuda " + folder + "libcuda.so.1", std::chrono::seconds(1))->get();
  const auto nvml =
      machine->ask_vendor("nvml " + folder + "libnvidia-ml.so.1", std::chrono::seconds(1))->get();
  EXPECT_NE(cuda->find("init=100\n"), std::string::npos);
  EXPECT_NE(nvml->find("count=1\n"), std::string::npos);
  EXPECT_EQ(*machine->variable("CUDA_VISIBLE_DEVICES"), "-1");
}

TEST(Expand, CardsOfOtherDriversAreNotInNvml) {
  const auto machine =
      machine_of(linux_head + driver_550 +
                 "[[gpu]]\nid = \"2204\"\npci = \"0000:02:00.0\"\nname = \"X\"\ncc = \"8.6\"\n"
                 "memory_mib = 1\nbound = \"vfio-pci\"\n");
  const auto nvml =
      machine->ask_vendor("nvml /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1", std::chrono::seconds(1))->get();
  EXPECT_NE(nvml->find("count=1\n"), std::string::npos);
  EXPECT_TRUE(machine->status("/dev/nvidia1").absent());
}

TEST(Expand, Wsl2HasItsDeviceAndLibrariesButNoCardOnTheBus) {
  const auto machine = machine_of(
      "os = \"linux\"\nwsl = true\ndistro = \"Ubuntu 22.04\"\nkernel = "
      "\"5.15.153.1-microsoft-standard-WSL2\"\n" +
      driver_550);
  EXPECT_EQ(machine->status("/dev/dxg")->kind, FileKind::device);
  EXPECT_EQ(machine->status("/usr/lib/wsl/lib/libcuda.so.1")->kind, FileKind::file);
  EXPECT_TRUE(machine->status("/proc/driver/nvidia/version").absent());
  EXPECT_TRUE(machine->status("/dev/nvidia0").absent());
  EXPECT_EQ(names_in(*machine, "/sys/bus/pci/devices"), std::vector<std::string>{"5582:00:00.0"});
  EXPECT_TRUE(
      machine->ask_vendor("nvml /usr/lib/wsl/lib/libnvidia-ml.so.1", std::chrono::seconds(1))->get().known());
}

TEST(Expand, AContainerWithoutTheCardSeesTheModuleAndNoDeviceNodes) {
  const auto machine = machine_of(
      linux_head + "container = \"docker\"\n[driver]\nmodule = \"550.54.15\"\n[[gpu]]\nid = \"2204\"\n");
  EXPECT_TRUE(machine->status("/.dockerenv").known());
  EXPECT_TRUE(machine->status("/sys/module/nvidia/version").known());
  EXPECT_TRUE(machine->status("/dev/nvidia0").absent());
  EXPECT_EQ(machine->system()->home, "/root");
}

TEST(Expand, AVenvLooksLikeOne) {
  const auto machine = machine_of(linux_head + venv("\"torch==2.8.0+cu128\", \"Jinja2==3.1.4\""));
  const std::string env = "/home/user/p/.venv/";
  EXPECT_EQ(*machine->variable("VIRTUAL_ENV"), "/home/user/p/.venv");
  EXPECT_TRUE(machine->variable("PATH")->starts_with(env + "bin:"));
  EXPECT_EQ(machine->system()->working_directory, "/home/user/p");
  EXPECT_NE(text_of(*machine, env + "pyvenv.cfg").find("version_info = 3.12.4\n"), std::string::npos);
  EXPECT_EQ(text_of(*machine, env + "bin/python3"), linux_executable("x86_64", 64));
  EXPECT_NE(text_of(*machine, site + "torch-2.8.0.dist-info/METADATA").find("Version: 2.8.0\n"),
            std::string::npos);
  EXPECT_EQ(text_of(*machine, site + "torch-2.8.0.dist-info/INSTALLER"), "uv");
  EXPECT_TRUE(machine->status(site + "torch-2.8.0.dist-info/REQUESTED").absent());
  EXPECT_TRUE(machine->status(site + "jinja2-3.1.4.dist-info").known());
  EXPECT_NE(text_of(*machine, site + "torch-2.8.0.dist-info/RECORD")
                .find("torch/lib/libtorch_cuda.so,,900000000\n"),
            std::string::npos);
  EXPECT_TRUE(machine->unanswered().empty());
}

TEST(Expand, TorchTellsItsBuild) {
  const auto cuda = machine_of(linux_head + venv("\"torch==2.8.0+cu128\""));
  const std::string version = text_of(*cuda, site + "torch/version.py");
  EXPECT_NE(version.find("\n__version__ = '2.8.0+cu128'\n"), std::string::npos);
  EXPECT_NE(version.find("\ncuda: Optional[str] = '12.8'\n"), std::string::npos);
  EXPECT_TRUE(cuda->status(site + "torch/lib/libtorch_cuda.so").known());
  const auto cpu = machine_of(linux_head + venv("\"torch==2.0.1+cpu\""));
  EXPECT_NE(text_of(*cpu, site + "torch/version.py").find("\ncuda = None\n"), std::string::npos);
  EXPECT_TRUE(cpu->status(site + "torch/lib/libtorch_cuda.so").absent());
  EXPECT_TRUE(cpu->status(site + "torch-2.0.1+cpu.dist-info").known());
}

TEST(Expand, OtherFrameworksTellTheirBuild) {
  const auto machine =
      machine_of(linux_head + venv("\"tensorflow==2.21.0\", \"paddlepaddle==3.3.1\", \"jaxlib==0.12.0\", "
                                   "\"jax-cuda13-plugin==0.12.0\", \"jax-cuda13-pjrt==0.12.0\", "
                                   "\"nvidia-cublas-cu12==12.4.5.8\""));
  const std::string tensorflow = text_of(*machine, site + "tensorflow/python/platform/build_info.py");
  EXPECT_NE(tensorflow.find("('is_cuda_build', True)"), std::string::npos);
  EXPECT_NE(tensorflow.find("('cuda_version', '12.5.1')"), std::string::npos);
  EXPECT_NE(text_of(*machine, site + "paddle/version/__init__.py").find("cuda_version     = 'False'"),
            std::string::npos);
  EXPECT_NE(text_of(*machine, site + "jaxlib/version.py").find("_version = \"0.12.0\""), std::string::npos);
  EXPECT_TRUE(machine->status(site + "jax_plugins/xla_cuda13/xla_cuda_plugin.so").known());
  EXPECT_TRUE(machine->status(site + "jax_cuda13_plugin-0.12.0.dist-info").known());
  EXPECT_TRUE(machine->status(site + "nvidia/cublas/lib/libcublas.so.12").known());
}

TEST(Expand, TheOnnxRuntimeInstalledLastOwnsTheInfoFile) {
  const auto machine = machine_of(linux_head + venv("\"onnxruntime-gpu==1.31.1\", \"onnxruntime==1.31.1\""));
  const std::string info = text_of(*machine, site + "onnxruntime/capi/build_and_package_info.py");
  EXPECT_NE(info.find("package_name = 'onnxruntime'\n"), std::string::npos);
  EXPECT_EQ(info.find("cuda_version"), std::string::npos);
  EXPECT_TRUE(machine->status(site + "onnxruntime/capi/libonnxruntime_providers_cuda.so").known());
  EXPECT_TRUE(machine->status(site + "onnxruntime_gpu-1.31.1.dist-info").known());
}

TEST(Expand, WindowsHasRegistryDeviceManagerAndItsOwnLayout) {
  const auto machine = machine_of(windows_head + driver_550 + venv("\"torch==2.8.0+cpu\"", R"(C:\p\.venv)"));
  EXPECT_EQ(
      *machine->registry_value(R"(HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion)", "CurrentBuildNumber"),
      "22631");
  EXPECT_TRUE(machine->registry_value(R"(HKLM\SYSTEM\CurrentControlSet\Control\GraphicsDrivers)", "TdrDelay")
                  .absent());
  EXPECT_EQ(*machine->registry_value(R"(HKLM\SYSTEM\HardwareConfig\Current)", "EnclosureType"), "3");
  const auto devices = machine->display_devices();
  ASSERT_EQ(devices->size(), 1u);
  EXPECT_TRUE(devices->at(0).instance_id.starts_with(R"(PCI\VEN_10DE&DEV_2684&)"));
  EXPECT_EQ(devices->at(0).driver_version, "32.0.15.5054");
  EXPECT_EQ(devices->at(0).problem_code, 0);
  EXPECT_TRUE(machine->status(R"(c:\windows\system32\NVML.DLL)").known());
  EXPECT_EQ(text_of(*machine, R"(C:\p\.venv\Scripts\python.exe)"), windows_executable(64));
  EXPECT_TRUE(machine->status(R"(C:\p\.venv\Lib\site-packages\torch-2.8.0.dist-info)").known());
  EXPECT_TRUE(machine->status(R"(C:\p\.venv\Lib\site-packages\torch\lib\torch_cuda.dll)").absent());
  EXPECT_EQ(*machine->registry_keys(R"(HKCU\SOFTWARE\Python\PythonCore)"), std::vector<std::string>{"3.12"});
  EXPECT_TRUE(machine->registry_keys(R"(HKLM\SOFTWARE\Python\PythonCore)").absent());
  EXPECT_EQ(*machine->variable("path"), *machine->variable("PATH"));
  EXPECT_TRUE(machine->unanswered().empty());
}

TEST(Expand, AWindowsCardWithoutDriverHasAProblemCode) {
  const auto machine = machine_of(windows_head + "[[gpu]]\nid = \"2786\"\n");
  EXPECT_EQ(machine->display_devices()->at(0).problem_code, 28);
  EXPECT_EQ(machine->display_devices()->at(0).driver_version, "");
  EXPECT_TRUE(machine->status(R"(C:\Windows\System32\nvcuda.dll)").absent());
}

TEST(Expand, CondaSystemAndEmbeddedPythons) {
  const std::string conda =
      "[[env]]\npath = \"/opt/conda\"\nkind = \"conda\"\npython = \"3.11.9\"\nactive = true\n"
      "installer = \"conda\"\npackages = [\"numpy==2.1.0\"]\n";
  const std::string system =
      "[[env]]\npath = \"/usr\"\nkind = \"system\"\npython = \"3.12.3\"\npackages = [\"torch==2.8.0+cpu\"]\n";
  const auto machine = machine_of(linux_head + conda + system);
  EXPECT_EQ(*machine->variable("CONDA_PREFIX"), "/opt/conda");
  EXPECT_TRUE(machine->status("/opt/conda/conda-meta/numpy-2.1.0-0.json").known());
  EXPECT_EQ(text_of(*machine, "/opt/conda/bin/python"), linux_executable("x86_64", 64));
  EXPECT_TRUE(machine->status("/usr/local/lib/python3.12/dist-packages/torch/version.py").known());
  const auto windows = machine_of(
      windows_head +
      "[[env]]\npath = 'C:\\ComfyUI\\python_embeded'\nkind = \"embedded\"\npython = \"3.12.4\"\nbits = 32\n");
  EXPECT_NE(text_of(*windows, R"(C:\ComfyUI\python_embeded\python312._pth)").find("Lib\\site-packages"),
            std::string::npos);
  EXPECT_EQ(text_of(*windows, R"(C:\ComfyUI\python_embeded\python.exe)"), windows_executable(32));
}

TEST(Expand, ToolkitsStandWhereTheInstallerPutsThem) {
  const std::string toolkit = "[[toolkit]]\nversion = \"12.4.1\"\non_path = true\n";
  const auto machine = machine_of(linux_head + toolkit);
  EXPECT_NE(text_of(*machine, "/usr/local/cuda/version.json").find("\"version\" : \"12.4.1\""),
            std::string::npos);
  EXPECT_TRUE(machine->status("/usr/local/cuda-12.4/bin/nvcc").known());
  EXPECT_TRUE(machine->variable("PATH")->starts_with("/usr/local/cuda-12.4/bin:"));
  const auto windows = machine_of(windows_head + toolkit);
  EXPECT_EQ(*windows->variable("CUDA_PATH_V12_4"),
            R"(C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.4)");
}

TEST(Expand, FilesAreAddedReplacedDeniedAndTakenAway) {
  const auto machine = machine_of(
      linux_head + venv("\"numpy==2.1.0\"") +
      "[[file]]\npath = '/etc/modprobe.d/a.conf'\ntext = 'blacklist nouveau'\n"
      "[[file]]\npath = '/opt/big.so'\nsize = 5000000\n[[file]]\npath = '/opt/link.so'\nlink = 'big.so'\n"
      "[[file]]\npath = '/opt/empty'\nfolder = true\n[[file]]\npath = '/opt/secret'\ndenied = true\n"
      "[[file]]\npath = '/dev/nvidia0'\ndevice = true\nmay_open = false\n"
      "[[file]]\npath = '/home/user/p/.venv/lib'\nremoved = true\n");
  EXPECT_EQ(text_of(*machine, "/etc/modprobe.d/a.conf"), "blacklist nouveau");
  EXPECT_EQ(machine->status("/opt/link.so")->size, 5000000u);
  EXPECT_TRUE(machine->list("/opt/empty")->empty());
  EXPECT_EQ(machine->read_file("/opt/secret", 10).why().why, base::Why::denied);
  EXPECT_FALSE(*machine->may_open("/dev/nvidia0"));
  EXPECT_TRUE(machine->status(site + "numpy").absent());
  EXPECT_TRUE(machine->status("/home/user/p/.venv/pyvenv.cfg").known());
}

TEST(Expand, LinksAreReplacedAndDenied) {
  const auto machine =
      machine_of(linux_head + "[[file]]\npath = '/opt/a'\nlink = 'b'\n[[file]]\npath = '/opt/a'\nsize = 7\n" +
                 "[[file]]\npath = '/opt/c'\nlink = 'b'\n[[file]]\npath = '/opt/c'\ndenied = true\n");
  EXPECT_FALSE(machine->link_target("/opt/a").known());
  EXPECT_EQ(machine->status("/opt/a")->size, 7u);
  EXPECT_EQ(machine->link_target("/opt/c").why().why, base::Why::denied);
}

TEST(Expand, VendorAndRegistryValuesAreAddedAndReplaced) {
  const auto machine = machine_of(linux_head + driver_550 + "[gpu.nvml]\nmig = \"1\"\nname = \"X\"\n");
  const std::string reply =
      *machine->ask_vendor("nvml /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1", {})->get();
  EXPECT_NE(reply.find("gpu0.mig=1\n"), std::string::npos);
  EXPECT_NE(reply.find("gpu0.name=X\n"), std::string::npos);
  const auto windows = machine_of(windows_head + "[[registry]]\nkey = 'HKLM\\A'\nname = 'b'\nvalue = '1'\n");
  EXPECT_EQ(*windows->registry_value("HKLM\\A", "b"), "1");
}

TEST(Expand, TheResultIsARecordingLikeAnyOther) {
  const auto recording =
      expand(windows_head + driver_550 + venv("\"torch==2.8.0+cu128\"", R"(C:\p\.venv)"), "m.toml");
  ASSERT_TRUE(recording);
  EXPECT_FALSE(recording->complete);
  const std::string text = write_recording(*recording);
  const auto again = read_recording(text, "m");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(write_recording(*again), text);
}

TEST(Load, TakesTheRecordingElseTheShortFormElseSaysWhatIsMissing) {
  std::map<std::string, std::string> files;
  const auto read = [&](std::string_view name) -> base::Result<std::string> {
    const auto found = files.find(std::string(name));
    if (found == files.end()) return base::io_error("no such file");
    return found->second;
  };
  EXPECT_EQ(load(read, "cases/x").error().message,
            "cases/x: holds no recording: machine.json: no such file; machine.toml: no such file");
  files["machine.toml"] = linux_head;
  ASSERT_TRUE(load(read, "cases/x"));
  EXPECT_EQ(load(read, "cases/x")->name, "cases/x");
  files["machine.json"] = "{";
  EXPECT_EQ(load(read, "cases/x").error().message,
            "cases/x/machine.json: the JSON ends too early (byte 1 of 1)");
  files["machine.json"] = write_recording(Recording{});
  EXPECT_FALSE(load(read, "cases/x")->all_variables);
}

}  // namespace
}  // namespace gpuenv::machine::recorded
