// The real host; see live_host.h.
#include "cli/live_host.h"

#include <cerrno>

#include "machine/live/live.h"
#include "report/width.h"

namespace gpuenv::cli {

namespace live = machine::live;

machine::Machine& LiveHost::machine() {
  if (!machine_) machine_ = live::open_live_machine({"", keeps_summaries_ ? live::summaries_file() : ""});
  return *machine_;
}

Screen LiveHost::screen() {
  return {live::stdout_takes_escapes(), live::stdout_is_terminal() ? live::terminal_width() : 0};
}

Language LiveHost::language() {
  return live::preferred_language().starts_with("zh") ? Language::chinese : Language::english;
}

catalog::FolderReader LiveHost::folder(const std::string& path) {
  const base::PathStyle style = machine().traits().paths;
  const auto at = [path, style](std::string_view name) { return base::join_path(style, path, name); };
  return {path, [at](std::string_view subfolder) { return live::file_names(at(subfolder)); },
          [at](std::string_view name) { return live::read_whole_file(at(name)); }};
}

base::Result<void> LiveHost::write_file(const std::string& path, std::string_view text, bool make_folders) {
  return live::write_file(path, text, make_folders);
}

bool LiveHost::write(std::string_view text) {
  errno = 0;
  const bool written = live::write_stdout(text);
  reader_gone_ = !written && errno == EPIPE;
  return written;
}

void LiveHost::message(std::string_view line) {
  live::write_stderr(std::string(line) + '\n');  // where even this fails, nobody is left to be told
}

bool LiveHost::shows_progress() {
  return live::stderr_columns() > 0;
}

void LiveHost::progress(std::string_view line) {
  // The last column stays free: some terminals wrap when it is filled.
  const std::string text = report::shortened(report::printable(line), live::stderr_columns() - 1);
  const std::string over = report::padded(text, progress_width_);
  progress_width_ = report::display_width(text);
  live::write_stderr('\r' + over + (text.empty() ? "\r" : ""));
}

}  // namespace gpuenv::cli
