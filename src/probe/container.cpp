// Whether we are in a container, from the marks that its manager leaves (systemd-detect-virt(1) looks at the
// same).
#include <optional>

#include "base/text.h"
#include "parse/system_marks.h"
#include "probe/system.h"

namespace gpuenv::probe {
namespace {

/// Asks one mark after the other and keeps the first reason for which one could not be asked.
class Marks {
 public:
  explicit Marks(Machine& machine) : machine_(machine) {}

  Known<std::string> ask() {
    if (there("/.dockerenv")) return {"docker", "/.dockerenv"};
    if (const auto env = text("/run/.containerenv")) return {parse::container_of_containerenv(*env), origin_};
    if (const auto name = text("/run/systemd/container")) return {named(*name), origin_};
    // podman, lxc and systemd-nspawn set it for everything that runs inside.
    if (const auto name = variable("container")) return {named(*name), "$container"};
    if (variable("KUBERNETES_SERVICE_HOST")) return {"kubernetes", "$KUBERNETES_SERVICE_HOST"};
    for (const char* name : {"APPTAINER_CONTAINER", "SINGULARITY_CONTAINER"})
      if (variable(name)) return {"apptainer", std::string("$") + name};
    if (const auto paths = text("/proc/1/cgroup")) {
      std::string name = parse::container_of_cgroup(*paths);
      if (!name.empty()) return {std::move(name), origin_};
    }
    if (open_) return *open_;
    return Unknown{Why::absent, "no mark of a container"};
  }

 private:
  static std::string named(const std::string& text) {
    const std::string_view name = base::trim(text);
    return name.empty() ? "container" : base::valid_utf8(name);
  }

  template <class T>
  bool usable(const Known<T>& answer) {
    if (answer.undecided() && !open_) open_ = answer.why();
    return answer.known();
  }
  bool there(const char* path) { return usable(machine_.status(path)); }
  std::optional<std::string> text(const char* path) {
    const auto answer = machine_.read_file(path, small_file);
    origin_ = path;
    return usable(answer) ? std::optional(*answer) : std::nullopt;
  }
  std::optional<std::string> variable(const char* name) {
    const auto answer = machine_.variable(name);
    return usable(answer) && !answer->empty() ? std::optional(*answer) : std::nullopt;
  }

  Machine& machine_;
  std::string origin_;
  std::optional<Unknown> open_;
};

}  // namespace

Known<std::string> read_container(Machine& machine) {
  return Marks(machine).ask();
}

}  // namespace gpuenv::probe
