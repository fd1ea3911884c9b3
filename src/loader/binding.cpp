// The rules of glibc's check_match and do_lookup_x (elf/dl-lookup.c), and of match_symbol (elf/dl-version.c).
#include "loader/binding.h"

#include <algorithm>
#include <set>

namespace gpuenv::loader {
namespace {

namespace elf = image::elf;
using image::ElfSymbol;
using image::ElfSymbols;
using image::ElfVersion;
using model::LoadFailure;

/// A definition that others may use: no section symbol, no local one, and one that has an address.
bool is_definition(const ElfSymbol& symbol) {
  if (!symbol.defined()) return false;
  if (symbol.value == 0 && symbol.section != elf::section_absolute && symbol.type != elf::symbol_thread_local)
    return false;
  const bool binds = symbol.binding == elf::bind_global || symbol.binding == elf::bind_weak ||
                     symbol.binding == elf::bind_unique;
  switch (symbol.type) {
    case elf::symbol_untyped:
    case elf::symbol_object:
    case elf::symbol_function:
    case elf::symbol_common:
    case elf::symbol_thread_local:
    case elf::symbol_indirect_function:
      return binds;
    default:
      return false;
  }
}

/// Whether a definition is of the version asked for. One without version serves everybody unless it is hidden
/// or the one who asks insists.
bool is_of_version(const ElfSymbols& symbols, const ElfSymbol& symbol, const ElfVersion& wanted) {
  if (!symbols.versioned()) return true;
  const ElfVersion* own = symbols.version(symbol.version);
  if (own) return own->name == wanted.name;
  return !wanted.hidden && !symbol.hidden_version;
}

/// Whether a file defines the symbol in the version wanted, nullptr = none asked for.
bool defines(const ElfSymbols& symbols, std::string_view name, std::uint32_t hash, const ElfVersion* wanted) {
  int of_some_version = 0;
  for (const std::uint32_t place : symbols.named(name, hash)) {
    const ElfSymbol symbol = symbols.at(place);
    if (!is_definition(symbol)) continue;
    if (wanted) {
      if (is_of_version(symbols, symbol, *wanted)) return true;
      continue;
    }
    // Index 2 is the first version that a library has had: who asks for none was linked before there were
    // more.
    if (!symbols.versioned() || symbol.version < 3) return true;
    if (!symbol.hidden_version) ++of_some_version;
  }
  return of_some_version == 1;
}

/// Whether a symbol has to be found by the loader. Weak ones may be missing, hidden ones bind to the file
/// itself.
bool has_to_be_found(const ElfSymbol& symbol) {
  return symbol.binding != elf::bind_weak && symbol.binding != elf::bind_local &&
         symbol.visibility != elf::visibility_hidden && symbol.visibility != elf::visibility_internal;
}

std::size_t definer_of(Process& process, const Scope& scope, const ElfSymbol& symbol,
                       const ElfVersion* wanted) {
  const std::uint32_t hash = image::gnu_hash(symbol.name);
  for (const std::size_t each : scope) {
    const ElfSymbols* symbols = process.symbols(each);
    if (symbols && defines(*symbols, symbol.name, hash, wanted)) return each;
  }
  return no_object;
}

/// glibc ends the process with an assertion where the very file that a version is needed of defines the
/// symbol and has no versions at all (check_match, "! _dl_name_match_p"): a library that was built in another
/// way under the same name.
bool stops_glibc(Process& process, std::size_t definer, const ElfVersion* wanted) {
  const ElfSymbols* symbols = process.symbols(definer);
  return wanted && symbols && !symbols->versioned() &&
         process.named(wanted->file, Strictness::glibc) == definer;
}

/// Somebody in the scope may define more than we can see.
bool is_incomplete(Process& process, const Scope& scope) {
  return std::ranges::any_of(scope, [&](std::size_t each) { return process.symbols(each) == nullptr; });
}

}  // namespace

void check_versions(Process& process, std::size_t index, model::LoadResult& result) {
  const ElfSymbols* symbols = process.symbols(index);
  if (!symbols) return;
  for (const ElfVersion& need : symbols->needs()) {
    const std::size_t definer = process.named(need.file, Strictness::glibc);
    if (definer == no_object || need.weak) continue;
    const ElfSymbols* others = process.symbols(definer);
    // A file without versions is taken: it may have been built in another way (dl-version.c).
    if (!others || !others->defines_versions()) continue;
    const auto& definitions = others->definitions();
    if (std::ranges::any_of(definitions, [&](const ElfVersion& each) { return each.name == need.name; }))
      continue;
    result.failures.push_back({LoadFailure::Kind::version_missing, std::string(need.file),
                               std::string(need.name), process.object(index).file,
                               process.object(definer).file, ""});
  }
}

void bind_symbols(Process& process, std::size_t index, const Scope& scope, bool with_versions,
                  model::LoadResult& result) {
  const ElfSymbols* symbols = process.symbols(index);
  if (!symbols) return;
  const bool bindings = process.request().record_bindings;
  std::set<std::size_t> unversioned;
  const bool incomplete = is_incomplete(process, scope);
  for (const std::uint32_t place : symbols->undefined()) {
    const ElfSymbol symbol = symbols->at(place);
    if (symbol.name.empty() || (!bindings && !has_to_be_found(symbol))) continue;
    ++result.symbols_checked;
    const ElfVersion* wanted = with_versions ? symbols->version(symbol.version) : nullptr;
    const std::string version(wanted ? wanted->name : "");
    const std::size_t definer = definer_of(process, scope, symbol, wanted);
    const std::string& file = process.object(index).file;
    if (definer != no_object && stops_glibc(process, definer, wanted) && unversioned.insert(definer).second)
      result.failures.push_back({LoadFailure::Kind::version_missing, std::string(wanted->file), version, file,
                                 process.object(definer).file, "has no symbol versions"});
    if (definer != no_object) {
      if (bindings)
        result.bindings.push_back({std::string(symbol.name), version, file, process.object(definer).file});
      continue;
    }
    if (!has_to_be_found(symbol)) continue;
    const auto kind = incomplete ? LoadFailure::Kind::undecided : LoadFailure::Kind::symbol_missing;
    const std::size_t expected = wanted ? process.named(wanted->file, Strictness::glibc) : no_object;
    result.failures.push_back({kind, std::string(symbol.name), version, file,
                               expected == no_object ? "" : process.object(expected).file,
                               incomplete ? "not every library's symbols are known" : ""});
  }
}

}  // namespace gpuenv::loader
