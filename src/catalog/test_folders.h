// Folders for the tests of this room: the real data/ and a small one held in memory.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "catalog/catalog.h"

namespace gpuenv::catalog {

/// The data/ of the source tree.
inline FolderReader real_folder() {
  const std::string root = std::string(GPUENV_SOURCE_DIR) + "/data/";
  FolderReader reader;
  reader.name = "data";
  reader.list = [root](std::string_view subfolder) -> Result<std::vector<std::string>> {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(root + std::string(subfolder)))
      names.push_back(entry.path().filename().string());
    return names;
  };
  reader.read = [root](std::string_view relative) -> Result<std::string> {
    std::ifstream file(root + std::string(relative), std::ios::binary);
    if (!file) return base::io_error(root + std::string(relative) + ": cannot be opened");
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  return reader;
}

using Files = std::map<std::string, std::string>;

/// A folder in memory: relative path and text of each file.
inline FolderReader folder_of(const Files& files) {
  FolderReader reader;
  reader.name = "data";
  reader.list = [files](std::string_view subfolder) -> Result<std::vector<std::string>> {
    std::vector<std::string> names;
    const std::string prefix = std::string(subfolder) + "/";
    for (const auto& [path, text] : files)
      if (path.starts_with(prefix)) names.push_back(path.substr(prefix.size()));
    return names;
  };
  reader.read = [files](std::string_view relative) -> Result<std::string> {
    const auto file = files.find(std::string(relative));
    if (file == files.end()) return base::io_error("data/" + std::string(relative) + ": no such file");
    return file->second;
  };
  return reader;
}

/// One row of each table that must be there, one framework and one finding.
inline Files small_files() {
  return {
      {"libraries.toml", R"([meta]
collected = "2026-12-02"

[[package]]
name = "nvidia-cudnn-cu12"
cuda_major = 12
libraries = ["libcudnn.so.9"]
source = "test"
)"},
      {"gpus.toml", R"([meta]
collected = "2026-12-02"

[[gpu]]
name = "NVIDIA GeForce RTX 4090"
form = "desktop"
arch = "Ada Lovelace"
compute_capability = "8.9"
pci_device_ids = ["2684"]
source = ["list"]
)"},
      {"drivers.toml", R"([[branch]]
name = "R550"
major = 550
eol = "2025-06"
cuda_max = "12.4"
windows_series = "551-554"
source = ["list"]

[[arch_support]]
arch = "Ada Lovelace"
compute_capabilities = ["8.9"]
source = ["list"]
)"},
      {"toolkits.toml", R"([[toolkit]]
version = "12.4.1"
series = "12.4"
mvc_min_linux = "525.60.13"
mvc_min_windows = "528.33"
source = ["list"]

[[mvc_rule]]
cuda_major = 12
min_driver_linux = "525.60.13"
min_driver_windows = "528.33"
source = ["list"]
)"},
      {"driver_packages.toml", R"([[family]]
name = "Debian"
ids = ["debian"]
manager = "apt"
install = "apt install nvidia-driver"
headers = "apt install linux-headers-{kernel}"
rebuild = "dkms autoinstall"
initramfs = "update-initramfs -u"
source = ["list"]
)"},
      {"limits.toml", R"([[limit]]
id = "disk.almost-full"
value = 1024
source = ["list"]

[[limit]]
id = "wsl.windows-build"
value = 19044
source = ["list"]
)"},
      {"xids.toml", R"([[xid]]
code = 79
name = "LOST"
kind = "bus"
meaning = "gone"
source = ["list"]
)"},
      {"phrases.toml", ""},
      {"steps.toml", R"([en]
fix.list = "Put {requirement} into the list."

[zh]
fix.list = "请把 {requirement} 写入清单。"
)"},
      {"memory.toml", R"([[memory]]
from_mib = 0
en = "tests"
zh = "测试"
source = ["list"]
)"},
      {"frameworks/torch.toml", R"([framework]
name = "torch"
title = "PyTorch"
import_name = "torch"
distributions = ["torch"]
requirement = "torch=={version}"
cpu_requirement = "torch"
source = "https://pytorch.org"

[[build]]
release = "2.8"
variant = "cu124"
cuda = "12.4"
os = ["linux"]
source = "https://pytorch.org"

[[file]]
path = "torch/version.py"
field = "version"
how = "assignment"
key = "__version__"
source = "https://pytorch.org"
)"},
      {"findings/torch.cpu-build.toml", R"(role = "cause"
severity = "error"
sources = ["https://pytorch.org"]
checked = "2026-12-02"

[en]
title = "{name} is a CPU build"
why = "It has no CUDA code."
fix.install = "Install {build}:"

[zh]
title = "{name} 是 CPU 版"
why = "它不含 CUDA 代码。"
fix.install = "请安装 {build}："
)"},
  };
}

/// The small folder with one text replaced in one file; the text must be there.
inline Files small_files_with(const std::string& path, const std::string& text, const std::string& other) {
  Files files = small_files();
  std::string& file = files.at(path);
  file.replace(file.find(text), text.size(), other);
  return files;
}

}  // namespace gpuenv::catalog
