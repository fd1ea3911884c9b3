// Tests of reading frameworks: presence, version, build, architectures.
#include "probe/frameworks.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using model::Build;
using test::put_distribution;
using test::put_torch;
using test::put_venv;
using test::read;
using test::TestMachine;
using Kind = Build::Kind;

/// A venv to put files into, and the framework that is then found.
struct Venv {
  TestMachine machine;
  std::string site = put_venv(machine, "/e");

  Venv& distribution(const std::string& name, const std::string& version, bool requested = true,
                     const std::string& installer = "uv") {
    put_distribution(machine, site, name, version, requested, installer);
    return *this;
  }
  Venv& torch(const std::string& version, const std::string& cuda) {
    put_torch(machine, site, version, cuda);
    return *this;
  }
  Venv& file(const std::string& path, const std::string& text) {
    machine.file(site + "/" + path, text);
    return *this;
  }
  std::vector<model::Framework> all() { return read(machine, "/e").frameworks; }
  model::Framework only() {
    auto list = all();
    EXPECT_EQ(list.size(), 1u);
    return list.empty() ? model::Framework() : list.front();
  }
};

std::string text(const std::vector<base::Sm>& list) {
  std::string result;
  for (const auto& sm : list) result += (result.empty() ? "" : " ") + sm.name();
  return result;
}

TEST(Torch, TheVersionFileTellsTheBuild) {
  const auto torch = Venv().distribution("torch", "2.6.0").torch("2.6.0+cu124", "'12.4'").only();
  EXPECT_EQ(torch.name, "torch");
  EXPECT_EQ(torch.version->text(), "2.6.0+cu124");
  EXPECT_EQ(torch.build->kind, Kind::cuda);
  EXPECT_EQ(torch.build->variant, "cu124");
  EXPECT_EQ(torch.build->cuda.text(), "12.4");
  EXPECT_EQ(torch.build.origin(), "/e/lib/python3.12/site-packages/torch/version.py:1");
  EXPECT_EQ(text(*torch.cubins), "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90");
  EXPECT_TRUE(torch.ptx->empty());
  EXPECT_TRUE(torch.cubins.origin().starts_with("catalog: torch 2.6 cu124"));
}

TEST(Torch, CpuBuildsSayNoneOrCpu) {
  EXPECT_EQ(Venv().torch("2.6.0+cpu", "None").only().build->variant, "cpu");
  const auto unnamed = Venv().torch("2.6.0", "None").only();
  EXPECT_EQ(unnamed.build->kind, Kind::cpu);
  EXPECT_EQ(unnamed.build.origin(), "/e/lib/python3.12/site-packages/torch/version.py:2");
  EXPECT_FALSE(unnamed.cubins.known());
}

TEST(Torch, OtherMakersBuildsAreNoCpuBuilds) {
  EXPECT_EQ(Venv().torch("2.6.0+rocm6.2", "None").only().build->kind, Kind::rocm);
  EXPECT_EQ(Venv().torch("2.6.0+xpu", "None").only().build->kind, Kind::other);
  const auto own = Venv()
                       .file("torch/__init__.py", "")
                       .file("torch/version.py", "__version__ = '2.6.0'\ncuda = None\nhip = '6.2'\n");
  EXPECT_EQ(Venv(own).only().build->kind, Kind::rocm);
}

TEST(Torch, UnreadFilesNeverMeanACpuBuild) {
  Venv venv;
  venv.distribution("torch", "2.6.0").torch("2.6.0+cu124", "'12.4'");
  venv.machine.refuse(venv.site + "/torch/version.py", Why::not_recorded);
  const auto torch = venv.only();
  EXPECT_EQ(torch.version->text(), "2.6.0");
  EXPECT_EQ(torch.build.why().why, Why::not_recorded);
  EXPECT_TRUE(torch.cubins.undecided());
}

TEST(Torch, BrokenInstallationsAreUnknown) {
  EXPECT_EQ(Venv().distribution("torch", "2.6.0").only().build.why().why, Why::failed);
  EXPECT_TRUE(
      Venv().distribution("torch", "2.6.0").file("torch/version.py", "\xFF\xFF").only().build.undecided());
  EXPECT_TRUE(Venv()
                  .distribution("torch", "2.6.0")
                  .file("torch/version.py", "__version__ = '2.6.0'\n")
                  .only()
                  .build.undecided());
}

TEST(Torch, AFolderLeftBehindIsNoFramework) {
  EXPECT_TRUE(Venv().file("torch/lib/x", "").all().empty());
  EXPECT_TRUE(Venv().all().empty());
  EXPECT_EQ(Venv().torch("2.6.0+cu124", "'12.4'").all().size(), 1u);
}

TEST(Torch, BuildsThatAreNotTheFrameworksOwnHaveNoKnownArchitectures) {
  const auto vendor = Venv().torch("2.6.0a0+ecf3bae40a.nv25.01", "'12.8'").only();
  EXPECT_EQ(vendor.build->kind, Kind::cuda);
  EXPECT_EQ(vendor.build->cuda.text(), "12.8");
  EXPECT_TRUE(vendor.cubins.undecided());
  EXPECT_TRUE(Venv().torch("2.7.0.dev20250101+cu128", "'12.8'").only().cubins.undecided());
  EXPECT_TRUE(Venv().torch("2.6.0rc2+cu124", "'12.4'").only().cubins.known());
  TestMachine conda;
  conda.file("/c/conda-meta/python-3.12.4-0.json");
  const std::string site = "/c/lib/python3.12/site-packages";
  put_torch(conda, site, "2.5.1", "'12.6'");
  put_distribution(conda, site, "torch", "2.5.1", false, "conda");
  const auto torch = read(conda, "/c").frameworks.at(0);
  EXPECT_EQ(torch.build->cuda.text(), "12.6");
  EXPECT_TRUE(torch.requested);
  EXPECT_NE(torch.cubins.why().detail.find("own wheels"), std::string::npos);
}

TEST(Torch, AReleaseOutsideTheCatalogIsUnknown) {
  EXPECT_TRUE(Venv().torch("99.0.0+cu999", "'99.9'").only().cubins.undecided());
}

TEST(Torch, RequestedComesFromTheMarks) {
  EXPECT_TRUE(Venv().distribution("torch", "2.6.0", true).torch("2.6.0+cpu", "None").only().requested);
  EXPECT_FALSE(Venv().distribution("torch", "2.6.0", false).torch("2.6.0+cpu", "None").only().requested);
  EXPECT_TRUE(
      Venv().distribution("torch", "2.6.0", false, "poetry 1.8").torch("2.6.0+cpu", "None").only().requested);
  EXPECT_TRUE(Venv().torch("2.6.0+cpu", "None").only().requested);
}

constexpr const char* build_info = "tensorflow/python/platform/build_info.py";
constexpr const char* cuda_info =
    "build_info = OrderedDict([('cuda_compute_capabilities', ['sm_60', 'sm_89', 'compute_90']), "
    "('cuda_version', '12.5.1'), ('is_cuda_build', True)])\n";

TEST(Tensorflow, ItsBuildInfoTellsBuildAndArchitectures) {
  const auto tensorflow = Venv()
                              .distribution("tensorflow", "2.18.0")
                              .file("tensorflow/__init__.py", "")
                              .file(build_info, cuda_info)
                              .only();
  EXPECT_EQ(tensorflow.version->text(), "2.18.0");
  EXPECT_EQ(tensorflow.build->kind, Kind::cuda);
  EXPECT_EQ(tensorflow.build->cuda.text(), "12.5.1");
  EXPECT_EQ(text(*tensorflow.cubins), "sm_60 sm_89");
  EXPECT_EQ(text(*tensorflow.ptx), "sm_90");
}

TEST(Tensorflow, CpuBuilds) {
  const auto cpu = Venv()
                       .distribution("tensorflow-cpu", "2.18.0")
                       .file("tensorflow/__init__.py", "")
                       .file(build_info, "build_info = OrderedDict([('is_cuda_build', False)])\n")
                       .only();
  EXPECT_EQ(cpu.build->kind, Kind::cpu);
  EXPECT_EQ(cpu.version->text(), "2.18.0");
  EXPECT_TRUE(Venv().distribution("tensorflow-cpu", "2.18.0").only().build.undecided());
  EXPECT_EQ(Venv()
                .distribution("tensorflow", "2.2.0")
                .file(build_info, "is_cuda_build = True\n")
                .only()
                .build->kind,
            Kind::cuda);
}

TEST(Paddle, TheStringFalseMeansCpu) {
  const auto with = [](const char* cuda) {
    return Venv()
        .distribution("paddlepaddle-gpu", "2.6.2")
        .file("paddle/__init__.py", "")
        .file("paddle/version/__init__.py", std::string("cuda_version     = '") + cuda + "'\n")
        .only();
  };
  EXPECT_EQ(with("False").build->kind, Kind::cpu);
  EXPECT_EQ(with("11.8").build->cuda.text(), "11.8");
  EXPECT_TRUE(with("11.8").cubins.known());
}

TEST(Paddle, TheVersionIsThatOfThePackageWhoseFilesAreThere) {
  const auto with = [](const char* cuda) {
    return Venv()
        .distribution("paddlepaddle", "3.3.1")
        .distribution("paddlepaddle-gpu", "2.6.2")
        .file("paddle/__init__.py", "")
        .file("paddle/version/__init__.py", std::string("cuda_version     = '") + cuda + "'\n")
        .only();
  };
  EXPECT_EQ(with("11.8").version->text(), "2.6.2");
  EXPECT_EQ(with("False").version->text(), "3.3.1");
}

TEST(Jax, ThePluginIsTheGpuPart) {
  Venv venv;
  venv.distribution("jax", "0.12.0").distribution("jaxlib", "0.12.0").file("jax/__init__.py", "");
  venv.file("jaxlib/version.py", "_version = \"0.12.0.1\"\n");
  EXPECT_EQ(venv.only().build->kind, Kind::cpu);
  EXPECT_EQ(venv.only().version->text(), "0.12.0");
  venv.distribution("jax-cuda13-plugin", "0.12.0", false);
  EXPECT_EQ(venv.only().build->kind, Kind::cuda);
  EXPECT_EQ(venv.only().build->variant, "cuda13");
  EXPECT_EQ(venv.only().build->cuda.text(), "13");
  EXPECT_TRUE(venv.only().cubins.known());
}

constexpr const char* ort_info = "onnxruntime/capi/build_and_package_info.py";

TEST(Onnxruntime, TheFilesOnTopTellWhichOfTwoPackagesCounts) {
  Venv venv;
  venv.distribution("onnxruntime", "1.30.0")
      .distribution("onnxruntime-gpu", "1.31.1")
      .file("onnxruntime/__init__.py", "");
  venv.file("onnxruntime/capi/libonnxruntime_providers_cuda.so", "");
  venv.file(ort_info, "package_name = 'onnxruntime'\n__version__ = '1.30.0'\n");
  EXPECT_EQ(venv.only().build->kind, Kind::cpu);
  EXPECT_EQ(venv.only().version->text(), "1.30.0");
  venv.file(ort_info, "package_name = 'onnxruntime-gpu'\ncuda_version = '13.0'\n");
  EXPECT_EQ(venv.only().build->cuda.text(), "13.0");
  EXPECT_EQ(venv.only().version->text(), "1.31.1");
  EXPECT_EQ(text(*venv.only().cubins), "sm_75 sm_80 sm_86 sm_89 sm_90a sm_120a");
}

TEST(Onnxruntime, OldReleasesAreToldByPackageOrLibrary) {
  EXPECT_EQ(
      Venv().distribution("onnxruntime-gpu", "1.8.0").file("onnxruntime/__init__.py", "").only().build->kind,
      Kind::cuda);
  EXPECT_EQ(
      Venv().distribution("onnxruntime", "1.8.0").file("onnxruntime/__init__.py", "").only().build->kind,
      Kind::cpu);
  EXPECT_EQ(Venv()
                .distribution("onnxruntime-directml", "1.20.0")
                .file("onnxruntime/__init__.py", "")
                .only()
                .build->kind,
            Kind::other);
  Venv both;
  both.distribution("onnxruntime", "1.8.0")
      .distribution("onnxruntime-gpu", "1.8.0")
      .file("onnxruntime/__init__.py", "");
  EXPECT_EQ(both.only().build->kind, Kind::cpu);
  both.file("onnxruntime/capi/libonnxruntime_providers_cuda.so", "");
  EXPECT_EQ(both.only().build->kind, Kind::cuda);
  both.machine.refuse(both.site + "/onnxruntime/capi/libonnxruntime_providers_cuda.so");
  EXPECT_TRUE(both.only().build.undecided());
}

/// A conda environment with records of the packages that are named.
struct Conda : TestMachine {
  std::string site = "/c/lib/python3.12/site-packages";
  explicit Conda(const std::vector<std::string>& records) {
    file("/c/conda-meta/python-3.12.4-h955ad1f_0.json");
    for (const auto& record : records) file("/c/conda-meta/" + record + ".json");
  }
  Conda& distribution(const std::string& name, const std::string& version, const std::string& installer) {
    put_distribution(*this, site, name, version, false, installer);
    return *this;
  }
  Known<Build> build() { return read(*this, "/c").frameworks.at(0).build; }
};

TEST(CondaPackages, JaxlibsRecordTellsTheBuildOfJax) {
  Conda cuda({"jax-0.4.35-pyhd8ed1ab_0", "jaxlib-0.4.35-cuda126py312h0b1b8d2_200"});
  cuda.distribution("jax", "0.4.35", "conda").file(cuda.site + "/jax/__init__.py");
  EXPECT_EQ(cuda.build()->cuda.text(), "12.6");
  EXPECT_EQ(cuda.build().origin(), "/c/conda-meta/jaxlib-0.4.35-cuda126py312h0b1b8d2_200.json");
  Conda cpu({"jaxlib-0.4.35-cpu_py312h4c86d2c_0"});
  cpu.distribution("jax", "0.4.35", "conda").file(cpu.site + "/jax/__init__.py");
  EXPECT_EQ(cpu.build()->kind, Kind::cpu);
  cpu.distribution("jax-cuda12-plugin", "0.4.35", "pip");
  EXPECT_EQ(cpu.build()->kind, Kind::cuda);
  cpu.refuse("/c/conda-meta");
  EXPECT_EQ(cpu.build()->kind, Kind::cuda);
  cuda.refuse("/c/conda-meta");
  EXPECT_TRUE(cuda.build().undecided());
}

TEST(CondaPackages, OnnxruntimeForCudaBearsTheNameOfTheCpuPackage) {
  for (const auto& [record, kind] : {std::pair{"onnxruntime-1.20.1-py310h430d77f_200_cuda", Kind::cuda},
                                     std::pair{"onnxruntime-1.20.1-py312h414cfab_0_cpu", Kind::cpu}}) {
    Conda conda({record, "cuda-version-12.8-h5d125a7_3"});
    conda.distribution("onnxruntime", "1.20.1", "conda").file(conda.site + "/onnxruntime/__init__.py");
    conda.file(conda.site + "/" + ort_info, "package_name = 'onnxruntime'\n__version__ = '1.20.1'\n");
    EXPECT_EQ(conda.build()->kind, kind) << record;
    EXPECT_EQ(conda.build()->cuda.text(), kind == Kind::cuda ? "12" : "") << record;
  }
}

TEST(CondaPackages, RecordsSayNothingOfWhatPipInstalled) {
  Conda conda({"onnxruntime-1.20.1-py310h430d77f_200_cuda"});
  conda.distribution("onnxruntime", "1.20.1", "pip").file(conda.site + "/onnxruntime/__init__.py");
  conda.file(conda.site + "/" + ort_info, "package_name = 'onnxruntime'\n__version__ = '1.20.1'\n");
  EXPECT_EQ(conda.build()->kind, Kind::cpu);
}

TEST(CondaPackages, ChoosersAndNamesTellWhereBuildStringsDoNot) {
  // build_info.py of TensorFlow before 2.1 says nothing.
  const auto tensorflow = [](const std::vector<std::string>& records) {
    Conda conda(records);
    conda.distribution("tensorflow", "2.0.0", "conda").file(conda.site + "/tensorflow/__init__.py");
    conda.file(conda.site + "/" + build_info, "other = 1\n");
    return conda.build();
  };
  const auto gpu = tensorflow({"tensorflow-2.0.0-gpu_py37h768510d_0", "cudatoolkit-10.0.130-0"});
  EXPECT_EQ(gpu->kind, Kind::cuda);
  EXPECT_EQ(gpu->cuda.text(), "10.0");
  EXPECT_EQ(tensorflow({"tensorflow-2.0.0-0", "_tflow_select-2.3.0-mkl"})->kind, Kind::cpu);
  EXPECT_EQ(tensorflow({"tensorflow-2.0.0-0", "tensorflow-gpu-2.0.0-h0d30ee6_0"})->kind, Kind::cuda);
  EXPECT_TRUE(tensorflow({"tensorflow-2.0.0-0"}).undecided());
}

TEST(CondaPackages, ARecordDoesNotStandForFilesThatAreGone) {
  Conda conda({"pytorch-2.5.1-cuda126_generic_py310_h478e78a_207"});
  conda.distribution("torch", "2.5.1", "conda");
  EXPECT_EQ(conda.build().why().why, Why::failed);
}

}  // namespace
}  // namespace gpuenv::probe
