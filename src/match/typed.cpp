#include "match/typed.hpp"

namespace duello {

std::string word_in(std::string_view line) { return joined(words_of(lowered(line)), " "); }

std::expected<AnyMove, Complaint> move_in(const AnyGame& game, const AnyView& view, const AnyView& shown,
                                          std::string_view line) {
  const auto move = line.size() > kLongestTypedLine ? complaint("That line is too long") : game.read(view, line);
  if (move) return *move;
  return complaint(move.error().why, "; ", game.hint(shown));
}

std::optional<std::expected<Request, Complaint>> request_in(const Turn& turn, std::string_view word) {
  if (word == "undo") {
    if (!turn.no_undo.empty()) return complaint(turn.no_undo);
    return Undo{};
  }
  if (word == "resign") return Resign{};
  if (word != kSwapMove) return std::nullopt;
  if (turn.may_swap) return Swap{};
  return complaint("Seats can be changed only with the pie rule, and only in answer to the first move");
}

}  // namespace duello
