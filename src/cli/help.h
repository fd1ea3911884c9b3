// Help texts, made from the tables of options.
#pragma once

#include <string>

#include "cli/command.h"

namespace gpuenv::cli {

/// The help of one command.
std::string help_of(const Command& command, Language language);
/// The help of the program: its commands and the options that need none.
std::string help_of_program(std::span<const Option> options, Language language);

}  // namespace gpuenv::cli
