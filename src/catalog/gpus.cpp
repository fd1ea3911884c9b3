// Cards by PCI id and by name, and their architectures (data/gpus.toml, data/drivers.toml).
#include <algorithm>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {
namespace {

Gpu gpu_of(const BlobRow& row) {
  Gpu gpu;
  gpu.name = row.text("name");
  gpu.compute_capability = base::parse_sm(row.text("compute_capability")).value_or(Sm{});
  gpu.architecture = row.text("arch");
  gpu.laptop = row.text("form") == "laptop";
  gpu.unconfirmed = row.flag("unconfirmed");
  return gpu;
}

/// "0x2684" and "2684" as the tables write it: four capital digits.
std::string pci_id(std::string_view text) {
  const long long id = base::number(text, 16);
  if (id < 0 || id > 0xFFFF) return {};
  std::string digits(4, '0');
  for (int i = 0; i < 4; ++i) digits[3 - i] = "0123456789ABCDEF"[id >> (4 * i) & 0xF];
  return digits;
}

/// The first card that one column gives the id to; a confirmed row wins over an unconfirmed one.
std::optional<Gpu> card_with_id(const Blob& blob, std::string_view column, std::string_view id) {
  const BlobKey key = blob.key(column);
  std::optional<Gpu> doubtful;
  for (const BlobRow& row : blob.rows("gpus:gpu")) {
    if (!row.lists(key, id)) continue;
    Gpu gpu = gpu_of(row);
    if (!gpu.unconfirmed) return gpu;
    if (!doubtful) doubtful = std::move(gpu);
  }
  return doubtful;
}

/// What the ids around an unknown one tell: NVIDIA gives each chip whole blocks of 64 of them (every such
/// block of data/gpus.toml but one holds a single compute capability). Nothing where a block holds several,
/// or none is known.
std::optional<Gpu> card_of_block(const Blob& blob, std::string_view id) {
  const auto block_of = [](std::string_view text) { return base::number(text, 16) / 64; };
  const long long block = block_of(id);
  std::optional<Gpu> found;
  for (const char* column : {"pci_device_ids", "pci_device_ids_by_subsystem"})
    for (const BlobRow& row : blob.rows("gpus:gpu")) {
      const auto ids = row.list(column);
      if (std::none_of(ids.begin(), ids.end(),
                       [&](std::string_view other) { return block_of(other.substr(0, 4)) == block; }))
        continue;
      Gpu gpu = gpu_of(row);
      if (found && found->compute_capability != gpu.compute_capability) return std::nullopt;
      const auto chips = row.strings("chips");
      if (!found) gpu.name = "NVIDIA " + (chips.empty() ? gpu.architecture : chips.front());
      if (!found) found = std::move(gpu);
    }
  if (found) found->unconfirmed = true;
  return found;
}

/// A name as it is compared: "NVIDIA GeForce RTX 4090" and "GeForce RTX 4090" are the same card.
std::string_view bare_name(std::string_view name) {
  constexpr std::string_view maker = "NVIDIA ";
  name = base::trim(name);
  return base::equal_ignoring_case(name.substr(0, maker.size()), maker) ? name.substr(maker.size()) : name;
}

/// A run of one kind of character.
enum class Run { none, digits, letters };

Run run_of(char c) {
  return c >= '0' && c <= '9' ? Run::digits : (c >= 'a' && c <= 'z') ? Run::letters : Run::none;
}

/// The words of a name in small letters: "RTX5090", "RTX 5090" and "rtx-5090" have the same, and so do
/// "1080ti" and "1080 Ti". A letter or two in front of digits ("A100") or one behind them ("L40S") belong to
/// them.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  const std::string lower = base::lower(name);
  std::size_t letters = 0, digits = 0;  ///< at the end of the last word
  Run before = Run::none;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const Run run = run_of(lower[i]);
    const bool pair = i + 1 < lower.size() && run_of(lower[i + 1]) == Run::letters;
    const bool splits = (run == Run::digits && before == Run::letters && letters > 2) ||
                        (run == Run::letters && before == Run::digits && digits > 1 && pair);
    if (run != Run::none && (before == Run::none || splits)) words.emplace_back();
    if (run != before) letters = digits = 0;
    before = run;
    if (run == Run::none) continue;
    (run == Run::letters ? letters : digits)++;
    words.back() += lower[i];
  }
  return words;
}

/// Words that people leave out: the maker, its lines, and what every card is.
bool is_left_out(std::string_view word) {
  constexpr std::string_view list[] = {"nvidia", "geforce", "rtx", "gtx",       "gt",
                                       "tesla",  "quadro",  "gpu", "generation"};
  return std::ranges::find(list, word) != std::end(list);
}

/// How many words more than the wanted ones a name has; nothing when it lacks one of them.
std::optional<std::size_t> words_more(const std::vector<std::string>& wanted, std::vector<std::string> name) {
  for (const std::string& word : wanted) {
    const auto found = std::ranges::find(name, word);
    if (found == name.end()) return std::nullopt;
    name.erase(found);
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(name, [](const std::string& word) { return !is_left_out(word); }));
}

Architecture architecture_from(const BlobRow& row) {
  Architecture architecture;
  architecture.name = row.text("arch");
  architecture.compute_capabilities = sms(row.list("compute_capabilities"));
  architecture.last_driver_branch = row.text("last_driver_branch");
  architecture.last_toolkit = Version(row.text("last_cuda_toolkit"));
  architecture.first_driver_branch = row.text("first_driver_branch");
  architecture.open_modules_only = row.text("kernel_modules") == "open only";
  architecture.first_cudnn = std::max(0, base::small_number(row.text("first_cudnn")));
  return architecture;
}

Version cuda_of_branch(const std::vector<DriverBranch>& branches, const std::string& name) {
  for (const auto& branch : branches)
    if (branch.name == name) return branch.cuda;
  return {};
}

}  // namespace

std::optional<Gpu> Catalog::gpu_by_pci(std::string_view device_id) const {
  const Blob blob(this->blob());
  const std::string id = pci_id(device_id);
  if (id.empty()) return std::nullopt;
  if (auto gpu = card_with_id(blob, "pci_device_ids", id)) return gpu;
  // The id alone names the chip, so the capability is right even where the name depends on the subsystem.
  if (auto gpu = card_with_id(blob, "pci_device_ids_by_subsystem", id)) return gpu;
  return card_of_block(blob, id);
}

std::optional<Gpu> Catalog::gpu_by_name(std::string_view name) const {
  const Blob blob(this->blob());
  const BlobKey key = blob.key("name");
  const std::string_view wanted = bare_name(name);
  std::optional<Gpu> found;
  for (const BlobRow& row : blob.rows("gpus:gpu")) {
    if (!base::equal_ignoring_case(bare_name(row.text(key)), wanted)) continue;
    Gpu gpu = gpu_of(row);
    if (!found) {
      found = std::move(gpu);
      continue;
    }
    if (found->compute_capability != gpu.compute_capability) return std::nullopt;
    found->laptop = found->laptop && gpu.laptop;
    found->unconfirmed = found->unconfirmed && gpu.unconfirmed;
  }
  return found;
}

std::vector<Gpu> Catalog::cards_called(std::string_view name) const {
  const Blob blob(this->blob());
  const BlobKey key = blob.key("name");
  std::vector<std::string> wanted = words_of(name);
  std::erase_if(wanted, [](const std::string& word) { return word == "nvidia" || word == "gpu"; });
  std::vector<Gpu> found;
  std::size_t fewest = ~std::size_t{0};
  if (std::ranges::all_of(wanted, is_left_out)) return found;
  for (const BlobRow& row : blob.rows("gpus:gpu")) {
    const auto more = words_more(wanted, words_of(row.text(key)));
    if (!more || *more > fewest) continue;
    if (*more < fewest) found.clear();
    fewest = *more;
    Gpu gpu = gpu_of(row);
    const bool known = std::ranges::any_of(found, [&](const Gpu& other) {
      return bare_name(other.name) == bare_name(gpu.name) &&
             other.compute_capability == gpu.compute_capability;
    });
    if (!known) found.push_back(std::move(gpu));
  }
  return found;
}

std::vector<Architecture> Catalog::architectures() const {
  const Blob blob(this->blob());
  std::vector<Architecture> result;
  for (const BlobRow& row : blob.rows("drivers:arch_support")) result.push_back(architecture_from(row));
  return result;
}

std::optional<Architecture> Catalog::architecture_of(const Sm& card) const {
  for (Architecture& architecture : architectures()) {
    const auto& numbers = architecture.compute_capabilities;
    if (std::find(numbers.begin(), numbers.end(), card) != numbers.end()) return std::move(architecture);
  }
  return std::nullopt;
}

/// Code for a major number began with the toolkit of its first card, which came with a driver branch.
CardSupport Catalog::card_support(const Sm& card) const {
  CardSupport support{card, {}, {}, 0};
  const auto branches = driver_branches();
  bool known = true;
  for (const Architecture& architecture : architectures())
    for (const Sm& other : architecture.compute_capabilities) {
      if (other == card) {
        support.last_toolkit = architecture.last_toolkit;
        support.first_cudnn = architecture.first_cudnn;
      }
      if (other.major != card.major || other > card) continue;
      const Version cuda = cuda_of_branch(branches, architecture.first_driver_branch);
      known = known && cuda.valid();
      if (!support.first_toolkit.valid() || cuda < support.first_toolkit) support.first_toolkit = cuda;
    }
  if (!known) support.first_toolkit = Version();
  return support;
}

}  // namespace gpuenv::catalog
