// Readers of outside text given broken input: real examples, damaged in many ways, a bounded number each
// time. GPUENV_FUZZ_INPUTS raises the number, GPUENV_FUZZ_SEED changes what is tried. The sanitizers are the
// judges of memory; a reader must besides give the same answer twice and must not blow its input up.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/path.h"
#include "base/sm.h"
#include "base/specifier.h"
#include "base/text.h"
#include "base/version.h"
#include "catalog/toml_tables.h"
#include "damager.h"
#include "machine/recorded/recorded.h"
#include "parse/conda_record.h"
#include "parse/condarc.h"
#include "parse/container_config.h"
#include "parse/cuda_libraries.h"
#include "parse/distribution_names.h"
#include "parse/exact_pin.h"
#include "parse/executable.h"
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
#include "vendor/vendor.h"

namespace gpuenv {
namespace {

using Texts = std::vector<std::string>;

/// What a reader made of an input, as text.
class Digest {
 public:
  Digest& operator<<(std::string_view text) {
    text_ += text;
    text_ += '\n';
    return *this;
  }
  Digest& operator<<(const base::Version& version) { return *this << version.text(); }
  Digest& operator<<(long long number) { return *this << std::to_string(number); }
  Digest& operator<<(const Texts& list) { return *this << base::join(list, "\n"); }
  template <class Value>
  Digest& operator<<(const std::optional<Value>& value) {
    return value ? *this << *value : *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

struct Reader {
  std::string_view name;  ///< of the header without ".h"
  std::string (*read)(std::string_view);
  Texts examples;
};

void PrintTo(const Reader& reader, std::ostream* out) {
  *out << reader.name;
}

const char* const metadata =
    "Metadata-Version: 2.1\nName: torch\nVersion: 2.8.0+cu128\nRequires-Dist: nvidia-cublas-cu12==12.8.4.1 ; "
    "platform_system == \"Linux\" and platform_machine == \"x86_64\"\nRequires-Dist: numpy>=1.26,<3\n"
    "Requires-Dist: jax-cuda12-plugin[with_cuda] (<=0.6.2,>=0.6.2) ; extra == 'cuda12'\n\nText\n";

std::string read_record(std::string_view text) {
  Digest digest;
  for (const bool cut : {false, true})
    parse::record_lines(
        text, cut,
        [](std::string_view path) { return parse::is_native_library(path) || path.size() % 2 == 0; },
        [&](const parse::RecordLine& line) {
          EXPECT_GE(line.size, -1);
          digest << line.path << line.hash << line.size;
        });
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
  return fmt::format("{} {}", bits.value_or(0), size.value_or(0));
}

std::string read_version(std::string_view text) {
  const base::Version version(text);
  if (version.valid()) EXPECT_EQ(base::Version(version.text()), version) << version.text();
  return version.text();
}

std::string read_paths(std::string_view text) {
  Digest digest;
  for (const auto* style : {&base::posix_paths, &base::windows_paths}) {
    const std::string normal = base::normal_path(*style, text);
    EXPECT_EQ(base::normal_path(*style, normal), normal);
    digest << normal << base::parent_path(*style, text) << base::file_name(*style, text);
    digest << base::path_list(*style, text) << base::path_key(*style, text);
  }
  return digest.take();
}

std::string read_nvml(std::string_view text) {
  const auto reply = vendor::parse_nvml_reply({std::string(text), ""}, "libnvidia-ml.so.1");
  Digest digest;
  if (reply.driver.known()) digest << *reply.driver;
  if (!reply.cards.known()) return digest.take();
  EXPECT_LE(reply.cards->size(), std::size_t{vendor::max_cards});
  for (const auto& card : *reply.cards) digest << card.name.value_or("") << card.uuid.value_or("");
  return digest.take();
}

std::string read_cuda(std::string_view text) {
  const auto reply = vendor::parse_cuda_reply({std::string(text), ""}, "libcuda.so.1");
  return fmt::format("{} {} {}", reply.init.value_or(-1), reply.count.value_or(-1), reply.error_text);
}

std::string read_recording(std::string_view text) {
  const auto recording = machine::recorded::read_recording(text, "machine.json");
  return recording ? machine::recorded::write_recording(*recording) : recording.error().message;
}

std::string read_spec(std::string_view text) {
  const auto recording = machine::recorded::expand(text, "machine.toml");
  return recording ? std::to_string(machine::recorded::answers(*recording).size())
                   : recording.error().message;
}

std::string read_tables(std::string_view text) {
  const auto tables = catalog::tables_of_toml(text, "gpus.toml", "gpus");
  if (!tables) return tables.error().message;
  Digest digest;
  for (const auto& table : *tables) digest << table.name << static_cast<long long>(table.rows.size());
  return digest.take();
}

std::string read_kernel_modules(std::string_view text) {
  Digest digest;
  digest << parse::nvidia_modules(text) << parse::lockdown_state(text) << parse::group_name(text, 44);
  digest << parse::device_file_group(text) << parse::modprobe_blocks(text, "nvidia");
  return (digest << parse::command_line_blocks(text, "nvidia") << parse::is_nvidia_module(text)).take();
}

std::string read_literals(std::string_view text) {
  Digest digest;
  for (const auto& value : {parse::assignment(text, "cuda"), parse::entry(text, "cuda_version")})
    if (value) digest << value->text << value->list << value->line;
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

const std::vector<Reader>& readers() {
  using base::Version;
  static const std::vector<Reader> list{
      {"conda_record",
       [](std::string_view text) {
         const auto package = parse::conda_record(text);
         return package ? package->name + package->version : "";
       },
       {"pytorch-2.5.1-py3.12_cuda12.4_cudnn9.1.0_0.json", "cudatoolkit-11.8.0-h4ba93d1_13.json"}},
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
       [](std::string_view text) {
         Digest digest;
         if (const auto name = parse::cuda_library(text)) digest << name->library << name->version;
         if (const auto name = parse::cuda_wheel(text, Version("12.8"))) digest << name->library;
         return (digest << parse::wheel_part(text)).take();
       },
       {"libcudnn_ops.so.9.1.0", "cublas64_12.dll", "nvidia-cudnn-cu12", "libcudart-d0da41ae.so.11.0"}},
      {"distribution_names",
       [](std::string_view text) {
         Digest digest;
         digest << parse::normal_name(text);
         for (const auto& found : {parse::distribution_folder(text), parse::metadata_headers(text)})
           if (found) digest << found->name << found->version;
         return digest.take();
       },
       {"torch-2.8.0+cu128.dist-info", "NumPy-1.26.4-py3.12.egg-info", metadata}},
      {"exact_pin",
       [](std::string_view text) {
         return (Digest() << parse::exact_pin(text, "nvidia-cublas-cu12")).take();
       },
       {"Name: x\nRequires-Dist: nvidia-cublas-cu12==12.8.4.1\nRequires-Dist: numpy (>=1.26)\n\nText\n",
        metadata}},
      {"executable", read_executable, {elf_header(), "MZ" + std::string(58, '\0') + "\x40" + "\0\0\0PE\0\0"}},
      {"json_text",
       [](std::string_view text) { return (Digest() << parse::json_text(text, "argv")).take(); },
       {R"({"argv": ["python", "-m"], "display_name": "Python 3"})", R"({"a": {"argv": "x\u00e9\n"}})"}},
      {"kernel_modules",
       read_kernel_modules,
       {"updates/dkms/nvidia.ko.zst: kernel/drivers/video/backlight.ko\n",
        "blacklist nouveau\ninstall nvidia /bin/false\n",
        "quiet modprobe.blacklist=nvidia,nouveau rd.driver.blacklist=nvidia",
        "[none] integrity confidentiality", "DeviceFileGID: 44\n", "video:x:44:user\n"}},
      {"ld_conf",
       [](std::string_view text) {
         const auto conf = parse::ld_conf(text);
         return (Digest() << conf.folders << conf.includes).take();
       },
       {"include /etc/ld.so.conf.d/*.conf\n/usr/local/cuda/lib64 # here\n/opt/lib,/opt/b:/c\n"}},
      {"markers",
       [](std::string_view text) {
         const parse::MarkerContext context{base::OsFamily::linux, "x86_64", Version("3.12")};
         return (Digest() << parse::marker_holds(text, context, "cuda12") << parse::extras_of(text)).take();
       },
       {"(python_version < '3.13' and sys_platform == 'linux') or extra == \"cuda12\"",
        "platform_machine in 'x86_64 aarch64' and not_a_name >= '2'"}},
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
       [](std::string_view text) {
         Digest digest;
         digest << parse::pci_address(text) << parse::pci_number(text).value_or(0U);
         if (const auto ids = parse::instance_ids(text)) digest << parse::pci_id_text(ids->device);
         return digest.take();
       },
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
       [](std::string_view text) {
         return (Digest() << parse::script_python(text) << parse::launcher_python(text)).take();
       },
       {"#!/usr/bin/env -S python3 -u\n", "#!/bin/sh\n'''exec' \"/a b/python\" \"$0\" \"$@\"\n' '''\n",
        "MZ\x90#!C:\\venv\\Scripts\\python.exe\r\nPK\x03\x04"}},
      {"system_marks",
       [](std::string_view text) {
         Digest digest;
         digest << parse::container_of_cgroup(text) << parse::container_of_containerenv(text);
         return (digest << static_cast<int>(parse::chassis(text)) << parse::is_wsl_kernel(text)).take();
       },
       {"12:devices:/docker/abc\n0::/kubepods/pod1\n", "engine=\"podman-4.3\"\n", "10\n",
        "5.15.90-microsoft-standard-WSL2"}},
      {"url_secrets",
       [](std::string_view text) { return parse::without_secrets(text); },
       {"https://user:secret@example.org/simple?token=abc#x",
        "git+ssh://git@host/x --extra-index-url http://t@h"}},
      {"versions",
       [](std::string_view text) {
         Digest digest;
         digest << parse::library_version(text) << parse::windows_driver(text) << parse::toolkit_txt(text);
         return (digest << parse::toolkit_json(text) << parse::variant_cuda(text)).take();
       },
       {"libcuda.so.550.54.15", "32.0.15.6094", R"({"cuda": {"name": "CUDA SDK", "version": "12.4.1"}})",
        "CUDA Version 10.2.89\n", "cu128"}},
      {"wsl_marks",
       [](std::string_view text) {
         Digest digest;
         digest << parse::wsl_generation(text) << parse::windows_build_of_wsl1(text);
         digest << parse::windows_build_of_servicing({std::string(text)});
         return (digest << parse::wslconfig(text, "memory")).take();
       },
       {"4.4.0-19041-Microsoft", "5.15.153.1-microsoft-standard-WSL2", "[wsl2]\nmemory = 8GB # all\n",
        "amd64_microsoft-windows-x_31bf3856ad364e35_10.0.22621.1_none"}},
      {"base: version", read_version, {"2.8.0+cu128", "1!2.0rc1.post2.dev3", "3.0.0b2", "550.54.15"}},
      {"base: specifier",
       [](std::string_view text) {
         const auto allowed = base::allows(text, Version("2.8.0+cu128"));
         return fmt::format("{} {}", allowed.value_or(false), base::lowest_of(text).text());
       },
       {">=1.26,<3,!=2.0.*", "~=2.8.0", "==2.8.0+cu128", "===x"}},
      {"base: sm",
       [](std::string_view text) {
         const auto sm = base::parse_sm(text);
         return std::string(sm ? "1" : "");
       },
       {"sm_90a", "12.0", "compute_100f", "8.9"}},
      {"base: path",
       read_paths,
       {"/usr/../usr/./lib//x/", R"(C:\a\..\b/c;D:rel)", R"(\\server\share\..\x)", "a:b::/c"}},
      {"base: text",
       [](std::string_view text) {
         const std::string valid = base::valid_utf8(text);
         EXPECT_EQ(base::valid_utf8(valid), valid);
         return (Digest() << valid << base::trim(text) << base::number(text, 16)).take();
       },
       {"\xE4\xB8\xAD\xE6\x96\x87 text", "0x7fff", "\xF0\x9F\x98\x80"}},
      {"vendor: nvml reply",
       read_nvml,
       {"open=ok\ninit=0\ndriver=550.54.15\ncuda=12040\ncount=1\ngpu0.name=NVIDIA GeForce RTX "
        "4090\ngpu0.uuid=GPU-1\n"
        "gpu0.pci=0000:01:00.0\ngpu0.device=2684\ngpu0.cc=8.9\ngpu0.memory_mib=24564\ngpu0.ecc!=3\ngpu0.mig?="
        "missing x\n"}},
      {"vendor: cuda reply",
       read_cuda,
       {"init=0\ncuda=12040\ncount=1\n", "init=100\nerror=no CUDA-capable device\n"}},
      {"machine: recording",
       read_recording,
       {R"({"format": 1, "name": "x", "os": "linux", "files": {"/a": {"text": "b"}}, "variables": {"PATH": "/bin"}})"}},
      {"machine: specification",
       read_spec,
       {"os = \"linux\"\n[[gpu]]\nname = \"NVIDIA GeForce RTX 4090\"\n[driver]\nversion = "
        "\"550.54.15\"\n[[file]]\npath = \"/x\"\ntext = \"y\"\n"}},
      {"machine: scrubbing",
       [](std::string_view text) {
         return machine::recorded::scrub_report(text, "/home/user", base::posix_paths);
       },
       {"/home/user/x GPU-12345678-1234-1234-1234-123456789abc "
        "token=ghp_abcdefghijklmnopqrstuvwxyz0123456789"}},
      {"catalog: tables",
       read_tables,
       {"[meta]\ncollected = \"2026-12-02\"\n[[gpu]]\nname = \"x\"\nsource = [\"a\", \"b\"]\nfix.install = "
        "\"c\"\n"}},
  };
  return list;
}

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Reads from memory that ends where the input ends, so that one byte too far is seen.
std::string answer(const Reader& reader, const std::string& input) {
  const std::unique_ptr<char[]> exact(new char[input.size()]);
  if (!input.empty()) std::memcpy(exact.get(), input.data(), input.size());
  return reader.read({exact.get(), input.size()});
}

class BrokenInput : public testing::TestWithParam<Reader> {};

TEST_P(BrokenInput, IsReadTheSameTwiceAndNotBlownUp) {
  const Reader& reader = GetParam();
  const std::uint64_t seed = setting("GPUENV_FUZZ_SEED", 20261202);
  test::Damager damager(reader.examples, seed);
  Texts inputs = reader.examples;
  for (std::uint64_t i = setting("GPUENV_FUZZ_INPUTS", 300); i > 0; --i) inputs.push_back(damager.next());
  for (const std::string& input : inputs) {
    SCOPED_TRACE(fmt::format("seed {}, input {}", seed, testing::PrintToString(input)));
    const std::string first = answer(reader, input);
    EXPECT_EQ(answer(reader, input), first);
    EXPECT_LE(first.size(), 12 * input.size() + 1000);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenInput, testing::ValuesIn(readers()), [](const auto& info) {
  std::string name(info.param.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(BrokenInput, EveryHeaderOfParseHasAReader) {
  std::set<std::string> names;
  for (const Reader& reader : readers()) names.emplace(reader.name);
  for (const auto& entry : std::filesystem::directory_iterator(GPUENV_SOURCE_DIR "/src/parse"))
    if (entry.path().extension() == ".h")
      EXPECT_TRUE(names.contains(entry.path().stem().string())) << entry.path();
}

/// The examples say something to their readers, or damage to them would prove nothing.
TEST(BrokenInput, EveryExampleIsUnderstood) {
  for (const Reader& reader : readers()) {
    const std::string nothing = answer(reader, "");
    EXPECT_TRUE(std::any_of(reader.examples.begin(), reader.examples.end(), [&](const std::string& example) {
      return answer(reader, example) != nothing;
    })) << reader.name;
  }
}

}  // namespace
}  // namespace gpuenv
