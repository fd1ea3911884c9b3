// machine.toml into a Spec. The only file of this room that knows the TOML library.
#include <fmt/format.h>

// The same settings as in catalog/toml_tables.cpp: toml++ has other types with others, and one program holds
// both.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>
#include <algorithm>
#include <limits>

#include "base/text.h"
#include "machine/recorded/expand/spec.h"

namespace gpuenv::machine::recorded {
namespace {

/// Reads the keys of one table and keeps the first mistake of the whole file.
class Fields {
 public:
  Fields(const toml::table& table, std::string name, std::string& mistake)
      : table_(table), name_(std::move(name)), mistake_(mistake) {}

  Fields& field(const char* key, std::string& to) {
    if (const toml::node* node = take(key)) {
      if (const auto* text = node->as_string())
        to = text->get();
      else
        complain(*node, fmt::format("{} has to be a text in quotes", key));
    }
    return *this;
  }

  Fields& field(const char* key, std::optional<std::string>& to) {
    if (table_.contains(key)) field(key, to.emplace());
    return *this;
  }

  Fields& field(const char* key, bool& to) {
    if (const toml::node* node = take(key)) {
      if (const auto* flag = node->as_boolean())
        to = flag->get();
      else
        complain(*node, fmt::format("{} has to be true or false", key));
    }
    return *this;
  }

  template <class Number>
    requires std::is_integral_v<Number>
  Fields& field(const char* key, Number& to) {
    if (const toml::node* node = take(key)) {
      const auto* number = node->as_integer();
      if (number == nullptr || number->get() < 0 || number->get() > std::numeric_limits<int>::max())
        complain(*node, fmt::format("{} has to be a whole number that is not negative", key));
      else
        to = static_cast<Number>(number->get());
    }
    return *this;
  }

  Fields& field(const char* key, std::vector<std::string>& to) {
    const toml::node* node = take(key);
    if (node == nullptr) return *this;
    const toml::array* list = node->as_array();
    if (list == nullptr || !(list->empty() || list->is_homogeneous(toml::node_type::string)))
      complain(*node, fmt::format("{} has to be a list of texts", key));
    else
      for (const auto& item : *list) to.push_back(item.as_string()->get());
    return *this;
  }

  /// A text that has to be one of a few.
  Fields& choice(const char* key, std::string& to, const std::vector<std::string>& allowed) {
    field(key, to);
    const toml::node* node = table_.get(key);
    if (node != nullptr && node->is_string() &&
        std::find(allowed.begin(), allowed.end(), to) == allowed.end())
      complain(*node, fmt::format("{} has to be one of: {}", key, base::join(allowed, ", ")));
    return *this;
  }

  /// Calls `read(fields, element)` for each [[key]] table.
  template <class Element, class Read>
  Fields& tables(const char* key, std::vector<Element>& to, Read read) {
    const toml::node* node = take(key);
    if (node == nullptr) return *this;
    const toml::array* list = node->as_array();
    if (list == nullptr || !list->is_array_of_tables()) {
      complain(*node, fmt::format("{} has to be written as [[{}]]", key, key));
      return *this;
    }
    for (const auto& item : *list) {
      Fields fields(*item.as_table(), fmt::format("[[{}]]", key), mistake_);
      read(fields, to.emplace_back());
      fields.finish();
    }
    return *this;
  }

  /// The [key] table, or nullptr.
  const toml::table* table(const char* key) {
    const toml::node* node = take(key);
    if (node != nullptr && !node->is_table())
      complain(*node, fmt::format("{} has to be written as [{}]", key, key));
    return node == nullptr ? nullptr : node->as_table();
  }

  Fields& need(const char* key) {
    if (!table_.contains(key)) complain(table_, fmt::format("{} needs {}", name_, key));
    return *this;
  }

  /// Complains about keys that nobody asked for.
  void finish() {
    for (const auto& [key, node] : table_) {
      const std::string text(key.str());
      if (std::find(known_.begin(), known_.end(), text) != known_.end()) continue;
      const std::string meant = base::nearest(text, known_);
      complain(node, meant.empty()
                         ? fmt::format("{} has no key \"{}\"", name_, text)
                         : fmt::format("{} has no key \"{}\"; did you mean \"{}\"?", name_, text, meant));
    }
  }

  void complain(const toml::node& node, std::string_view what) {
    if (mistake_.empty()) mistake_ = fmt::format("{}: {}", node.source().begin.line, what);
  }

 private:
  const toml::node* take(const char* key) {
    known_.emplace_back(key);
    return table_.get(key);
  }

  const toml::table& table_;
  std::string name_;
  std::string& mistake_;
  std::vector<std::string> known_;
};

void read_driver(const toml::table& table, Spec& spec, std::string& mistake) {
  DriverSpec& driver = spec.driver.emplace();
  Fields fields(table, "[driver]", mistake);
  fields.field("module", driver.module)
      .choice("kind", driver.kind, {"proprietary", "open"})
      .field("library", driver.library)
      .field("cuda", driver.cuda)
      .field("nvml_init", driver.nvml_init)
      .field("cuda_init", driver.cuda_init)
      .field("compat", driver.compat)
      .choice("nvml", driver.nvml, {"answers", "crashes", "hangs"});
  fields.finish();
}

/// A table whose keys are free: names and texts.
void read_texts(const toml::table& table, std::map<std::string, std::string>& to, Fields& fields) {
  for (const auto& [key, node] : table) {
    if (const auto* text = node.as_string())
      to.emplace(key.str(), text->get());
    else
      fields.complain(node, fmt::format("{} has to be a text in quotes", key.str()));
  }
}

void read_numbers(const toml::table& table, std::map<std::string, long long>& to, Fields& fields) {
  for (const auto& [key, node] : table) {
    if (const auto* number = node.as_integer(); number != nullptr && number->get() >= 0)
      to.emplace(key.str(), number->get());
    else
      fields.complain(node, fmt::format("{} has to be a number of MiB", key.str()));
  }
}

void read_file(Fields& fields, FileSpec& file) {
  fields.need("path")
      .field("path", file.path)
      .field("text", file.text)
      .field("size", file.size)
      .field("kernels", file.kernels)
      .field("link", file.link)
      .field("folder", file.folder)
      .field("denied", file.denied)
      .field("device", file.device)
      .field("removed", file.removed)
      .field("may_open", file.may_open);
}

void read_gpu(Fields& fields, GpuSpec& gpu) {
  fields.need("id")
      .field("pci", gpu.pci)
      .field("id", gpu.id)
      .field("name", gpu.name)
      .field("cc", gpu.cc)
      .field("memory_mib", gpu.memory_mib)
      .field("bound", gpu.bound)
      .field("listed", gpu.listed)
      .field("problem_code", gpu.problem_code);
  if (const toml::table* nvml = fields.table("nvml")) read_texts(*nvml, gpu.nvml, fields);
}

void read_env(Fields& fields, EnvSpec& env) {
  fields.need("path")
      .need("python")
      .field("path", env.path)
      .choice("kind", env.kind, {"venv", "conda", "system", "embedded"})
      .field("python", env.python)
      .field("bits", env.bits)
      .field("active", env.active)
      .choice("installer", env.installer, {"uv", "pip", "conda"})
      .field("packages", env.packages)
      .field("requested", env.requested);
}

void read_document(const toml::table& document, Spec& spec, std::string& mistake) {
  Fields fields(document, "machine.toml", mistake);
  std::string os = "linux";
  fields.need("os").choice("os", os, {"linux", "windows"});
  spec.os = os == "windows" ? base::OsFamily::windows : base::OsFamily::linux;
  fields.field("distro", spec.distro)
      .field("kernel", spec.kernel)
      .choice("architecture", spec.architecture, {"x86_64", "aarch64"})
      .field("home", spec.home)
      .field("working_directory", spec.working_directory)
      .field("wsl", spec.wsl)
      .choice("container", spec.container, {"", "docker", "podman", "lxc", "kubernetes"})
      .field("laptop", spec.laptop)
      .field("kernel_log", spec.kernel_log);
  if (const toml::table* driver = fields.table("driver")) read_driver(*driver, spec, mistake);
  if (const toml::table* variables = fields.table("variables"))
    read_texts(*variables, spec.variables, fields);
  if (const toml::table* free = fields.table("free_mib")) read_numbers(*free, spec.free_mib, fields);
  fields.tables("gpu", spec.gpus, read_gpu);
  fields.tables("other_gpu", spec.other_gpus, [](Fields& in, OtherGpuSpec& gpu) {
    in.need("pci").need("vendor").need("id");
    in.field("pci", gpu.pci).field("vendor", gpu.vendor).field("id", gpu.id).field("name", gpu.name);
  });
  fields.tables("toolkit", spec.toolkits, [](Fields& in, ToolkitSpec& toolkit) {
    in.need("version")
        .field("version", toolkit.version)
        .field("path", toolkit.path)
        .field("on_path", toolkit.on_path);
  });
  fields.tables("env", spec.envs, read_env);
  fields.tables("file", spec.files, read_file);
  fields.tables("registry", spec.registry, [](Fields& in, RegistrySpec& registry) {
    in.need("key").need("value");
    in.field("key", registry.key).field("name", registry.name).field("value", registry.value);
  });
  fields.finish();
}

}  // namespace

base::Result<Spec> read_spec(std::string_view text, std::string_view file) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return base::bad_input(
        fmt::format("{}:{}: not valid TOML: {}", file, error.source().begin.line, error.description()));
  }
  Spec spec;
  std::string mistake;
  read_document(parsed.table(), spec, mistake);
  if (!mistake.empty()) return base::bad_input(fmt::format("{}:{}", file, mistake));
  return spec;
}

}  // namespace gpuenv::machine::recorded
