// Cards as people name them on the command line.
#include "app/inspect_cards.h"

#include <gtest/gtest.h>

namespace gpuenv::app {
namespace {

std::string told(const std::string& name) {
  static const catalog::Catalog catalog = catalog::Catalog::embedded();
  const auto card = card_called(catalog, name);
  return card ? card->name + " " + card->sm.dotted() : card.error().message;
}

TEST(CardCalled, ByArchitectureInEverySpelling) {
  for (const char* name : {"sm_90", "SM_90", "9.0", "90", "compute_90", " 9.0 ", "sm_90a"})
    EXPECT_EQ(told(name), "sm_90 9.0") << name;
  EXPECT_EQ(told("120"), "sm_120 12.0");
  EXPECT_EQ(told("14.0"), "sm_140 14.0") << "an architecture to come";
}

TEST(CardCalled, ByItsNameOrAPartOfIt) {
  EXPECT_EQ(told("5090"), "NVIDIA GeForce RTX 5090 (sm_120) 12.0");
  EXPECT_EQ(told("rtx 5090"), "NVIDIA GeForce RTX 5090 (sm_120) 12.0");
  EXPECT_EQ(told("980"), "NVIDIA GeForce GTX 980 (sm_52) 5.2") << "a card, and no architecture 98.0";
  EXPECT_EQ(told("V100"), "V100 (sm_70) 7.0") << "many names, one architecture";
  EXPECT_EQ(told("h100"), "NVIDIA H100 (sm_90) 9.0");
}

TEST(CardCalled, ANameOfCardsThatDifferNamesThemAll) {
  const std::string words = told("GT 730");
  for (const char* piece : {"--gpu GT 730: several cards are called so", "GeForce GT 730 (sm_21)",
                            "GeForce GT 730 (sm_30)", "GeForce GT 730 (sm_35)"})
    EXPECT_NE(words.find(piece), std::string::npos) << words;
}

TEST(CardCalled, WhatIsNoCardIsWrongUsage) {
  for (const char* name : {"RTX 99999", "", "Radeon", "0", "RTX", "777"})
    EXPECT_NE(told(name).find("no card of that name is known"), std::string::npos) << told(name);
}

}  // namespace
}  // namespace gpuenv::app
