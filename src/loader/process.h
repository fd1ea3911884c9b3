// The objects of a process that exists in thought only, and how files become such objects.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "image/elf_dynamic.h"
#include "image/elf_symbols.h"
#include "loader/linux.h"

namespace gpuenv::loader {

inline constexpr std::size_t no_object = static_cast<std::size_t>(-1);

/// Which loader's habits count where they differ.
enum class Strictness {
  glibc,  ///< skips files for other machines; an object is found by its soname too
  musl,   ///< stops at the first file of the name; an object is found by the names it was searched for alone
};

struct Object {
  std::string file;
  std::string origin;              ///< what $ORIGIN means for it; "" = not known
  std::vector<std::string> names;  ///< by which it is found without a search
  std::string identity;
  std::optional<image::ElfDynamic> elf;  ///< none when its bytes are not known
  std::unique_ptr<base::ByteSource> source;
  std::optional<image::ElfSymbols> symbols;
  bool symbols_asked = false;
  std::size_t needed_by = no_object;
  std::vector<std::size_t> needs;  ///< in order; what was not found is left out
  bool complete = true;            ///< all that it needs was found
  model::LoadRule rule = model::LoadRule::none;
  std::string rule_of;
};

/// A file looked at: what became of it, and the object that it makes when it can be loaded.
struct Attempt {
  model::LoadOutcome outcome = model::LoadOutcome::not_there;
  std::string reason;
  std::size_t present = no_object;  ///< of same_file
  std::unique_ptr<Object> object;   ///< of loaded
};

class Process {
 public:
  Process(machine::Machine& machine, const LoadRequest& request);

  machine::Machine& machine() const { return machine_; }
  const LoadRequest& request() const { return request_; }
  std::deque<Object>& objects() { return objects_; }
  Object& object(std::size_t index) { return objects_[index]; }

  /// A path of the process as an absolute one.
  std::string absolute(std::string_view path) const;
  /// The path with the links on it resolved.
  std::string real_path(std::string_view path) const;
  /// A variable of the process; "" when it is not set.
  std::string variable(const std::string& name) const;

  /// Looks at the file that everything begins with.
  Attempt read_program(const std::string& file);
  /// Looks at a file that a library is to be.
  Attempt attempt(const std::string& file, Strictness strictness);
  std::size_t add(Object object);
  /// Takes off the objects from this index on, as when a dlopen fails.
  void forget(std::size_t from);
  /// The object that has this name already.
  std::size_t named(std::string_view name, Strictness strictness) const;
  /// The symbols of an object; nullptr when it has none that can be read.
  const image::ElfSymbols* symbols(std::size_t index);

 private:
  Attempt without_bytes(const std::string& file, const base::Unknown& why);
  std::optional<Attempt> loaded_as(const std::string& identity) const;
  /// What a loader asks of the header before it compares files; none when all is well.
  std::optional<Attempt> refused_by_header(const image::ElfHeader& header, Strictness strictness) const;

  machine::Machine& machine_;
  const LoadRequest& request_;
  std::string working_directory_;
  std::deque<Object> objects_;
};

/// A file and the rule that leads to it.
struct Place {
  std::string file;
  model::LoadRule rule = model::LoadRule::none;
  std::string rule_of;
};

/// The search of one loader: which places it looks at for a name. What becomes of them is the same for all.
class Search {
 public:
  Search(Process& process, Strictness strictness) : process_(process), strictness_(strictness) {}
  virtual ~Search() = default;

  /// A library by name, for one who needs it: the step is filled in, and the index of the object or no_object
  /// comes back.
  std::size_t find(std::size_t needed_by, const std::string& name, model::LoadStep& step);
  /// The places in the order of the search.
  virtual std::vector<Place> places(std::size_t needed_by, const std::string& name) = 0;

 protected:
  /// The object that the name stands for without a search, or no_object.
  virtual std::size_t present(const std::string& name) const { return process_.named(name, strictness_); }

  Process& process_;

 private:
  std::size_t first_that_loads(const std::vector<Place>& places, std::size_t needed_by,
                               const std::string& name, model::LoadStep& step);
  void add_others(const std::vector<Place>& places, std::size_t taken, model::LoadStep& step);

  Strictness strictness_;
};

/// The parts of a list of folders, as text between separators; `make` turns each into a folder, or "" to
/// leave it out.
std::vector<std::string> folders_of_list(std::string_view list, std::string_view separators,
                                         const std::function<std::string(std::string_view)>& make);

std::unique_ptr<Search> glibc_search(Process& process);
std::unique_ptr<Search> musl_search(Process& process);

}  // namespace gpuenv::loader
