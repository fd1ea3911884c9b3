// Copies of NVIDIA's libraries and packages built against frameworks in the JSON report.
#include "report/json_values.h"

namespace gpuenv::report {

Json libraries_of(const base::Known<std::vector<model::LibraryCopy>>& libraries) {
  if (!libraries.known()) return {};
  Json list = Json::array();
  for (const auto& copy : *libraries)
    list.push_back({{"library", text_of(copy.library)},
                    {"version", value_of(copy.version)},
                    {"cuda_major", copy.cuda_major > 0 ? Json(copy.cuda_major) : Json()},
                    {"path", text_of(copy.path)},
                    {"from", text_of(copy.from)},
                    {"package", text_or_null(copy.package)},
                    {"on_library_path", copy.on_library_path}});
  return list;
}

Json cudnn_of(const model::Facts& facts) {
  Json list = Json::array();
  const auto add = [&](const base::Known<std::vector<model::LibraryCopy>>& libraries) {
    if (!libraries.known()) return;
    for (const auto& copy : *libraries)
      if (copy.library == "cudnn")
        list.push_back({{"version", value_of(copy.version)},
                        {"path", text_of(copy.path)},
                        {"from", text_of(copy.from)}});
  };
  add(facts.libraries);
  for (const auto& environment : facts.environments) add(environment.libraries);
  return list;
}

Json companions_of(const std::vector<model::Companion>& companions) {
  Json list = Json::array();
  for (const auto& companion : companions)
    list.push_back({{"name", text_of(companion.name)},
                    {"framework", text_of(companion.framework)},
                    {"version", value_of(companion.version)},
                    {"build", text_or_null(companion.variant)},
                    {"cuda", companion.cuda.valid() ? text_of(companion.cuda.text()) : Json()}});
  return list;
}

}  // namespace gpuenv::report
