// Files, folders and wheels of a made-up machine.
#include "app/inspect.h"

#include <gtest/gtest.h>

#include "image/test_binaries.h"
#include "image/test_library.h"
#include "image/test_zip.h"
#include "machine/test_machine.h"

namespace gpuenv::app {
namespace {

using image::test::container;
using image::test::zip_of;

std::string library(std::uint32_t sm) {
  const std::string fatbin = container({{.code = std::string(5000, 'x'), .sm = sm}});
  return image::test::ElfOfTest{.sections = {{".nv_fatbin", fatbin}}}.build();
}

const catalog::Catalog& known() {
  static const catalog::Catalog catalog = catalog::Catalog::embedded();
  return catalog;
}

/// "path>member sm_80;" of each file, its error behind "?"; how many hold no code.
std::string told(machine::test::TestMachine& machine, std::vector<std::string> paths) {
  const auto result = inspect(machine, known(), {std::move(paths), {"8.0"}, false});
  if (!result) return result.error().message;
  std::string text;
  for (const auto& file : result->files) {
    text += file.path + (file.member.empty() ? "" : ">" + file.member);
    for (const auto& row : file.code) text += " " + row.sm.name();
    text += (file.error.empty() ? "" : " ?") + std::string(";");
  }
  return text + std::to_string(result->without_code);
}

TEST(Inspect, FoldersListWhatHoldsCodeInTheirOrder) {
  machine::test::TestMachine machine;
  std::string expected;
  for (int i = 10; i < 99; ++i) {
    const std::string path = "/env/lib" + std::to_string(i) + ".so";
    machine.file(path, library(static_cast<std::uint32_t>(i)));
    expected += path + " sm_" + std::to_string(i) + ";";
  }
  machine.file("/env/plain.so.1", image::test::LibraryOfTest{}.build());
  machine.file("/env/script.so", "GROUP ( libc.so.6 )");
  machine.file("/env/data.bin", library(80));
  machine.file("/env/z/cut.so", library(80).substr(0, 2000));
  EXPECT_EQ(told(machine, {"/env"}), expected + "/env/z/cut.so ?;1");
}

TEST(Inspect, WheelsAreTakenApartWhereverTheyLie) {
  machine::test::TestMachine machine;
  machine.file("/w/a.whl",
               zip_of({{"p/x.so", library(80)}, {"p/y.so", library(90), true}, {"p/x.py", "text"}}));
  machine.file(
      "/w/other.zip",
      zip_of(
          {{"x.dll", image::test::PeOfTest{.sections = {{".nv_fatb", container({{.code = "x", .sm = 75}})}}}
                         .build()}}));
  EXPECT_EQ(told(machine, {"/w/a.whl"}), "/w/a.whl>p/x.so sm_80;/w/a.whl>p/y.so sm_90;0");
  EXPECT_EQ(told(machine, {"/w"}), "/w/a.whl>p/x.so sm_80;/w/a.whl>p/y.so sm_90;0");
  EXPECT_EQ(told(machine, {"/w/other.zip"}), "/w/other.zip>x.dll sm_75;0");
}

TEST(Inspect, DamagedWheelsAndMembersSaySo) {
  machine::test::TestMachine machine;
  const std::string whole = zip_of({{"x.so", library(80)}, {"y.so", library(90), false, 1}});
  machine.file("/w/locked.whl", whole);
  machine.file("/w/cut.whl", whole.substr(0, 1000));
  EXPECT_EQ(told(machine, {"/w/locked.whl"}), "/w/locked.whl>y.so ?;/w/locked.whl>x.so sm_80;0");
  EXPECT_EQ(told(machine, {"/w/cut.whl"}), "/w/cut.whl ?;0");
}

TEST(Inspect, WhatIsNamedIsToldWhateverItHolds) {
  machine::test::TestMachine machine;
  machine.file("/plain.so", image::test::LibraryOfTest{}.build());
  machine.file("/text.so", "text");
  machine.file("/denied.so", library(80));
  machine.refuse("/denied.so");
  EXPECT_EQ(told(machine, {"/plain.so", "/text.so", "/denied.so"}), "/plain.so;/text.so ?;/denied.so ?;0");
  EXPECT_EQ(told(machine, {"/nothing.so"}), "/nothing.so: no such file or folder");
}

TEST(Inspect, CardsThatAreAskedForComeInstead) {
  machine::test::TestMachine machine;
  machine.file("/k.so", library(80));
  const auto result = inspect(machine, known(), {{"/k.so"}, {"a100", "V100"}, false});
  ASSERT_TRUE(result);
  ASSERT_EQ(result->cards.size(), 2u);
  EXPECT_EQ(model::answer(result->files[0], result->cards[0].sm), model::CardAnswer::native);
  EXPECT_EQ(model::answer(result->files[0], result->cards[1].sm), model::CardAnswer::none);
  EXPECT_FALSE(inspect(machine, known(), {{"/k.so"}, {"GT 730"}, false}));
}

}  // namespace
}  // namespace gpuenv::app
