// The readers of src/parse with what holds for each of them whatever its input is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "parse/card_switch.h"
#include "parse/conda_build.h"
#include "parse/conda_record.h"
#include "parse/condarc.h"
#include "parse/container_config.h"
#include "parse/cuda_libraries.h"
#include "parse/distribution_names.h"
#include "parse/exact_pin.h"
#include "parse/executable.h"
#include "parse/index_settings.h"
#include "parse/json_text.h"
#include "parse/kernel_modules.h"
#include "parse/ld_conf.h"
#include "parse/markers.h"
#include "parse/module_version.h"
#include "parse/os_release.h"
#include "parse/packages.h"
#include "parse/pci.h"
#include "parse/python_literals.h"
#include "parse/pyvenv.h"
#include "parse/record.h"
#include "parse/requirement.h"
#include "parse/script.h"
#include "parse/system_marks.h"
#include "parse/url_secrets.h"
#include "parse/versions.h"
#include "parse/wsl_marks.h"
#include "parse/xid.h"
#include "readers.h"

namespace gpuenv::test {
namespace {

const char* const metadata =
    "Metadata-Version: 2.1\nName: torch\nVersion: 2.8.0+cu128\nRequires-Dist: nvidia-cublas-cu12==12.8.4.1 ; "
    "platform_system == \"Linux\" and platform_machine == \"x86_64\"\nRequires-Dist: numpy>=1.26,<3\n"
    "Requires-Dist: jax-cuda12-plugin[with_cuda] (<=0.6.2,>=0.6.2) ; extra == 'cuda12'\n\nText\n";

std::string read_record(std::string_view text) {
  Digest digest;
  long long lines[2] = {};
  for (const bool cut : {false, true})
    parse::record_lines(
        text, cut,
        [](std::string_view path) { return parse::is_native_library(path) || path.size() % 2 == 0; },
        [&](const parse::RecordLine& line) {
          EXPECT_GE(line.size, -1);
          EXPECT_FALSE(line.path.empty());
          ++lines[cut];
          digest << line.path << line.hash << line.size;
        });
  EXPECT_LE(lines[0] - lines[1], 1) << "a cut text loses more than its last line";
  return digest.take();
}

std::string read_requirements(std::string_view text) {
  Digest digest;
  const parse::MarkerContext context{base::OsFamily::linux, "x86_64", base::Version("3.12")};
  for (const auto& one : parse::requirements(text, context)) digest << one.name << one.specifier;
  if (const auto one = parse::requirement(text, context)) digest << one->name << one->specifier;
  return digest.take();
}

std::string read_executable(std::string_view bytes) {
  const auto bits = parse::executable_bits(bytes);
  if (bits) EXPECT_TRUE(*bits == 32 || *bits == 64) << *bits;
  const auto size = parse::least_library_size(bytes);
  EXPECT_LT(size.value_or(0), std::uint64_t{1} << 49);
  return fmt::format("{} {}", bits.value_or(0), size.value_or(0));
}

std::string read_kernel_modules(std::string_view text) {
  Digest digest;
  EXPECT_GE(parse::device_file_group(text), -1);
  EXPECT_EQ(parse::group_name(text, -1), "") << "-1 is no group";
  for (const auto& path : parse::nvidia_modules(text)) EXPECT_NE(text.find(path), text.npos) << path;
  EXPECT_NE(text.find(parse::lockdown_state(text)), text.npos);
  digest << parse::nvidia_modules(text) << parse::lockdown_state(text) << parse::group_name(text, 44);
  digest << parse::device_file_group(text) << parse::modprobe_blocks(text, "nvidia");
  return (digest << parse::command_line_blocks(text, "nvidia") << parse::is_nvidia_module(text)).take();
}

std::string read_xids(std::string_view text) {
  Digest digest;
  for (const auto& error : parse::xids(text)) {
    EXPECT_GT(error.code, 0);
    EXPECT_GT(error.count, 0);
    EXPECT_EQ(parse::pci_address(error.pci_address), error.pci_address);
    EXPECT_LE(error.text.size(), 1000U);
    digest << error.pci_address << error.code << error.program << error.count << error.text;
    digest << error.earlier_load;
  }
  return digest.take();
}

std::string read_literals(std::string_view text) {
  Digest digest;
  for (const auto& value : {parse::assignment(text, "cuda"), parse::entry(text, "cuda_version")})
    if (value) {
      EXPECT_GE(value->line, 1);
      EXPECT_LE(value->line, 1 + std::count(text.begin(), text.end(), '\n'));
      digest << value->text << value->list << value->line;
    }
  return digest.take();
}

/// An ELF header of a 64-bit library with a section table, as far as sizes are read from it.
std::string elf_header() {
  std::string bytes(128, '\0');
  bytes.replace(0, 7,
                "\x7f"
                "ELF\x02\x01\x01");
  bytes[16] = 3, bytes[18] = 62, bytes[32] = 64, bytes[41] = 4, bytes[54] = 56, bytes[56] = 1, bytes[58] = 64;
  bytes[60] = 5, bytes[64] = 1, bytes[97] = 16;
  return bytes;
}

std::string read_libraries(std::string_view text) {
  Digest digest;
  for (const auto& name : {parse::cuda_library(text), parse::cuda_wheel(text, base::Version("12.8"))}) {
    if (!name) continue;
    EXPECT_GE(name->cuda_major, 0);
    digest << name->library << name->version << name->cuda_major;
  }
  EXPECT_TRUE(lies_within(parse::wheel_part(text), text));
  return (digest << parse::wheel_part(text)).take();
}

std::string read_names(std::string_view text) {
  Digest digest;
  const std::string normal = parse::normal_name(text);
  EXPECT_EQ(parse::normal_name(normal), normal);
  for (const auto& found : {parse::distribution_folder(text), parse::metadata_headers(text)}) {
    if (!found) continue;
    EXPECT_FALSE(found->name.empty());
    digest << found->name << found->version;
  }
  return digest.take();
}

bool hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string read_pci(std::string_view text) {
  const std::string address = parse::pci_address(text);
  if (!address.empty()) {
    const auto parts = base::split(address, ':');
    EXPECT_EQ(parts.size(), 3U) << address;
    if (parts.size() == 3)
      EXPECT_TRUE(parts[0].size() >= 4 && hexadecimal(parts[0]) && parts[1].size() == 2 &&
                  hexadecimal(parts[1]) && parts[2].size() == 4 && parts[2][2] == '.')
          << address;
    EXPECT_EQ(parse::pci_address(address), address);
  }
  Digest digest;
  digest << address << parse::pci_number(text).value_or(0U) << parse::pci_generation(text);
  if (const auto ids = parse::instance_ids(text)) {
    EXPECT_LE(ids->device, 0xFFFFU);
    digest << parse::pci_id_text(ids->vendor) << parse::pci_id_text(ids->device);
  }
  return digest.take();
}

/// Behind every "://" up to the end of the host, "***" is all that may stand before an "@".
void expect_no_user(std::string_view text) {
  for (size_t at = text.find("://"); at != text.npos; at = text.find("://", at + 1)) {
    const std::string_view rest = text.substr(at + 3);
    const std::string_view host = rest.substr(0, rest.find_first_of("/?# \t\r\n\"'<>"));
    const size_t user = host.rfind('@');
    if (user != host.npos) EXPECT_EQ(host.substr(0, user), "***") << text;
  }
}

std::string read_secrets(std::string_view text) {
  const std::string clean = parse::without_secrets(text);
  expect_no_user(clean);
  EXPECT_EQ(parse::without_secrets(clean), clean);
  return clean == text ? "" : clean;
}

std::string read_scripts(std::string_view text) {
  const std::string script = parse::script_python(text), launcher = parse::launcher_python(text);
  EXPECT_TRUE(script.empty() || script[0] == '/') << script;
  EXPECT_TRUE(launcher.empty() || base::lower(launcher).ends_with(".exe")) << launcher;
  return (Digest() << script << launcher).take();
}

std::string read_wsl(std::string_view text) {
  EXPECT_GE(parse::windows_build_of_wsl1(text), -1);
  EXPECT_GE(parse::windows_build_of_servicing({std::string(text)}), -1);
  Digest digest;
  digest << parse::wsl_generation(text) << parse::windows_build_of_wsl1(text);
  digest << parse::windows_build_of_servicing({std::string(text)});
  return (digest << parse::wslconfig(text, "memory")).take();
}

std::string read_ld_conf(std::string_view text) {
  const auto conf = parse::ld_conf(text);
  for (const auto& folder : conf.folders) EXPECT_TRUE(folder.starts_with('/')) << folder;
  return (Digest() << conf.folders << conf.includes).take();
}

std::string read_versions(std::string_view text) {
  Digest digest;
  for (const auto& version :
       {parse::library_version(text), parse::windows_driver(text), parse::toolkit_txt(text),
        parse::toolkit_json(text), parse::variant_cuda(text)}) {
    if (!version) continue;
    EXPECT_TRUE(version->valid()) << version->text();
    digest << *version;
  }
  return digest.take();
}

/// The headers of a 64-bit DLL with one section.
std::string pe_header() {
  std::string bytes(256, '\0');
  bytes.replace(0, 2, "MZ"), bytes[0x3C] = 0x40;
  bytes.replace(0x40, 2, "PE"), bytes[0x44] = 0x64, bytes[0x45] = static_cast<char>(0x86);
  bytes[0x46] = 1, bytes[0x54] = 16;  // one section; the length of the optional header
  bytes[0x40 + 24 + 16 + 17] = 2, bytes[0x40 + 24 + 16 + 21] = 4;  // 512 bytes at 1024
  return bytes;
}

}  // namespace

const std::vector<Reader>& parse_readers() {
  using base::Version;
  static const std::vector<Reader> list{
      {"card_switch",
       [](std::string_view text) {
         Digest digest;
         for (const auto path : parse::card_switch_files)
           if (const auto found = parse::card_switch(path, text)) digest << found->tool << found->setting;
         return digest.take();
       },
       {"{\n  \"mode\": \"Integrated\",\n  \"vfio_enable\": false\n}\n", "off\n", "1\n",
        "blacklist i2c_nvidia_gpu\nblacklist nvidia\n",
        "# EnvyControl\nACTION==\"add\", SUBSYSTEM==\"pci\", ATTR{vendor}==\"0x10de\", "
        "ATTR{class}==\"0x03[0-9]*\", ATTR{remove}=\"1\"\n"}},
      {"conda_record",
       [](std::string_view text) {
         const auto package = parse::conda_record(text);
         return package ? package->name + package->version : "";
       },
       {"pytorch-2.5.1-py3.12_cuda12.4_cudnn9.1.0_0.json", "cudatoolkit-11.8.0-h4ba93d1_13.json"}},
      {"conda_history",
       [](std::string_view text) {
         const std::string program = parse::conda_program(text), channel = parse::conda_channel(text);
         EXPECT_FALSE(channel.ends_with('/')) << channel;
         return program + " " + channel;
       },
       {"==> 2025-01-01 00:00:00 <==\n# cmd: /home/u/miniconda3/bin/conda create -n x\n",
        "{\n  \"channel\": \"https://conda.anaconda.org/conda-forge/linux-64\",\n  \"depends\": []\n}"}},
      {"conda_build",
       [](std::string_view text) {
         const auto build = parse::conda_build(text);
         if (build && build->kind != model::Build::Kind::cuda) EXPECT_FALSE(build->cuda.valid());
         return build ? (Digest() << build->variant << build->cuda.text()).take() : "";
       },
       {"cuda126_generic_py310_h478e78a_207", "py3.12_cuda12.1_cudnn8.9.2_0", "cpu_py38hc7a75a0_0"}},
      {"condarc",
       [](std::string_view text) { return (Digest() << parse::condarc_envs(text)).take(); },
       {"envs_dirs:\n  - /data/envs\n  - ~/envs\nchannels: [conda-forge]\n", "envs_dirs: [/a, '/b c']\n"}},
      {"container_config",
       [](std::string_view text) {
         return (Digest() << parse::knows_nvidia_runtime(text) << parse::cdi_driver(text)).take();
       },
       {R"({"runtimes": {"nvidia": {"path": "nvidia-container-runtime"}}})",
        "cdiVersion: 0.5.0\nhostPath: /usr/lib/libcuda.so.550.54.15\n"}},
      {"cuda_libraries",
       read_libraries,
       {"libcudnn.so.9.1.0", "cublas64_12.dll", "nvidia-cudnn-cu12", "libcudart-d0da41ae.so.11.0"}},
      {"distribution_names",
       read_names,
       {"torch-2.8.0+cu128.dist-info", "NumPy-1.26.4-py3.12.egg-info", metadata}},
      {"exact_pin",
       [](std::string_view text) {
         return (Digest() << parse::exact_pin(text, "nvidia-cublas-cu12")).take();
       },
       {"Name: x\nRequires-Dist: nvidia-cublas-cu12==12.8.4.1\nRequires-Dist: numpy (>=1.26)\n\nText\n"}},
      {"executable", read_executable, {elf_header(), pe_header()}},
      {"index_settings",
       [](std::string_view text) {
         Digest digest;
         for (const auto& read : {parse::pip_indexes, parse::uv_indexes})
           for (const auto& [key, value] : read(text)) digest << key << value;
         return digest.take();
       },
       {"[global]\nindex-url = https://a/simple\nextra-index-url =\n  https://b\n  https://c/whl/cpu\n",
        "extra-index-url = [\n \"https://a\",\n 'https://b' ]\n[[index]]\nurl = \"https://c\" # near\n"}},
      {"json_text",
       [](std::string_view text) { return (Digest() << parse::json_text(text, "argv")).take(); },
       {R"({"argv": ["python", "-m"], "display_name": "Python 3"})",
        R"({"a": [1], /* b */ "argv": "x\u00e9\n"})"}},
      {"kernel_modules",
       read_kernel_modules,
       {"updates/dkms/nvidia.ko.zst: kernel/drivers/video/backlight.ko\n",
        "blacklist nouveau\ninstall nvidia /bin/false\n",
        "quiet modprobe.blacklist=nvidia,nouveau rd.driver.blacklist=nvidia",
        "[none] integrity confidentiality", "DeviceFileGID: 44\n", "video:x:44:user\n"}},
      {"ld_conf",
       read_ld_conf,
       {"include /etc/ld.so.conf.d/*.conf\n/usr/local/cuda/lib64 # here\n/opt/lib,/opt/b:/c\n"}},
      {"markers",
       [](std::string_view text) {
         const parse::MarkerContext context{base::OsFamily::linux, "x86_64", Version("3.12")};
         return (Digest() << parse::marker_holds(text, context, "cuda12") << parse::extras_of(text)).take();
       },
       {"(python_version < '3.13' and sys_platform == 'linux') or extra == \"cuda12\"",
        "platform_machine in 'x86 aarch64' and not_a_name >= '2'"}},
      {"module_version",
       [](std::string_view text) {
         const auto found = parse::module_version(text);
         return found ? found->version.text() + found->kind : "";
       },
       {"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.82.07  Release Build\nGCC version: "
        "12\n"}},
      {"os_release",
       [](std::string_view text) {
         const auto os = parse::os_release(text);
         return (Digest() << os.title() << os.id << os.id_like << os.version_id).take();
       },
       {"NAME=\"Ubuntu\"\nVERSION_ID='24.04'\nID=ubuntu\nID_LIKE=debian\nPRETTY_NAME=\"Ubuntu "
        "\\\"24\\\"\"\n"}},
      {"packages",
       [](std::string_view text) {
         Digest digest;
         for (const auto& package : parse::dpkg_driver_packages(text)) digest << package.name;
         if (const auto package = parse::pacman_driver_package(text)) digest << package->name;
         return (digest << parse::is_driver_package(text)).take();
       },
       {"Package: nvidia-driver-550\nStatus: install ok installed\nVersion: 550.54.15-0ubuntu1\n\nPackage: "
        "x\n",
        "nvidia-open-dkms-580.82.07-1"}},
      {"pci",
       read_pci,
       {"0x10de", "00000000:01:00.0", R"(PCI\VEN_10DE&DEV_2684&SUBSYS_16F110DE&REV_A1\4&2283F625&0&0019)"}},
      {"python_literals",
       read_literals,
       {"cuda: Optional[str] = '12.8'\n__all__ = [\"a\", 'b']\n",
        "info = {\n 'cuda_version': \"12.5.1\",\n 'x': [1]}\n", "cuda = None # no\n",
        "cuda = ('sm_80', 'sm_90',)\n"}},
      {"pyvenv",
       [](std::string_view text) {
         const auto venv = parse::pyvenv(text);
         return (Digest() << venv.home << venv.python << venv.executable << parse::python_version(text))
             .take();
       },
       {"home = /usr/bin\nimplementation = CPython\nuv = 0.5\nversion_info = "
        "3.12.4\ninclude-system-site-packages = true\n"}},
      {"record",
       read_record,
       {"torch/lib/libtorch.so,sha256=abc,1234\n\"a,\"\"b\"\".py\",,\n../../bin/x,sha256=q,7\n",
        "\xEF\xBB\xBFx.so,,1\r\n"}},
      {"requirement", read_requirements, {metadata, "torch[opt] @ https://example.org/x.whl ; extra == 'a'"}},
      {"script",
       read_scripts,
       {"#!/opt/venv/bin/python3.12 -u\n", "#!/bin/sh\n'''exec' \"/a b/python\" \"$0\" \"$@\"\n' '''\n",
        "MZ\x90#!C:\\venv\\Scripts\\python.exe\r\nPK\x03\x04"}},
      {"system_marks",
       [](std::string_view text) {
         Digest digest;
         digest << parse::container_of_cgroup(text) << parse::container_of_containerenv(text);
         return (digest << static_cast<int>(parse::chassis(text)) << parse::is_wsl_kernel(text)).take();
       },
       {"12:devices:/docker/abc\n0::/kubepods/pod1\n", "engine=\"docker-4.3\"\n", "10\n",
        "5.15.90-microsoft-standard-WSL2"}},
      {"url_secrets",
       read_secrets,
       {"https://user:secret@example.org/simple?token=abc#x",
        "git+ssh://git@host/x --extra-index-url http://t@h", "http://proxy/https://u:p@host/x?a=b"}},
      {"versions",
       read_versions,
       {"libcuda.so.550.54.15", "32.0.15.6094", R"({"cuda": {"name": "CUDA SDK", "version": "12.4.1"}})",
        "CUDA Version 10.2.89\n", "cu128"}},
      {"wsl_marks",
       read_wsl,
       {"4.4.0-19041-Microsoft", "5.15.153.1-microsoft-standard-WSL2", "[wsl2]\nmemory = 8GB # all\n",
        "10.0.22621.1"}},
      {"xid",
       read_xids,
       {"<3>[ 12.5] NVRM: Xid (PCI:0000:01:00): 79, pid=1234, name=python, GPU has fallen off the bus.\n",
        "NVRM: The NVIDIA GPU 0000:b3:00.0\nNVRM: (PCI ID: 10de:26b5) installed in this system has\nNVRM: "
        "fallen off the bus and is not responding to commands.\n"
        "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.54.15\nNVRM: Xid (0000:b3:00): 13, 0001\n"}},
  };
  return list;
}

}  // namespace gpuenv::test
