// The interpreter of an environment: where it is, its version, its bits. It is never started.
#include <algorithm>

#include "base/text.h"
#include "parse/executable.h"
#include "probe/environment.h"

namespace gpuenv::probe {
namespace {

using base::Version;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "3.12" of "python3.12", also with the "t" of builds without GIL; invalid for "python3".
Version version_in_name(std::string_view name) {
  for (std::string_view beginning : {"python", "pypy"}) {
    if (!name.starts_with(beginning)) continue;
    const std::string_view rest = name.substr(beginning.size());
    if (rest.size() > 2 && rest[1] == '.' && is_digit(rest[0]) && is_digit(rest[2]))
      return Version(rest.substr(0, rest.find_first_not_of("0123456789.")));
  }
  return {};
}

/// "3.12" of "python312.dll".
Version version_of_dll(const std::string& name) {
  const std::string folded = base::lower(name);
  if (!folded.starts_with("python3") || !folded.ends_with(".dll") || folded.size() < 12) return {};
  const std::string minor = folded.substr(7, folded.size() - 11);
  if (!std::all_of(minor.begin(), minor.end(), is_digit)) return {};
  return Version("3." + minor);
}

/// "3.12.4" of "python-3.12.4-hab00c5b_0_cpython.json".
Version version_of_record(const std::string& name) {
  if (!name.starts_with("python-") || !name.ends_with(".json") || name.size() < 8 || !is_digit(name[7]))
    return {};
  return Version(name.substr(7, name.find('-', 7) - 7));
}

template <class Read>
Known<Version> from_names(Machine& machine, const std::string& folder, Read read) {
  const auto entries = machine.list(folder);
  if (!entries.known())
    return entries.absent() ? Known<Version>(Unknown{Why::failed, folder + ": no such folder"})
                            : entries.no_value<Version>();
  for (const auto& entry : *entries)
    if (Version version = read(entry.name); version.valid())
      return {std::move(version), machine.join(folder, entry.name)};
  return Unknown{Why::failed, folder + ": nothing there names a Python version"};
}

}  // namespace

std::string find_interpreter(Machine& machine, const model::Environment& environment) {
  const bool windows = machine.traits().os == base::OsFamily::windows;
  const bool venv = environment.kind == "venv";
  for (const char* name : {windows ? (venv ? "Scripts/python.exe" : "python.exe") : "bin/python",
                           windows ? "Scripts/python.exe" : "bin/python3"}) {
    std::string path = below(machine, environment.path, name);
    if (machine.exists(path)) return path;
  }
  return "";
}

Known<Version> read_python_version(Machine& machine, const model::Environment& environment) {
  if (environment.kind == "conda") {
    auto version = from_names(machine, machine.join(environment.path, "conda-meta"), version_of_record);
    if (version.known()) return version;
  }
  if (machine.traits().os == base::OsFamily::windows)
    return from_names(machine, environment.path, version_of_dll);
  if (!environment.interpreter.empty()) {
    const std::string program = real_path(machine, environment.interpreter);
    Version version = version_in_name(base::file_name(machine.traits().paths, program));
    if (version.valid()) return {std::move(version), program};
  }
  return from_names(machine, machine.join(environment.path, "lib"),
                    [](const std::string& name) { return version_in_name(name); });
}

Known<int> read_bits(Machine& machine, const std::string& interpreter) {
  if (interpreter.empty()) return Unknown{Why::failed, "no interpreter found"};
  const auto bytes = machine.read_file(interpreter, parse::executable_bytes);
  if (!bytes.known()) return bytes.no_value<int>();
  const auto bits = parse::executable_bits(*bytes);
  if (!bits) return Unknown{Why::failed, interpreter + ": is no program for Linux or Windows"};
  return {*bits, interpreter};
}

}  // namespace gpuenv::probe
