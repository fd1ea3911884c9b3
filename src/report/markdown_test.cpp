// The Markdown block: everything a reader needs, and outside text that cannot become markup.
#include <gtest/gtest.h>

#include "report/test_examination.h"

namespace gpuenv::report {
namespace {

using test::broken_machine;
using test::small_catalog;

std::string written(const model::Examination& examination, Language language = Language::english) {
  return markdown(examination, small_catalog(), language);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Markdown, TellsVerdictCauseEvidenceCommandAndMachine) {
  const std::string text = written(broken_machine());
  EXPECT_TRUE(text.starts_with("### ✗ 1 problem found\n")) << text;
  EXPECT_TRUE(has(text, "**✗ PyTorch 2.8.0 is a CPU-only build** (`torch.cpu-build`)")) << text;
  EXPECT_TRUE(has(text, "- `torch/version.py:4: cuda = None`\n"));
  EXPECT_TRUE(
      has(text, "1. Put a build in place that fits:\n   ```bash\n   uv pip install torch==2.8.0\n   ```\n"));
  EXPECT_TRUE(has(text, "Explains: The card is idle\n"));
  EXPECT_TRUE(has(text, "#### Good to know\n"));
  EXPECT_TRUE(has(text, "| Driver | `550.54.15 · proprietary · serves CUDA up to 12.4` |\n")) << text;
  EXPECT_TRUE(has(text, "- ✗ `/home/user/proj/.venv` Python 3.12.4 · venv · active\n"));
}

TEST(Markdown, SpeaksChinese) {
  const std::string text = written(broken_machine(), Language::chinese);
  EXPECT_TRUE(text.starts_with("### ✗ 发现 1 个问题\n"));
  EXPECT_TRUE(has(text, "显卡空闲"));
}

TEST(Markdown, OutsideTextIsNoMarkup) {
  auto examination = broken_machine();
  auto& finding = examination.judgement.findings[0];
  finding.parameters["version"] = "<b>`2`</b> **x** \n# y";
  finding.evidence = {{"a`b", "c``d | e"}};
  finding.fix[0].command = "echo ```x```";
  examination.facts.os.name = base::Known<std::string>("A|B", "os-release");
  const std::string text = written(examination);
  EXPECT_TRUE(has(text, "PyTorch \\<b\\>\\`2\\`\\</b\\> \\*\\*x\\*\\*  \\# y is")) << text;
  EXPECT_TRUE(has(text, "- ```a`b: c``d | e```\n")) << text;
  EXPECT_TRUE(has(text, "   ````bash\n   echo ```x```\n   ````\n")) << text;
  EXPECT_TRUE(has(text, "`A\\|B · ")) << text;
}

TEST(Markdown, OpenQuestionsNameWhatWouldTell) {
  auto examination = broken_machine();
  examination.judgement.verdict = model::Verdict::unknown;
  examination.judgement.findings.clear();
  examination.judgement.open = {{"driver.nvml", "no answer", {"/env", "", -1}}};
  const std::string text = written(examination);
  EXPECT_TRUE(text.starts_with("### ? Cannot tell"));
  EXPECT_TRUE(has(text, "- `driver.nvml: no answer`\n  - `/env`\n  - "));
}

}  // namespace
}  // namespace gpuenv::report
