#include "server/store_checksum.hpp"

#include <array>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr std::uint32_t kCastagnoli = 0x82f63b78;  // the polynomial, its bits reversed

constexpr std::array<std::uint32_t, 256> kRemainders = [] {
  std::array<std::uint32_t, 256> all{};
  for (std::uint32_t byte = 0; byte < all.size(); ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? kCastagnoli : 0);
    all[byte] = rest;
  }
  return all;
}();

}  // namespace

std::uint32_t crc32c(std::string_view text, std::uint32_t before) {
  std::uint32_t rest = ~before;
  for (const char each : text) rest = (rest >> 8) ^ kRemainders[(rest ^ static_cast<unsigned char>(each)) & 0xff];
  return ~rest;
}

std::uint32_t checksum_of_input(std::string_view table, std::uint32_t number, std::string_view text) {
  return crc32c(text, crc32c(cat(table, '\n', number, '\n')));
}

std::uint32_t checksum_of_table(const StoredTable& table) {
  return crc32c(cat(table.id, '\n', table.hashes[0], '\n', table.hashes[1], '\n', table.created, '\n',
                    table.listed ? 1 : 0, '\n', table.timed ? 1 : 0, '\n', table.setup));
}

}  // namespace duello
