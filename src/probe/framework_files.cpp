// What a framework's own files say; see FrameworkFiles.
#include <algorithm>

#include "probe/frameworks.h"

namespace gpuenv::probe {

FrameworkFiles::FrameworkFiles(Machine& machine, const catalog::Framework& row, std::string site)
    : machine_(machine), row_(row), site_(std::move(site)) {}

bool FrameworkFiles::is_for(const catalog::FrameworkFile& file, std::string_view field) const {
  const auto& systems = file.systems;
  const auto os = machine_.traits().os;
  return file.field == field &&
         (systems.empty() || std::find(systems.begin(), systems.end(), os) != systems.end());
}

const catalog::FrameworkFile* FrameworkFiles::file_of(std::string_view field) const {
  for (const auto& file : row_.files)
    if (is_for(file, field)) return &file;
  return nullptr;
}

std::vector<std::string> FrameworkFiles::paths_of(std::string_view field) const {
  std::vector<std::string> paths;
  for (const auto& file : row_.files)
    if (is_for(file, field)) paths.push_back(below(machine_, site_, file.path));
  return paths;
}

std::string FrameworkFiles::path_of(std::string_view field) const {
  const auto* file = file_of(field);
  return file == nullptr ? site_ : below(machine_, site_, file->path);
}

const Known<std::string>& FrameworkFiles::text(const std::string& path) {
  const auto found = texts_.find(path);
  if (found != texts_.end()) return found->second;
  return texts_.emplace(path, machine_.read_file(path, small_file)).first->second;
}

bool FrameworkFiles::file_missing(std::string_view field) {
  return declares(field) && text(path_of(field)).absent();
}

Known<parse::PythonValue> FrameworkFiles::value(std::string_view field) {
  const auto* file = file_of(field);
  if (file == nullptr) return Unknown{Why::absent, "no file tells it"};
  const auto& content = text(path_of(field));
  if (!content.known()) return content.no_value<parse::PythonValue>();
  auto value =
      file->how == "entry" ? parse::entry(*content, file->key) : parse::assignment(*content, file->key);
  // TensorFlow before 2.3 wrote assignments where later releases have a dict.
  if (!value && file->how == "entry") value = parse::assignment(*content, file->key);
  if (!value) return Unknown{Why::absent, content.origin() + ": says nothing of " + file->key};
  std::string origin = content.origin() + ":" + std::to_string(value->line);
  if (value->kind == parse::PythonValue::Kind::other)
    return {Unknown{Why::failed, origin + ": " + file->key + " is no plain value"}, origin};
  return {*value, std::move(origin)};
}

Known<parse::PythonValue> FrameworkFiles::beside(std::string_view field, std::string_view key) {
  const auto& content = text(path_of(field));
  if (!content.known()) return content.no_value<parse::PythonValue>();
  auto value = parse::assignment(*content, key);
  if (!value) return Unknown{Why::absent, content.origin() + ": says nothing of " + std::string(key)};
  return {*value, content.origin() + ":" + std::to_string(value->line)};
}

Known<bool> FrameworkFiles::exists(std::string_view field) {
  if (!declares(field)) return Unknown{Why::absent, "no file tells it"};
  return is_there(machine_, path_of(field));
}

}  // namespace gpuenv::probe
