// Checksums of what is stored, so that a damaged disk or database is noticed before anybody is told what it says.
#pragma once

#include <cstdint>
#include <string_view>

#include "server/store.hpp"

namespace duello {

// CRC-32C (Castagnoli). `before` is the checksum of what precedes the text.
std::uint32_t crc32c(std::string_view text, std::uint32_t before = 0);

std::uint32_t checksum_of_input(std::string_view table, std::uint32_t number, std::string_view text);
// Of all that never changes, which leaves out the state.
std::uint32_t checksum_of_table(const StoredTable& table);

}  // namespace duello
