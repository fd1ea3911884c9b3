// Random access to a deflate stream by zlib, with copies of its state as places to begin from.
#include "image/inflated_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gpuenv::image {
namespace {

using base::Piece;
using base::Result;

constexpr std::uint64_t between_places = std::uint64_t{8} << 20;  ///< a state takes 40 KB
constexpr std::uint64_t largest_kept = std::uint64_t{48} << 20;
constexpr std::size_t input_size = std::size_t{256} << 10, output_size = std::size_t{256} << 10;

}  // namespace

/// One zlib stream that can be copied.
class InflatedSource::Unpacker {
 public:
  Unpacker(base::ByteSource& source, std::uint64_t begin, std::uint64_t packed)
      : source_(source),
        begin_(begin),
        packed_(packed),
        input_(input_size, '\0'),
        output_(output_size, '\0') {
    places_.push_back(std::make_unique<Place>());
    constexpr int raw = -15;  // zip has no zlib header
    good_ = inflateInit2(&places_.front()->stream, raw) == Z_OK;
    if (good_) good_ = inflateCopy(&now_.stream, &places_.front()->stream) == Z_OK;
  }
  ~Unpacker() {
    inflateEnd(&now_.stream);
    for (const auto& place : places_) inflateEnd(&place->stream);
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  Result<void> fill(Piece& piece) {
    if (!good_) return base::io_error("zlib could not be started");
    if (piece.offset < now_.out) go_back(piece.offset);
    while (piece.filled < piece.into.size()) {
      const std::uint64_t wanted = piece.offset + piece.filled;
      if (wanted >= chunk_at_ && wanted < now_.out) {
        const std::size_t within = static_cast<std::size_t>(wanted - chunk_at_);
        const std::size_t count =
            std::min(piece.into.size() - piece.filled, static_cast<std::size_t>(now_.out - wanted));
        std::copy_n(output_.data() + within, count, piece.into.data() + piece.filled);
        piece.filled += count;
      } else if (now_.ended) {
        return {};
      } else if (auto done = unpack(); !done) {
        return done;
      }
    }
    return {};
  }

 private:
  /// A state of the stream: how much was taken of the input, and how much has come out.
  struct Place {
    z_stream stream{};
    std::uint64_t in = 0, out = 0;
    bool ended = false;
  };

  void go_back(std::uint64_t offset) {
    if (offset >= chunk_at_) return;  // it is among what came out last
    const auto after =
        std::ranges::upper_bound(places_, offset, {}, [](const auto& place) { return place->out; });
    const Place& place = **(after - 1);
    inflateEnd(&now_.stream);
    good_ = inflateCopy(&now_.stream, const_cast<z_stream*>(&place.stream)) == Z_OK;
    now_.in = place.in;
    now_.out = chunk_at_ = place.out;
    now_.ended = false;
    now_.stream.avail_in = 0;
  }

  /// Unpacks the next chunk.
  Result<void> unpack() {
    if (!good_) return base::io_error("zlib could not go back");
    z_stream& stream = now_.stream;
    chunk_at_ = now_.out;
    stream.next_out = reinterpret_cast<Bytef*>(output_.data());
    stream.avail_out = static_cast<uInt>(output_.size());
    while (stream.avail_out > 0 && !now_.ended) {
      if (stream.avail_in == 0) {
        const std::uint64_t left = packed_ - now_.in;
        const auto got = source_.read_at(
            begin_ + now_.in, std::span(input_).first(std::min<std::uint64_t>(left, input_.size())));
        if (!got) return std::unexpected(got.error());
        if (got->empty())
          return base::bad_input(
              fmt::format("the deflated data ends after {} bytes that came out of it", now_.out));
        now_.in += got->size();
        stream.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream.avail_in = static_cast<uInt>(got->size());
      }
      const int answer = inflate(&stream, Z_NO_FLUSH);
      now_.out = chunk_at_ + output_.size() - stream.avail_out;
      now_.ended = answer == Z_STREAM_END;
      if (answer != Z_OK && answer != Z_STREAM_END)
        return base::bad_input(
            fmt::format("the deflated data is damaged after {} bytes that came out of it", now_.out));
    }
    keep_place();
    return {};
  }

  /// Keeps the state that the last chunk ended with, if none is kept near it.
  void keep_place() {
    if (now_.ended || now_.out < places_.back()->out + between_places) return;
    auto place = std::make_unique<Place>();
    if (inflateCopy(&place->stream, &now_.stream) != Z_OK) return;
    place->in = now_.in - now_.stream.avail_in;
    place->out = now_.out;
    places_.push_back(std::move(place));
  }

  base::ByteSource& source_;
  std::uint64_t begin_, packed_;
  std::string input_, output_;
  std::uint64_t chunk_at_ = 0;  ///< where in the unpacked bytes `output_` begins
  Place now_;
  std::vector<std::unique_ptr<Place>> places_;
  bool good_ = false;
};

InflatedSource::InflatedSource(base::ByteSource& source, std::uint64_t begin, std::uint64_t packed,
                               std::uint64_t size)
    : source_(source),
      begin_(begin),
      packed_(packed),
      size_(size),
      unpacker_(std::make_unique<Unpacker>(source_, begin_, packed_)) {}

InflatedSource::~InflatedSource() = default;

bool InflatedSource::in_order() const {
  return size_ > largest_kept;
}

Result<void> InflatedSource::unpack_whole() {
  whole_.resize(static_cast<std::size_t>(size_));
  Piece all{0, whole_};
  if (auto done = unpacker_->fill(all); !done) return done;
  whole_.resize(all.filled);
  unpacked_ = true;
  return {};
}

Result<void> InflatedSource::read(std::span<Piece> pieces) {
  if (!in_order()) {
    if (!unpacked_)
      if (auto done = unpack_whole(); !done) return done;
    return base::MemorySource(whole_).read(pieces);
  }
  std::vector<Piece*> ordered;
  for (Piece& piece : pieces) ordered.push_back(&piece);
  std::ranges::stable_sort(ordered, {}, &Piece::offset);
  for (Piece* piece : ordered) {
    piece->filled = 0;
    if (piece->offset >= size_) continue;
    const std::span<char> wanted = piece->into;
    piece->into =
        wanted.first(static_cast<std::size_t>(std::min<std::uint64_t>(wanted.size(), size_ - piece->offset)));
    auto done = unpacker_->fill(*piece);
    piece->into = wanted;
    if (!done) return done;
  }
  return {};
}

}  // namespace gpuenv::image
