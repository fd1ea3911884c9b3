// Checks of environments: files, what is imported instead, the Python, who installed what.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check {
namespace {

using Kind = model::DamagedFile::Kind;
using By = model::Shadow::By;
using model::Environment;
using model::Verdict;
using namespace test;

const std::string site = "/home/user/proj/.venv/lib/python3.12/site-packages";

/// One RTX 3090 and an environment with a right build of torch, changed by the test.
struct Machine {
  model::Facts facts = working_machine();
  explicit Machine(Environment e = environment({torch("2.6.0", "cu124", "12.4")},
                                               {distribution("torch", "2.6.0"),
                                                distribution("numpy", "1.26.4")})) {
    facts.environments.push_back(std::move(e));
  }
  Environment& env() { return facts.environments.back(); }
  void damage(Kind kind, const std::string& distribution, const std::string& path) {
    env().damaged =
        Known<std::vector<model::DamagedFile>>({{kind, distribution, site + path, 200, 100}}, site);
  }
  void shadow(By by, const std::string& module, const std::string& path, const std::string& version) {
    env().shadows =
        Known<std::vector<model::Shadow>>({{by, module, path, version, site + "/" + module, ""}}, site);
  }
  model::Judgement judge() const { return judged(facts); }
};

using Ids = std::vector<std::string>;

TEST(FilesDamaged, ACutLibraryOfAFrameworkIsAnError) {
  Machine machine;
  EXPECT_EQ(causes(machine.judge()), Ids{});
  machine.damage(Kind::cut, "torch", "/torch/lib/libtorch_cuda.so");
  const auto judgement = machine.judge();
  EXPECT_EQ(causes(judgement), Ids{"files.cut"});
  EXPECT_EQ(judgement.verdict, Verdict::problems);
  EXPECT_EQ(commands(*find(judgement, "files.cut")),
            "uv pip install --python /home/user/proj/.venv/bin/python --reinstall --no-deps --no-cache"
            " \"torch==2.6.0\"\n");
}

TEST(FilesDamaged, ABuildOfAnotherIndexComesFromThere) {
  Machine machine;
  machine.env().distributions->front().version = Version("2.6.0+cu124");
  machine.damage(Kind::cut, "torch", "/torch/lib/libtorch_cuda.so");
  EXPECT_TRUE(
      commands(*find(machine.judge(), "files.cut")).contains("https://download.pytorch.org/whl/cu124"));
}

TEST(FilesDamaged, WhoseHeadersCouldNotBeReadIsLikely) {
  Machine machine;
  machine.damage(Kind::cut, "torch", "/torch/lib/libtorch_cuda.so");
  machine.env().damaged->front().sure = false;
  EXPECT_EQ(find(machine.judge(), "files.cut")->confidence, model::Confidence::likely);
}

TEST(FilesDamaged, OtherContentAndOtherPackagesAreWarnings) {
  Machine machine;
  machine.damage(Kind::changed, "torch", "/torch/lib/libtorch_cuda.so");
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
  EXPECT_EQ(causes(machine.judge()), Ids{"files.changed"});
  machine.damage(Kind::missing, "six", "/six.py");
  EXPECT_EQ(find(machine.judge(), "files.missing")->severity, model::Severity::warning);
  machine.damage(Kind::missing, "nvidia-cudnn-cu12", "/nvidia/cudnn/lib/libcudnn.so.9");
  EXPECT_EQ(find(machine.judge(), "files.missing")->severity, model::Severity::error);
}

TEST(FilesDamaged, AFrameworkWithoutItsInitFileIsEmptied) {
  Machine machine;
  machine.damage(Kind::missing, "torch", "/torch/__init__.py");
  EXPECT_EQ(causes(machine.judge()), Ids{"files.emptied"});
}

TEST(FilesDamaged, CannotTellWithoutRecord) {
  Machine machine;
  machine.env().damaged = Unknown{Why::denied, "RECORD: permission denied"};
  EXPECT_EQ(machine.judge().verdict, Verdict::unknown);
  machine.env().frameworks.clear();
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
}

void overlap(Machine& machine, const std::string& first, const std::string& second,
             const std::string& owner) {
  machine.env().overlaps =
      Known<std::vector<model::Overlap>>({{first, second, owner, 7, site + "/x.so"}}, site);
}

TEST(FilesOverlap, IsAnErrorWhenTheFilesOfTheRightCudaAreOverwritten) {
  Machine machine;
  machine.env().distributions->push_back(distribution("nvidia-cudnn-cu12", "9.1.0"));
  overlap(machine, "nvidia-cudnn-cu12", "nvidia-cudnn-cu13", "nvidia-cudnn-cu13");
  const auto judgement = machine.judge();
  EXPECT_EQ(judgement.verdict, Verdict::problems);
  EXPECT_EQ(commands(*find(judgement, "files.overlap")),
            "uv pip uninstall --python /home/user/proj/.venv/bin/python nvidia-cudnn-cu13\n"
            "uv pip install --python /home/user/proj/.venv/bin/python --reinstall --no-deps"
            " \"nvidia-cudnn-cu12==9.1.0\"\n");
}

TEST(FilesOverlap, IsAWarningWhileTheRightFilesLieThere) {
  Machine machine;
  for (const char* owner : {"nvidia-cudnn-cu12", ""}) {
    overlap(machine, "nvidia-cudnn-cu12", "nvidia-cudnn-cu13", owner);
    EXPECT_EQ(machine.judge().verdict, Verdict::healthy) << owner;
    EXPECT_EQ(causes(machine.judge()), Ids{"files.overlap"});
  }
}

TEST(FilesOverlap, TwoFrameworksOfDifferentCudaWantTwoEnvironments) {
  Machine machine;
  machine.env().frameworks.push_back(framework("jax", "0.10.0", model::Build::Kind::cuda, "cuda13", "13"));
  overlap(machine, "nvidia-cudnn-cu12", "nvidia-cudnn-cu13", "nvidia-cudnn-cu13");
  EXPECT_EQ(find(machine.judge(), "files.overlap")->fix.front().text, "separate");
}

TEST(FilesOverlap, OfOnnxruntimeIsToldByItsOwnCheck) {
  Machine machine(environment({framework("onnxruntime", "1.20.0", model::Build::Kind::cuda, "", "12.2")}));
  overlap(machine, "onnxruntime", "onnxruntime-gpu", "");
  EXPECT_EQ(causes(machine.judge()), Ids{});
}

TEST(Shadowed, ALocalFileIsAnErrorAndRenamed) {
  Machine machine;
  machine.shadow(By::working_directory, "torch", "/home/user/proj/torch.py", "");
  const auto judgement = machine.judge();
  EXPECT_EQ(causes(judgement), Ids{"python.local-module"});
  EXPECT_EQ(judgement.verdict, Verdict::problems);
  EXPECT_EQ(commands(*find(judgement, "python.local-module")),
            "mv /home/user/proj/torch.py /home/user/proj/my_torch.py\n");
  machine.shadow(By::working_directory, "torch", "/home/user/proj/torch", "");
  EXPECT_EQ(find(machine.judge(), "python.local-module")->fix.front().text, "elsewhere");
}

TEST(Shadowed, PythonpathHarmsByAnotherVersionOnly) {
  Machine machine;
  machine.shadow(By::pythonpath, "torch", "/x/torch", "2.5.1");
  EXPECT_EQ(machine.judge().verdict, Verdict::problems);
  machine.shadow(By::pythonpath, "torch", "/x/torch", "2.6.0");
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
  EXPECT_EQ(causes(machine.judge()), Ids{"python.pythonpath"});
}

TEST(Shadowed, TheUsersFolderHarmsByACpuBuildAndExplainsIt) {
  Machine machine;
  machine.shadow(By::user_site, "torch", "/home/user/.local/torch", "2.5.1");
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
  machine.env().frameworks = {torch("2.5.1", "cpu", "")};
  const auto judgement = machine.judge();
  EXPECT_EQ(causes(judgement), Ids{"python.user-site"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"torch.cpu-build"});
}

TEST(Shadowed, WhatComesFromOutsideIsANote) {
  Machine machine;
  machine.shadow(By::base_site, "torch", "/usr/lib/python3/dist-packages/torch", "");
  EXPECT_EQ(causes(machine.judge()), Ids{});
  EXPECT_NE(find(machine.judge(), "python.outside-module"), nullptr);
  machine.env().shadows = Unknown{Why::denied, "no"};
  EXPECT_EQ(machine.judge().verdict, Verdict::unknown);
}

TEST(Suitable, AnUnreadableVersionOfPythonIsLeftOpen) {
  Machine machine(environment({}));
  machine.env().python = Unknown{Why::denied, "pyvenv.cfg: permission denied"};
  EXPECT_EQ(machine.judge().verdict, Verdict::unknown);
  machine.env().kind = "system";
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
}

TEST(Suitable, A32BitPythonGetsNoFramework) {
  Machine machine(environment({}));
  EXPECT_EQ(causes(machine.judge()), Ids{});
  machine.env().bits = Known<int>(32, "python");
  EXPECT_EQ(causes(machine.judge()), Ids{"python.not-64-bit"});
  EXPECT_EQ(machine.judge().verdict, Verdict::problems);
  machine.env().bits = Unknown{Why::denied, "python: permission denied"};
  EXPECT_EQ(machine.judge().verdict, Verdict::unknown);
  machine.env().bits = Known<int>(32, "python");
  machine.env().kind = "system";
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
  machine.env().selection = model::Selection::found;
  EXPECT_EQ(causes(machine.judge()), Ids{});
}

TEST(Suitable, APythonIsTooOldOrTooNewWhenAnotherOneWouldDo) {
  Machine machine(environment({}));
  machine.env().python = Known<Version>(Version("3.99.0"), "pyvenv.cfg");
  EXPECT_EQ(causes(machine.judge()), Ids{"python.too-new"});
  EXPECT_EQ(find(machine.judge(), "python.too-new")->confidence, model::Confidence::likely);
  machine.env().python = Known<Version>(Version("2.7.18"), "pyvenv.cfg");
  EXPECT_EQ(causes(machine.judge()), Ids{"python.too-old"});
  machine.facts.driver.user_library = Known<Version>(Version("300.1"), "libcuda");  // too old for any build
  machine.facts.driver.kernel_module = Known<Version>(Version("300.1"), "module");
  EXPECT_EQ(find(machine.judge(), "python.too-old"), nullptr);
}

TEST(Suitable, NotesFreeThreadedBuildsAndTheLastReleaseForAPython) {
  Machine machine(environment({torch("2.4.1", "cu121", "12.1")}));
  EXPECT_EQ(find(machine.judge(), "python.last-release"), nullptr);
  machine.env().python = Known<Version>(Version("3.8.20"), "pyvenv.cfg");
  EXPECT_NE(find(machine.judge(), "python.last-release"), nullptr);
  EXPECT_EQ(find(machine.judge(), "python.free-threaded"), nullptr);
  machine.env().free_threaded = Known<bool>(true, "lib");
  EXPECT_EQ(find(machine.judge(), "python.free-threaded")->role, model::Role::note);
}

void numpy(Machine& machine, const std::string& version) {
  machine.env().distributions =
      Known<std::vector<model::Distribution>>({distribution("numpy", version)}, site);
}

TEST(Numpy2, NeedsAReleaseThatWasBuiltForIt) {
  Machine machine(environment({framework("onnxruntime", "1.18.1", model::Build::Kind::cuda, "", "12.2")}));
  numpy(machine, "2.1.0");
  EXPECT_EQ(causes(machine.judge()), Ids{"python.numpy2"});
  EXPECT_EQ(machine.judge().verdict, Verdict::problems);
  EXPECT_TRUE(commands(*find(machine.judge(), "python.numpy2")).contains("\"numpy<2\""));
  numpy(machine, "1.26.4");
  EXPECT_EQ(causes(machine.judge()), Ids{});
}

TEST(Numpy2, LeavesTorchComputing) {
  Machine machine(environment({torch("2.2.2", "cu121", "12.1")}));
  numpy(machine, "2.1.0");
  EXPECT_EQ(causes(machine.judge()), Ids{"python.numpy2"});
  EXPECT_EQ(machine.judge().verdict, Verdict::healthy);
  machine.env().frameworks = {torch("2.3.1", "cu121", "12.1")};
  EXPECT_EQ(causes(machine.judge()), Ids{});
  machine.facts.os.family = base::OsFamily::windows;  // there 2.4.1 was the first
  EXPECT_NE(find(machine.judge(), "python.numpy2"), nullptr);
}

TEST(Numpy2, OfCondaSuitsWhatCondaBuilt) {
  Machine machine(environment({torch("2.2.2", "cu121", "12.1")}));
  numpy(machine, "2.1.0");
  machine.env().conda_packages =
      Known<std::vector<model::CondaPackage>>({{"numpy", "1.26.4", "py312_0"}}, "conda-meta");
  EXPECT_EQ(causes(machine.judge()), Ids{"python.numpy2"});
  machine.env().conda_packages->front().version = "2.1.0";
  EXPECT_EQ(causes(machine.judge()), Ids{});
}

TEST(PipAndConda, BothOwningAFrameworkIsAWarning) {
  Machine machine;
  machine.env().kind = "conda";
  machine.env().conda_packages =
      Known<std::vector<model::CondaPackage>>({{"pytorch", "2.5.1", "cuda126_py312_305"}}, "conda-meta");
  EXPECT_EQ(causes(machine.judge()), Ids{"environment.pip-and-conda"});
  machine.env().distributions->front().installer = "conda";
  EXPECT_EQ(causes(machine.judge()), Ids{});
}

TEST(Replaced, NamesWhoAskedForTheCpuBuild) {
  Machine machine(environment({torch("2.4.1", "cpu", "")},
                              {distribution("torch", "2.4.1"), distribution("torchvision", "0.19.1+cu124")}));
  EXPECT_EQ(causes(machine.judge()), Ids{"torch.cpu-build"});
  machine.env().pins = Known<std::vector<model::Pin>>(
      {{"esrgan", "torch", Version("2.4.1"), "esrgan.dist-info/METADATA", "torchvision"}}, site);
  const auto judgement = machine.judge();
  EXPECT_EQ(causes(judgement), Ids{"framework.replaced"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"torch.cpu-build"});
  machine.env().pins = Unknown{Why::denied, "METADATA: permission denied"};
  EXPECT_EQ(machine.judge().verdict, Verdict::unknown);
  EXPECT_EQ(causes(machine.judge()), Ids{});
}

}  // namespace
}  // namespace gpuenv::check
