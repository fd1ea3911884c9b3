// Checks about WSL, containers, compilers, disks, and what starts another Python: each holds, does not hold,
// and cannot tell.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using model::Role;

const Unknown absent{Why::absent, ""};
const Unknown not_recorded{Why::not_recorded, "no answer"};

Known<bool> is(bool value) {
  return {value, "file"};
}

model::Facts wsl_machine() {
  model::Facts facts = working_machine();
  facts.os.wsl = is(true);
  facts.driver.kernel_module = Known<Version>(absent, "");
  auto& wsl = facts.surroundings.wsl;
  wsl.generation = Known<int>(2, "uname");
  wsl.dxg = wsl.stubs = wsl.on_search_path = is(true);
  wsl.linux_driver = Known<std::string>(absent, "");
  return facts;
}

model::Facts wsl_without_driver() {
  model::Facts facts = wsl_machine();
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(not_recorded, "");
  facts.driver.user_library = Known<Version>(absent, "");
  facts.driver.nvml = {};
  return facts;
}

TEST(WslState, AWorkingOneIsHealthyWithoutKnowingTheDevice) {
  model::Facts facts = wsl_machine();
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
  facts.surroundings.wsl.dxg = not_recorded;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

TEST(WslState, TheFirstGenerationHasNoGpu) {
  model::Facts facts = wsl_without_driver();
  facts.surroundings.wsl.generation = Known<int>(1, "uname");
  EXPECT_EQ(causes(judged(facts)), Ids{"wsl.version-1"});
  facts.variables["WSL_DISTRO_NAME"] = Known<std::string>("Ubuntu-22.04", "$");
  EXPECT_NE(commands(judged(facts).findings[0]).find("wsl --set-version Ubuntu-22.04 2"), std::string::npos);
}

TEST(WslState, WithoutTheDeviceWindowsIsToBlame) {
  model::Facts facts = wsl_without_driver();
  facts.surroundings.wsl.dxg = is(false);
  facts.surroundings.wsl.windows_build = Known<int>(18362, "servicing");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"wsl.no-device"});
  EXPECT_EQ(judgement.findings[0].fix[0].text, "windows");
  EXPECT_EQ(causes(judgement, Role::symptom), Ids{"wsl.driver-missing"});
  facts.surroundings.wsl.windows_build = Known<int>(22621, "servicing");
  EXPECT_EQ(judged(facts).findings[0].fix[0].text, "update");
  facts.surroundings.wsl.dxg = is(true);
  EXPECT_EQ(causes(judged(facts)), Ids{"wsl.driver-missing"});
  facts.surroundings.wsl.dxg = not_recorded;
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(WslState, ALinuxDriverInFrontIsACause) {
  model::Facts facts = wsl_machine();
  facts.surroundings.wsl.linux_driver = Known<std::string>("/usr/lib/libcuda.so.550.54.15", "library search");
  EXPECT_EQ(causes(judged(facts)), Ids{"wsl.linux-driver"});
  EXPECT_EQ(commands(judged(facts).findings[0]).find("nvidia-uninstall"), std::string::npos);
  EXPECT_NE(commands(judged(facts).findings[0]).find("rpm -qf /usr/lib/libcuda.so.550.54.15"),
            std::string::npos);
  facts.surroundings.containers.driver_packages =
      Known<std::vector<std::string>>(std::vector<std::string>{}, "/var/lib/dpkg/info");
  EXPECT_NE(commands(judged(facts).findings[0]).find("nvidia-uninstall"), std::string::npos);
  facts.surroundings.containers.driver_packages = Known<std::vector<std::string>>(
      std::vector<std::string>{"libnvidia-compute-550"}, "/var/lib/dpkg/info");
  EXPECT_NE(commands(judged(facts).findings[0]).find("apt-get purge libnvidia-compute-550"),
            std::string::npos);
}

TEST(WslState, TheLibrarySearchHasToFindTheStubs) {
  model::Facts facts = wsl_machine();
  facts.surroundings.wsl.on_search_path = is(false);
  EXPECT_EQ(causes(judged(facts)), Ids{"wsl.not-on-library-path"});
  facts.surroundings.wsl.on_search_path = not_recorded;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts.surroundings.wsl.on_search_path = absent;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

model::Facts container(const std::string& engine = "docker") {
  model::Facts facts = working_machine();
  facts.os.container = Known<std::string>(engine, "/.dockerenv");
  facts.driver.cuda_library = Known<std::string>("/usr/lib/libcuda.so.1", "");
  facts.surroundings.containers.nodes = is(true);
  return facts;
}

TEST(ContainerInside, NothingHandedIn) {
  model::Facts facts = container();
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
  facts.driver.user_library = Known<Version>(absent, "");
  facts.driver.nvml = {};
  facts.surroundings.containers.nodes = is(false);
  facts.surroundings.containers.visible_devices = Known<std::string>("void", "$NVIDIA_VISIBLE_DEVICES");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"container.no-gpu"});
  ASSERT_EQ(judgement.findings[0].fix.size(), 2u);
  EXPECT_EQ(judgement.findings[0].fix[0].text, "refused");
  EXPECT_EQ(judgement.findings[0].fix[1].text, "run");
}

TEST(ContainerInside, EachEngineHasItsOwnWay) {
  for (const auto& [engine, step] : {std::pair{"podman", "podman"},
                                     {"kubernetes", "kubernetes"},
                                     {"lxc", "lxc"},
                                     {"apptainer", "apptainer"},
                                     {"systemd-nspawn", "run"}}) {
    model::Facts facts = container(engine);
    facts.driver.user_library = Known<Version>(absent, "");
    facts.driver.nvml = {};
    facts.surroundings.containers.nodes = is(false);
    EXPECT_EQ(judged(facts).findings.at(0).fix.at(0).text, step);
  }
}

TEST(ContainerInside, LibrariesWithoutNodes) {
  model::Facts facts = container();
  facts.driver.nvml.init = Known<int>(9, "NVML");
  facts.surroundings.containers.nodes = is(false);
  EXPECT_EQ(causes(judged(facts)), Ids{"container.no-nodes"});
  facts.surroundings.containers.nodes = not_recorded;
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts.surroundings.containers.nodes = is(true);
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.nvml-failed"});
}

TEST(ContainerInside, NvmlWithoutCuda) {
  model::Facts facts = container();
  facts.driver.cuda_library = Known<std::string>(absent, "");
  facts.surroundings.containers.capabilities = Known<std::string>("utility", "$");
  EXPECT_EQ(causes(judged(facts)), Ids{"container.no-compute"});
  facts.driver.cuda_library = Known<std::string>(not_recorded, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(ContainerInside, ADriverOfTheImageIsToldApartFromAnUpdatedHost) {
  model::Facts facts = container();
  facts.driver.user_library = Known<Version>(Version("535.1"), "");
  facts.driver.nvml.init = Known<int>(18, "NVML");
  const auto step = [&] { return find(judged(facts), "driver.version-mismatch")->fix.at(0).text; };
  facts.surroundings.containers.library_mounted = is(false);
  EXPECT_EQ(step(), "image");
  facts.surroundings.containers.driver_packages =
      Known<std::vector<std::string>>({"libnvidia-compute-535"}, "");
  EXPECT_EQ(step(), "purge");
  facts.surroundings.containers.library_mounted = is(true);
  EXPECT_EQ(step(), "container");
  facts.surroundings.containers.library_mounted = not_recorded;
  EXPECT_EQ(step(), "container");
}

TEST(ContainerHost, SaysWhatContainersWouldMiss) {
  model::Facts facts = working_machine();
  auto& host = facts.surroundings.containers;
  const auto notes = [&] { return causes(judged(facts), Role::note); };
  host.docker = is(true);
  EXPECT_EQ(notes(), Ids{});
  host.toolkit = is(false);
  EXPECT_EQ(notes(), Ids{"container.host-toolkit"});
  host.toolkit = is(true);
  host.runtime_configured = host.cdi = is(false);
  EXPECT_EQ(notes(), Ids{"container.host-runtime"});
  host.cdi = is(true);
  host.cdi_driver = Known<std::string>("550.54.15", "/etc/cdi/nvidia.yaml");
  EXPECT_EQ(notes(), Ids{});
  host.cdi_driver = Known<std::string>("535.1", "/etc/cdi/nvidia.yaml");
  EXPECT_EQ(notes(), Ids{"container.host-cdi"});
  host.snap_docker = is(true);
  EXPECT_EQ(notes(), (Ids{"container.host-snap", "container.host-cdi"}));
}

TEST(SlurmJob, WithoutAGpuIsToldToAskForOne) {
  model::Facts facts = working_machine();
  facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>("", "$");
  facts.surroundings.job = Known<model::Job>(model::Job{"slurm", ""}, "$SLURM_JOB_ID");
  EXPECT_EQ(judged(facts).findings.at(0).fix.at(0).text, "slurm");
  facts.surroundings.job = Known<model::Job>(model::Job{"slurm", "0"}, "$SLURM_JOB_ID");
  EXPECT_EQ(judged(facts).findings.at(0).fix.at(0).text, "unset");
}

TEST(Disk, AlmostFullIsAWarning) {
  model::Facts facts = working_machine();
  facts.surroundings.disks = {{"/a", Known<long long>(5000, "")},
                              {"/b", Known<long long>(20, "")},
                              {"/c", Known<long long>(not_recorded, "")}};
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"disk.almost-full"});
  EXPECT_EQ(judgement.findings[0].parameters.at("path"), "/b");
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  facts.surroundings.disks.erase(facts.surroundings.disks.begin() + 1);
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(InstallerIndex, OfCpuBuildsIsWorthKnowing) {
  for (const auto& [value, noted] : {std::pair{"https://download.pytorch.org/whl/cpu/", true},
                                     {"cpu", true},
                                     {"https://x/simple https://download.pytorch.org/whl/cpu", true},
                                     {"https://download.pytorch.org/whl/cu128", false},
                                     {"", false}}) {
    model::Facts facts = working_machine();
    facts.variables["UV_INDEX"] = Known<std::string>(value, "$");
    EXPECT_EQ(causes(judged(facts), Role::note), noted ? Ids{"installer.cpu-index"} : Ids{}) << value;
  }
}

TEST(JaxPlatforms, ThatLeaveTheCardOut) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("jax", "0.4.30", model::Build::Kind::cuda, "cuda12", "12")},
                  {distribution("jax-cuda12-plugin", "0.4.30"), distribution("jax-cuda12-pjrt", "0.4.30"),
                   distribution("jaxlib", "0.4.30")}));
  const auto with = [&](const char* value) {
    facts.variables["JAX_PLATFORMS"] = Known<std::string>(value, "$JAX_PLATFORMS");
    return find(judged(facts), "jax.platforms") != nullptr;
  };
  EXPECT_TRUE(with("cpu"));
  EXPECT_TRUE(with("tpu, cpu"));
  EXPECT_FALSE(with("cuda,cpu"));
  EXPECT_FALSE(with("gpu"));
  EXPECT_FALSE(with(""));
  facts.variables["JAX_PLATFORM_NAME"] = Known<std::string>("cpu", "$");
  EXPECT_TRUE(with(""));
  EXPECT_FALSE(with("cuda"));
  facts.variables["JAX_PLATFORMS"] = Known<std::string>(not_recorded, "$");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

model::Facts with_nvcc(const std::string& version, const std::string& host) {
  model::Facts facts = working_machine();
  facts.toolkits->push_back({Version(version), "/usr/local/cuda", true, "nvidia"});
  facts.compiler.nvcc = Known<std::string>("/usr/local/cuda/bin/nvcc", "PATH");
  facts.compiler.nvcc_version = Known<Version>(Version(version), "version.json");
  facts.compiler.host = Known<std::string>("/usr/bin/gcc", "PATH");
  facts.compiler.host_version =
      host.empty() ? Known<Version>(not_recorded, "") : Known<Version>(Version(host), "gcc");
  facts.environments.push_back(environment({torch("2.6.0", "cu124", "12.4")}));
  return facts;
}

TEST(Compiler, DiffersOnlyInItsMajorVersion) {
  EXPECT_EQ(causes(judged(with_nvcc("11.8", "")), Role::note), Ids{"toolkit.nvcc-differs"});
  EXPECT_EQ(causes(judged(with_nvcc("12.1", "")), Role::note), Ids{});
  EXPECT_EQ(judged(with_nvcc("11.8", "")).verdict, model::Verdict::healthy);
}

TEST(Compiler, HostIsTooNew) {
  const auto facts = with_nvcc("12.4", "14");
  EXPECT_EQ(causes(judged(facts), Role::note), Ids{"toolkit.host-compiler"});
  EXPECT_NE(commands(judged(facts).findings[0]).find("g++-13"), std::string::npos);
  EXPECT_EQ(causes(judged(with_nvcc("12.4", "13")), Role::note), Ids{});
}

TEST(Compiler, CudaHomeThatIsGone) {
  model::Facts facts = with_nvcc("12.4", "");
  facts.compiler.cuda_home = Known<std::string>("/usr/local/cuda-9", "$CUDA_HOME");
  facts.compiler.home_variable = "CUDA_HOME";
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.compiler.cuda_home_there = is(false);
  EXPECT_EQ(causes(judged(facts)), Ids{"toolkit.home-missing"});
  facts.compiler.cuda_home_there = is(true);
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

model::Facts two_environments() {
  model::Facts facts = working_machine();
  facts.toolkits = not_recorded;  // nothing to note about them
  facts.environments.push_back(environment({torch("2.6.0", "cu124", "12.4")}));
  facts.environments.push_back(environment({}));
  facts.environments[1].path = "/other";
  facts.environments[1].selection = model::Selection::found;
  return facts;
}

model::Starter kernel(const std::string& name, const std::string& environment) {
  return {"jupyter", name, "/k/" + name + "/kernel.json", environment + "/bin/python", environment, is(true)};
}

void put(model::Facts& facts, std::vector<model::Starter> starters) {
  facts.surroundings.starters = Known<std::vector<model::Starter>>(std::move(starters), "files");
}

TEST(StartedElsewhere, TheNotebookRunsAnotherEnvironment) {
  model::Facts facts = two_environments();
  put(facts, {kernel("python3", "/other")});
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"environment.started-elsewhere"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  EXPECT_NE(commands(judgement.findings[0]).find("-m ipykernel install --user --name proj"),
            std::string::npos);
  put(facts, {kernel("old", "/other")});
  EXPECT_EQ(causes(judged(facts), Role::note), Ids{"environment.started-elsewhere"});
}

TEST(StartedElsewhere, NotWhereAKernelStartsThisOneOrTheOtherHasItToo) {
  model::Facts facts = two_environments();
  put(facts, {kernel("python3", "/other"), kernel("gpu", "/home/user/proj/.venv")});
  EXPECT_TRUE(judged(facts).findings.empty());
  put(facts, {kernel("python3", "/not-examined")});
  EXPECT_TRUE(judged(facts).findings.empty());
  facts.environments[1].frameworks = {torch("2.6.0", "cu124", "12.4")};
  put(facts, {kernel("python3", "/other")});
  EXPECT_TRUE(judged(facts).findings.empty());
  facts.surroundings.starters = not_recorded;
  EXPECT_TRUE(judged(facts).findings.empty());
}

TEST(Moved, AScriptThatStartsAnotherPython) {
  model::Facts facts = two_environments();
  put(facts, {{"shebang", "pip", "/home/user/proj/.venv/bin/pip", "/old/bin/python", "", is(false)}});
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"environment.moved"});
  EXPECT_EQ(judgement.findings[0].applies_to.environment, "/home/user/proj/.venv");
  put(facts, {});
  EXPECT_TRUE(judged(facts).findings.empty());
  facts.surroundings.starters = not_recorded;
  EXPECT_TRUE(judged(facts).findings.empty());
}

}  // namespace
}  // namespace gpuenv::check::test
