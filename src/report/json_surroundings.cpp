// What surrounds the environments in the JSON report: WSL, containers, jobs, disks, compilers, what starts a
// Python.
#include "report/json_values.h"

namespace gpuenv::report {
namespace {

Json wsl_of(const model::Facts& facts) {
  if (!facts.os.wsl.value_or(false)) return {};
  const auto& wsl = facts.surroundings.wsl;
  return {{"generation", value_of(wsl.generation)},
          {"windows_build", value_of(wsl.windows_build)},
          {"dxg", value_of(wsl.dxg)},
          {"stubs", value_of(wsl.stubs)},
          {"linux_driver", value_of(wsl.linux_driver)},
          {"on_search_path", value_of(wsl.on_search_path)},
          {"memory", value_of(wsl.memory)},
          {"gpu_support", value_of(wsl.gpu_support)}};
}

Json containers_of(const model::Containers& containers) {
  return {{"visible_devices", value_of(containers.visible_devices)},
          {"capabilities", value_of(containers.capabilities)},
          {"nodes", value_of(containers.nodes)},
          {"library_mounted", value_of(containers.library_mounted)},
          {"docker", value_of(containers.docker)},
          {"snap_docker", value_of(containers.snap_docker)},
          {"rootless_docker", value_of(containers.rootless_docker)},
          {"toolkit", value_of(containers.toolkit)},
          {"runtime_configured", value_of(containers.runtime_configured)},
          {"cdi", value_of(containers.cdi)},
          {"cdi_driver", value_of(containers.cdi_driver)}};
}

Json starters_of(const base::Known<std::vector<model::Starter>>& starters) {
  if (!starters.known()) return {};
  Json list = Json::array();
  for (const auto& starter : *starters)
    list.push_back({{"kind", text_of(starter.kind)},
                    {"name", text_or_null(starter.name)},
                    {"file", text_of(starter.file)},
                    {"interpreter", text_or_null(starter.interpreter)},
                    {"environment", text_or_null(starter.environment)}});
  return list;
}

Json disks_of(const std::vector<model::Disk>& disks) {
  Json list = Json::array();
  for (const auto& disk : disks)
    list.push_back({{"path", text_of(disk.path)}, {"free_mib", value_of(disk.free_mib)}});
  return list;
}

Json indexes_of(const base::Known<std::vector<model::IndexSetting>>& indexes) {
  if (!indexes.known()) return {};
  Json list = Json::array();
  for (const auto& setting : *indexes)
    list.push_back({{"file", text_of(setting.file)},
                    {"key", text_of(setting.key)},
                    {"value", text_or_null(setting.value)}});
  return list;
}

}  // namespace

Json surroundings_of(const model::Facts& facts) {
  const auto& around = facts.surroundings;
  const Json job = around.job.known() ? Json{{"system", text_of(around.job->system)},
                                             {"gpus", text_or_null(around.job->gpus)}}
                                      : Json();
  return {{"wsl", wsl_of(facts)},
          {"containers", containers_of(around.containers)},
          {"job", job},
          {"starters", starters_of(around.starters)},
          {"disks", disks_of(around.disks)},
          {"indexes", indexes_of(around.indexes)}};
}

Json compiler_of(const model::CudaCompiler& compiler) {
  return {{"nvcc", value_of(compiler.nvcc)},
          {"nvcc_version", value_of(compiler.nvcc_version)},
          {"cuda_home", value_of(compiler.cuda_home)},
          {"host", value_of(compiler.host)},
          {"host_version", value_of(compiler.host_version)}};
}

}  // namespace gpuenv::report
