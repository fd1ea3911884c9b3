// Tests of keeper.h.
#include "probe/keeper.h"

#include <gtest/gtest.h>

namespace gpuenv::probe {
namespace {

TEST(Keeper, StoresOfTools) {
  const auto keeper = [](const char* path) { return keeper_of(base::posix_paths, path); };
  EXPECT_EQ(keeper("/home/user/.local/share/pipx/venvs/black"), "pipx");
  EXPECT_EQ(keeper("/home/user/.local/share/uv/tools/ruff"), "uv");
  EXPECT_EQ(keeper("/home/user/.pyenv/versions/3.12.4"), "pyenv");
  EXPECT_EQ(keeper("/proj/.pixi/envs/default"), "pixi");
  EXPECT_EQ(keeper("/home/user/.cache/pypoetry/virtualenvs/x-py3.12"), "poetry");
  EXPECT_EQ(keeper("/home/user/proj/.venv"), "");
  EXPECT_EQ(keeper("/"), "");
}

TEST(Keeper, ApplicationsThatBringTheirPython) {
  const auto keeper = [](const char* path) { return keeper_of(base::windows_paths, path); };
  EXPECT_EQ(keeper(R"(D:\AI\ComfyUI_windows_portable\python_embeded)"), "ComfyUI");
  EXPECT_EQ(keeper(R"(C:\stable-diffusion-webui\venv)"), "Stable Diffusion WebUI");
  EXPECT_EQ(keeper(R"(C:\webui_forge_cu121_torch231\system\python)"), "Forge");
  EXPECT_EQ(keeper(R"(C:\InvokeAI\.venv)"), "InvokeAI");
  EXPECT_EQ(keeper(R"(C:\x\installer_files\env)"), "text-generation-webui");
  EXPECT_EQ(keeper(R"(C:\Users\user\comfy\venv)"), "");
}

}  // namespace
}  // namespace gpuenv::probe
