#include "engines/line_buffer.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace duello {

void LineBuffer::take(std::string_view bytes) {
  count(bytes.size());
  if (trouble_ || taken_ > kMostInOneWait) return;
  bytes_.erase(0, begin_);
  looked_ -= begin_;
  begin_ = 0;
  bytes_ += bytes;
}

std::expected<std::optional<std::string>, LineBuffer::Trouble> LineBuffer::next() {
  if (!trouble_ && taken_ > kMostInOneWait) trouble_ = Trouble::flood;
  if (trouble_) return std::unexpected(*trouble_);
  const std::size_t end = bytes_.find('\n', looked_);
  looked_ = std::min(end, bytes_.size());
  if (looked_ - begin_ > kLongestLine) {
    trouble_ = Trouble::flood;
    return std::unexpected(*trouble_);
  }
  if (end == std::string::npos) return std::nullopt;
  std::string line = bytes_.substr(begin_, end - begin_);
  begin_ = looked_ = end + 1;
  if (line.ends_with('\r')) line.pop_back();
  std::ranges::replace(line, '\t', ' ');
  if (!is_printable(line)) {
    trouble_ = Trouble::rubbish;
    return std::unexpected(*trouble_);
  }
  return line;
}

}  // namespace duello
