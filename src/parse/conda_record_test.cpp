// Tests of the names of conda's records.
#include "parse/conda_record.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(CondaRecord, NameVersionAndBuild) {
  const auto torch = conda_record("pytorch-2.5.1-cuda126_py312h1763f6d_305.json");
  ASSERT_TRUE(torch);
  EXPECT_EQ(torch->name, "pytorch");
  EXPECT_EQ(torch->version, "2.5.1");
  EXPECT_EQ(torch->build, "cuda126_py312h1763f6d_305");
  EXPECT_EQ(conda_record("python-dateutil-2.9.0-pyhd8ed1ab_0.json")->name, "python-dateutil");
}

TEST(CondaRecord, OtherFilesAreNone) {
  for (const char* name : {"history", "state.json", "a-1.json", "-1-0.json", "--.json", ".json", "pixi"})
    EXPECT_FALSE(conda_record(name)) << name;
}

}  // namespace
}  // namespace gpuenv::parse
