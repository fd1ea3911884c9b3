// Whose an environment is: tools and applications keep theirs in places of their own.
#pragma once

#include <string>
#include <string_view>

#include "base/path.h"

namespace gpuenv::probe {

/// "pixi", "pyenv", "pipx", "uv", "poetry", "ComfyUI" ...; "" for an environment in any other place.
std::string keeper_of(const base::PathStyle& style, std::string_view environment);

/// Whether a folder's name is that of an application that brings a Python of its own.
bool is_application(std::string_view folder_name);

/// The places of such a Python in the folder of its application, with '/'.
inline constexpr const char* application_pythons[] = {
    "python_embeded", "python_embedded", ".venv", "venv", "installer_files/env", "system/python"};

}  // namespace gpuenv::probe
