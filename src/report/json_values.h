// JSON values from facts; what the files that write JSON share.
#pragma once

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "catalog/catalog.h"
#include "model/examination.h"

namespace gpuenv::report {

using Json = nlohmann::ordered_json;

/// Text from outside: JSON takes UTF-8 only.
inline Json text_of(std::string_view value) {
  return base::valid_utf8(value);
}

/// null for "", which stands for "none" or "not known" in plain struct members.
inline Json text_or_null(std::string_view value) {
  return value.empty() ? Json() : text_of(value);
}

inline Json value_of(const base::Known<std::string>& value) {
  return value.known() ? text_of(*value) : Json();
}
inline Json value_of(const base::Known<base::Version>& value) {
  return value.known() ? text_of(value->public_text()) : Json();
}
template <class T>
Json value_of(const base::Known<T>& value) {
  return value.known() ? Json(*value) : Json();
}

inline Json sm_names(const base::Known<std::vector<base::Sm>>& list) {
  if (!list.known()) return {};
  Json names = Json::array();
  for (const auto& sm : *list) names.push_back(sm.name());
  return names;
}

/// How the driver is installed.
Json setup_of(const model::DriverSetup& setup);

/// "machine" of the report: system, driver, cards, toolkits, environments, variables.
Json machine_of(const model::Examination& examination, const catalog::Catalog& catalog);
/// Copies of NVIDIA's libraries; null when they are not known.
/// Copies of cuDNN, wherever they lie.
Json cudnn_of(const model::Facts& facts);
Json libraries_of(const base::Known<std::vector<model::LibraryCopy>>& libraries);
/// Packages built against a framework.
Json companions_of(const std::vector<model::Companion>& companions);
/// One environment with its frameworks; `place` is its place in Facts::environments.
Json environment_of(const model::Environment& environment, const model::Judgement& judgement, size_t place);

/// WSL, containers, jobs, disks, what starts a Python; and what would compile CUDA code.
Json surroundings_of(const model::Facts& facts);
Json compiler_of(const model::CudaCompiler& compiler);

/// The verdict at a place; a judgement that says nothing about it cannot tell.
template <class V>
V verdict_at(const std::vector<V>& list, size_t place) {
  return place < list.size() ? list[place] : V::unknown;
}

}  // namespace gpuenv::report
