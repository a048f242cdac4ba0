// Where moves are hidden, the length of a message to a player must not tell what the player has chosen: an onlooker
// sees the sizes of encrypted records. So each message to a player is filled up, with a key that clients ignore, to a
// size that follows from what everybody knows.
#pragma once

#include <cstddef>
#include <string>

namespace duello {

inline constexpr std::size_t kPaddingStep = 1'024;

// The least multiple of the step that has room for so many bytes and for the key itself.
std::size_t padded_size(std::size_t size);
// Fills a JSON object that is not empty up to that size, or to the next padded size if it is longer already.
void pad(std::string& object, std::size_t size);

}  // namespace duello
