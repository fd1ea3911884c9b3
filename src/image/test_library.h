// Small shared libraries, for tests: program headers, a dynamic section and symbols with versions, and no
// sections.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "image/elf_symbols.h"
#include "image/test_binaries.h"

namespace gpuenv::image::test {

struct SymbolOfTest {
  std::string name;
  bool defined = true;
  std::string version;  ///< "" = none
  std::string from;     ///< of an undefined one: the file that the version is needed of
  bool weak = false;
  bool hidden = false;  ///< not the default version
};

inline SymbolOfTest wants(std::string name, std::string version = "", std::string from = "") {
  return {std::move(name), false, std::move(version), std::move(from)};
}

struct LibraryOfTest {
  std::string soname;
  std::vector<std::string> needed;
  std::vector<SymbolOfTest> symbols;
  std::optional<std::string> rpath, runpath;
  std::string interpreter;
  std::string build_id;  ///< the bytes
  std::uint64_t flags_1 = 0;
  bool wide = true;
  ByteOrder order = ByteOrder::little;
  std::uint16_t type = elf::type_shared;
  std::uint16_t machine = elf::machine_x86_64;
  std::uint8_t os_abi = 0;
  bool sysv_hash = false;

  std::string build() const { return Builder(*this).take(); }

 private:
  static constexpr std::uint64_t base = 0x400000;

  class Builder {
   public:
    explicit Builder(const LibraryOfTest& library) : library_(library) {
      std::ranges::stable_partition(ordered_ = library.symbols,
                                    [](const auto& each) { return !each.defined; });
      number_versions();
      write();
    }
    std::string take() { return std::move(file_); }

   private:
    using Version = std::pair<std::string, std::string>;  ///< file and name

    int width() const { return library_.wide ? 8 : 4; }
    std::uint64_t segments() const {
      return 2 + (library_.interpreter.empty() ? 0 : 1) + (library_.build_id.empty() ? 0 : 1);
    }

    std::uint64_t string(const std::string& text) {
      strings_ += text + '\0';
      return strings_.size() - text.size() - 1;
    }

    void number_versions() {
      for (const bool defined : {true, false})
        for (const SymbolOfTest& each : ordered_) {
          auto& list = defined ? definitions_ : needs_;
          const Version version{each.from, each.version};
          if (each.defined == defined && !each.version.empty() &&
              std::ranges::find(list, version) == list.end())
            list.push_back(version);
        }
    }
    std::uint64_t index_of(const SymbolOfTest& symbol) const {
      const auto& list = symbol.defined ? definitions_ : needs_;
      const auto at = std::ranges::find(list, Version{symbol.from, symbol.version});
      if (at == list.end()) return 1;
      const auto place = static_cast<std::uint64_t>(at - list.begin());
      return 2 + place + (symbol.defined ? 0 : definitions_.size()) + (symbol.hidden ? 0x8000 : 0);
    }

    std::string symbols() {
      Bytes out(library_.order);
      out.resize(library_.wide ? 24 : 16);
      for (const SymbolOfTest& each : ordered_) {
        const std::uint64_t name = string(each.name), info = (each.weak ? 0x20 : 0x10) | 2;
        const std::uint64_t section = each.defined ? 1 : 0, value = each.defined ? 0x1234 : 0;
        out.u32(name);
        if (library_.wide)
          out.u8(info).u8(0).u16(section).u64(value).u64(0);
        else
          out.u32(value).u32(0).u8(info).u8(0).u16(section);
      }
      return out.take();
    }
    std::string hash() const {
      Bytes out(library_.order);
      const std::uint64_t first = 1 + static_cast<std::uint64_t>(std::ranges::count_if(
                                          ordered_, [](const auto& each) { return !each.defined; }));
      const std::uint64_t count = ordered_.size() + 1;
      if (library_.sysv_hash) {  // one bucket, all symbols in one chain
        out.u32(1).u32(count).u32(count > 1 ? 1 : 0).u32(0);
        for (std::uint64_t i = 1; i < count; ++i) out.u32(i + 1 < count ? i + 1 : 0);
        return out.take();
      }
      out.u32(1).u32(first).u32(1).u32(5).number(~std::uint64_t{0}, width());
      out.u32(first < count ? first : 0);
      for (std::uint64_t i = first; i < count; ++i)
        out.u32((gnu_hash(ordered_[i - 1].name) & ~std::uint32_t{1}) | (i + 1 == count ? 1 : 0));
      return out.take();
    }
    std::string versions() const {
      if (definitions_.empty() && needs_.empty()) return "";
      Bytes out(library_.order);
      out.u16(0);
      for (const SymbolOfTest& each : ordered_) out.u16(index_of(each));
      return out.take();
    }
    std::string needs() {
      Bytes out(library_.order);
      for (std::size_t i = 0; i < needs_.size(); ++i) {
        const bool last = i + 1 == needs_.size();
        out.u16(1).u16(1).u32(string(needs_[i].first)).u32(16).u32(last ? 0 : 32);
        out.u32(0).u16(0).u16(2 + definitions_.size() + i).u32(string(needs_[i].second)).u32(0);
      }
      return out.take();
    }
    std::string definitions() {
      if (definitions_.empty()) return "";
      Bytes out(library_.order);
      for (std::size_t i = 0; i <= definitions_.size(); ++i) {
        const std::string& name = i == 0 ? library_.soname : definitions_[i - 1].second;
        out.u16(1)
            .u16(i == 0 ? 1 : 0)
            .u16(i + 1)
            .u16(1)
            .u32(0)
            .u32(20)
            .u32(i == definitions_.size() ? 0 : 28);
        out.u32(string(name)).u32(0);
      }
      return out.take();
    }
    std::string note() const {
      if (library_.build_id.empty()) return "";
      return Bytes(library_.order)
          .u32(4)
          .u32(library_.build_id.size())
          .u32(3)
          .bytes(std::string_view("GNU\0", 4))
          .bytes(library_.build_id)
          .align(4)
          .take();
    }

    /// Adds a part of the file and returns where it begins.
    std::uint64_t add(const std::string& bytes) {
      file_.resize((file_.size() + 7) / 8 * 8);
      file_ += bytes;
      return file_.size() - bytes.size();
    }

    void write() {
      file_.resize((library_.wide ? 64 + 56 * segments() : 52 + 32 * segments()));
      std::vector<std::pair<std::uint64_t, std::uint64_t>> tags;
      tags.reserve(library_.needed.size());
      for (const std::string& each : library_.needed) tags.emplace_back(1, string(each));
      if (!library_.soname.empty()) tags.emplace_back(14, string(library_.soname));
      if (library_.rpath) tags.emplace_back(15, string(*library_.rpath));
      if (library_.runpath) tags.emplace_back(29, string(*library_.runpath));
      if (library_.flags_1 != 0) tags.emplace_back(0x6ffffffb, library_.flags_1);
      tags.emplace_back(6, base + add(symbols()));
      tags.emplace_back(library_.sysv_hash ? 4 : 0x6ffffef5, base + add(hash()));
      if (const std::string table = versions(); !table.empty())
        tags.emplace_back(0x6ffffff0, base + add(table));
      if (const std::string table = needs(); !table.empty()) {
        tags.emplace_back(0x6ffffffe, base + add(table));
        tags.emplace_back(0x6fffffff, needs_.size());
      }
      if (const std::string table = definitions(); !table.empty()) {
        tags.emplace_back(0x6ffffffc, base + add(table));
        tags.emplace_back(0x6ffffffd, definitions_.size() + 1);
      }
      tags.emplace_back(5, base + add(strings_));
      tags.emplace_back(10, strings_.size());
      tags.emplace_back(0, 0);
      Bytes dynamic(library_.order);
      for (const auto& [tag, value] : tags) dynamic.number(tag, width()).number(value, width());
      const std::string table = dynamic.take();
      const std::uint64_t dynamic_at = add(table);
      const std::string interpreter = library_.interpreter.empty() ? "" : library_.interpreter + '\0';
      const std::uint64_t interpreter_at = add(interpreter), note_at = add(note());
      Bytes head(library_.order);
      header(head);
      segment(head, elf::segment_load, 0, file_.size());
      segment(head, elf::segment_dynamic, dynamic_at, table.size());
      if (!interpreter.empty()) segment(head, elf::segment_interpreter, interpreter_at, interpreter.size());
      if (!library_.build_id.empty()) segment(head, 4, note_at, note().size());
      const std::string start = head.take();
      file_.replace(0, start.size(), start);
    }
    void header(Bytes& out) const {
      out.bytes(
             "\x7f"
             "ELF")
          .u8(library_.wide ? 2 : 1)
          .u8(library_.order == ByteOrder::little ? 1 : 2)
          .u8(1);
      out.u8(library_.os_abi).resize(16);
      out.u16(library_.type)
          .u16(library_.machine)
          .u32(1)
          .number(0, width())
          .number(library_.wide ? 64 : 52, width());
      out.number(0, width()).u32(0).u16(library_.wide ? 64 : 52).u16(library_.wide ? 56 : 32).u16(segments());
      out.u16(library_.wide ? 64 : 40).u16(0).u16(0);
    }
    void segment(Bytes& out, std::uint32_t type, std::uint64_t offset, std::uint64_t size) const {
      out.u32(type);
      if (library_.wide) out.u32(4);
      out.number(offset, width()).number(base + offset, width()).number(base + offset, width());
      out.number(size, width()).number(size, width());
      if (!library_.wide) out.u32(4);
      out.number(8, width());
    }

    const LibraryOfTest& library_;
    std::vector<SymbolOfTest> ordered_;
    std::vector<Version> definitions_, needs_;
    std::string strings_ = std::string(1, '\0');
    std::string file_;
  };
};

}  // namespace gpuenv::image::test
