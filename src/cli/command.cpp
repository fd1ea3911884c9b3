// What all commands share; see command.h.
#include "cli/command.h"

#include "report/phrase_book.h"
#include "report/width.h"

namespace gpuenv::cli {
namespace {

constexpr Text cannot_write{"standard output cannot be written; the results are incomplete.",
                            "无法写入标准输出；结果不完整。"};
constexpr Text written_to{"written to ", "已写入 "};

}  // namespace

std::span<const Command* const> commands() {
  static const Command* const list[] = {&command_doctor, &command_inspect, &command_record};
  return list;
}

int report_error(const Context& context, const base::Error& error) {
  constexpr int longest = 2000;  // columns; a file may bring any text into its error
  context.host.message(
      "gpuenv: " +
      report::shortened(report::printable(report::phrase(error.message, context.language)), longest));
  return error.kind == base::Error::Kind::usage ? status_usage : status_unknown;
}

int deliver(const Context& context, const std::string& file, const std::string& text, int status) {
  if (!file.empty() && file != "-") {
    const auto written = context.host.write_file(file, text, false);
    if (!written) return report_error(context, base::Error{base::Error::Kind::io, written.error().message});
    context.host.message("gpuenv: " + context.say(written_to) + report::printable(file));
    return status;
  }
  if (context.host.write(text) || context.host.reader_gone()) return status;
  context.host.message("gpuenv: " + context.say(cannot_write));
  return status_unknown;
}

}  // namespace gpuenv::cli
