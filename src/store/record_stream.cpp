#include "store/record_stream.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace duello {

namespace {

constexpr std::size_t kPiece = 1 << 20;
constexpr std::size_t kLongest = 16 << 20;

}  // namespace

std::optional<std::expected<Record, Complaint>> RecordStream::next() {
  while (true) {
    RecordReader reader(std::string_view(piece_).substr(at_), line_);
    auto record = reader.next();
    // What ends where the piece does may go on behind it.
    const bool is_whole = record && *record && at_ + reader.offset() < piece_.size();
    if (!is_whole && !at_end_ && piece_.size() - at_ <= kLongest) {
      if (!read_more()) return complaint("It cannot be read: ", trouble_);
      continue;
    }
    if (record && *record) {
      at_ += reader.offset();
      line_ = reader.line();
    }
    return record;
  }
}

std::optional<std::string_view> RecordStream::rest() const {
  if (!at_end_) return std::nullopt;
  return std::string_view(piece_).substr(at_);
}

bool RecordStream::read_more() {
  piece_.erase(0, at_);
  before_ += at_;
  at_ = 0;
  const std::size_t length = piece_.size();
  piece_.resize(length + kPiece);
  const ssize_t got = ::pread(file_.number(), piece_.data() + length, kPiece, static_cast<off_t>(before_ + length));
  piece_.resize(length + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0 && errno != EINTR) {
    trouble_ = std::strerror(errno);
    return false;
  }
  at_end_ = got == 0;
  return true;
}

}  // namespace duello
