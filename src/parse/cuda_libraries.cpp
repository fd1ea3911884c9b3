// Names of NVIDIA's libraries; see cuda_libraries.h.
#include "parse/cuda_libraries.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

using base::Version;

/// How a library is called in files and in packages. Names as of CUDA 11 to 13 (docs.nvidia.com/cuda, release
/// notes; github.com/NVIDIA/cuda-python, cuda_pathfinder).
struct Names {
  std::string_view library;
  std::string_view stem;  ///< of the file: lib<stem>.so, <stem>64_12.dll
  std::string_view part;  ///< of the package: nvidia-<part>-cu12
  bool numbered_by_cuda;  ///< the major of its file name is that of CUDA
};
constexpr Names all_names[] = {
    {"cudart", "cudart", "cuda-runtime", true},
    {"cublas", "cublas", "cublas", true},
    {"cublaslt", "cublasLt", "", true},
    {"cudnn", "cudnn", "cudnn", false},
    {"nccl", "nccl", "nccl", false},
    {"nvjitlink", "nvJitLink", "nvjitlink", true},
    {"nvrtc", "nvrtc", "cuda-nvrtc", false},
    {"cusparse", "cusparse", "cusparse", false},
    {"cusolver", "cusolver", "cusolver", false},
    {"cufft", "cufft", "cufft", false},
    {"curand", "curand", "curand", false},
    {"cupti", "cupti", "cuda-cupti", false},
    {"cusparselt", "cusparseLt", "cusparselt", false},
    {"tensorrt", "nvinfer", "", false},
};

constexpr std::string_view prefix = "nvidia-";

bool only_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "9.1.0" behind "libcudnn.so"; nothing when something else stands there.
std::optional<Version> version_behind(std::string_view rest) {
  if (rest.empty()) return Version();
  if (!rest.starts_with('.')) return std::nullopt;
  for (std::string_view number : base::split(rest.substr(1), '.'))
    if (!only_digits(number)) return std::nullopt;
  return Version(rest.substr(1));
}

/// 12 of "64_12", 11 of "64_110", 10 of "_10".
std::optional<Version> dll_version(std::string_view rest) {
  if (rest.starts_with("64")) rest.remove_prefix(2);
  if (!rest.starts_with('_')) return std::nullopt;
  rest = rest.substr(1, rest.find('_', 1) - 1);
  if (!only_digits(rest)) return std::nullopt;
  return Version(rest.size() == 3 ? rest.substr(0, 2) : rest);  // cudart64_110, nvrtc64_120_0
}

bool is_hash(std::string_view text) {
  return text.size() == 8 && base::number(text, 16) >= 0;
}

/// Where the ending of a library's name begins. Packers put eight hex digits in between when they bundle one:
/// "libcudart-d0da41ae.so.11.0", "libcudart.3eda8113.so.13".
size_t behind_hash(std::string_view name, size_t stem) {
  if (name.size() < stem + 9 || (name[stem] != '-' && name[stem] != '.')) return stem;
  return is_hash(name.substr(stem + 1, 8)) ? stem + 9 : stem;
}

LibraryName named(const Names& names, Version version) {
  const int cuda = names.numbered_by_cuda ? version.major_number() : 0;
  return {std::string(names.library), std::move(version), cuda};
}

std::optional<LibraryName> linux_name(std::string_view name, const Names& names) {
  if (!name.starts_with("lib") || name.substr(3, names.stem.size()) != names.stem) return std::nullopt;
  const size_t stem = behind_hash(name, 3 + names.stem.size());
  if (name.substr(stem, 3) != ".so") return std::nullopt;
  auto version = version_behind(name.substr(stem + 3));
  return version ? std::optional(named(names, *std::move(version))) : std::nullopt;
}

std::optional<LibraryName> windows_name(std::string_view name, const Names& names) {
  if (name.size() <= names.stem.size() + 4 ||
      !base::equal_ignoring_case(name.substr(0, names.stem.size()), names.stem) ||
      !base::equal_ignoring_case(name.substr(name.size() - 4), ".dll"))
    return std::nullopt;
  auto version = dll_version(name.substr(names.stem.size(), name.size() - 4 - names.stem.size()));
  return version ? std::optional(named(names, *std::move(version))) : std::nullopt;
}

/// The CUDA major at the end of a package's name, 0 without.
int cuda_suffix(std::string_view distribution) {
  const size_t at = distribution.rfind("-cu");
  if (at == std::string_view::npos || !only_digits(distribution.substr(at + 3))) return 0;
  return base::small_number(distribution.substr(at + 3));
}

}  // namespace

std::optional<LibraryName> cuda_library(std::string_view file_name) {
  for (const auto& names : all_names) {
    if (auto found = linux_name(file_name, names)) return found;
    if (auto found = windows_name(file_name, names)) return found;
  }
  return std::nullopt;
}

std::string_view wheel_part(std::string_view distribution) {
  if (!distribution.starts_with(prefix)) return "";
  distribution.remove_prefix(prefix.size());
  return cuda_suffix(distribution) > 0 ? distribution.substr(0, distribution.rfind("-cu")) : distribution;
}

std::optional<LibraryName> cuda_wheel(std::string_view distribution, const Version& version) {
  const std::string_view part = wheel_part(distribution);
  for (const auto& names : all_names) {
    if (part.empty() || names.part != part) continue;
    const int suffix = cuda_suffix(distribution);
    // The packages of CUDA 13 have no suffix; their own numbers are CUDA's where the file's are.
    const int own = names.numbered_by_cuda || part == "cuda-nvrtc" ? version.major_number() : 13;
    return LibraryName{std::string(names.library), version, suffix > 0 ? suffix : own};
  }
  return std::nullopt;
}

}  // namespace gpuenv::parse
