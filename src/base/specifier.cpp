// Version specifiers; see specifier.h.
#include "base/specifier.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace gpuenv::base {
namespace {

/// One condition of a specifier: ">=" and "12.5".
struct Clause {
  std::string sign;
  std::string version;
};

constexpr std::string_view signs[] = {"===", "==", "~=", ">=", "<=", "!=", ">", "<"};

std::optional<std::vector<Clause>> clauses_of(std::string_view specifier) {
  std::vector<Clause> clauses;
  for (std::string_view part : split(specifier, ',')) {
    part = trim(part);
    if (part.empty()) continue;
    const auto sign = std::find_if(std::begin(signs), std::end(signs),
                                   [&](std::string_view text) { return part.starts_with(text); });
    if (sign == std::end(signs)) return std::nullopt;
    clauses.push_back({std::string(*sign), std::string(trim(part.substr(sign->size())))});
  }
  return clauses;
}

/// "2.8.*" is every version that begins with 2.8.
bool begins(const Version& version, std::string_view prefix) {
  return version.begins_with(Version(prefix.substr(0, prefix.find(".*"))));
}

/// "~=2.2.1" is ">=2.2.1, ==2.2.*".
bool compatible(const Version& version, const std::string& wanted) {
  const size_t dot = wanted.rfind('.');
  return version >= Version(wanted) && dot != std::string::npos && begins(version, wanted.substr(0, dot));
}

std::optional<bool> holds(const Clause& clause, const Version& version) {
  const Version wanted(clause.version);
  if (!wanted.valid()) return std::nullopt;
  const bool any_end = clause.version.ends_with(".*");
  if (clause.sign == "==") return any_end ? begins(version, clause.version) : version == wanted;
  if (clause.sign == "!=") return any_end ? !begins(version, clause.version) : version != wanted;
  if (clause.sign == "~=") return compatible(version, clause.version);
  if (clause.sign == ">=") return version >= wanted;
  if (clause.sign == "<=") return version <= wanted;
  if (clause.sign == ">") return version > wanted;
  if (clause.sign == "<") return version < wanted;
  return std::nullopt;
}

}  // namespace

std::optional<bool> allows(std::string_view specifier, const Version& version) {
  const auto clauses = clauses_of(specifier);
  if (!clauses || !version.valid()) return std::nullopt;
  bool all = true;
  for (const auto& clause : *clauses) {
    const auto held = holds(clause, version);
    if (!held) return std::nullopt;
    all = all && *held;
  }
  return all;
}

Version lowest_of(std::string_view specifier) {
  Version lowest;
  const auto clauses = clauses_of(specifier);
  if (!clauses) return lowest;
  for (const auto& clause : *clauses) {
    if (clause.sign != "==" && clause.sign != ">=" && clause.sign != "~=" && clause.sign != ">") continue;
    const Version named(std::string_view(clause.version).substr(0, clause.version.find(".*")));
    if (named.valid() && (!lowest.valid() || lowest < named)) lowest = named;
  }
  return lowest;
}

}  // namespace gpuenv::base
