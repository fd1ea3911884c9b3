// The readers of outside text in base, vendor, machine and catalog with what holds for each of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <compare>
#include <cstdint>

#include "base/mounts.h"
#include "base/path.h"
#include "base/sm.h"
#include "base/specifier.h"
#include "base/text.h"
#include "base/version.h"
#include "catalog/toml_tables.h"
#include "machine/recorded/base64.h"
#include "machine/recorded/recorded.h"
#include "readers.h"
#include "vendor/vendor.h"

namespace gpuenv::test {
namespace {

using base::Known;

std::string read_version(std::string_view text) {
  const base::Version version(text);
  if (version.valid()) EXPECT_EQ(base::Version(version.text()), version) << version.text();
  EXPECT_EQ(version <=> version, std::strong_ordering::equal);
  for (size_t place = 0; place < 4; ++place) EXPECT_GE(version.at(place), 0) << version.text();
  return version.valid() ? version.text() : "";
}

std::string read_paths(std::string_view text) {
  Digest digest;
  for (const auto* style : {&base::posix_paths, &base::windows_paths}) {
    const std::string normal = base::normal_path(*style, text);
    EXPECT_EQ(base::normal_path(*style, normal), normal);
    EXPECT_EQ(base::path_key(*style, base::path_key(*style, text)), base::path_key(*style, text));
    EXPECT_TRUE(text.starts_with(base::parent_path(*style, text)));
    EXPECT_TRUE(text.empty() || base::path_within(*style, text, text));
    EXPECT_FALSE(base::path_within(*style, text, "")) << "nothing lies in a folder without a name";
    digest << normal << base::parent_path(*style, text) << base::file_name(*style, text);
    digest << base::path_list(*style, text) << base::path_key(*style, text);
  }
  return digest.take();
}

/// A fact of a reply is there or not known; a reply never says that something is certainly not there.
template <class Value>
void expect_not_absent(const Known<Value>& fact) {
  EXPECT_FALSE(fact.absent());
}

void expect_meant(const vendor::NvmlCard& card) {
  expect_not_absent(card.name);
  expect_not_absent(card.memory_mib);
  expect_not_absent(card.state.processes);
  EXPECT_GE(card.memory_mib.value_or(0), 0);
  EXPECT_GE(card.state.temperature.value_or(0), 0);
  if (!card.state.processes.known()) return;
  for (const auto& process : *card.state.processes) {
    EXPECT_GE(process.pid, 0);
    EXPECT_GE(process.memory_mib, 0);
  }
}

std::string read_nvml(std::string_view text) {
  const auto reply = vendor::parse_nvml_reply({std::string(text), ""}, "libnvidia-ml.so.1");
  expect_not_absent(reply.driver);
  expect_not_absent(reply.cards);
  Digest digest;
  if (reply.driver.known()) digest << *reply.driver;
  if (!reply.cards.known()) return digest.take();
  EXPECT_LE(reply.cards->size(), std::size_t{vendor::max_cards});
  for (const auto& card : *reply.cards) {
    expect_meant(card);
    digest << card.name.value_or("") << card.uuid.value_or("") << card.memory_mib.value_or(0);
    if (card.state.processes.known()) digest << static_cast<long long>(card.state.processes->size());
  }
  return digest.take();
}

std::string read_cuda(std::string_view text) {
  const auto reply = vendor::parse_cuda_reply({std::string(text), ""}, "libcuda.so.1");
  expect_not_absent(reply.init);
  expect_not_absent(reply.count);
  EXPECT_GE(reply.count.value_or(0), 0);
  return fmt::format("{} {} {}", reply.init.value_or(-1), reply.count.value_or(-1), reply.error_text);
}

/// An input that is refused gives "", for it was not understood; the reason names the file.
std::string refused(const base::Error& error, std::string_view file) {
  EXPECT_TRUE(error.message.starts_with(file)) << error.message;
  EXPECT_GT(error.message.size(), file.size());
  return "";
}

/// What is written of a recording is read back as the same.
std::string written(const machine::recorded::Recording& recording) {
  std::string text = machine::recorded::write_recording(recording);
  const auto again = machine::recorded::read_recording(text, "machine.json");
  EXPECT_TRUE(again) << again.error().message;
  if (again) EXPECT_EQ(machine::recorded::write_recording(*again), text);
  return text;
}

std::string read_recording(std::string_view text) {
  const auto recording = machine::recorded::read_recording(text, "machine.json");
  return recording ? written(*recording) : refused(recording.error(), "machine.json");
}

std::string read_spec(std::string_view text) {
  const auto recording = machine::recorded::expand(text, "machine.toml");
  if (!recording) return refused(recording.error(), "machine.toml");
  written(*recording);
  return std::to_string(machine::recorded::answers(*recording).size());
}

const char* const machine_toml =
    "os = \"linux\"\ndistro = \"Ubuntu 24.04\"\nkernel = \"6.8.0-45-generic\"\n[[gpu]]\nname = \"NVIDIA "
    "GeForce RTX 4090\"\nid = \"2684\"\ncc = "
    "\"8.9\"\nmemory_mib = 24564\n[driver]\nmodule = "
    "\"550.54.15\"\nlibrary = \"550.54.15\"\ncuda = \"12.4\"\n[[file]]\npath = \"/x\"\ntext = \"y\"\n";

/// A short recording with texts, bytes, links and reasons in it.
std::string machine_json() {
  using machine::recorded::Recording;
  Recording recording;
  recording.files["/a"] = {Known<std::string>(std::string("b\n"), "")};
  recording.files["/b"] = {Known<std::string>(std::string("\x7F\0\xFF", 3), "")};
  recording.files["/c"] = {base::Unknown{base::Why::denied, "permission denied"}};
  recording.links["/d"] = Known<std::string>(std::string("a"), "");
  recording.free_bytes["/"] = Known<std::uint64_t>(std::uint64_t{5'000'000'000}, "");
  recording.vendor["nvml libnvidia-ml.so.1"] = Known<std::string>(std::string("init=0\ncount=1\n"), "");
  return machine::recorded::write_recording(recording);
}

std::string read_tables(std::string_view text) {
  const auto tables = catalog::tables_of_toml(text, "gpus.toml", "gpus");
  if (!tables) return refused(tables.error(), "gpus.toml");
  Digest digest;
  for (const auto& table : *tables) digest << table.name << static_cast<long long>(table.rows.size());
  return digest.take();
}

std::string read_sm(std::string_view text) {
  const auto sm = base::parse_sm(text);
  if (!sm) return "";
  for (const std::string& name : {sm->name(), sm->dotted()}) EXPECT_EQ(base::parse_sm(name), sm) << name;
  return sm->name();
}

std::string read_text(std::string_view text) {
  const std::string valid = base::valid_utf8(text);
  EXPECT_EQ(base::valid_utf8(valid), valid);
  EXPECT_TRUE(lies_within(base::trim(text), text));
  Texts pieces;
  for (const std::string_view piece : base::split(text, '\n')) {
    EXPECT_TRUE(lies_within(piece, text));
    pieces.emplace_back(piece);
  }
  EXPECT_EQ(base::join(pieces, "\n"), text);
  for (const std::string_view line : base::lines(text)) EXPECT_TRUE(lies_within(line, text));
  EXPECT_GE(base::number(text), -1);
  return (Digest() << valid << base::trim(text) << base::number(text, 16)).take();
}

std::string read_mounts(std::string_view text) {
  Digest digest;
  const auto mounts = base::mountinfo(text);
  for (const auto& mount : mounts) {
    EXPECT_TRUE(mount.path.starts_with('/')) << mount.path;
    EXPECT_NE(base::mount_of(mounts, mount.path), nullptr);
    digest << mount.path << mount.type << base::is_network_type(mount.type);
  }
  return digest.take();
}

std::string read_base64(std::string_view text) {
  const auto bytes = machine::recorded::from_base64(text);
  if (bytes) EXPECT_EQ(machine::recorded::to_base64(*bytes), text);
  return bytes.value_or("");
}

}  // namespace

const std::vector<Reader>& other_readers() {
  using base::Version;
  static const std::vector<Reader> list{
      {"base: version", read_version, {"2.8.0+cu128", "1!2.0rc1.post2.dev3", "3.0.0b2", "550.54.15"}},
      {"base: specifier",
       [](std::string_view text) {
         const auto allowed = base::allows(text, Version("2.8.0+cu128"));
         return fmt::format("{} {}", allowed.value_or(false), base::lowest_of(text).text());
       },
       {">=1.26,<3,!=2.0.*", "~=2.8.0", "==2.8.0+cu128", "===x"}},
      {"base: sm", read_sm, {"sm_90a", "12.0", "compute_100f", "8.9"}},
      {"base: path",
       read_paths,
       {"/usr/../usr/./lib//x/", R"(C:\a\..\b/c;D:rel)", R"(\\server\share\..\x)", "a:b::/c"}},
      {"base: text", read_text, {"\xE4\xB8\xAD\xE6\x96\x87 text", "0x7fff", "\xF0\x9F\x98\x80"}},
      {"base: mounts",
       read_mounts,
       {"22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n31 22 0:40 / /mnt/a\\040b rw - nfs4 host:/x "
        "rw\n"}},
      {"vendor: nvml reply",
       read_nvml,
       {"open=ok\ninit=0\ndriver=550.54.15\ncuda=12040\ncount=1\ngpu0.name=NVIDIA GeForce RTX "
        "4090\ngpu0.uuid=GPU-1\n"
        "gpu0.pci=0000:01:00.0\ngpu0.pci_device_id=2684\ngpu0.cc=8.9\ngpu0.memory_mib=24564\ngpu0.processes="
        "1\ngpu0.process0=4711 8000 python\ngpu0.temperature=40\ngpu0.ecc_uncorrected!=3\ngpu0.mig?="
        "missing x\n"}},
      {"vendor: cuda reply",
       read_cuda,
       {"init=0\ncuda=12040\ncount=1\n", "init=100\nerror=no CUDA-capable device\n"}},
      {"machine: base64", read_base64, {"Zm9vYmFy", "Zm8=", "Zg==", "f0VMRgD/Cgo="}},
      {"machine: recording", read_recording, {machine_json()}},
      {"machine: specification", read_spec, {machine_toml}},
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

}  // namespace gpuenv::test
