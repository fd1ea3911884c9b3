// The files by which frameworks tell their build, as they were read from their wheels on 2026-12-02 (versions
// there: torch 1.13 to 2.15, tensorflow 2.15 to 2.21, paddlepaddle-gpu 2.6.2, jax 0.12, onnxruntime-gpu 1.18
// to 1.31).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/version.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Version;

/// A site-packages folder that a package is being put into.
struct Site {
  const Spec& spec;
  const Package& package;
  const std::string& folder;
  Tree& tree;

  bool windows() const { return spec.windows(); }
  Version version() const { return Version(package.version); }
  void text(std::string_view path, std::string content) const {
    tree.file(tree.below(folder, path), std::move(content));
  }
  void library(std::string_view path, std::uint64_t size) const {
    tree.binary(tree.below(folder, path), size);
  }
  bool is_cuda() const { return package.local.starts_with("cu"); }
  /// "cu128" is CUDA 12.8, "cu92" 9.2.
  std::string cuda() const {
    const std::string digits = package.local.substr(2);
    return digits.substr(0, digits.size() - 1) + "." + digits.back();
  }
  std::string full_version() const { return package.version + "+" + package.local; }
};

bool install_torch(const Site& site) {
  const std::string& local = site.package.local;
  if (local.empty() || (site.is_cuda() && local.size() < 4)) return false;
  // The annotation came with 2.1; 2.0.1 writes cuda = '11.7'.
  const bool annotated = !(site.version() < Version("2.1"));
  const std::string hint = annotated ? ": Optional[str]" : "";
  const bool rocm = local.starts_with("rocm");
  std::string text = annotated ? "from typing import Optional\n\n" : "";
  text += "__all__ = ['__version__', 'debug', 'cuda', 'git_version', 'hip']\n";
  text += fmt::format("__version__ = '{}'\ndebug = False\n", site.full_version());
  text += fmt::format("cuda{} = {}\n", hint, site.is_cuda() ? "'" + site.cuda() + "'" : "None");
  text += "git_version = '0000000000000000000000000000000000000000'\n";
  text += fmt::format("hip{} = {}\n", hint, rocm ? "'" + local.substr(4) + "'" : "None");
  site.text("torch/__init__.py", "from .version import __version__\n");
  site.text("torch/version.py", text);
  const auto library = [&](const char* name, std::uint64_t size) {
    site.library(
        site.windows() ? fmt::format("torch/lib/{}.dll", name) : fmt::format("torch/lib/lib{}.so", name),
        size);
  };
  library("torch", 250'000);
  library("torch_cpu", 420'000'000);
  library("torch_python", 26'000'000);
  library("c10", 1'300'000);
  if (!site.is_cuda()) return true;
  library("torch_cuda", 900'000'000);
  library("torch_cuda_linalg", 95'000'000);
  library("c10_cuda", 720'000);
  return true;
}

bool install_torch_companion(const Site& site) {
  if (site.package.local.empty()) return false;
  const std::string& name = site.package.name;
  site.text(name + "/__init__.py", "");
  site.text(name + "/version.py", fmt::format("__version__ = '{}'\n", site.full_version()));
  return true;
}

/// Rows of build_info.py in CUDA builds.
std::string tensorflow_cuda_rows(const Version& version, bool windows) {
  const bool recent = !(version < Version("2.18"));
  const char* cuda = recent                         ? "12.5.1"
                     : !(version < Version("2.16")) ? "12.3"
                     : !(version < Version("2.15")) ? "12.2"
                     : !(version < Version("2.12")) ? "11.8"
                     : windows                      ? "64_112"
                                                    : "11.2";
  const char* archs = recent ? "['sm_60', 'sm_70', 'sm_80', 'sm_89', 'compute_90']"
                             : "['sm_50', 'sm_60', 'sm_70', 'sm_75', 'compute_80']";
  return fmt::format("('cuda_compute_capabilities', {}), ('cuda_version', '{}'), ('cudnn_version', '{}'), ",
                     archs, cuda, recent ? "9" : "8");
}

bool install_tensorflow(const Site& site) {
  // Windows wheels after 2.10 are CPU builds, whatever their name.
  const bool cuda = !site.package.name.ends_with("-cpu") && !site.package.name.ends_with("-intel") &&
                    !(site.windows() && !(site.version() < Version("2.11")));
  const char* build = cuda ? "True" : "False";
  site.text("tensorflow/__init__.py", "");
  site.text(
      "tensorflow/python/platform/build_info.py",
      fmt::format("import collections\n\nbuild_info = collections.OrderedDict([{}('is_cuda_build', {}), "
                  "('is_rocm_build', False), ('is_tensorrt_build', {})])\n",
                  cuda ? tensorflow_cuda_rows(site.version(), site.windows()) : "", build, build));
  site.library(site.windows() ? "tensorflow/python/_pywrap_tensorflow_internal.pyd"
                              : "tensorflow/libtensorflow_cc.so.2",
               1'000'000'000);
  if (!site.windows()) site.library("tensorflow/libtensorflow_framework.so.2", 50'000'000);
  return true;
}

bool install_paddle(const Site& site) {
  const bool cuda = site.package.name == "paddlepaddle-gpu";
  const bool from_default_index = site.version() < Version("3.0");
  if (cuda && site.package.local.empty() && !from_default_index) return false;
  const std::string version = !cuda ? "False" : site.is_cuda() ? site.cuda() : "11.8";
  site.text("paddle/__init__.py", "");
  site.text("paddle/version/__init__.py",
            fmt::format("full_version     = '{}'\nmajor            = '{}'\ncuda_version     = '{}'\n"
                        "cudnn_version    = '{}'\nis_tagged        = True\n",
                        site.package.version, site.version().major_number(), version,
                        !cuda                       ? "False"
                        : version.starts_with("11") ? "8.6.0"
                                                    : "9.5.1"));
  site.library(site.windows() ? "paddle/base/libpaddle.pyd" : "paddle/base/libpaddle.so", 400'000'000);
  return true;
}

bool install_jax(const Site& site) {
  const std::string& name = site.package.name;
  if (name == "jax" || name == "jaxlib") {
    site.text(name + "/__init__.py", "");
    site.text(name + "/version.py", fmt::format("_version = \"{}\"\n", site.package.version));
    if (name == "jaxlib") site.library(site.windows() ? "jaxlib/_jax.pyd" : "jaxlib/_jax.so", 150'000'000);
    return true;
  }
  const std::string cuda = name.substr(4, name.find('-', 4) - 4);  // "cuda13" of jax-cuda13-plugin
  if (name.ends_with("-plugin")) {
    site.text(fmt::format("jax_{}_plugin/__init__.py", cuda), "");
    site.text(fmt::format("jax_{}_plugin/version.py", cuda),
              fmt::format("_version = \"{}\"\n", site.package.version));
    site.library(fmt::format("jax_{}_plugin/_solver.so", cuda), 4'000'000);
  } else {
    site.text(fmt::format("jax_plugins/xla_{}/__init__.py", cuda), "");
    site.library(fmt::format("jax_plugins/xla_{}/xla_cuda_plugin.so", cuda), 400'000'000);
  }
  return true;
}

const char* onnxruntime_cuda(const Version& version) {
  return !(version < Version("1.27"))   ? "13.0"
         : !(version < Version("1.24")) ? "12.8"
         : !(version < Version("1.19")) ? "12.2"
                                        : "11.8";
}

/// Both packages install to the same folder; the file tells which came last, and what only the other one has
/// stays there.
bool install_onnxruntime(const Site& site) {
  const bool gpu = site.package.name == "onnxruntime-gpu";
  std::string text =
      fmt::format("package_name = '{}'\n__version__ = '{}'\n", site.package.name, site.package.version);
  if (gpu) text += fmt::format("cuda_version = '{}'\n", onnxruntime_cuda(site.version()));
  site.text("onnxruntime/__init__.py", fmt::format("__version__ = \"{}\"\n", site.package.version));
  site.text("onnxruntime/capi/build_and_package_info.py", text);
  const auto provider = [&](const char* name, std::uint64_t size) {
    site.library(site.windows() ? fmt::format("onnxruntime/capi/onnxruntime_providers_{}.dll", name)
                                : fmt::format("onnxruntime/capi/libonnxruntime_providers_{}.so", name),
                 size);
  };
  provider("shared", 15'000);
  if (gpu) provider("cuda", 280'000'000), provider("tensorrt", 800'000);
  return true;
}

/// nvidia-cublas-cu12 has nvidia/cublas/lib/libcublas.so.12; those of CUDA 13 share nvidia/cu13/lib. What is
/// made for several CUDA majors (nvidia-cudnn-cu12, -cu13) goes to one folder, with files of different size.
bool install_nvidia_wheel(const Site& site) {
  std::string component = site.package.name.substr(7);
  const bool cu12 =
      component.ends_with("-cu11") || component.ends_with("-cu12") || component.ends_with("-cu13");
  const std::uint64_t size = 100'000'000 + (cu12 ? component.back() - '0' : 0);
  if (cu12) component.resize(component.size() - 5);
  std::string library = component == "cuda-runtime" ? "cudart"
                        : component == "cuda-nvrtc" ? "nvrtc"
                                                    : component;
  std::replace(component.begin(), component.end(), '-', '_');
  std::erase(library, '-');
  const int major = component == "cudnn" ? 9 : site.version().major_number();
  const std::string folder = cu12 || component == "cudnn" ? component : "cu13";
  site.text(fmt::format("nvidia/{}/__init__.py", folder), "");
  site.library(site.windows() ? fmt::format("nvidia/{}/bin/{}64_{}.dll", folder, library, major)
                              : fmt::format("nvidia/{}/lib/lib{}.so.{}", folder, library, major),
               size);
  return true;
}

/// All four packages of OpenCV go to the same folder.
bool install_opencv(const Site& site) {
  site.text("cv2/__init__.py", "");
  site.library(site.windows() ? "cv2/cv2.pyd" : "cv2/cv2.abi3.so", 60'000'000 + site.package.name.size());
  return true;
}

bool install_other(const Site& site) {
  std::string folder = base::lower(site.package.name);
  std::replace(folder.begin(), folder.end(), '-', '_');
  site.text(folder + "/__init__.py", fmt::format("__version__ = \"{}\"\n", site.package.version));
  return true;
}

}  // namespace

bool install_framework(const Spec& spec, const Package& package, const std::string& site_packages,
                       Tree& tree) {
  const Site site{spec, package, site_packages, tree};
  const std::string name = base::lower(package.name);
  if (name == "torch") return install_torch(site);
  if (name == "torchvision" || name == "torchaudio") return install_torch_companion(site);
  if (name.starts_with("tensorflow") &&
      (name == "tensorflow" || name.ends_with("-cpu") || name.ends_with("-intel")))
    return install_tensorflow(site);
  if (name == "paddlepaddle" || name == "paddlepaddle-gpu") return install_paddle(site);
  if (name == "jax" || name == "jaxlib" || name.starts_with("jax-cuda")) return install_jax(site);
  if (name == "onnxruntime" || name == "onnxruntime-gpu") return install_onnxruntime(site);
  if (name.starts_with("opencv-")) return install_opencv(site);
  if (name.starts_with("nvidia-")) return install_nvidia_wheel(site);
  return install_other(site);
}

}  // namespace gpuenv::machine::recorded
