// How the driver is installed, in the JSON report. Members that were not asked for are left out.
#include "report/json_values.h"

namespace gpuenv::report {
namespace {

using base::Known;

Json item(const model::ModuleFile& file) {
  return {{"path", text_of(file.path)}, {"self_built", file.self_built}};
}
Json item(const std::string& text) {
  return text_of(text);
}
Json item(const model::DkmsBuild& build) {
  return {{"name", text_of(build.name)},
          {"version", text_of(build.version.text())},
          {"kernel", text_or_null(build.kernel)},
          {"built", build.built},
          {"log", text_or_null(build.log)}};
}
Json item(const model::DeviceFile& node) {
  return {{"path", text_of(node.path)},
          {"there", !node.may_open.absent()},
          {"may_open", value_of(node.may_open)}};
}
Json item(const model::DriverPackage& package) {
  return {{"manager", text_of(package.manager)},
          {"name", text_of(package.name)},
          {"version", text_of(package.version)}};
}
Json item(const model::DriverCopy& copy) {
  return {{"path", text_of(copy.path)}, {"version", value_of(copy.version)}, {"compat", copy.compat}};
}

template <class T>
void add(Json& setup, const char* name, const Known<std::vector<T>>& list) {
  if (!list.known()) return;
  Json items = Json::array();
  for (const auto& one : *list) items.push_back(item(one));
  setup[name] = std::move(items);
}

template <class T>
void add_value(Json& setup, const char* name, const Known<T>& value) {
  if (value.known()) setup[name] = value_of(value);
}

}  // namespace

Json setup_of(const model::DriverSetup& setup) {
  Json json = Json::object();
  add(json, "module_files", setup.module_files);
  add(json, "other_kernels", setup.other_kernels);
  add(json, "dkms", setup.dkms);
  add_value(json, "headers", setup.headers);
  add_value(json, "secure_boot", setup.secure_boot);
  add_value(json, "lockdown", setup.lockdown);
  add_value(json, "nouveau_blacklisted", setup.nouveau_blacklisted);
  add_value(json, "nvidia_blacklisted", setup.nvidia_blacklisted);
  add_value(json, "uvm_loaded", setup.uvm_loaded);
  add(json, "nodes", setup.nodes);
  add_value(json, "node_group", setup.node_group);
  add(json, "packages", setup.packages);
  add(json, "copies", setup.copies);
  add_value(json, "run_file", setup.run_file);
  add_value(json, "cuda_init", setup.cuda_init);
  return json;
}

}  // namespace gpuenv::report
