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

TEST(InspectionText, ObjectsForALaterLinkAreToldSo) {
  model::Inspection result = inspection();
  std::erase_if(result.files[0].code, [](const auto& row) { return row.where != "relocatable"; });
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
  const std::string written = text(result, TextOptions{});
  EXPECT_TRUE(
      has(written,
          "libcublas.so.12 → /old/libcublas.so.12  LD_LIBRARY_PATH\n      instead of /new/libcublas.so.12\n"))
      << written;
  EXPECT_TRUE(has(written, "symbol missing: f4 ← /lib/libk.so\n  3 more symbols (-v lists them)")) << written;
  EXPECT_TRUE(has(text(result, TextOptions{.verbose = true}), "f7"));
}

TEST(InspectionJson, HoldsTheSame) {
  const std::string written = json(inspection());
  for (const char* piece :
       {"\"schema\": \"gpuenv/inspect/1\"", "\"arch\": \"sm_90a\"", "\"how\": \"ptx\"", "\"isa\": \"8.3\""})
    EXPECT_TRUE(has(written, piece)) << piece;
}

}  // namespace
}  // namespace gpuenv::report
