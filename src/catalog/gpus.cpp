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

Architecture architecture_from(const BlobRow& row) {
  Architecture architecture;
  architecture.name = row.text("arch");
  architecture.compute_capabilities = sms(row.list("compute_capabilities"));
  architecture.last_driver_branch = row.text("last_driver_branch");
  architecture.last_toolkit = Version(row.text("last_cuda_toolkit"));
  architecture.first_driver_branch = row.text("first_driver_branch");
  architecture.open_modules_only = row.text("kernel_modules") == "open only";
  return architecture;
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

}  // namespace gpuenv::catalog
