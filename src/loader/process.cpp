// Opens files as a loader does and says in words why one is not taken.
#include "loader/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gpuenv::loader {
namespace {

namespace elf = image::elf;
using base::Why;
using image::ElfDynamic;
using image::ElfHeader;
using model::LoadOutcome;

constexpr int most_links = 40;  // as Linux allows (path_resolution(7))

Attempt attempt_of(LoadOutcome outcome, std::string reason) {
  Attempt attempt;
  attempt.outcome = outcome;
  attempt.reason = std::move(reason);
  return attempt;
}

const char* order_word(image::ByteOrder order) {
  return order == image::ByteOrder::little ? "little-endian" : "big-endian";
}

/// What glibc's _dl_map_object_from_fd refuses in a file that has the right header (elf/dl-load.c).
std::string refused_as_library(const ElfDynamic& file) {
  const bool maps = std::ranges::any_of(
      file.segments, [](const auto& segment) { return segment.type == elf::segment_load; });
  if (!maps) return "has no segments to load";
  if (!file.dynamic) return "has no dynamic section";
  if (file.header.type == elf::type_executable) return "is a program, not a library";
  if (file.position_independent_program) return "is a position-independent program, not a library";
  return "";
}

std::string cut_off(std::uint64_t least_size, std::uint64_t size) {
  if (least_size <= size) return "";
  return fmt::format("has {} bytes, but its load commands reach to {}", size, least_size);
}

std::unique_ptr<Object> object_of(const std::string& file, std::string identity) {
  auto object = std::make_unique<Object>();
  object->file = file;
  object->origin = base::parent_path(base::posix_paths, file);
  object->names = {file};
  object->identity = std::move(identity);
  return object;
}

/// What is wrong with a file whose dynamic section cannot be read: mostly that it ends before it.
Attempt unreadable(base::ByteSource& source, const ElfHeader& header, const std::string& message) {
  const auto segments = image::read_elf_segments(source, header);
  std::string why = segments ? cut_off(image::elf_least_size(*segments), source.size()) : "";
  if (why.empty()) return attempt_of(LoadOutcome::refused, message);
  return attempt_of(LoadOutcome::cut_off, std::move(why));
}

/// Reads what is behind the header and makes an object of it.
Attempt read_whole(const std::string& file, std::unique_ptr<base::ByteSource> source, const ElfHeader& header,
                   std::string identity) {
  auto read = image::read_elf_dynamic(*source, header);
  if (!read) return unreadable(*source, header, read.error().message);
  if (std::string why = cut_off(read->least_size, source->size()); !why.empty())
    return attempt_of(LoadOutcome::cut_off, std::move(why));
  Attempt attempt = attempt_of(LoadOutcome::loaded, "");
  attempt.object = object_of(file, std::move(identity));
  attempt.object->elf = std::move(*read);
  attempt.object->source = std::move(source);
  return attempt;
}

}  // namespace

Process::Process(machine::Machine& machine, const LoadRequest& request)
    : machine_(machine), request_(request) {
  const auto system = machine.system();
  working_directory_ = system.known() ? system->working_directory : "/";
}

std::string Process::absolute(std::string_view path) const {
  if (path.starts_with('/')) return std::string(path);
  while (path.starts_with("./")) path.remove_prefix(2);
  if (path.empty() || path == ".") return working_directory_;
  return (working_directory_ == "/" ? "" : working_directory_) + "/" + std::string(path);
}

std::string Process::real_path(std::string_view path) const {
  std::string rest = absolute(path).substr(1), done;
  for (int links = 0; !rest.empty();) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string name = rest.substr(0, end);
    rest.erase(0, std::min(end + 1, rest.size()));
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      done.erase(done.empty() ? 0 : done.rfind('/'));
      continue;
    }
    std::string next = done;
    next.append("/").append(name);
    const auto target = machine_.link_target(next);
    if (!target.known() || ++links > most_links) {
      done = next;
      continue;
    }
    rest.insert(0, rest.empty() ? *target : *target + "/");
    if (rest.starts_with('/')) done.clear();
  }
  return done.empty() ? "/" : done;
}

std::string Process::variable(const std::string& name) const {
  const auto found = request_.environment.find(name);
  return found == request_.environment.end() ? "" : found->second;
}

Attempt Process::read_program(const std::string& file) {
  auto source = machine_.open_file(file);
  if (!source.known())
    return attempt_of(source.absent() ? LoadOutcome::not_there : LoadOutcome::undecided, source.why().detail);
  const auto header = image::read_elf_header(**source);
  if (!header) return attempt_of(LoadOutcome::refused, header.error().message);
  Attempt attempt = read_whole(file, std::move(*source), *header, machine_.identity(file).value_or(""));
  if (attempt.object && !request_.named_to_loader && !request_.program.empty())
    attempt.object->origin = base::parent_path(base::posix_paths, real_path(file));
  return attempt;
}

Attempt Process::without_bytes(const std::string& file, const base::Unknown& why) {
  if (why.why == Why::absent) return attempt_of(LoadOutcome::not_there, "");
  if (why.why == Why::denied) return attempt_of(LoadOutcome::not_readable, "");
  const auto status = machine_.status(file);
  if (status.absent()) return attempt_of(LoadOutcome::not_there, "");
  if (status.known() && status->kind == machine::FileKind::directory)
    return attempt_of(LoadOutcome::refused, "is a folder");
  if (!status.known() || why.why != Why::not_recorded) return attempt_of(LoadOutcome::undecided, why.detail);
  // The file is there, and only what is in it is not known.
  std::string identity = machine_.identity(file).value_or("");
  if (auto same = loaded_as(identity)) return std::move(*same);
  Attempt attempt = attempt_of(LoadOutcome::loaded, "");
  attempt.object = object_of(file, std::move(identity));
  return attempt;
}

std::optional<Attempt> Process::loaded_as(const std::string& identity) const {
  for (std::size_t i = 0; i < objects_.size() && !identity.empty(); ++i)
    if (objects_[i].identity == identity) {
      Attempt attempt = attempt_of(LoadOutcome::same_file, "");
      attempt.present = i;
      return attempt;
    }
  return std::nullopt;
}

std::optional<Attempt> Process::refused_by_header(const ElfHeader& header, Strictness strictness) const {
  if (objects_.empty() || !objects_.front().elf) return std::nullopt;
  const ElfHeader& host = objects_.front().elf->header;
  const LoadOutcome other =
      strictness == Strictness::glibc ? LoadOutcome::wrong_machine : LoadOutcome::refused;
  if (header.wide != host.wide)
    return attempt_of(other,
                      fmt::format("is of {} bits, not {}", header.wide ? 64 : 32, host.wide ? 64 : 32));
  if (header.order != host.order)
    return attempt_of(LoadOutcome::refused,
                      fmt::format("is {}, not {}", order_word(header.order), order_word(host.order)));
  // ELFOSABI_SYSV and ELFOSABI_GNU are what VALID_ELF_OSABI lets through (sysdeps/gnu/ldsodefs.h).
  if (strictness == Strictness::glibc && header.os_abi != 0 && header.os_abi != 3)
    return attempt_of(LoadOutcome::refused,
                      fmt::format("is for another system (ELF OS ABI {})", header.os_abi));
  if (header.machine != host.machine)
    return attempt_of(other, fmt::format("is for ELF machine {}, not {}", header.machine, host.machine));
  if (header.type != elf::type_shared && header.type != elf::type_executable)
    return attempt_of(LoadOutcome::refused,
                      fmt::format("is neither library nor program (ELF type {})", header.type));
  return std::nullopt;
}

Attempt Process::attempt(const std::string& file, Strictness strictness) {
  auto source = machine_.open_file(file);
  if (!source.known()) return without_bytes(file, source.why());
  const auto header = image::read_elf_header(**source);
  if (!header) return attempt_of(LoadOutcome::refused, header.error().message);
  if (auto refused = refused_by_header(*header, strictness)) return std::move(*refused);
  std::string identity = machine_.identity(file).value_or("");
  if (auto same = loaded_as(identity)) return std::move(*same);
  Attempt attempt = read_whole(file, std::move(*source), *header, std::move(identity));
  if (!attempt.object) return attempt;
  std::string why = refused_as_library(*attempt.object->elf);
  return why.empty() ? std::move(attempt) : attempt_of(LoadOutcome::refused, std::move(why));
}

std::size_t Process::add(Object object) {
  objects_.push_back(std::move(object));
  return objects_.size() - 1;
}

std::size_t Process::named(std::string_view name, Strictness strictness) const {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const Object& object = objects_[i];
    if (std::ranges::find(object.names, name) != object.names.end()) return i;
    if (strictness == Strictness::glibc && object.elf && !object.elf->soname.empty() &&
        object.elf->soname == name)
      return i;
  }
  return no_object;
}

const image::ElfSymbols* Process::symbols(std::size_t index) {
  Object& object = objects_[index];
  if (!object.symbols_asked) {
    object.symbols_asked = true;
    if (object.source && object.elf)
      if (auto read = image::ElfSymbols::read(*object.source, *object.elf)) object.symbols = std::move(*read);
    object.source.reset();  // a process may have hundreds of objects; their files need not stay open
  }
  return object.symbols ? &*object.symbols : nullptr;
}

void Process::forget(std::size_t from) {
  objects_.resize(std::min(from, objects_.size()));
}

std::size_t Search::find(std::size_t needed_by, const std::string& name, model::LoadStep& step) {
  if (const std::size_t there = present(name); there != no_object) {
    step.rule = model::LoadRule::already_loaded;
    step.file = process_.object(there).file;
    return there;
  }
  const std::vector<Place> all = places(needed_by, name);
  const std::size_t found = first_that_loads(all, needed_by, name, step);
  if (found != no_object) add_others(all, found, step);
  return found;
}

/// Tries the places in turn, as far as the loader goes on, and fills in the step.
std::size_t Search::first_that_loads(const std::vector<Place>& places, std::size_t needed_by,
                                     const std::string& name, model::LoadStep& step) {
  for (const Place& place : places) {
    Attempt attempt = process_.attempt(place.file, strictness_);
    step.candidates.push_back({place.file, place.rule, place.rule_of, attempt.outcome, attempt.reason});
    switch (attempt.outcome) {
      case LoadOutcome::not_there:
      case LoadOutcome::not_readable:
      case LoadOutcome::wrong_machine:
        continue;
      case LoadOutcome::refused:
      case LoadOutcome::cut_off:
      case LoadOutcome::undecided:
        return no_object;
      case LoadOutcome::loaded:
      case LoadOutcome::same_file:
        break;
    }
    step.rule = place.rule;
    step.rule_of = place.rule_of;
    std::size_t index = attempt.present;
    if (attempt.object) {
      attempt.object->needed_by = needed_by;
      attempt.object->rule = place.rule;
      attempt.object->rule_of = place.rule_of;
      index = process_.add(std::move(*attempt.object));
    }
    Object& object = process_.object(index);
    if (std::ranges::find(object.names, name) == object.names.end()) object.names.push_back(name);
    step.file = object.file;
    return index;
  }
  return no_object;
}

/// Notes the files of the name that lie at the places behind the one that was taken, each file once.
void Search::add_others(const std::vector<Place>& places, std::size_t taken, model::LoadStep& step) {
  if (!process_.request().find_others) return;
  std::set<std::string> seen{process_.object(taken).identity};
  for (std::size_t i = step.candidates.size(); i < places.size(); ++i) {
    const auto identity = process_.machine().identity(places[i].file);
    if (identity.known() && seen.insert(*identity).second) step.instead_of.push_back(places[i].file);
  }
}

std::vector<std::string> folders_of_list(std::string_view list, std::string_view separators,
                                         const std::function<std::string(std::string_view)>& make) {
  std::vector<std::string> folders;
  while (true) {
    const std::size_t end = std::min(list.find_first_of(separators), list.size());
    if (std::string folder = make(list.substr(0, end)); !folder.empty()) folders.push_back(std::move(folder));
    if (end == list.size()) return folders;
    list.remove_prefix(end + 1);
  }
}

}  // namespace gpuenv::loader
