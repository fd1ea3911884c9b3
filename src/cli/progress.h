// A line on the terminal that says what an examination waits for, while one takes long.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "machine/machine.h"

namespace gpuenv::cli {

/// Watches the questions that a machine is asked. When the examination is not over after `patience`, a thread
/// of its own shows what is asked, whenever that changes; at the end it shows "" if anything was shown.
class Progress {
 public:
  /// What is shown: a path, a registry key, or "" for the vendor's libraries; nothing takes it away.
  using Show = std::function<void(const std::optional<std::string>& asked)>;

  Progress(machine::Machine& machine, Show show, std::chrono::milliseconds patience);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The machine to ask instead; it lives as long as this.
  machine::Machine& machine();

 private:
  struct Watch;
  std::unique_ptr<Watch> watch_;
};

/// Watches the real machine while there is a terminal to say it on; nullptr when nobody would see it.
std::unique_ptr<Progress> watch(const Context& context, machine::Machine& machine);

}  // namespace gpuenv::cli
