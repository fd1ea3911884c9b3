// The ABI of an environment's Python, and whether it is a free-threaded build
// (docs.python.org/3/howto/free-threading-python): such a build has a "t" in the names of its folders and
// libraries, and takes other wheels.
#include "base/text.h"
#include "probe/environment.h"

namespace gpuenv::probe {
namespace {

using base::Version;

/// "python3.13t" of ".../lib/python3.13t/site-packages".
bool in_free_threaded_folder(std::string_view site_packages, const std::string& series) {
  return site_packages.contains("/python" + series + "t/");
}

/// "python3.13t.exe", and uv's "cpython-3.13.1+freethreaded-windows-x86_64-none".
bool names_free_threaded(std::string_view path, const std::string& series) {
  const std::string text = base::lower(path);
  return text.contains("+freethreaded") || text.ends_with("python" + series + "t.exe") ||
         text.ends_with("/python" + series + "t");
}

}  // namespace

Known<bool> read_free_threaded(Machine& machine, const model::Environment& environment,
                               const parse::Pyvenv& config) {
  if (!environment.python.known()) return environment.python.no_value<bool>();
  const Version& python = *environment.python;
  if (python < Version("3.13")) return {false, environment.python.origin()};
  const std::string series = "3." + std::to_string(python.minor_number());
  if (names_free_threaded(config.executable, series) || names_free_threaded(config.home, series))
    return {true, machine.join(environment.path, "pyvenv.cfg")};
  if (environment.site_packages.empty())
    return Unknown{Why::failed, environment.path + ": has no site-packages folder whose name would tell"};
  return {in_free_threaded_folder(environment.site_packages, series), environment.site_packages};
}

Known<std::string> abi_of(const model::Environment& environment) {
  if (!environment.python.known()) return environment.python.no_value<std::string>();
  if (!environment.free_threaded.known()) return environment.free_threaded.no_value<std::string>();
  const Version& python = *environment.python;
  return {"cp" + std::to_string(python.major_number()) + std::to_string(python.minor_number()) +
              (*environment.free_threaded ? "t" : ""),
          environment.free_threaded.origin()};
}

}  // namespace gpuenv::probe
