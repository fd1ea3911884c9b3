// Tests of condarc.h.
#include "parse/condarc.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

using Strings = std::vector<std::string>;

TEST(Condarc, BothWaysOfWritingTheList) {
  EXPECT_EQ(condarc_envs("channels:\n  - conda-forge\nenvs_dirs:\n  - /data/envs  # big disk\n\n  - "
                         "'~/envs'\nauto_activate_base: false\n- x\n"),
            (Strings{"/data/envs", "~/envs"}));
  EXPECT_EQ(condarc_envs("envs_path: [\"/a b\", /c]\n"), (Strings{"/a b", "/c"}));
}

TEST(Condarc, NothingFromOtherText) {
  for (const char* text :
       {"", "envs_dirs:", "envs_dirs: [", "envs_dirs: []", "pkgs_dirs:\n  - /p\n", "#envs_dirs:\n- /x"})
    EXPECT_TRUE(condarc_envs(text).empty()) << text;
}

}  // namespace
}  // namespace gpuenv::parse
