// Options that several commands have, so that they are called and explained the same everywhere.
#pragma once

#include "cli/options.h"

namespace gpuenv::cli {

using Kind = Option::Kind;

inline constexpr Option help_option{"help", 'h', Kind::flag, {}, {"shows this help", "显示本帮助"}};
inline constexpr Option json_option{
    "json", 0, Kind::flag, {}, {"writes JSON instead of text", "输出 JSON 而不是文字"}};
inline constexpr Option lang_option{"lang",
                                    0,
                                    Kind::value,
                                    {"en|zh", "en|zh"},
                                    {"language; default: that of your locale", "语言；默认取自系统区域设置"},
                                    "en|zh"};
inline constexpr Option color_option{
    "color",
    0,
    Kind::value,
    {"WHEN", "何时"},
    {"colors; auto: on a terminal, unless NO_COLOR is set", "颜色；auto：仅在终端中，且未设置 NO_COLOR"},
    "auto|always|never"};
inline constexpr Option env_option{
    "env",
    0,
    Kind::list,
    {"PATH", "路径"},
    {"examines this Python environment (a venv or conda folder, or its Python interpreter) and no other; may "
     "be repeated",
     "只检查这个 Python 环境（venv 或 conda 文件夹，或其中的 Python 解释器）；可重复使用"}};
inline constexpr Option data_option{"data",
                                    0,
                                    Kind::value,
                                    {"DIR", "目录"},
                                    {"uses the tables of this folder instead of the built-in ones",
                                     "使用该文件夹中的数据表，代替内置的数据"}};
/// Obeyed before the command runs, see dispatch.cpp.
inline constexpr Option no_cache_option{
    "no-cache",
    0,
    Kind::flag,
    {},
    {"reads big libraries anew and keeps nothing for the next run; without it the user's cache folder holds "
     "what "
     "was found in them",
     "重新读取大型库，且不为下次运行保存任何内容；不加此选项时，读取结果保存在用户的缓存文件夹中"}};
inline constexpr Option list_checks_option{
    "list-checks",
    0,
    Kind::flag,
    {},
    {"lists everything that gpuenv can find, by id", "按 id 列出 gpuenv 能发现的所有问题"}};
inline constexpr Option about_option{
    "about",
    0,
    Kind::value,
    {"ID", "ID"},
    {"explains a finding: what it means, how it is fixed, sources", "说明一条结论：含义、解决办法、来源"}};

}  // namespace gpuenv::cli
