// What somebody types where a move is asked for.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "players/player.hpp"

namespace duello {

// Of a line; what is longer says nothing.
inline constexpr std::size_t kLongestTypedLine = 1000;

// What is typed, as it is compared with words: in small letters, with one blank between them.
std::string word_in(std::string_view line);

// The move that is typed; or why it is none, and what would be one. `view` is of the seat to move, and `shown` what the
// screen may show: the same, or what everybody may know.
std::expected<AnyMove, Complaint> move_in(const AnyGame& game, const AnyView& view, const AnyView& shown,
                                          std::string_view line);

// What undo, resign and swap come to in this turn; nothing for any other word.
std::optional<std::expected<Request, Complaint>> request_in(const Turn& turn, std::string_view word);

}  // namespace duello
