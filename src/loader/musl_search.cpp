// The search of musl's load_library (ldso/dynlink.c): LD_LIBRARY_PATH, then the RPATH or RUNPATH of the one
// who needs the library and of all who brought that one, then the folders of /etc/ld-musl-<arch>.path. The
// first file of the name ends it.
#include <algorithm>
#include <array>
#include <memory>

#include "base/text.h"
#include "loader/process.h"

namespace gpuenv::loader {
namespace {

using model::LoadRule;

/// The parts of libc that older programs need by name; musl has them all in the loader itself.
bool is_libc(std::string_view name) {
  static constexpr std::array parts{"libc.",  "libpthread.", "librt.",  "libm.",
                                    "libdl.", "libutil.",    "libxnet."};
  return std::ranges::any_of(parts, [&](std::string_view part) { return name.starts_with(part); });
}

class MuslSearch final : public Search {
 public:
  explicit MuslSearch(Process& process) : Search(process, Strictness::musl) {
    if (!process_.request().secure) library_path_ = folders_of(process_.variable("LD_LIBRARY_PATH"));
    read_system_path();
  }

  std::vector<Place> places(std::size_t needed_by, const std::string& name) override {
    std::vector<Place> all;
    if (name.find('/') != std::string::npos) return {{process_.absolute(name), LoadRule::path}};
    for (const std::string& folder : library_path_)
      all.push_back({folder + "/" + name, LoadRule::library_path});
    for (std::size_t i = needed_by; i != no_object; i = process_.object(i).needed_by) {
      const Object& object = process_.object(i);
      const LoadRule rule = object.elf && object.elf->runpath ? LoadRule::runpath : LoadRule::rpath;
      for (const std::string& folder : run_path(object))
        all.push_back({folder + "/" + name, rule, object.file});
    }
    for (const std::string& folder : system_path_)
      all.push_back({folder + "/" + name, LoadRule::default_folder});
    return all;
  }

 protected:
  std::size_t present(const std::string& name) const override {
    if (is_libc(name)) return loader();
    return name.find('/') == std::string::npos ? Search::present(name) : no_object;
  }

 private:
  std::size_t loader() const {
    for (std::size_t i = 0; i < process_.objects().size(); ++i)
      if (process_.object(i).rule == LoadRule::interpreter) return i;
    return no_object;
  }

  /// Entries end at ':' or at the end of a line; empty ones count for nothing.
  std::vector<std::string> folders_of(std::string_view list) const {
    return folders_of_list(
        list, ":\n", [&](std::string_view entry) { return entry.empty() ? "" : process_.absolute(entry); });
  }

  /// The file lies beside the loader: below the prefix that /lib/ld-musl-<arch>.so.1 has.
  void read_system_path() {
    const std::size_t index = loader();
    std::string name = index == no_object ? "/lib/ld-musl-x86_64.so.1" : process_.object(index).file;
    const std::string folder = base::parent_path(base::posix_paths, name);
    const std::string prefix = base::parent_path(base::posix_paths, folder);
    name = base::file_name(base::posix_paths, name);
    const std::string arch = name.substr(0, name.find(".so"));
    const std::string file = (prefix == "/" ? "" : prefix) + "/etc/" + arch + ".path";
    const auto text = process_.machine().read_file(file, 1 << 20);
    // Without the file the folders are those of the sources; a file that cannot be read leaves none.
    if (text.known())
      system_path_ = folders_of(*text);
    else if (text.absent() || text.why().why == base::Why::not_recorded)
      system_path_ = {"/lib", "/usr/local/lib", "/usr/lib"};
  }

  /// musl knows $ORIGIN alone; a list with another token counts for nothing.
  std::vector<std::string> run_path(const Object& object) const {
    if (!object.elf) return {};
    const auto& list = object.elf->runpath ? object.elf->runpath : object.elf->rpath;
    if (!list) return {};
    std::string text = *list;
    for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$', at)) {
      const std::string_view rest = std::string_view(text).substr(at);
      const std::size_t length = rest.starts_with("$ORIGIN") ? 7 : rest.starts_with("${ORIGIN}") ? 9 : 0;
      if (length == 0 || object.origin.empty()) return {};
      if (process_.request().secure && object.rule == LoadRule::program) return {};
      text.replace(at, length, object.origin);
      at += object.origin.size();
    }
    return folders_of(text);
  }

  std::vector<std::string> library_path_, system_path_;
};

}  // namespace

std::unique_ptr<Search> musl_search(Process& process) {
  return std::make_unique<MuslSearch>(process);
}

}  // namespace gpuenv::loader
