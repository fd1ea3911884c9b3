// The search of glibc's _dl_map_object (elf/dl-load.c), place by place: RPATH of the one who needs the
// library and of those who brought that one, LD_LIBRARY_PATH, RUNPATH, the cache, the default folders.
#include <algorithm>
#include <map>
#include <memory>

#include "base/text.h"
#include "loader/glibc_settings.h"
#include "loader/ld_cache.h"
#include "loader/process.h"

namespace gpuenv::loader {
namespace {

using model::LoadRule;

constexpr std::size_t largest_loader = 4 << 20, largest_cache = 64 << 20, largest_cpuinfo = 64 << 10;

bool in_identifier(char letter) {
  return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ||
         (letter >= '0' && letter <= '9') || letter == '_';
}

/// The length of a token behind '$', with braces or without; 0 when it is another one (is_dst of glibc).
std::size_t token_length(std::string_view text, std::string_view token) {
  const bool braces = text.starts_with('{');
  const std::string_view rest = text.substr(braces ? 1 : 0);
  if (!rest.starts_with(token)) return 0;
  const char next = rest.size() > token.size() ? rest[token.size()] : '\0';
  if (braces) return next == '}' ? token.size() + 2 : 0;
  return in_identifier(next) ? 0 : token.size();
}

class GlibcSearch final : public Search {
 public:
  explicit GlibcSearch(Process& process)
      : Search(process, Strictness::glibc), host_(process.object(0).elf->header), settings_(read_settings()) {
    const auto cpuinfo = process_.machine().read_file("/proc/cpuinfo", largest_cpuinfo);
    cpu_ = cpu_of(cpuinfo.value_or(""), host_);
    subfolders_ = subfolders(cpu_, settings_.legacy_subfolders);
    cache_ =
        std::make_unique<LdCache>(process_.machine().read_file(settings_.cache, largest_cache).value_or(""));
    if (!process_.request().secure)
      library_path_ = folders_of(process_.variable("LD_LIBRARY_PATH"), ":;", process_.object(0));
  }

  std::vector<Place> places(std::size_t needed_by, const std::string& name) override {
    const Object& who = process_.object(needed_by);
    std::vector<Place> all;
    if (name.find('/') != std::string::npos) {
      const std::string file = expand(name, who);
      if (!file.empty()) all.push_back({process_.absolute(file), LoadRule::path});
      return all;
    }
    add_rpaths(needed_by, name, all);
    add_places(library_path_, name, LoadRule::library_path, "", all);
    if (who.elf && who.elf->runpath)
      add_places(folders_of(*who.elf->runpath, ":", who), name, LoadRule::runpath, who.file, all);
    const bool defaults = !who.elf || !who.elf->no_default_folders;
    const std::string cached(cache_->find(name, cache_kind(host_), cpu_.levels));
    if (!cached.empty() && (defaults || !in_default_folder(cached))) all.push_back({cached, LoadRule::cache});
    if (defaults) add_places(settings_.folders, name, LoadRule::default_folder, "", all);
    return all;
  }

 private:
  GlibcSettings read_settings() {
    std::string loader = process_.object(0).elf->interpreter;
    if (loader.empty()) loader = usual_glibc_loader(host_);
    return glibc_settings(
        process_.machine().read_file(process_.absolute(loader), largest_loader).value_or(""), host_);
  }

  /// Without tokens; "" when one of them is not known, which makes glibc drop the whole text.
  std::string expand(std::string_view text, const Object& object) const {
    std::string expanded;
    while (!text.empty()) {
      const std::size_t dollar = std::min(text.find('$'), text.size());
      expanded += text.substr(0, dollar);
      text.remove_prefix(dollar);
      if (text.empty()) break;
      text.remove_prefix(1);
      if (const std::size_t length = token_length(text, "ORIGIN")) {
        if (object.origin.empty() || process_.request().secure) return "";
        expanded += object.origin;
        text.remove_prefix(length);
      } else if (const std::size_t lib = token_length(text, "LIB")) {
        expanded += settings_.lib;
        text.remove_prefix(lib);
      } else if (const std::size_t platform = token_length(text, "PLATFORM")) {
        if (cpu_.platform.empty()) return "";
        expanded += cpu_.platform;
        text.remove_prefix(platform);
      } else {
        expanded += '$';
      }
    }
    return expanded;
  }

  /// The folders of a list, as fillin_rpath makes them: without trailing slashes and repetitions; an empty
  /// entry is the working directory.
  std::vector<std::string> folders_of(std::string_view list, std::string_view separators,
                                      const Object& object) const {
    std::vector<std::string> folders;
    if (list.empty()) return folders;
    const auto folder_of = [&](std::string_view entry) {
      std::string folder = expand(entry, object);
      const bool dropped = folder.empty() && !entry.empty();
      while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
      return dropped ? "" : process_.absolute(folder);
    };
    for (std::string& folder : folders_of_list(list, separators, folder_of))
      if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(std::move(folder));
    return folders;
  }

  /// Whether a subfolder is there. One that nothing is known about is not: recordings do not hold folders
  /// that nobody has.
  bool has_folder(const std::string& folder) {
    const auto [place, first] = there_.try_emplace(folder, false);
    if (first) place->second = process_.machine().exists(folder);
    return place->second;
  }

  void add_places(const std::vector<std::string>& folders, const std::string& name, LoadRule rule,
                  const std::string& rule_of, std::vector<Place>& places) {
    for (const std::string& folder : folders) {
      const std::string prefix = folder == "/" ? "/" : folder + "/";
      for (const std::string& subfolder : subfolders_) {
        const std::size_t top = std::min(subfolder.find('/'), subfolder.size());
        if (!subfolder.empty() &&
            !(has_folder(prefix + subfolder.substr(0, top)) && has_folder(prefix + subfolder)))
          continue;
        std::string path = prefix + subfolder;
        path.append(subfolder.empty() ? "" : "/").append(name);
        places.push_back({std::move(path), rule, rule_of});
      }
    }
  }

  /// The RPATHs of the one who needs it and of those who brought that one; a RUNPATH takes the place of one's
  /// own RPATH.
  void add_rpaths(std::size_t needed_by, const std::string& name, std::vector<Place>& places) {
    const Object& who = process_.object(needed_by);
    if (who.elf && who.elf->runpath) return;
    bool program_asked = false;
    for (std::size_t i = needed_by; i != no_object; i = process_.object(i).needed_by) {
      add_rpath(i, name, places);
      program_asked |= i == 0;
    }
    if (!program_asked) add_rpath(0, name, places);
  }

  void add_rpath(std::size_t index, const std::string& name, std::vector<Place>& places) {
    const Object& object = process_.object(index);
    if (!object.elf || !object.elf->rpath || object.elf->runpath) return;
    add_places(folders_of(*object.elf->rpath, ":", object), name, LoadRule::rpath, object.file, places);
  }

  bool in_default_folder(const std::string& file) const {
    return std::ranges::any_of(settings_.folders,
                               [&](const std::string& folder) { return file.starts_with(folder + "/"); });
  }

  const image::ElfHeader host_;
  GlibcSettings settings_;
  Cpu cpu_;
  std::vector<std::string> subfolders_, library_path_;
  std::unique_ptr<LdCache> cache_;
  std::map<std::string, bool> there_;
};

}  // namespace

std::unique_ptr<Search> glibc_search(Process& process) {
  return std::make_unique<GlibcSearch>(process);
}

}  // namespace gpuenv::loader
