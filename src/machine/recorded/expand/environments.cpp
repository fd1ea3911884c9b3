// Python environments: venvs as uv and pip make them, conda prefixes, installations of the system, Windows'
// embedded Python.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "machine/recorded/expand/interpreter.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

/// An environment while it is being written.
struct Place {
  const Spec& spec;
  const EnvSpec& env;
  Recording& recording;
  Tree& tree;

  bool windows() const { return spec.windows(); }
  std::string below(std::string_view path) const { return tree.below(env.path, path); }
  std::string series() const { return minor_version(env.python); }
  /// "312"
  std::string digits() const {
    std::string text = series();
    std::erase(text, '.');
    return text;
  }
};

/// Debian's own Python keeps what pip installs in /usr/local/lib/python3.X/dist-packages.
bool is_debian_system(const Place& at) {
  const std::string distro = base::lower(at.spec.distro);
  return at.env.kind == "system" && at.env.path == "/usr" &&
         (distro.starts_with("ubuntu") || distro.starts_with("debian"));
}

std::string site_packages(const Place& at) {
  if (at.windows()) return at.below("Lib/site-packages");
  if (is_debian_system(at)) return fmt::format("/usr/local/lib/python{}/dist-packages", at.series());
  return at.below(fmt::format("lib/python{}/site-packages", at.series()));
}

/// Where the interpreter stands that a venv was made from.
std::string base_folder(const Place& at) {
  return at.windows() ? fmt::format(R"({}\AppData\Local\Programs\Python\Python{})", at.recording.system->home,
                                    at.digits())
                      : "/usr/bin";
}

void write_windows_python(const Place& at, const std::string& folder) {
  at.tree.file(at.tree.join(folder, "python.exe"), windows_executable(at.env.bits));
  at.tree.binary(at.tree.join(folder, fmt::format("python{}.dll", at.digits())), 6'900'000);
}

/// The keys of PEP 514.
void register_windows_python(const Place& at, const std::string& folder) {
  const std::string core = R"(HKCU\SOFTWARE\Python\PythonCore)";
  const std::string tag = at.series() + (at.env.bits == 32 ? "-32" : "");
  const std::string key = fmt::format("{}\\{}", core, tag);
  const auto set = [&](const std::string& where, const char* name, const std::string& value) {
    at.recording.registry_values[where][name] = Known<std::string>(value, where);
  };
  set(key, "SysVersion", at.series());
  set(key, "Version", at.env.python);
  set(key, "SysArchitecture", fmt::format("{}bit", at.env.bits));
  set(key + "\\InstallPath", "", folder + "\\");
  set(key + "\\InstallPath", "ExecutablePath", folder + "\\python.exe");
  auto& tags = at.recording.registry_keys[core];
  std::vector<std::string> names = tags.value_or({});
  if (std::find(names.begin(), names.end(), tag) == names.end()) names.push_back(tag);
  std::sort(names.begin(), names.end());
  tags = Known<std::vector<std::string>>(std::move(names), core);
  at.recording.registry_keys[key] =
      Known<std::vector<std::string>>(std::vector<std::string>{"InstallPath"}, key);
}

void write_posix_python(const Place& at, const std::string& folder) {
  const std::string name = "python" + at.series();
  at.tree.file(at.tree.join(folder, name), linux_executable(at.spec.architecture, at.env.bits));
  at.tree.link(at.tree.join(folder, "python3"), name);
}

void write_base_python(const Place& at) {
  const std::string folder = base_folder(at);
  if (at.windows()) {
    write_windows_python(at, folder);
    at.tree.directory(at.tree.below(folder, "Lib/site-packages"));
    register_windows_python(at, folder);
  } else {
    write_posix_python(at, folder);
    at.tree.directory("/usr/lib/python3/dist-packages");
    at.tree.directory(fmt::format("/usr/lib/python{}", at.series()));
  }
}

std::string venv_config(const Place& at) {
  const std::string home = base_folder(at);
  if (at.env.installer == "uv")
    return fmt::format(
        "home = {}\nimplementation = CPython\nuv = 0.8.13\nversion_info = {}\ninclude-system-site-packages = "
        "false\n",
        home, at.env.python);
  return fmt::format("home = {}\ninclude-system-site-packages = false\nversion = {}\nexecutable = {}\n", home,
                     at.env.python,
                     at.windows() ? home + "\\python.exe" : fmt::format("{}/python{}", home, at.series()));
}

void write_venv(const Place& at) {
  write_base_python(at);
  at.tree.file(at.below("pyvenv.cfg"), venv_config(at));
  if (at.windows()) {
    at.tree.file(at.below("Scripts/python.exe"), windows_executable(at.env.bits));
    at.tree.file(at.below("Scripts/activate.bat"), "@echo off\n");
    return;
  }
  at.tree.link(at.below("bin/python"), fmt::format("/usr/bin/python{}", at.series()));
  at.tree.link(at.below("bin/python3"), "python");
  at.tree.link(at.below(fmt::format("bin/python{}", at.series())), "python");
  at.tree.file(at.below("bin/activate"), "# sourced by the shell\n");
  at.tree.link(at.below("lib64"), "lib");
}

void write_conda(const Place& at) {
  at.tree.file(at.below("conda-meta/history"), "==> 2025-01-01 00:00:00 <==\n");
  at.tree.file(at.below(fmt::format("conda-meta/python-{}-0.json", at.env.python)),
               fmt::format("{{\n  \"name\": \"python\",\n  \"version\": \"{}\"\n}}\n", at.env.python));
  if (at.windows()) return write_windows_python(at, at.env.path);
  write_posix_python(at, at.below("bin"));
  at.tree.link(at.below("bin/python"), "python" + at.series());
}

void write_system(const Place& at) {
  if (!at.windows()) {
    write_posix_python(at, at.below("bin"));
    at.tree.directory(at.below("lib/python" + at.series()));
    if (is_debian_system(at)) at.tree.directory("/usr/lib/python3/dist-packages");
    return;
  }
  write_windows_python(at, at.env.path);
  if (at.env.kind == "embedded")  // its ._pth file is what makes it one
    at.tree.file(at.below(fmt::format("python{}._pth", at.digits())),
                 fmt::format("python{}.zip\n.\nLib\\site-packages\nimport site\n", at.digits()));
  else
    register_windows_python(at, at.env.path);
}

void activate(const Place& at) {
  if (at.env.kind == "venv") set_variable(at.recording, "VIRTUAL_ENV", at.env.path);
  if (at.env.kind == "conda") {
    set_variable(at.recording, "CONDA_PREFIX", at.env.path);
    set_variable(at.recording, "CONDA_DEFAULT_ENV", base::file_name(at.recording.paths(), at.env.path));
  }
  if (at.windows())
    prepend_path(at.recording, at.env.kind == "venv" ? at.below("Scripts") : at.env.path);
  else if (at.env.path != "/usr")
    prepend_path(at.recording, at.below("bin"));
}

std::optional<Package> parse_package(const std::string& text) {
  const size_t equals = text.find("==");
  if (equals == std::string::npos || equals == 0 || equals + 2 == text.size()) return std::nullopt;
  const std::string version = text.substr(equals + 2);
  const size_t plus = version.find('+');
  return Package{text.substr(0, equals), version.substr(0, plus),
                 plus == std::string::npos ? "" : version.substr(plus + 1)};
}

/// "nvidia-cublas-cu12" is in nvidia_cublas_cu12-*.dist-info.
std::string folder_name(std::string name) {
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return base::lower(name);
}

/// Wheels of the default index carry no "+cu128" in their metadata. It stands there where only other indexes
/// have the build: "+cpu" on Linux, "+cu128" on Windows. flash-attn's own wheels name their torch there
/// ("cu12torch2.8cxx11abiTRUE").
std::string metadata_version(const Place& at, const Package& package) {
  const bool elsewhere = at.windows() ? package.local.starts_with("cu") : package.local == "cpu";
  const bool kept = elsewhere || package.local.find("torch") != std::string::npos;
  return kept ? package.version + "+" + package.local : package.version;
}

void write_dist_info(const Place& at, const Package& package, const std::string& site) {
  const std::string version = metadata_version(at, package);
  const std::string info =
      at.tree.join(site, fmt::format("{}-{}.dist-info", folder_name(package.name), version));
  const auto put = [&](const char* name, std::string text) {
    at.tree.file(at.tree.join(info, name), std::move(text));
  };
  put("METADATA", fmt::format("Metadata-Version: 2.1\nName: {}\nVersion: {}\n", package.name, version));
  put("WHEEL", "Wheel-Version: 1.0\nGenerator: setuptools (70.2.0)\nRoot-Is-Purelib: false\n");
  put("INSTALLER", at.env.installer + (at.env.installer == "uv" ? "" : "\n"));
  const auto& requested = at.env.requested;
  if (std::find(requested.begin(), requested.end(), package.name) != requested.end()) put("REQUESTED", "");
  std::string record;
  for (const auto& file : at.tree.take_written()) {
    std::string relative = file.path.substr(site.size() + 1);
    std::replace(relative.begin(), relative.end(), '\\', '/');
    record += fmt::format("{},,{}\n", relative, file.size);
  }
  put("RECORD", record + fmt::format("{}/RECORD,,\n", base::file_name(at.recording.paths(), info)));
  if (at.env.installer == "conda")
    at.tree.file(
        at.below(fmt::format("conda-meta/{}-{}-0.json", package.name, package.version)),
        fmt::format("{{\n  \"name\": \"{}\",\n  \"version\": \"{}\"\n}}\n", package.name, package.version));
}

base::Result<void> write_packages(const Place& at) {
  const std::string site = site_packages(at);
  at.tree.directory(site);
  std::vector<std::string> names;
  for (const auto& text : at.env.packages) {
    const auto package = parse_package(text);
    if (!package) return base::bad_input(fmt::format("package \"{}\": write name==version", text));
    names.push_back(package->name);
    at.tree.take_written();
    if (!install_framework(at.spec, *package, site, at.tree))
      return base::bad_input(fmt::format(
          "package \"{}\": write its build after the version, such as {}+cu128 or {}+cpu", text, text, text));
    write_dist_info(at, *package, site);
  }
  for (const auto& name : at.env.requested)
    if (std::find(names.begin(), names.end(), name) == names.end())
      return base::bad_input(
          fmt::format("requested \"{}\" is not among the packages of {}", name, at.env.path));
  return {};
}

}  // namespace

std::string minor_version(const std::string& version) {
  return version.substr(0, version.find('.', version.find('.') + 1));
}

base::Result<void> describe_environments(const Spec& spec, Recording& recording, Tree& tree) {
  for (const auto& env : spec.envs) {
    const Place at{spec, env, recording, tree};
    if (env.kind == "venv") write_venv(at);
    if (env.kind == "conda") write_conda(at);
    if (env.kind == "system" || env.kind == "embedded") write_system(at);
    if (const auto written = write_packages(at); !written) return written;
    if (env.active) activate(at);
  }
  return {};
}

}  // namespace gpuenv::machine::recorded
