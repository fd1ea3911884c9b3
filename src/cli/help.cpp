// Help texts; see help.h.
#include "cli/help.h"

#include <algorithm>

#include "base/text.h"
#include "report/width.h"

namespace gpuenv::cli {
namespace {

constexpr int width = 100;

constexpr Text program{
    "gpuenv says why deep-learning frameworks do not use the NVIDIA GPU, and how to fix it.",
    "gpuenv 说明深度学习框架为什么没有使用 NVIDIA GPU，以及如何解决。"};
constexpr Text usage{"Usage", "用法"};
constexpr Text options_word{"OPTIONS", "选项"};
constexpr Text command_word{"COMMAND", "命令"};
constexpr Text options_heading{"Options", "选项"};
constexpr Text commands_heading{"Commands", "命令"};
constexpr Text examples_heading{"Examples", "示例"};
constexpr Text status_heading{"Exit status", "退出状态"};
constexpr Text statuses[] = {
    {"healthy, or done", "正常，或已完成"},
    {"problems found", "发现问题"},
    {"wrong usage", "用法错误"},
    {"could not examine, or cannot be decided here", "无法检查，或在此处无法判断"},
};
constexpr Text more{"gpuenv COMMAND --help tells the options of a command.",
                    "gpuenv 命令 --help 显示该命令的选项。"};

/// "-o, --output FILE", "    --json".
std::string spelled(const Option& option, Language language) {
  std::string text = option.letter ? std::string("-") + option.letter + ", " : "    ";
  text += std::string("--") + option.name;
  if (option.kind == Option::Kind::flag) return text;
  return text + " " + (*option.choices ? option.choices : option.value.in(language));
}

/// Names in a column, texts beside it.
std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows) {
  int column = 0;
  for (const auto& row : rows) column = std::max(column, report::display_width(row.first));
  std::string text;
  for (const auto& [name, explanation] : rows) {
    std::string lead = report::padded("  " + name, column + 4);
    for (const auto& line : report::wrap(explanation, width - column - 4)) {
      text += lead + line + '\n';
      lead.assign(static_cast<size_t>(column) + 4, ' ');
    }
  }
  return text;
}

std::string option_rows(std::span<const Option> options, Language language) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& option : options) rows.emplace_back(spelled(option, language), option.help.in(language));
  return two_columns(rows);
}

std::string heading(const Text& text, Language language) {
  return std::string("\n") + text.in(language) + ":\n";
}

std::string status_rows(Language language) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Text& text : statuses) rows.emplace_back(std::to_string(rows.size()), text.in(language));
  return two_columns(rows);
}

std::string wrapped(const std::string& text) {
  std::string result;
  for (const auto& line : report::wrap(text, width)) result += line + '\n';
  return result;
}

}  // namespace

std::string help_of(const Command& command, Language language) {
  std::string text = wrapped(command.summary.in(language));
  text += heading(usage, language) + "  gpuenv " + command.name + " [" + options_word.in(language) + "]" +
          (*command.arguments.en == '\0' ? "" : std::string(" ") + command.arguments.in(language)) + "\n";
  text += heading(options_heading, language) + option_rows(command.options, language);
  text += heading(examples_heading, language);
  for (const char* example : command.examples) text += std::string("  ") + example + '\n';
  text += heading(status_heading, language) + status_rows(language);
  return text;
}

std::string help_of_program(std::span<const Option> options, Language language) {
  std::string text = wrapped(program.in(language));
  text += heading(usage, language) + "  gpuenv " + command_word.in(language) + " [" +
          options_word.in(language) + "]\n";
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Command* command : commands()) rows.emplace_back(command->name, command->summary.in(language));
  text += heading(commands_heading, language) + two_columns(rows);
  text += heading(options_heading, language) + option_rows(options, language);
  text += heading(status_heading, language) + status_rows(language);
  return text + '\n' + more.in(language) + '\n';
}

}  // namespace gpuenv::cli
