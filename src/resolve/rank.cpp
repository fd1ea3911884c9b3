// Which of two builds that both fit is the better one; see rank.h.
#include "resolve/rank.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/text.h"
#include "resolve/package.h"
#include "resolve/refuse.h"
#include "resolve/serve.h"

namespace gpuenv::resolve {
namespace {

using base::Serves;
using base::Version;

constexpr int mature_days = 90;

std::optional<std::chrono::sys_days> day_of(std::string_view text) {
  const auto parts = base::split(text, '-');
  if (parts.size() < 2) return std::nullopt;
  const long long year = base::number(parts[0]), month = base::number(parts[1]);
  const long long day = parts.size() > 2 ? base::number(parts[2]) : 15;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(std::max(0LL, month))),
                                         std::chrono::day(static_cast<unsigned>(std::max(0LL, day)))};
  if (year < 2000 || !date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

/// "2.15.0" as written; the row of a series ("1.23") covers its later patches and is never the first release.
bool first_of_series(const std::string& release) {
  return std::ranges::count(release, '.') == 2 && release.ends_with(".0");
}

/// Without a list of architectures the maintainers' lowest card is taken at its word, unless the toolkit is
/// older than the card.
bool code_in_doubt(const catalog::FrameworkBuild& build, const Ground& ground, const model::Wish& wish) {
  if (build.cubins || wish.cards.empty()) return false;
  const auto too_new = [&](const catalog::CardSupport& card) {
    return card.first_toolkit.valid() && made_before(build.cuda, card.first_toolkit);
  };
  return !build.floor || std::any_of(ground.cards.begin(), ground.cards.end(), too_new);
}

bool ptx_in_doubt(const catalog::FrameworkBuild& build, const Ground& ground, const model::Wish& wish) {
  return std::any_of(wish.cards.begin(), wish.cards.end(), [&](const base::Sm& card) {
    return service(code_of(build), support_of(ground, card)) == Service::ptx_unproven;
  });
}

Rank::Code rank_of_code(const catalog::FrameworkBuild& build, const Ground& ground, const model::Wish& wish) {
  if (code_in_doubt(build, ground, wish) || ptx_in_doubt(build, ground, wish)) return Rank::Code::unknown;
  return serves_all(build, wish) == Serves::ptx ? Rank::Code::ptx : Rank::Code::native;
}

bool rests_on_the_unknown(const Candidate& candidate, const model::Wish& wish) {
  const auto& build = candidate.build;
  return build.unconfirmed || (build.pythons.empty() && wish.python.valid()) ||
         (!candidate.driver_floor.valid() && wish.driver.valid());
}

}  // namespace

bool young(const catalog::FrameworkBuild& build, std::string_view today) {
  if (!first_of_series(release_of(build))) return false;
  const auto released = day_of(build.date), now = day_of(today);
  return released && now && (*now - *released).count() < mature_days;
}

Rank rank_of(const Candidate& candidate, const Ground& ground, const model::Wish& wish) {
  const auto& build = candidate.build;
  return {.code = rank_of_code(build, ground, wish),
          .confirmed = !rests_on_the_unknown(candidate, wish),
          .mature = !young(build, ground.date),
          .version = build.version,
          .default_index = build.default_index,
          .full_driver = !ground.driver_cuda.valid() || ground.driver_cuda >= build.cuda,
          .cuda = build.cuda};
}

Difference compare(const Rank& a, const Rank& b) {
  if (a.code != b.code)
    return {a.code < b.code, std::max(a.code, b.code) == Rank::Code::ptx ? "ptx" : "unconfirmed"};
  if (a.confirmed != b.confirmed) return {a.confirmed, "unconfirmed"};
  if (a.mature != b.mature) return {a.mature, "young"};
  if (a.version != b.version) return {a.version > b.version, "older"};
  if (a.default_index != b.default_index) return {a.default_index, "variant"};
  if (a.full_driver != b.full_driver) return {a.full_driver, "variant"};
  if (a.cuda != b.cuda) return {a.cuda > b.cuda, "variant"};
  return {};
}

}  // namespace gpuenv::resolve
