// How builds serve cards: the same answer for a build that could be installed and for one that is.
#include "resolve/serve.h"

#include <gtest/gtest.h>

#include "resolve/example_rows.h"

namespace gpuenv::resolve {
namespace {

using base::Known;
using base::Sm;
using base::Version;
using example::codes;

const catalog::CardSupport rtx5090 = catalog::Catalog::embedded().card_support(Sm{12, 0});

Code tensorflow(const char* cuda, int cudnn) {
  Code code;
  code.cubins = codes({"6.0", "7.0", "8.0", "9.0"});
  code.ptx = codes({"9.0"});
  code.cuda = Version(cuda);
  code.cudnn_major = cudnn;
  return code;
}

TEST(Service, CardSupportKnowsToolkitsAndTheFirstCudnn) {
  EXPECT_EQ(rtx5090.first_toolkit, Version("12.8"));
  EXPECT_EQ(rtx5090.first_cudnn, 9);
  const auto pascal = catalog::Catalog::embedded().card_support(Sm{6, 1});
  EXPECT_EQ(pascal.last_toolkit, Version("12.9"));
  EXPECT_EQ(pascal.first_cudnn, 0);
}

TEST(Service, PtxServesWhereTheLibrariesBesideItKnowTheCard) {
  EXPECT_EQ(service(tensorflow("12.5", 9), rtx5090), Service::ptx);
  EXPECT_EQ(service(tensorflow("12.2", 8), rtx5090), Service::libraries_older);
  EXPECT_EQ(service(tensorflow("11.8", 0), rtx5090), Service::libraries_older);
  EXPECT_EQ(service(tensorflow("12.2", 8), {Sm{8, 9}, {}, {}, 0}), Service::native);
}

TEST(Service, AReportDecidesAndADoubtDoesOnlyWhereNothingElseDoes) {
  auto code = tensorflow("12.2", 8);
  code.ptx_fails = codes({"12.0"});
  EXPECT_EQ(service(code, rtx5090), Service::ptx_fails);
  code.ptx_fails_unconfirmed = true;
  EXPECT_EQ(service(code, rtx5090), Service::libraries_older);
  code.cudnn_major = 9;
  EXPECT_EQ(service(code, rtx5090), Service::ptx_doubtful);
  code.ptx_fails.clear();
  code.ptx_unproven = codes({"12.1"});
  EXPECT_EQ(service(code, rtx5090), Service::ptx_unproven);
}

TEST(Service, PtxThatIsNotKnownLeavesOnlyNewerCardsOpen) {
  auto code = tensorflow("12.5", 9);
  code.ptx.reset();
  EXPECT_EQ(service(code, rtx5090), Service::unknown);
  EXPECT_EQ(service(code, {Sm{5, 2}, {}, {}, 0}), Service::none);
  code.cubins.reset();
  EXPECT_EQ(service(code, rtx5090), Service::unknown);
}

TEST(CodeOf, AnInstalledBuildIsReadLikeARow) {
  model::Framework framework;
  framework.cubins = Known<std::vector<Sm>>(codes({"9.0"}), "build_info.py");
  framework.ptx = Known<std::vector<Sm>>(codes({"9.0"}), "build_info.py");
  framework.build = Known<model::Build>({model::Build::Kind::cuda, "", Version("12.2")}, "build_info.py");
  EXPECT_EQ(service(code_of(framework), rtx5090), Service::ptx);
  framework.known_build = Known<model::KnownBuild>({.cudnn_major = 8,
                                                    .ptx_fails = {},
                                                    .ptx_fails_unconfirmed = false,
                                                    .ptx_unproven = {},
                                                    .linalg = {},
                                                    .source = "tensorflow 2.15.1 cuda12"},
                                                   "catalog");
  EXPECT_EQ(service(code_of(framework), rtx5090), Service::libraries_older);
}

}  // namespace
}  // namespace gpuenv::resolve
