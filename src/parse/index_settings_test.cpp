#include "parse/index_settings.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(IndexSettings, OfPipAreReadFromAllSectionsAndOverSeveralLines) {
  EXPECT_EQ(pip_indexes("# mirror\n[global]\nindex-url = https://mirror.example/simple\ntimeout = 60\n"
                        "extra_index_url =\n    https://a.example/whl/cpu\n    https://b.example\n[install]\n"
                        "find-links: /wheels\n"),
            (IndexSettings{{"index-url", "https://mirror.example/simple"},
                           {"extra-index-url", "https://a.example/whl/cpu https://b.example"},
                           {"find-links", "/wheels"}}));
  EXPECT_EQ(pip_indexes("[global]\nproxy = x\n  index-url = y\n"), IndexSettings{});
  EXPECT_EQ(pip_indexes(""), IndexSettings{});
}

TEST(IndexSettings, OfUvAreReadFromPlainKeysListsAndTables) {
  EXPECT_EQ(uv_indexes("index-url = \"https://mirror.example/simple\" # near\n"
                       "extra-index-url = [\n  'https://a.example',\n  \"https://b.example\",\n]\n"
                       "[[index]]\nname = \"pytorch-cpu\"\nurl = \"https://c.example/whl/cpu\"\n[pip]\n"
                       "torch-backend = \"cpu\"\n"),
            (IndexSettings{{"index-url", "https://mirror.example/simple"},
                           {"extra-index-url", "https://a.example https://b.example"},
                           {"index", "https://c.example/whl/cpu"},
                           {"torch-backend", "cpu"}}));
  EXPECT_EQ(uv_indexes("# url = \"x\"\nconcurrent-builds = 4\n"), IndexSettings{});
  EXPECT_EQ(uv_indexes("find-links = [ \"/a\", \"/b\" ]\n"), (IndexSettings{{"find-links", "/a /b"}}));
}

}  // namespace
}  // namespace gpuenv::parse
