// The HTML page: self-contained, in both languages, outside text escaped, every element closed.
#include <gtest/gtest.h>

#include <vector>

#include "report/test_examination.h"

namespace gpuenv::report {
namespace {

using test::broken_machine;
using test::small_catalog;

std::string written(const model::Examination& examination, Language language = Language::english) {
  return html(examination, small_catalog(), language);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The first tag that closes something else than what is open; "" when all is well.
std::string wrong_nesting(const std::string& page) {
  std::vector<std::string> open;
  for (size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const size_t end = page.find_first_of(" >\n", at + 1);
    std::string name = page.substr(at + 1, end - at - 1);
    if (name == "!DOCTYPE" || name == "meta" || name == "input" || name == "br") continue;
    if (name[0] != '/') {
      open.push_back(name);
    } else {
      if (open.empty() || "/" + open.back() != name) return name;
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

TEST(Html, HoldsBothLanguagesAndOpensInTheChosenOne) {
  const std::string page = written(broken_machine());
  EXPECT_TRUE(has(page, "✗ 1 problem found</h1>")) << page;
  EXPECT_TRUE(has(page, "✗ 发现 1 个问题</h1>"));
  EXPECT_TRUE(has(page, "id=\"show-en\" checked"));
  EXPECT_TRUE(has(written(broken_machine(), Language::chinese), "id=\"show-zh\" checked"));
}

TEST(Html, TellsCauseEvidenceCommandAndMachine) {
  const std::string page = written(broken_machine());
  EXPECT_TRUE(has(page, "<article class=\"error\">\n<h3>PyTorch 2.8.0 is a CPU-only build</h3>")) << page;
  EXPECT_TRUE(has(page, "<code>torch/version.py:4: cuda = None</code>"));
  EXPECT_TRUE(has(page, "<pre>uv pip install torch==2.8.0\n</pre>"));
  EXPECT_TRUE(has(page, "<li>The card is idle</li>"));
  EXPECT_TRUE(has(page, "<code>/home/user/proj/.venv</code>"));
}

TEST(Html, NeedsNothingElse) {
  const std::string page = written(broken_machine());
  for (const char* part : {"<script", "src=", "href=", "@import", "url("})
    EXPECT_FALSE(has(page, part)) << part;
}

TEST(Html, IsWellFormedWhateverTheTextsHold) {
  auto examination = broken_machine();
  EXPECT_EQ(wrong_nesting(written(examination)), "");
  examination.judgement.findings[0].evidence = {{"</code><script>alert(1)</script>", "\"&<"}};
  examination.facts.environments[0].path = "/home/<b>";
  examination.judgement.open = {{"a<b", "c>d", {"/e&f", "", -1}}};
  const std::string page = written(examination);
  EXPECT_EQ(wrong_nesting(page), "");
  EXPECT_TRUE(has(page, "&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;: &quot;&amp;&lt;"));
  EXPECT_TRUE(has(page, "/home/&lt;b&gt;"));
}

}  // namespace
}  // namespace gpuenv::report
