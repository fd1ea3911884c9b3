// The real machine we run on, and what the program itself needs of it: its own files, its terminal, the
// user's language.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "machine/machine.h"

namespace gpuenv::machine::live {

struct LiveOptions {
  /// The program that is started for vendor questions, with vendor_child_argument as its only argument; "" =
  /// this very program.
  std::string vendor_program;
  /// A file that keeps what was read out of big files from one run to the next; "" = none.
  std::string summaries;
};

/// That file in the user's cache folder: $XDG_CACHE_HOME/gpuenv or ~/.cache/gpuenv, on Windows
/// %LOCALAPPDATA%\\gpuenv;
/// "" where the environment names none.
std::string summaries_file();

/// The hidden first argument by which our program knows that it is to answer one vendor question
/// (vendor::run_child).
inline constexpr const char* vendor_child_argument = "--vendor-child";

/// This machine. Questions about files on a network mount that does not answer end after 1.5 s.
std::unique_ptr<Machine> open_live_machine(LiveOptions options = {});

/// The opener of shared libraries; only the vendor child uses it.
std::unique_ptr<LibraryOpener> open_libraries();

/// Names of the plain files (and links to such) in a folder, sorted.
[[nodiscard]] base::Result<std::vector<std::string>> file_names(const std::string& folder);

/// A whole file of up to 64 MiB.
[[nodiscard]] base::Result<std::string> read_whole_file(const std::string& path);

/// Writes a file anew, and with `make_folders` the folders above it. Never waits for the reader of a named
/// pipe to come.
[[nodiscard]] base::Result<void> write_file(const std::string& path, std::string_view bytes,
                                            bool make_folders);

bool stdout_is_terminal();

/// Whether colours and other escapes may be written to stdout: it is a terminal that knows them. On Windows
/// this also turns them on.
bool stdout_takes_escapes();

/// Columns of the terminal behind stdout; 80 when it does not say.
int terminal_width();

/// Columns of the terminal behind stderr; 0 = there is none.
int stderr_columns();

/// Writes UTF-8 to stdout or stderr as it is, on Windows also to a console. False when not everything could
/// be written; errno is EPIPE when the reader is gone.
bool write_stdout(std::string_view text);
bool write_stderr(std::string_view text);

/// The user's language as "zh_CN"; "" when none is set (the C locale). From LC_ALL, LC_MESSAGES, LANG; on
/// Windows the display language when these are not set.
std::string preferred_language();

}  // namespace gpuenv::machine::live
