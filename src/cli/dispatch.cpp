// Picks the command and runs it; see dispatch.h.
#include "cli/dispatch.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/documentation.h"
#include "cli/help.h"
#include "cli/shared_options.h"
#include "report/width.h"

namespace gpuenv::cli {
namespace {

/// Options that stand without a command.
constexpr Option program_options[] = {
    list_checks_option,
    about_option,
    json_option,
    lang_option,
    color_option,
    {"version",
     'V',
     Kind::flag,
     {},
     {"shows the version and the date of the built-in knowledge", "显示版本和内置数据的日期"}},
    help_option,
};

/// Commands of the design that this version does not have.
constexpr const char* planned[] = {"explain", "plan",    "up",    "create", "install", "verify",
                                   "lock",    "restore", "diff",  "export", "toolkit", "run",
                                   "top",     "tune",    "serve", "fleet"};

constexpr Text version_line{"gpuenv {} (knowledge of {})\n", "gpuenv {}（数据日期 {}）\n"};
constexpr Text no_command{"there is no command '{}'.", "没有命令“{}”。"};
constexpr Text not_yet{"the command {} is not available in this version ({}).",
                       "此版本（{1}）尚不提供命令 {0}。"};
constexpr Text no_argument{"{} takes no argument '{}'.", "{} 不接受参数“{}”。"};
constexpr Text perhaps_env{" Did you mean --env {}?", "您是不是想输入 --env {}？"};
constexpr Text belongs_to{"a command is missing before {1}, as in: gpuenv {0} {1}",
                          "{1} 前缺少命令，例如：gpuenv {0} {1}"};
constexpr Text see_help{"gpuenv --help shows commands and options.", "gpuenv --help 显示命令和选项。"};

template <class... Values>
std::string say(const Context& context, const Text& text, const Values&... values) {
  return fmt::format(fmt::runtime(text.in(context.language)), values...);
}

/// A mistake in the arguments, with the way to the help.
int wrong_usage(const Context& context, const std::string& sentence, const char* command = "") {
  const std::string who = *command ? std::string("gpuenv ") + command : "gpuenv";
  context.host.message(who + ": " + report::printable(sentence));
  context.host.message(*command ? who + " --help" : context.say(see_help));
  return status_usage;
}

const Command* find_command(std::string_view name) {
  const auto list = commands();
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Command* c) { return name == c->name; });
  return found == list.end() ? nullptr : *found;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command* command : commands()) names.emplace_back(command->name);
  return names;
}

/// --lang wherever it stands, so that messages about other arguments are in that language too.
Language wanted_language(std::span<const std::string> arguments, Host& host) {
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const bool apart = arguments[i] == "--lang" && i + 1 < arguments.size();
    const std::string value = apart                                 ? arguments[i + 1]
                              : arguments[i].starts_with("--lang=") ? arguments[i].substr(7)
                                                                    : "";
    if (value == "zh") return Language::chinese;
    if (value == "en") return Language::english;
  }
  return host.language();
}

int unknown_command(const Context& context, const std::string& name) {
  if (std::find(std::begin(planned), std::end(planned), name) != std::end(planned))
    return wrong_usage(context, say(context, not_yet, name, GPUENV_VERSION));
  return wrong_usage(context,
                     say(context, no_command, name) + did_you_mean(name, command_names(), context.language));
}

int run_command(const Command& command, std::span<const std::string> arguments, Context& context) {
  const auto parsed = parse(command.options, arguments, context.language);
  if (!parsed) return wrong_usage(context, parsed.error().message, command.name);
  if (parsed->has("help")) return deliver(context, "", help_of(command, context.language), status_good);
  if (parsed->has(no_cache_option.name)) context.host.leave_cache_out();
  const bool takes_some = *command.arguments.en != '\0';
  if (takes_some || parsed->positionals().empty()) return command.run(*parsed, context);
  const std::string& extra = parsed->positionals().front();
  std::string sentence = say(context, no_argument, command.name, extra);
  auto& live = context.host.machine();
  const auto system = live.system();
  if (system.known() && live.exists(live.join(system->working_directory, extra)))
    sentence += say(context, perhaps_env, extra);
  return wrong_usage(context, sentence, command.name);
}

bool has_option(std::span<const Option> table, std::string_view name) {
  return std::any_of(table.begin(), table.end(), [&](const Option& option) {
    return name == std::string("--") + option.name ||
           (option.letter && name == std::string("-") + option.letter);
  });
}

/// "a command is missing, as in: gpuenv doctor --env" for the first argument that a command knows as an
/// option and the program itself does not; else "".
std::string owner_hint(const Context& context, std::span<const std::string> arguments) {
  for (const auto& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (has_option(program_options, name)) continue;
    for (const Command* command : commands())
      if (has_option(command->options, name)) return say(context, belongs_to, command->name, name);
  }
  return "";
}

int run_program_options(std::span<const std::string> arguments, Context& context) {
  const auto parsed = parse(program_options, arguments, context.language);
  if (!parsed) {
    const std::string hint = owner_hint(context, arguments);
    return wrong_usage(context, hint.empty() ? parsed.error().message : hint);
  }
  if (parsed->has("version")) {
    const auto catalog = catalog::Catalog::embedded();
    return deliver(context, "", say(context, version_line, GPUENV_VERSION, catalog.date()), status_good);
  }
  if (wants_documentation(*parsed)) return show_documentation(*parsed, catalog::Catalog::embedded(), context);
  if (parsed->has("json") && !parsed->has("help"))
    return wrong_usage(context, say(context, belongs_to, "doctor", "--json"));
  return deliver(context, "", help_of_program(program_options, context.language), status_good);
}

/// `gpuenv help [COMMAND]`, as people know it from git.
int run_help(std::span<const std::string> arguments, Context& context) {
  if (arguments.empty()) return run_program_options(arguments, context);
  const Command* command = find_command(arguments.front());
  if (!command) return unknown_command(context, arguments.front());
  return deliver(context, "", help_of(*command, context.language), status_good);
}

}  // namespace

int dispatch(const std::vector<std::string>& arguments, Host& host) {
  Context context{host, wanted_language(arguments, host)};
  const size_t place = leading_options(program_options, arguments);
  if (place == arguments.size()) return run_program_options(arguments, context);
  std::vector<std::string> rest = arguments;
  const std::string& name = arguments[place];
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
  if (name == "help") return run_help(rest, context);
  const Command* command = find_command(name);
  if (command) return run_command(*command, rest, context);
  const std::string hint = owner_hint(context, std::span(arguments).first(place));
  return hint.empty() ? unknown_command(context, name) : wrong_usage(context, hint);
}

}  // namespace gpuenv::cli
