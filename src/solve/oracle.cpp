#include "solve/oracle.hpp"

#include <algorithm>

namespace duello {

std::vector<std::span<const std::byte>> TableContents::parts() const {
  return {std::as_bytes(keys), std::visit([](const auto& all) { return std::as_bytes(all); }, scores), winners};
}

std::unexpected<NotKnown> not_solved(Complaint why) { return std::unexpected(NotKnown{std::move(why)}); }

std::unexpected<NotKnown> solve_stopped() { return std::unexpected(NotKnown{{"The solve was stopped"}, true}); }

std::unexpected<NotKnown> no_room_for_table(double bytes) {
  return not_solved({cat("The table needs ", bytes_text(bytes), " of memory, which cannot be had here")});
}

std::string plies_text(Value value) { return value.knows_plies() ? cat(" in ", value.plies()) : ""; }

std::string by_processor(std::size_t threads) { return cat("by the processor with ", counted(threads, "thread")); }

const Judgement& best_of(const std::vector<Judgement>& moves) {
  return *std::ranges::max_element(moves, [](const Judgement& one, const Judgement& two) {
    if (one.value != two.value) return one.value < two.value;
    return !one.value.is_win() && one.slips < two.slips;
  });
}

std::vector<Judgement> when_swappable(std::vector<Judgement> moves) {
  // A move that ends the game cannot be answered.
  for (Judgement& move : moves)
    if (move.value.plies() != 1) move.value = move.value.after().before_swap();
  return moves;
}

}  // namespace duello
