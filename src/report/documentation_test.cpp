// Documentation of findings as text.
#include "report/documentation.h"

#include <gtest/gtest.h>

#include "report/test_examination.h"

namespace gpuenv::report::test {
namespace {

TEST(Documentation, ListHasALineForEachFinding) {
  EXPECT_EQ(check_list(small_catalog(), {}),
            "toolkit.absent   info   No toolkit\n"
            "torch.cpu-build  error  <framework> <version> <variant> is a CPU-only build\n"
            "torch.idle       error  The card is idle\n"
            "\n"
            "Words in <angle brackets> are filled in for the machine that is examined.\n");
}

TEST(Documentation, ListAlignsChineseAndSeverities) {
  const std::string list = check_list(small_catalog(), {.language = Language::chinese});
  EXPECT_NE(list.find("torch.idle       错误  显卡空闲\n"), std::string::npos) << list;
}

TEST(Documentation, PageSaysEverythingOfTheRow) {
  EXPECT_EQ(about("torch.cpu-build", small_catalog(), {}),
            "torch.cpu-build  error, cause\n"
            "\n"
            "  <framework> <version> <variant> is a CPU-only build\n"
            "  It cannot use <gpu>.\n"
            "\n"
            "  Possible fixes  Put a build in place that fits:\n"
            "                  Nothing fits <what>.\n"
            "  Accounts for    torch.idle\n"
            "  Sources         https://example.org/why\n"
            "  Checked         2026-12-02\n"
            "\n"
            "  Words in <angle brackets> are filled in for the machine that is examined.\n");
}

TEST(Documentation, AnUnknownIdHasNoPage) {
  EXPECT_EQ(about("no.such", small_catalog(), {}), "");
}

}  // namespace
}  // namespace gpuenv::report::test
