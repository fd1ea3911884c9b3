// Small Windows libraries with imports and exports, for tests.
#pragma once

#include <string>
#include <vector>

#include "image/pe_links.h"
#include "image/test_binaries.h"

namespace gpuenv::image::test {

/// A PE file with one section that holds all tables.
struct DllOfTest {
  std::uint16_t machine = 0x8664;
  bool library = true;
  std::vector<PeImport> imports;
  std::vector<std::string> exports;  ///< by name; numbered from 1
  std::string forward;               ///< of the first export

  std::string build() const {
    Tables tables;
    const std::uint32_t imports_at = tables.import_table(imports);
    const std::uint32_t delayed_at = tables.delayed_table(imports);
    const auto [exports_at, exports_size] = tables.export_table(exports, forward);
    Bytes optional;
    optional.u16(0x20b).resize(108).u32(16);
    for (std::uint32_t i = 0; i < 16; ++i) {
      const std::uint32_t at = i == 0 ? exports_at : i == 1 ? imports_at : i == 13 ? delayed_at : 0;
      optional.u32(at).u32(i == 0 ? exports_size : at == 0 ? 0 : 20);
    }
    Bytes out;
    out.bytes("MZ").resize(0x3c).u32(0x40).bytes(std::string_view("PE\0\0", 4));
    out.u16(machine).u16(1).u32(0).u32(0).u32(0).u16(240).u16(library ? 0x2022 : 0x22);
    out.bytes(optional.take()).bytes(std::string_view(".rdata\0\0", 8));
    out.u32(0x1000).u32(address).u32(0x1000).u32(offset).u32(0).u32(0).u32(0).u32(0x40000040);
    out.resize(offset).bytes(tables.bytes).resize(offset + 0x1000);
    return out.take();
  }

 private:
  static constexpr std::uint32_t address = 0x1000, offset = 0x400;

  struct Tables {
    std::string bytes;

    std::uint32_t add(const std::string& more) {
      bytes.resize((bytes.size() + 7) / 8 * 8);
      const auto at = static_cast<std::uint32_t>(address + bytes.size());
      bytes += more;
      return at;
    }
    std::uint32_t text(const std::string& text) { return add(text + '\0'); }
    std::uint32_t thunks(const std::vector<std::string>& names) {
      Bytes list;
      for (const std::string& name : names)
        list.u64(name.starts_with('#') ? (std::uint64_t{1} << 63) | std::stoul(name.substr(1))
                                       : text(std::string(2, '\0') + name));
      return add(list.u64(0).take());
    }
    std::uint32_t import_table(const std::vector<PeImport>& imports) {
      Bytes list;
      for (const PeImport& each : imports)
        if (!each.delayed) list.u32(thunks(each.names)).u32(0).u32(0).u32(text(each.library)).u32(0);
      return list.size() == 0 ? 0 : add(list.resize(list.size() + 20).take());
    }
    std::uint32_t delayed_table(const std::vector<PeImport>& imports) {
      Bytes list;
      for (const PeImport& each : imports)
        if (each.delayed)
          list.u32(1).u32(text(each.library)).u32(0).u32(0).u32(thunks(each.names)).u32(0).u32(0).u32(0);
      return list.size() == 0 ? 0 : add(list.resize(list.size() + 32).take());
    }
    std::pair<std::uint32_t, std::uint32_t> export_table(const std::vector<std::string>& exports,
                                                         const std::string& forward) {
      if (exports.empty()) return {0, 0};
      Bytes addresses, names, table;
      for (std::size_t i = 0; i < exports.size(); ++i) addresses.u32(0x1F00);
      for (const std::string& name : exports) names.u32(text(name));
      const std::uint32_t addresses_at = add(addresses.take()), names_at = add(names.take());
      table.resize(16).u32(1).u32(exports.size()).u32(exports.size()).u32(addresses_at).u32(names_at).u32(0);
      const std::uint32_t at = add(table.take());
      // What is forwarded lies within the stretch of the table.
      const std::uint32_t last = text(forward);
      if (!forward.empty()) overwrite(bytes, addresses_at - address, last, 4);
      return {at, last + static_cast<std::uint32_t>(forward.size()) + 1 - at};
    }
  };
};

}  // namespace gpuenv::image::test
