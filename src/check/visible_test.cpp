// Which cards CUDA_VISIBLE_DEVICES shows.
#include "check/visible.h"

#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check {
namespace {

using base::Known;
using base::Unknown;
using base::Why;

/// An old card and a new one, with the variables that a user may have set; `order` "" = not set.
model::Facts two_cards(const char* shown, const char* order) {
  auto facts = test::working_machine();
  auto old_card = test::card("NVIDIA GeForce GTX 1080 Ti", {6, 1}, "0000:01:00.0");
  auto new_card = test::card("NVIDIA GeForce RTX 3090", {8, 6}, "0000:02:00.0");
  old_card.uuid = Known<std::string>("GPU-aaaa", "NVML");
  new_card.uuid = Known<std::string>("GPU-bbbb", "NVML");
  facts.cards.nvidia = Known<std::vector<model::Gpu>>({old_card, new_card}, "PCI");
  facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>(shown, "environment");
  if (order[0] != '\0') facts.variables["CUDA_DEVICE_ORDER"] = Known<std::string>(order, "environment");
  return facts;
}

std::vector<Sight> sights(const model::Facts& facts) {
  const auto catalog = catalog::Catalog::embedded();
  const Input input{facts, catalog};
  std::vector<Sight> list;
  for (const auto& gpu : *facts.cards.nvidia) list.push_back(sight_of(input, gpu));
  return list;
}

using List = std::vector<Sight>;

TEST(Sight, AnIndexMeansACertainCardOnlyInTheOrderOfTheBus) {
  EXPECT_EQ(sights(two_cards("1", "PCI_BUS_ID")), (List{Sight::hidden, Sight::shown}));
  EXPECT_EQ(sights(two_cards("1", "")), (List{Sight::unknown, Sight::unknown}));
  EXPECT_EQ(sights(two_cards("1,0", "")), (List{Sight::shown, Sight::shown}));
}

TEST(Sight, AUuidMeansItsCard) {
  EXPECT_EQ(sights(two_cards("GPU-bb", "")), (List{Sight::hidden, Sight::shown}));
  EXPECT_EQ(sights(two_cards("GPU-cc", "")), (List{Sight::hidden, Sight::hidden}));
  auto facts = two_cards("GPU-bb", "");
  (*facts.cards.nvidia)[0].uuid = Known<std::string>(Unknown{Why::failed, "NVML"});
  EXPECT_EQ(sights(facts), (List{Sight::unknown, Sight::unknown}));
}

TEST(Sight, NothingHiddenWithoutTheVariableAndNothingKnownWhenItCannotBeRead) {
  auto facts = two_cards("", "");
  EXPECT_EQ(sights(facts), (List{Sight::hidden, Sight::hidden}));
  facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>(Unknown{Why::absent, ""});
  EXPECT_EQ(sights(facts), (List{Sight::shown, Sight::shown}));
  facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>(Unknown{Why::not_recorded, ""});
  EXPECT_EQ(sights(facts), (List{Sight::unknown, Sight::unknown}));
}

TEST(Sight, WhereAllAreHiddenAllAreMeant) {
  const auto facts = two_cards("-1", "");
  const auto catalog = catalog::Catalog::embedded();
  EXPECT_EQ(shown_cards({facts, catalog}).size(), 2U);
}

}  // namespace
}  // namespace gpuenv::check
