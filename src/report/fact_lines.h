// Facts as lines of text; what the files that flatten Facts share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/fact_list.h"

namespace gpuenv::report {

inline std::string as_text(const std::string& value) {
  return value;
}
inline std::string as_text(bool value) {
  return value ? "yes" : "no";
}
inline std::string as_text(long long value) {
  return std::to_string(value);
}
inline std::string as_text(int value) {
  return std::to_string(value);
}
inline std::string as_text(const base::Version& value) {
  return value.text();
}
inline std::string as_text(const base::Sm& value) {
  return value.name();
}
inline std::string as_text(const model::Toolkit& value) {
  return value.version.text() + " (" + value.path + (value.active ? ", active)" : ")");
}
inline std::string as_text(const model::Build& value) {
  constexpr const char* kinds[] = {"cpu", "cuda", "rocm", "other"};
  std::string text = value.variant.empty() ? kinds[static_cast<size_t>(value.kind)] : value.variant;
  if (value.cuda.valid()) text += " (CUDA " + value.cuda.text() + ")";
  return text;
}

inline std::string as_text(const model::ModuleFile& value) {
  return value.path;
}
inline std::string as_text(const model::DkmsBuild& value) {
  return value.name + "/" + value.version.text() + (value.kernel.empty() ? "" : "/" + value.kernel) +
         (value.built ? " (built)" : " (not built)");
}
inline std::string as_text(const model::DeviceFile& value) {
  const bool open = value.may_open.known() && *value.may_open;
  return value.path + (open                      ? ""
                       : value.may_open.known()  ? " (denied)"
                       : value.may_open.absent() ? " (not there)"
                                                 : " (?)");
}
inline std::string as_text(const model::DriverPackage& value) {
  return value.name + " " + value.version;
}
inline std::string as_text(const model::DriverCopy& value) {
  return value.path;
}
inline std::string as_text(const model::Xid& value) {
  return std::to_string(value.code) + " (" + value.pci_address +
         (value.count > 1 ? ", " + std::to_string(value.count) + " times)" : ")");
}
inline std::string as_text(const model::CardSwitch& value) {
  return value.tool + " (" + value.setting + ")";
}
inline std::string as_text(const model::PciLink& value) {
  return "generation " + std::to_string(value.generation) + " x" + std::to_string(value.width);
}
inline std::string as_text(const model::GpuProcess& value) {
  return std::to_string(value.pid) + " " + (value.name.empty() ? "?" : value.name) +
         (value.memory_mib > 0 ? " (" + std::to_string(value.memory_mib) + " MiB)" : "");
}

// Too long to write out, or lines of their own: the number stands for them.
inline std::string as_text(const std::vector<model::Distribution>& list) {
  return std::to_string(list.size());
}
inline std::string as_text(const std::vector<model::Gpu>& list) {
  return std::to_string(list.size());
}

inline std::string as_text(const std::vector<model::CondaPackage>& list) {
  return std::to_string(list.size());
}
inline std::string as_text(const model::DamagedFile& value) {
  return value.path;
}
inline std::string as_text(const model::Overlap& value) {
  return value.first + "/" + value.second;
}
inline std::string as_text(const model::Shadow& value) {
  return value.path;
}
inline std::string as_text(const model::LibraryCopy& value) {
  return value.library + " " + (value.version.known() ? value.version->text() : "?") + " (" + value.path +
         ")";
}

template <class T>
std::string as_text(const std::vector<T>& list) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : " ") + as_text(item);
  return text.empty() ? "-" : text;
}

/// Collects lines about one thing.
class Lines {
 public:
  Lines(std::vector<FactLine>& lines, model::AppliesTo about) : lines_(lines), about_(std::move(about)) {}

  template <class T>
  void add(std::string fact, const base::Known<T>& value) {
    auto text = value.known() ? base::Known<std::string>(as_text(*value), value.origin())
                              : value.template no_value<std::string>();
    lines_.push_back({std::move(fact), about_, std::move(text)});
  }

  /// For facts that many cards and drivers cannot tell: no line, and nothing unknown, without a value.
  template <class T>
  void add_if_known(std::string fact, const base::Known<T>& value) {
    if (value.known()) add(std::move(fact), value);
  }

 private:
  std::vector<FactLine>& lines_;
  model::AppliesTo about_;
};

/// How the driver is installed: only what was asked for.
void add_driver_setup(const model::DriverSetup& setup, Lines lines);

/// The lines of one area; each stands in fact_lines_<area>.cpp.
void add_os(const model::Os& os, Lines lines);
void add_driver(const model::Driver& driver, Lines lines);
void add_gpu(const model::Gpu& gpu, bool windows, Lines lines);
void add_surroundings(const model::Facts& facts, Lines lines);
void add_environment(const model::Environment& environment, std::vector<FactLine>& lines);

}  // namespace gpuenv::report
