// Keepers of environments; see keeper.h.
#include "probe/keeper.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace gpuenv::probe {
namespace {

struct Mark {
  std::string_view piece;  ///< of a path in lower case, with '/'
  const char* keeper;
};

constexpr Mark stores[] = {
    {"/pipx/venvs/", "pipx"}, {"/uv/tools/", "uv"},           {"/uv/python/", "uv"},
    {"/pypoetry/", "poetry"}, {"/.pyenv/versions/", "pyenv"}, {"/pyenv-win/versions/", "pyenv"},
    {"/.pixi/envs/", "pixi"}, {"/hatch/env/", "hatch"},       {"/.local/share/rye/", "rye"},
    {"/.rye/py/", "rye"},
};
/// Beginnings of the names under which the applications are unpacked or cloned.
constexpr Mark applications[] = {
    {"comfyui", "ComfyUI"},
    {"stable-diffusion-webui-forge", "Forge"},
    {"webui_forge", "Forge"},
    {"stable-diffusion-webui", "Stable Diffusion WebUI"},
    {"sd.webui", "Stable Diffusion WebUI"},
    {"invokeai", "InvokeAI"},
    {"text-generation-webui", "text-generation-webui"},
    {"oobabooga", "text-generation-webui"},
    {"fooocus", "Fooocus"},
};

const char* application(std::string_view name) {
  const std::string folded = base::lower(name);
  for (const auto& [beginning, keeper] : applications)
    if (folded.starts_with(beginning)) return keeper;
  return nullptr;
}

}  // namespace

bool is_application(std::string_view folder_name) {
  return application(folder_name) != nullptr;
}

std::string keeper_of(const base::PathStyle& style, std::string_view environment) {
  std::string path = base::lower(environment);
  std::replace(path.begin(), path.end(), style.separator, '/');
  path += '/';
  for (const auto& [piece, keeper] : stores)
    if (path.find(piece) != std::string::npos) return keeper;
  const bool installer = path.ends_with("/installer_files/env/");
  if (installer) return "text-generation-webui";
  if (path.ends_with("/python_embeded/")) return "ComfyUI";
  // A Python two levels below the application's folder at most ("system/python").
  std::string folder(environment);
  for (int up = 0; up < 2; ++up) {
    folder = base::parent_path(style, folder);
    if (const char* keeper = application(base::file_name(style, folder))) return keeper;
  }
  return "";
}

}  // namespace gpuenv::probe
