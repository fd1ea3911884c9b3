// Zip files for tests, put together by hand so that each field can be made wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "image/test_binaries.h"

namespace gpuenv::image::test {

struct ZipMemberOfTest {
  std::string name;
  std::string bytes;
  bool deflated = false;
  std::uint16_t flags = 0;
  bool wide = false;  ///< sizes and place in a zip64 field
};

/// Packed by deflate, without a header. (In zip_test.cpp.)
std::string deflate_of(std::string_view bytes);

/// A zip file of these members; checksums are left out, as nobody looks at them.
inline std::string zip_of(const std::vector<ZipMemberOfTest>& members, std::string_view comment = "") {
  Bytes out, directory;
  for (const ZipMemberOfTest& member : members) {
    const std::string stored = member.deflated ? deflate_of(member.bytes) : member.bytes;
    const std::uint64_t at = out.size(), method = member.deflated ? 8 : 0, none = 0xffffffff;
    out.u32(0x04034b50).u16(20).u16(member.flags).u16(method).u32(0).u32(0);
    out.u32(stored.size()).u32(member.bytes.size()).u16(member.name.size()).u16(0);
    out.bytes(member.name).bytes(stored);
    directory.u32(0x02014b50).u16(20).u16(20).u16(member.flags).u16(method).u32(0).u32(0);
    directory.u32(member.wide ? none : stored.size()).u32(member.wide ? none : member.bytes.size());
    directory.u16(member.name.size()).u16(member.wide ? 28 : 0).u16(0).u16(0).u16(0).u32(0);
    directory.u32(member.wide ? none : at).bytes(member.name);
    if (member.wide) directory.u16(1).u16(24).u64(member.bytes.size()).u64(stored.size()).u64(at);
  }
  const std::uint64_t at = out.size();
  const std::string list = directory.take();
  out.bytes(list).u32(0x06054b50).u16(0).u16(0).u16(members.size()).u16(members.size());
  return out.u32(list.size()).u32(at).u16(comment.size()).bytes(comment).take();
}

}  // namespace gpuenv::image::test
