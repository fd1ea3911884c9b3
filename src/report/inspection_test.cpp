// The report of inspected files: architectures, cards, what would be loaded.
#include "report/inspection.h"

#include <gtest/gtest.h>

namespace gpuenv::report {
namespace {

using Kind = model::DeviceCodeRow::Kind;

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

model::InspectedFile library() {
  model::InspectedFile file;
  file.path = "/lib/libk.so";
  file.format = "ELF";
  file.machine = "x86_64";
  file.size = 3 << 20;
  file.code = {{Kind::cubin, {8, 0}, "", "section", false, 2, 100, 100},
               {Kind::cubin, {9, 0, 'a'}, "", "elsewhere", false, 1, 50, 50},
               {Kind::cubin, {7, 5}, "", "section", true, 1, 10, 10},
               {Kind::cubin, {6, 1}, "", "relocatable", false, 4, 10, 10},
               {Kind::ptx, {9, 0}, "8.3", "section", false, 3, 10, 10}};
  file.containers = {{{{8, 0}, {9, 0, 'a'}}, {{9, 0}}, "section", 1}, {{{6, 1}}, {}, "relocatable", 4}};
  return file;
}

model::Inspection inspection() {
  model::Inspection result;
  result.tool_version = "0.1.0";
  result.files = {library()};
  result.cards = {{"RTX 4090 (sm_89)", {8, 9}},
                  {"B200 (sm_100)", {10, 0}},
                  {"GTX 1080 (sm_61)", {6, 1}},
                  {"T4 (sm_75)", {7, 5}}};
  return result;
}

TEST(InspectionText, TellsWhatRunsAndWhatEachCardMakesOfIt) {
  const std::string written = text(inspection(), TextOptions{});
  for (const char* piece :
       {"/lib/libk.so  ELF · x86_64 · 3.0 MiB", "sm_80 ×2 sm_90a ×1", "sm_90 (ISA 8.3) ×3",
        "✓ RTX 4090 (sm_89): runs its kernels", "✓ B200 (sm_100): runs by compiling PTX at first use",
        "✗ GTX 1080 (sm_61): nothing in it runs on this card",
        "✗ T4 (sm_75): nothing in it runs on this card"})
    EXPECT_TRUE(has(written, piece)) << piece << "\n" << written;
  EXPECT_FALSE(has(written, "sm_61 ×")) << "input for a later link runs on no card";
  EXPECT_TRUE(has(text(inspection(), TextOptions{.verbose = true}), "Stubs"));
}

/// 34 of 121 containers hold code for sm_70, all of them some for sm_80; others are for exactly sm_90.
model::InspectedFile partial_library() {
  model::InspectedFile file = library();
  file.path = "/lib/libpart.so";
  file.containers = {{{{7, 0}, {8, 0}}, {}, "section", 34},
                     {{{8, 0}}, {{9, 0}}, "section", 87},
                     {{{9, 0, 'a'}}, {}, "section", 5},
                     {{{7, 5}}, {}, "elsewhere", 7}};
  return file;
}

TEST(InspectionText, PartOfTheContainersIsToldAsPart) {
  model::Inspection result = inspection();
  result.files = {partial_library()};
  result.cards = {{"V100 (sm_70)", {7, 0}}, {"A100 (sm_80)", {8, 0}}, {"H100 (sm_90)", {9, 0}}};
  const std::string written = text(result, TextOptions{.width = 200});
  for (const char* piece :
       {"~ V100 (sm_70): in part: kernels in 34 of 121 containers, nothing for it in 87 of 121",
        "✓ A100 (sm_80): runs its kernels\n",
        "~ H100 (sm_90): in part: kernels in 5 of 126 containers, PTX to compile at first use in 87 of 126, "
        "nothing for it "
        "in 34 of 126",
        "A container is what one source file was compiled to."})
    EXPECT_TRUE(has(written, piece)) << piece << "\n" << written;
  const std::string chinese = text(result, TextOptions{.language = Language::chinese, .width = 200});
  EXPECT_TRUE(
      has(chinese, "~ V100 (sm_70): 部分可用: 121 个容器中 34 个含有其内核，121 个中 87 个没有可用的代码"))
      << chinese;
  const std::string data = json(result);
  for (const char* piece : {"\"native\": 34", "\"none\": 87", "\"for_others\": 12", "\"in_part\": true"})
    EXPECT_TRUE(has(data, piece)) << piece << "\n" << data;
}

TEST(InspectionText, WherePtxFillsTheGapsNothingIsMissing) {
  model::Inspection result = inspection();
  result.files = {library()};
  result.files[0].containers = {{{{8, 0}}, {}, "section", 16}, {{{7, 5}}, {{8, 0}}, "section", 3}};
  const std::string written = text(result, TextOptions{.width = 200});
  EXPECT_TRUE(
      has(written,
          "✓ RTX 4090 (sm_89): runs: kernels in 16 of 19 containers, PTX to compile at first use in 3 of 19"))
      << written;
  EXPECT_TRUE(
      has(written, "~ T4 (sm_75): in part: kernels in 3 of 19 containers, nothing for it in 16 of 19"))
      << written;
  result.cards.resize(1);
  EXPECT_FALSE(has(text(result, TextOptions{}), "A container is")) << "it explains what is missing";
  EXPECT_EQ(model::summary(result, {8, 9}).ptx, 1u);
}

TEST(InspectionText, ManyFilesEndWithASummaryAndAWheelStandsOnce) {
  model::Inspection result = inspection();
  model::InspectedFile first = library(), second = partial_library();
  for (auto* file : {&first, &second}) {
    file->member = file->path.substr(1);
    file->path = "/w/some.whl";
  }
  result.files = {first, second};
  result.cards = {{"V100 (sm_70)", {7, 0}}, {"A100 (sm_80)", {8, 0}}};
  const std::string written = text(result, TextOptions{.width = 200});
  EXPECT_EQ(written.find("/w/some.whl"), written.rfind("/w/some.whl")) << written;
  for (const char* piece : {"\nlib/libpart.so  ELF", "All libraries with device code: 2",
                            "✗ V100 (sm_70): 1 in part, 1 with nothing for it: lib/libk.so",
                            "✓ A100 (sm_80): 2 with kernels for it"})
    EXPECT_TRUE(has(written, piece)) << piece << "\n" << written;
}

TEST(InspectionText, StubsAloneAskNothingOfACard) {
  model::Inspection result = inspection();
  result.files[0].code = {{Kind::cubin, {7, 5}, "", "section", true, 1, 10, 10}};
  result.files[0].containers.clear();
  const std::string written = text(result, TextOptions{});
  EXPECT_TRUE(has(written, "only stubs without code")) << written;
  EXPECT_FALSE(has(written, "RTX 4090")) << written;
  EXPECT_EQ(model::summary(result, {8, 9}).none, 0u);
}

TEST(InspectionText, CodeOfUnknownKindsIsToldAndNotJudged) {
  model::Inspection result = inspection();
  result.files[0].code = {{Kind::other, {9, 0}, "", "section", false, 3, 10, 10, 16}};
  result.files[0].containers.clear();
  const std::string written = text(result, TextOptions{});
  EXPECT_TRUE(has(written, "kind 16 for sm_90 ×3")) << written;
  EXPECT_TRUE(has(written, "? RTX 4090 (sm_89): cannot be told")) << written;
  EXPECT_TRUE(has(json(result), "\"kind_number\": 16"));
  EXPECT_TRUE(has(json(result), "\"how\": null"));
}

TEST(InspectionText, ObjectsForALaterLinkAreToldSo) {
  model::Inspection result = inspection();
  std::erase_if(result.files[0].code, [](const auto& row) { return row.where != "relocatable"; });
  std::erase_if(result.files[0].containers, [](const auto& group) { return group.where != "relocatable"; });
  const std::string written = text(result, TextOptions{});
  for (const char* piece : {"sm_61 ×4", "code for a later link", "✓ GTX 1080 (sm_61)", "✗ B200 (sm_100)"})
    EXPECT_TRUE(has(written, piece)) << piece << "\n" << written;
}

TEST(InspectionText, NamesTheFileThatWinsAndAFewMissingSymbols) {
  model::Inspection result = inspection();
  model::LoadResult load;
  load.steps.push_back({"libcublas.so.12",
                        "/lib/libk.so",
                        model::LoadRule::library_path,
                        "",
                        "/old/libcublas.so.12",
                        {},
                        {"/new/libcublas.so.12"}});
  for (int i = 0; i < 8; ++i)
    load.failures.push_back(
        {model::LoadFailure::Kind::symbol_missing, "f" + std::to_string(i), "", "/lib/libk.so", "", ""});
  result.loads = {load};
  result.load_view.trace = true;
  const std::string written = text(result, TextOptions{});
  EXPECT_TRUE(
      has(written,
          "libcublas.so.12 → /old/libcublas.so.12  LD_LIBRARY_PATH\n      instead of /new/libcublas.so.12\n"))
      << written;
  EXPECT_TRUE(has(written, "symbol missing: f4 ← /lib/libk.so\n  3 more symbols (-v lists them)")) << written;
  EXPECT_TRUE(has(text(result, TextOptions{.verbose = true}), "f7"));
}

TEST(InspectionText, DrawsATreeOfWhoNeedsWhom) {
  model::LoadResult load;
  load.of = "/lib/a.so";
  const auto step = [](const char* name, const char* by, const char* file) {
    model::LoadStep made;
    made.name = name;
    made.needed_by = by;
    made.file = file;
    return made;
  };
  load.steps = {step("b.so", "/lib/a.so", "/lib/b.so"), step("c.so", "/lib/a.so", ""),
                step("d.so", "/lib/b.so", "/lib/d.so")};
  model::Inspection result;
  result.loads = {load};
  result.load_view.tree = true;
  const std::string written = text(result, TextOptions{});
  EXPECT_TRUE(has(written, "  ├ b.so  /lib/b.so\n  │ └ d.so  /lib/d.so\n  └ c.so  not found\n")) << written;
}

model::Inspection framework() {
  model::FrameworkLoad load;
  load.framework = "torch";
  load.title = "PyTorch";
  load.version = "2.5.1";
  load.environment = "/env";
  model::LibraryInUse cublas, libc;
  cublas.object.file = "/old/libcublas.so.12";
  cublas.object.rule = model::LoadRule::library_path;
  cublas.passed_over = {"/env/libcublas.so.12"};
  cublas.passed_over_of = {"nvidia-cublas-cu12 12.4.5.8"};
  libc.object.file = "/lib/libc.so.6";
  load.libraries = {cublas, libc};
  model::LoadProblem problem;
  problem.failure.what = "libcurand.so.10";
  problem.failure.needed_by = "/env/libtorch_cuda.so";
  problem.package = "nvidia-curand-cu12";
  problem.remedy = "install";
  problem.command = "uv pip install nvidia-curand-cu12==10.3.5.147";
  load.problems = {problem};
  model::Inspection result;
  result.frameworks = {load};
  return result;
}

TEST(InspectionText, TellsWhichCopyAFrameworkLoadsAndWhatBringsTheMissingOne) {
  const std::string written = text(framework(), TextOptions{});
  for (const char* piece :
       {"/old/libcublas.so.12  outside of the environment · LD_LIBRARY_PATH",
        "instead of /env/libcublas.so.12 (nvidia-cublas-cu12 12.4.5.8)", "1 more (-v lists them)",
        "✗ library missing: libcurand.so.10 ← /env/libtorch_cuda.so",
        "nvidia-curand-cu12 brings it:", "    uv pip install nvidia-curand-cu12==10.3.5.147"})
    EXPECT_TRUE(has(written, piece)) << piece << "\n" << written;
}

TEST(InspectionJson, TellsWhatAFrameworkLoads) {
  const std::string written = json(framework());
  for (const char* piece : {"\"remedy\": \"install\"", "\"brought_by\": \"nvidia-cublas-cu12 12.4.5.8\"",
                            "\"stage\": \"import\"", "\"package\": \"nvidia-curand-cu12\""})
    EXPECT_TRUE(has(written, piece)) << piece;
}

TEST(InspectionJson, HoldsTheSame) {
  const std::string written = json(inspection());
  for (const char* piece :
       {"\"schema\": \"gpuenv/inspect/1\"", "\"arch\": \"sm_90a\"", "\"how\": \"ptx\"", "\"isa\": \"8.3\""})
    EXPECT_TRUE(has(written, piece)) << piece;
}

}  // namespace
}  // namespace gpuenv::report
