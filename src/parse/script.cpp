// Interpreters of scripts; see script.h. The forms are those of distlib's and uv's script writers.
#include "parse/script.h"

#include "base/path.h"
#include "base/text.h"

namespace gpuenv::parse {
namespace {

/// A word that may stand in single or double quotes.
std::string_view first_word(std::string_view text) {
  text = base::trim(text);
  if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
    const size_t end = text.find(text[0], 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
  }
  return text.substr(0, text.find_first_of(" \t"));
}

bool names_python(std::string_view path) {
  return path.starts_with('/') && base::file_name(base::posix_paths, path).starts_with("python");
}

}  // namespace

std::string script_python(std::string_view beginning) {
  if (!beginning.starts_with("#!")) return "";
  const auto lines = base::lines(beginning);
  const std::string_view direct = first_word(lines[0].substr(2));
  if (names_python(direct)) return std::string(direct);
  constexpr std::string_view exec = "'''exec' ";
  if (direct == "/bin/sh" && lines.size() > 1 && lines[1].starts_with(exec)) {
    const std::string_view indirect = first_word(lines[1].substr(exec.size()));
    if (names_python(indirect)) return std::string(indirect);
  }
  return "";
}

std::string launcher_python(std::string_view program) {
  const size_t archive = program.rfind("PK\x03\x04");
  if (archive == std::string_view::npos) return "";
  const size_t mark = program.substr(0, archive).rfind("#!");
  if (mark == std::string_view::npos) return "";
  const std::string_view line = program.substr(mark + 2, archive - mark - 2);
  const std::string_view path = first_word(line.substr(0, line.find_first_of("\r\n")));
  const bool python = base::is_absolute(base::windows_paths, path) && base::lower(path).ends_with(".exe");
  return python && base::valid_utf8(path) == path ? std::string(path) : "";
}

}  // namespace gpuenv::parse
