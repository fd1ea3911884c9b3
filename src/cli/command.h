// A command: its name, its table of options, what it does. Each stands in command_<name>.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/host.h"
#include "cli/options.h"

namespace gpuenv::cli {

/// The exit statuses of every command (docs of `--help`).
enum Status : int {
  status_good = 0,      ///< healthy, done
  status_problems = 1,  ///< problems found
  status_usage = 2,     ///< wrong usage
  status_unknown = 3,   ///< could not examine, or cannot be decided here
};

/// What a command runs in.
struct Context {
  Host& host;
  Language language;

  std::string say(const Text& text) const { return text.in(language); }
};

struct Command {
  const char* name;
  Text summary;  ///< one sentence for the list of commands
  std::span<const Option> options;
  std::span<const char* const> examples;  ///< whole command lines, for help
  int (*run)(const Arguments& arguments, Context& context);
  Text arguments{};  ///< how help calls what stands behind the options, "PATH..."; "" = it takes nothing
};

extern const Command command_doctor;
extern const Command command_inspect;
extern const Command command_record;

/// The commands of this version, in the order of help.
std::span<const Command* const> commands();

/// Prints an error as "gpuenv: message" and returns the status that belongs to it.
int report_error(const Context& context, const base::Error& error);

/// Writes results to standard output, or to a file when one is named ("-" is standard output); returns
/// `status`, or status_unknown when they could not be written. A reader that went away is no error.
int deliver(const Context& context, const std::string& file, const std::string& text, int status);

}  // namespace gpuenv::cli
