// Installed CUDA toolkits; see toolkits.h.
#include "probe/toolkits.h"

#include <algorithm>
#include <optional>

#include "parse/versions.h"

namespace gpuenv::probe {
namespace {

using base::Version;

class Toolkits {
 public:
  explicit Toolkits(Machine& machine)
      : machine_(machine), windows_(machine.traits().os == base::OsFamily::windows) {}

  ToolkitsAnswer find() {
    if (windows_)
      add_each(machine_.join(program_files(), "NVIDIA GPU Computing Toolkit\\CUDA"), "v");
    else
      add_each("/usr/local", "cuda");
    if (!windows_)
      for (const char* folder : {"/opt/cuda", "/usr/lib/cuda"}) add(folder, false);
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
      const auto folder = machine_.variable(name);
      if (folder.known() && base::is_absolute(machine_.traits().paths, *folder)) add(*folder, false);
    }
    Known<std::string> nvcc = mark_active();
    if (open_) return {*open_, std::move(nvcc)};
    return {{std::move(list_), windows_ ? program_files() : "/usr/local"}, std::move(nvcc)};
  }

 private:
  std::string program_files() { return machine_.variable("ProgramFiles").value_or(R"(C:\Program Files)"); }

  template <class T>
  void note(const Known<T>& answer) {
    if (answer.undecided() && !open_) open_ = answer.why();
  }

  /// Every folder in `parent` whose name begins so: cuda, cuda-12.4, v12.4.
  void add_each(const std::string& parent, std::string_view beginning) {
    const auto entries = machine_.list(parent);
    note(entries);
    if (!entries.known()) return;
    for (const auto& entry : *entries)
      if (entry.name.starts_with(beginning) && entry.kind != machine::FileKind::file)
        add(machine_.join(parent, entry.name), false);
  }

  /// Adds a folder when a toolkit is in it; links to one that is already there add nothing.
  void add(const std::string& folder, bool active) {
    const std::string path = real_path(machine_, folder);
    const std::string key = base::path_key(machine_.traits().paths, path);
    for (auto& toolkit : list_)
      if (base::path_key(machine_.traits().paths, toolkit.path) == key) {
        toolkit.active |= active;
        return;
      }
    const Version version = version_in(path);
    if (version.valid()) list_.push_back({version, path, active, from(path)});
  }

  /// From the toolkit's own file, else from the folder's name when a compiler is there.
  Version version_in(const std::string& folder) {
    const auto json = machine_.read_file(machine_.join(folder, "version.json"), small_file);
    note(json);
    if (json.known())
      if (auto version = parse::toolkit_json(*json)) return *version;
    const auto text = machine_.read_file(machine_.join(folder, "version.txt"), small_file);
    note(text);
    if (text.known())
      if (auto version = parse::toolkit_txt(*text)) return *version;
    if (Version version = version_in_conda(folder); version.valid()) return version;
    const std::string name = base::file_name(machine_.traits().paths, folder);
    Version version(name.starts_with("cuda-") ? name.substr(5) : windows_ ? name : "");
    if (!version.valid()) return {};
    const auto compiler = machine_.status(below(machine_, folder, windows_ ? "bin/nvcc.exe" : "bin/nvcc"));
    note(compiler);
    return compiler.known() ? version : Version();
  }

  /// Who brought it, by its place.
  std::string from(const std::string& path) {
    if (windows_) return path.find("NVIDIA GPU Computing Toolkit") != std::string::npos ? "nvidia" : "";
    if (path == "/opt/cuda" || path.starts_with("/usr/lib/")) return "distribution";
    if (machine_.exists(machine_.join(path, "conda-meta"))) return "conda";
    return path.starts_with("/usr/local/cuda") ? "nvidia" : "";
  }

  /// "12.4.131" of conda's record "cuda-nvcc-12.4.131-0.json".
  Version version_in_conda(const std::string& prefix) {
    const auto records = machine_.list(machine_.join(prefix, "conda-meta"));
    if (!records.known()) return {};
    constexpr std::string_view beginning = "cuda-nvcc-";
    for (const auto& record : *records) {
      const std::string_view name = record.name;
      if (!name.starts_with(beginning) || name.size() == beginning.size()) continue;
      const std::string_view version =
          name.substr(beginning.size(), name.find('-', beginning.size()) - beginning.size());
      if (version.find_first_not_of("0123456789.") == std::string_view::npos) return Version(version);
    }
    return {};
  }

  Known<std::string> mark_active() {
    const auto folders = program_folders(machine_);
    if (!folders.known()) return folders.no_value<std::string>();
    for (const auto& folder : *folders) {
      const std::string compiler = machine_.join(folder, windows_ ? "nvcc.exe" : "nvcc");
      if (!machine_.exists(compiler)) continue;
      const auto& style = machine_.traits().paths;
      const std::string home =
          base::parent_path(style, base::parent_path(style, real_path(machine_, compiler)));
      // Debian puts the compiler into /usr/bin and the rest into /usr/lib/cuda.
      add(home == "/usr" || home == "/usr/lib/nvidia-cuda-toolkit" ? "/usr/lib/cuda" : home, true);
      return {compiler, folders.origin()};
    }
    return Unknown{Why::absent, "no nvcc on PATH"};
  }

  Machine& machine_;
  bool windows_;
  std::vector<model::Toolkit> list_;
  std::optional<Unknown> open_;
};

}  // namespace

ToolkitsAnswer read_toolkits(Machine& machine) {
  return Toolkits(machine).find();
}

}  // namespace gpuenv::probe
