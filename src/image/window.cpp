// A window that grows along a stretch.
#include "image/window.h"

#include <algorithm>

namespace gpuenv::image {
namespace {

// The largest fits a processor's cache and keeps a disk busy; the smallest is what costs no more than a few
// bytes do.
constexpr std::uint64_t smallest = 16 << 10, largest = 256 << 10;

}  // namespace

base::Result<std::string_view> Window::from(std::uint64_t offset, std::uint64_t least) {
  if (offset >= end_) return std::string_view();
  const std::uint64_t held = at_ + filled_;
  if (offset >= at_ && offset <= held && (held - offset >= least || held == end_))
    return std::string_view(buffer_).substr(offset - at_, held - offset);
  const bool goes_on = offset >= at_ && offset <= held + smallest;
  next_ = goes_on ? std::min(std::max(2 * next_, smallest), largest) : smallest;
  const std::uint64_t size = std::min(std::max(next_, least), end_ - offset);
  if (buffer_.size() < size) buffer_.resize(size);
  const auto read = source_.read_at(offset, std::span(buffer_).first(size));
  if (!read) return std::unexpected(read.error());
  at_ = offset;
  filled_ = read->size();
  if (filled_ < size) end_ = at_ + filled_;  // the file has shrunk
  return *read;
}

}  // namespace gpuenv::image
