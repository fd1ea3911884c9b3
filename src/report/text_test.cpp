// The text report: what stands where, in both languages.
#include <gtest/gtest.h>

#include "report/test_examination.h"
#include "report/width.h"

namespace gpuenv::report::test {
namespace {

std::string text_of(const model::Examination& examination, TextOptions options = {}) {
  static const catalog::Catalog catalog = small_catalog();
  return text(examination, catalog, options);
}

std::string chinese(const model::Examination& examination) {
  return text_of(examination, {.language = Language::chinese});
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

TEST(TextReport, WholeInEnglish) {
  EXPECT_EQ(text_of(broken_machine()), R"(✗ 1 problem found

✗ PyTorch 2.8.0 is a CPU-only build
  It cannot use NVIDIA GeForce RTX 4090.

  Evidence   torch/version.py:4: cuda = None
  Fix        1. Put a build in place that fits:

      uv pip install torch==2.8.0

             2. Nothing fits this.
  Explains   The card is idle
  More       gpuenv --about torch.cpu-build

Good to know
· No toolkit
  None is needed.

This machine
  System        Ubuntu 24.04 · kernel 6.8.0 · x86_64
  Driver        550.54.15 · proprietary · serves CUDA up to 12.4
  CUDA toolkit  none (prebuilt wheels bring their own CUDA libraries)
  GPU 0         NVIDIA GeForce RTX 4090  sm_89  24 GiB  ✓ usable

Environments
  ✗ /home/user/proj/.venv  Python 3.12.4 · venv · active
    PyTorch  2.8.0  CPU build  ✗ problem
)");
}

/// A machine with so many cards of one kind.
model::Examination with_cards(int count) {
  model::Examination result = broken_machine();
  std::vector<model::Gpu> cards;
  for (int i = 0; i < count; ++i) {
    cards.push_back(example_card());
    cards.back().index = Known<int>(i, "NVML");
  }
  result.facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::move(cards), "/sys/bus/pci/devices");
  result.judgement.gpus.assign(static_cast<size_t>(count), model::PartVerdict::usable);
  return result;
}

TEST(TextReport, TheSameOfSeveralCardsIsToldOnceWithTheirNumbers) {
  model::Examination machine = with_cards(8);
  machine.judgement.findings.clear();
  for (const int card : {1, 6}) {
    model::Finding finding = example_cause();
    finding.applies_to.gpu = card;
    finding.evidence = {{"kernel log", "card " + std::to_string(card)}};
    finding.fix = {{"install", {}, "reset " + std::to_string(card), "bash"}};
    machine.judgement.findings.push_back(std::move(finding));
  }
  const std::string text = text_of(machine);
  EXPECT_EQ(first_line(text), "✗ 1 problem found");
  EXPECT_EQ(text.find("is a CPU-only build"), text.rfind("is a CPU-only build"));
  for (const char* piece : {"Concerns   GPU 1, GPU 6\n", "kernel log: card 1\n", "kernel log: card 6\n",
                            "reset 1\n", "reset 6\n"})
    EXPECT_TRUE(has(text, piece)) << piece << text;
}

TEST(TextReport, OfCardsOfOneKindTheNumberIsTold) {
  model::Examination machine = with_cards(2);
  machine.judgement.findings[0].applies_to.gpu = 1;
  EXPECT_TRUE(has(text_of(machine), "Concerns   GPU 1\n"));
  machine = with_cards(1);
  machine.judgement.findings[0].applies_to.gpu = 0;
  EXPECT_FALSE(has(text_of(machine), "Concerns"));
}

/// The broken machine with so many environments that nobody asked for, each with a CPU build of its own
/// version.
model::Examination with_environments(int count) {
  model::Examination result = broken_machine();
  for (int i = 0; i < count; ++i) {
    model::Environment environment = example_environment();
    environment.path = "/home/user/old" + std::to_string(i);
    environment.selection = model::Selection::found;
    model::Finding finding = example_cause();
    finding.applies_to.environment = environment.path;
    finding.parameters["version"] = "2." + std::to_string(i);
    result.judgement.findings.push_back(std::move(finding));
    result.judgement.environments.push_back(model::Verdict::problems);
    result.judgement.frameworks.push_back({model::PartVerdict::problems});
    result.facts.environments.push_back(std::move(environment));
  }
  return result;
}

TEST(TextReport, ManyFindingsElsewhereStandInALineEach) {
  const std::string few = text_of(with_environments(3)), many = text_of(with_environments(20));
  EXPECT_TRUE(has(few, "uv pip install torch==2.8.0\n"));
  EXPECT_TRUE(has(many, "  /home/user/old19\n    ✗ PyTorch 2.19 is a CPU-only build\n"));
  EXPECT_TRUE(has(many, "gpuenv doctor --env PATH"));
  EXPECT_LT(std::count(many.begin(), many.end(), '\n'), 120);
  const std::string verbose = text_of(with_environments(20), {.verbose = true});
  EXPECT_FALSE(has(verbose, "gpuenv doctor --env PATH"));
}

TEST(TextReport, WhatIsTrueOfSeveralEnvironmentsInTheSameWordsIsToldOnce) {
  model::Examination machine = with_environments(2);
  for (auto& finding : machine.judgement.findings) finding.parameters["version"] = "2.8.0";
  const std::string text = text_of(machine);
  EXPECT_TRUE(has(text, "Concerns   /home/user/old0\n             /home/user/old1\n")) << text;
}

TEST(TextReport, WhatIsTrueOfSeveralFrameworksInTheSameWordsIsToldOnceAndNamesThem) {
  auto machine = broken_machine();
  auto& findings = machine.judgement.findings;
  findings.clear();
  for (const char* framework : {"PyTorch", "JAX"}) {
    auto finding = other_finding("torch.idle", model::Role::cause, model::Severity::error);
    finding.parameters = {{"framework", framework}, {"version", "2.8.0"}};
    finding.applies_to = {"/home/user/proj/.venv", framework, -1};
    findings.push_back(std::move(finding));
  }
  const std::string text = text_of(machine);
  EXPECT_EQ(first_line(text), "✗ 1 problem found");
  EXPECT_TRUE(has(text, "/home/user/proj/.venv: PyTorch 2.8.0, JAX 2.8.0")) << text;
}

TEST(TextReport, WholeInChinese) {
  EXPECT_EQ(chinese(broken_machine()), R"(✗ 发现 1 个问题

✗ PyTorch 2.8.0 是仅 CPU 的版本
  它无法使用 NVIDIA GeForce RTX 4090。

  依据      torch/version.py:4: cuda = None
  解决      1. 换成适合的版本：

      uv pip install torch==2.8.0

            2. 没有适合 this 的版本。
  由此引起  显卡空闲
  详情      gpuenv --about torch.cpu-build

值得了解
· 没有工具包
  不需要。

本机
  系统         Ubuntu 24.04 · 内核 6.8.0 · x86_64
  驱动         550.54.15 · proprietary · 最高支持 CUDA 12.4
  CUDA 工具包  无（预编译的 wheel 自带 CUDA 库）
  显卡 0       NVIDIA GeForce RTX 4090  sm_89  24 GiB  ✓ 可用

环境
  ✗ /home/user/proj/.venv  Python 3.12.4 · venv · 当前环境
    PyTorch  2.8.0  CPU 版  ✗ 有问题
)");
}

TEST(TextReport, HealthyNamesWhatCanUseTheGpu) {
  EXPECT_EQ(first_line(text_of(working_machine())), "✓ No problem found: PyTorch 2.8.0 can use the GPU");
  EXPECT_EQ(first_line(chinese(working_machine())), "✓ 未发现问题：PyTorch 2.8.0 可以使用 GPU");
}

TEST(TextReport, HealthyPromisesNothingForACardOrFrameworkWithoutVerdict) {
  model::Examination examination = working_machine();
  examination.judgement.gpus = {model::PartVerdict::unknown};
  EXPECT_EQ(first_line(text_of(examination)), "✓ No problem found");
  examination = working_machine();
  examination.judgement.frameworks = {};
  EXPECT_EQ(first_line(text_of(examination)), "✓ No problem found");
}

TEST(TextReport, CountsProblemsAndWarnings) {
  model::Examination examination = broken_machine();
  auto& findings = examination.judgement.findings;
  findings.push_back(other_finding("a.b", model::Role::cause, model::Severity::error));
  findings.push_back(other_finding("a.c", model::Role::cause, model::Severity::warning));
  EXPECT_EQ(first_line(text_of(examination)), "✗ 2 problems found, 1 warning");
  EXPECT_EQ(first_line(chinese(examination)), "✗ 发现 2 个问题，1 条警告");
  EXPECT_TRUE(has(text_of(examination), "\n! a.c\n"));
}

TEST(TextReport, ProblemsOfFoundEnvironmentsStandApart) {
  model::Examination examination = broken_machine();
  examination.facts.environments[0].selection = model::Selection::found;
  examination.judgement.verdict = model::Verdict::healthy;
  const std::string report = text_of(examination);
  EXPECT_EQ(first_line(report), "✓ No problem found, 1 problem in another environment");
  EXPECT_LT(report.find("In other environments (counted only with --all)"), report.find("✗ PyTorch"));
  examination.judgement.verdict = model::Verdict::problems;  // as --all makes it
  EXPECT_EQ(first_line(text_of(examination)), "✗ 1 problem found");
}

TEST(TextReport, ASymptomWithoutCauseIsShownByItself) {
  model::Examination examination = broken_machine();
  examination.judgement.findings[0].explains.clear();
  const std::string report = text_of(examination);
  EXPECT_TRUE(has(report, "\n✗ The card is idle\n"));
  EXPECT_FALSE(has(report, "Explains"));
}

TEST(TextReport, OpenQuestionsSayWhatWouldTell) {
  model::Examination examination = working_machine();
  examination.judgement.verdict = model::Verdict::unknown;
  examination.judgement.open = {{"driver.nvml", "killed by signal 11", {}},
                                {"torch.ptx", "not known", {"/a", "torch", 0}},
                                {"torch.ptx", "not known", {"/b", "torch", 0}}};
  const std::string report = text_of(examination);
  EXPECT_EQ(first_line(report), "? Cannot tell: facts that decide are missing (see below)");
  EXPECT_TRUE(
      has(report, "\n? driver.nvml: killed by signal 11\n  What would tell  an answer of the driver"));
  EXPECT_TRUE(has(report, "\n? torch.ptx: not known\n  /a\n  /b\n")) << report;
  examination.facts.source = {"recording", "box"};
  EXPECT_FALSE(has(text_of(examination), "gpuenv record -o DIR")) << "a recording would hold the same";
  examination.judgement.open[0].why = base::Why::not_recorded;
  EXPECT_TRUE(has(text_of(examination), "gpuenv record -o DIR"));
}

TEST(TextReport, UncertainFindingsSayWhatWouldSettleThem) {
  model::Examination examination = broken_machine();
  examination.judgement.findings[0].confidence = model::Confidence::likely;
  examination.judgement.open = {{"torch.build", "not recorded", {"/home/user/proj/.venv", "torch", -1}},
                                {"jax.build", "not recorded", {"/home/user/proj/.venv", "jax", -1}}};
  EXPECT_TRUE(
      has(text_of(examination), "  Certainty  likely, not certain; would be settled by torch.build\n"));
  examination.judgement.findings[0].parameters["unconfirmed"] = "yes";
  EXPECT_TRUE(has(text_of(examination), "catalog row that could not be confirmed"));
}

TEST(TextReport, VerboseGivesEveryFactWithOriginOrReason) {
  model::Examination examination = broken_machine();
  const std::string report = text_of(examination, {.verbose = true});
  EXPECT_TRUE(has(report, "  driver.cuda                12.4                        NVML\n")) << report;
  EXPECT_TRUE(has(report, "  os.container               none                        /.dockerenv\n"))
      << report;
  EXPECT_TRUE(has(report, "  gpus.uuid                  cannot tell: not allowed    NVML\n")) << report;
  EXPECT_FALSE(has(text_of(examination), "gpus.uuid"));
}

TEST(TextReport, ColorsOnlyWhenAsked) {
  EXPECT_FALSE(has(text_of(broken_machine()), "\x1b"));
  const std::string colored = text_of(broken_machine(), {.color = true});
  EXPECT_TRUE(has(colored, "\x1b[1;31m✗\x1b[0m"));
  EXPECT_TRUE(has(colored, "\x1b[36muv pip install torch==2.8.0\x1b[0m\n"));
}

TEST(TextReport, OutsideTextCannotSteerTheTerminal) {
  model::Examination examination = broken_machine();
  auto& facts = examination.facts;
  const std::string hostile = "evil\x1b]0;title\x07\nname";
  facts.environments[0].path = hostile;
  facts.cards.nvidia->front().name = Known<std::string>(hostile, hostile);
  facts.cards.others.push_back({hostile, hostile, hostile});
  facts.os.name = Known<std::string>(hostile, hostile);
  facts.driver.kind = Known<std::string>(hostile, hostile);
  facts.left_out = {hostile};
  facts.variables["A"] = Known<std::string>(hostile, hostile);
  examination.judgement.findings[0].evidence = {{hostile, hostile}};
  examination.judgement.findings[0].fix[0].command = hostile;
  examination.judgement.findings[0].parameters["gpu"] = hostile;
  examination.judgement.open = {{"x", hostile, {hostile, hostile, -1}}};
  for (const bool color : {false, true}) {
    std::string report = text_of(examination, {.color = color, .verbose = true});
    EXPECT_FALSE(has(report, "\x07"));
    EXPECT_FALSE(has(report, "\x1b]"));
    EXPECT_TRUE(has(report, "evil\\x1b]0;title\\x07 name"));
  }
}

TEST(TextReport, WrapsAtTheWidthButNeverACommand) {
  model::Examination examination = broken_machine();
  const std::string command =
      "uv pip install --python /a/rather/long/path/to/python torch==2.8.0 --index-url x";
  examination.judgement.findings[0].fix[0].command = command;
  examination.judgement.findings[0].parameters["gpu"] = "a card with a name that has very many words in it";
  const std::string report = text_of(examination, {.width = 50});
  EXPECT_TRUE(has(report, "      " + command + "\n"));
  EXPECT_TRUE(has(report, "It cannot use a card with a name that has very\n  many words in it."));
}

TEST(TextReport, StepsOfOneSentenceShareIt) {
  model::Examination examination = broken_machine();
  examination.judgement.findings[0].fix = {{"install", {}, "pip uninstall torch", "bash"},
                                           {"install", {}, "pip install torch==2.8.0", "bash"}};
  EXPECT_TRUE(has(text_of(examination), R"(
  Fix        Put a build in place that fits:

      pip uninstall torch

      pip install torch==2.8.0

  Explains )"));
}

TEST(TextReport, UnknownPartsShowAsQuestionMarks) {
  const model::Examination nothing;  // every fact "not asked"
  const std::string report = text_of(nothing);
  EXPECT_TRUE(has(report, "  GPU           ? cannot tell\n"));
  EXPECT_TRUE(has(report, "  Driver        ?\n"));
  EXPECT_FALSE(has(report, "no NVIDIA"));
}

TEST(TextReport, AnUnreadEnvironmentIsNotSaidToHoldNoFramework) {
  model::Examination examination = working_machine();
  auto& environment = examination.facts.environments[0];
  environment.frameworks.clear();
  environment.kind = "";
  EXPECT_TRUE(has(text_of(examination), "  Python 3.12.4 · active\n    no deep-learning framework\n"));
  environment.distributions =
      Known<std::vector<model::Distribution>>(Unknown{Why::denied, "site-packages: permission denied"});
  EXPECT_TRUE(has(text_of(examination), "\n    ? cannot tell\n"));
}

TEST(TextReport, CertainAbsenceIsSaid) {
  model::Examination examination = broken_machine();
  auto& facts = examination.facts;
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector<model::Gpu>{}, "/sys");
  facts.cards.others = {{"AMD", "Radeon 780M", ""}};
  facts.driver.kernel_module = Known<Version>(Unknown{Why::absent, ""});
  facts.driver.user_library = Known<Version>(Unknown{Why::absent, ""});
  const std::string report = text_of(examination);
  EXPECT_TRUE(has(report, "  GPU           no NVIDIA card\n  Other GPU     AMD Radeon 780M\n")) << report;
  EXPECT_TRUE(has(report, "  Driver        no NVIDIA driver\n"));
}

TEST(TextReport, FoundEnvironmentsWithoutFrameworkShareALine) {
  model::Examination examination = working_machine();
  for (const char* path : {"/a", "/b"}) {
    model::Environment environment = example_environment();
    environment.path = path;
    environment.selection = model::Selection::found;
    environment.frameworks.clear();
    examination.facts.environments.push_back(environment);
    examination.judgement.environments.push_back(model::Verdict::healthy);
  }
  EXPECT_TRUE(has(text_of(examination), "\n  2 more without a framework: /a, /b\n"));
  EXPECT_TRUE(has(text_of(examination, {.verbose = true}), "  · /a  Python 3.12.4 · venv · found\n"));
}

}  // namespace
}  // namespace gpuenv::report::test
