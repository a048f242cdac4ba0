// Bytes that a program prints, put together to lines of text. It has to judge programs that print too much, or no text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace duello {

class LineBuffer {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} << 10;
  static constexpr std::size_t kMostInOneWait = std::size_t{1} << 20;

  enum class Trouble : std::uint8_t { flood, rubbish };

  // From here on, bytes are counted anew.
  void begin_wait() { taken_ = 0; }
  // Bytes that are printed elsewhere count too.
  void count(std::size_t bytes) { taken_ += bytes; }
  void take(std::string_view bytes);

  // The next whole line, without its end and with blanks for tabs; nothing if it has not come yet. After a trouble
  // nothing more comes but that.
  std::expected<std::optional<std::string>, Trouble> next();

 private:
  std::string bytes_;
  std::size_t begin_ = 0;   // of the next line
  std::size_t looked_ = 0;  // up to here there is no end of it
  std::size_t taken_ = 0;
  std::optional<Trouble> trouble_;
};

}  // namespace duello
