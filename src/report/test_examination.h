// A finished examination and a small catalog as literals, for the tests of reports.
#pragma once

#include <string>

#include "catalog/test_folders.h"
#include "model/examination.h"
#include "report/report.h"

namespace gpuenv::report::test {

using base::Known;
using base::Unknown;
using base::Version;
using base::Why;

inline std::string row_text(const std::string& role, const std::string& severity, const std::string& en,
                            const std::string& zh, const std::string& explains = "") {
  return "role = \"" + role + "\"\nseverity = \"" + severity + "\"\nexplains = [" + explains +
         "]\nsources = [\"https://example.org/why\"]\nchecked = \"2026-12-02\"\n[en]\n" + en + "[zh]\n" + zh;
}

/// PyTorch as the only framework, a cause with a fix, the symptom it explains, a warning and a note.
inline catalog::Catalog small_catalog() {
  auto files = catalog::small_files();
  files["findings/torch.cpu-build.toml"] = row_text(
      "cause", "error",
      "title = \"{framework} {version} {variant} is a CPU-only build\"\nwhy = \"It cannot use {gpu}.\"\n"
      "fix.install = \"Put a build in place that fits:\"\nfix.none = \"Nothing fits {what}.\"\n",
      "title = \"{framework} {version} {variant} 是仅 CPU 的版本\"\nwhy = \"它无法使用 {gpu}。\"\n"
      "fix.install = \"换成适合的版本：\"\nfix.none = \"没有适合 {what} 的版本。\"\n",
      "\"torch.idle\"");
  files["findings/torch.idle.toml"] =
      row_text("symptom", "error", "title = \"The card is idle\"\nwhy = \"No work.\"\n",
               "title = \"显卡空闲\"\nwhy = \"没有任务。\"\n");
  files["findings/toolkit.absent.toml"] =
      row_text("note", "info", "title = \"No toolkit\"\nwhy = \"None is needed.\"\n",
               "title = \"没有工具包\"\nwhy = \"不需要。\"\n");
  return *catalog::Catalog::from_folder(catalog::folder_of(files));
}

inline model::Gpu example_card() {
  model::Gpu gpu;
  gpu.index = Known<int>(0, "NVML");
  gpu.name = Known<std::string>("NVIDIA GeForce RTX 4090", "NVML");
  gpu.uuid = Known<std::string>(Unknown{Why::denied, "not allowed"}, "NVML");
  gpu.pci_address = "0000:01:00.0";
  gpu.compute_capability = Known<base::Sm>(base::Sm{8, 9}, "NVML");
  gpu.architecture = "Ada Lovelace";
  gpu.memory_mib = Known<long long>(24564, "NVML");
  gpu.kernel_driver = Known<std::string>("nvidia", "/sys");
  return gpu;
}

inline model::Environment example_environment() {
  model::Environment environment;
  environment.path = "/home/user/proj/.venv";
  environment.kind = "venv";
  environment.selection = model::Selection::active;
  environment.interpreter = environment.path + "/bin/python";
  environment.installer = "uv";
  environment.python = Known<Version>(Version("3.12.4"), "pyvenv.cfg");
  environment.bits = Known<int>(64, "python");
  environment.distributions =
      Known<std::vector<model::Distribution>>(std::vector<model::Distribution>{}, "site-packages");
  model::Framework torch;
  torch.name = "torch";
  torch.version = Known<Version>(Version("2.8.0+cpu"), "torch/version.py:3");
  torch.build = Known<model::Build>(model::Build{model::Build::Kind::cpu, "cpu", {}}, "torch/version.py:4");
  environment.frameworks.push_back(std::move(torch));
  return environment;
}

inline model::Finding example_cause() {
  model::Finding finding;
  finding.id = "torch.cpu-build";
  finding.parameters = {
      {"framework", "PyTorch"}, {"version", "2.8.0"}, {"variant", ""}, {"gpu", "NVIDIA GeForce RTX 4090"}};
  finding.evidence = {{"torch/version.py:4", "cuda = None"}};
  finding.fix = {{"install", {}, "uv pip install torch==2.8.0", "bash"},
                 {"none", {{"what", "this"}}, "", ""}};
  finding.explains = {"torch.idle"};
  finding.applies_to = {"/home/user/proj/.venv", "torch", -1};
  finding.refs = {"https://example.org/why"};
  return finding;
}

inline model::Finding other_finding(const std::string& id, model::Role role, model::Severity severity) {
  model::Finding finding;
  finding.id = id;
  finding.role = role;
  finding.severity = severity;
  return finding;
}

/// An RTX 4090 whose PyTorch is a CPU build; every probe answered except the card's UUID.
inline model::Examination broken_machine() {
  model::Examination result;
  result.tool_version = "0.1.0";
  auto& facts = result.facts;
  facts.os.name = Known<std::string>("Ubuntu 24.04", "/etc/os-release");
  facts.os.kernel = Known<std::string>("6.8.0", "uname");
  facts.os.architecture = Known<std::string>("x86_64", "uname");
  facts.os.wsl = Known<bool>(false, "uname");
  facts.os.container = Known<std::string>(Unknown{Why::absent, ""}, "/.dockerenv");
  facts.os.laptop = Known<bool>(false, "dmi");
  facts.cards.nvidia = Known<std::vector<model::Gpu>>({example_card()}, "/sys/bus/pci/devices");
  facts.driver.kernel_module = Known<Version>(Version("550.54.15"), "/proc/driver/nvidia/version");
  facts.driver.kind = Known<std::string>("proprietary", "/proc/driver/nvidia/version");
  facts.driver.user_library = Known<Version>(Version("550.54.15"), "libcuda.so.550.54.15");
  facts.driver.cuda_library = Known<std::string>("/usr/lib/libcuda.so.1", "ld.so.cache");
  facts.driver.cuda = Known<Version>(Version("12.4"), "NVML");
  facts.driver.nvml.init = Known<int>(0, "NVML");
  facts.toolkits = Known<std::vector<model::Toolkit>>(std::vector<model::Toolkit>{}, "/usr/local");
  facts.environments = {example_environment()};
  auto& judgement = result.judgement;
  judgement.verdict = model::Verdict::problems;
  judgement.findings = {example_cause(),
                        other_finding("torch.idle", model::Role::symptom, model::Severity::error),
                        other_finding("toolkit.absent", model::Role::note, model::Severity::info)};
  judgement.gpus = {model::PartVerdict::usable};
  judgement.environments = {model::Verdict::problems};
  judgement.frameworks = {{model::PartVerdict::problems}};
  return result;
}

/// The same machine with PyTorch's GPU build.
inline model::Examination working_machine() {
  model::Examination result = broken_machine();
  auto& torch = result.facts.environments[0].frameworks[0];
  torch.version = Known<Version>(Version("2.8.0+cu128"), "torch/version.py:3");
  torch.build = Known<model::Build>(model::Build{model::Build::Kind::cuda, "cu128", Version("12.8")},
                                    "torch/version.py:4");
  torch.cubins = Known<std::vector<base::Sm>>({{8, 6}, {9, 0}}, "catalog");
  torch.ptx = Known<std::vector<base::Sm>>({{9, 0}}, "catalog");
  result.judgement.verdict = model::Verdict::healthy;
  result.judgement.findings.clear();
  result.judgement.environments = {model::Verdict::healthy};
  result.judgement.frameworks = {{model::PartVerdict::usable}};
  return result;
}

}  // namespace gpuenv::report::test
