// Pads messages to players in games with hidden moves. An observer of the network sees the sizes of encrypted records,
// so the length of a message must depend only on what is public. The padding is a key that clients ignore.
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
