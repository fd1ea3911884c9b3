// What commands need of the system they run on, beside the machine they examine. The real one is made in
// live_host.cpp; tests bring their own.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/catalog.h"
#include "cli/text.h"
#include "machine/machine.h"

namespace gpuenv::cli {

/// Where the results go.
struct Screen {
  bool colors = false;  ///< a terminal that knows color escapes
  int columns = 0;      ///< its width; 0 = no terminal
};

class Host {
 public:
  virtual ~Host() = default;

  /// From now on nothing is kept from one run to the next; to be called before the machine is asked for.
  virtual void leave_cache_out() = 0;
  /// The real machine; lives as long as the host.
  virtual machine::Machine& machine() = 0;
  virtual Screen screen() = 0;
  /// The language of the user's locale.
  virtual Language language() = 0;

  /// Files of a folder named on the command line (relative to where the program was started).
  virtual catalog::FolderReader folder(const std::string& path) = 0;
  /// Writes a file whole; `make_folders`: also the folders above it.
  [[nodiscard]] virtual base::Result<void> write_file(const std::string& path, std::string_view text,
                                                      bool make_folders) = 0;

  /// Writes to standard output; false when not everything could be written.
  virtual bool write(std::string_view text) = 0;
  /// Whether the last write failed because the reader went away.
  virtual bool reader_gone() const = 0;
  /// Standard error, a line.
  virtual void message(std::string_view line) = 0;
  /// Whether standard error is a terminal, so that a line there can be replaced.
  virtual bool shows_progress() = 0;
  /// Puts a line in place of the last one on standard error; "" leaves none. Called from any thread, one at a
  /// time.
  virtual void progress(std::string_view line) = 0;
};

}  // namespace gpuenv::cli
