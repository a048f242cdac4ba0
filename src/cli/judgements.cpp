#include "cli/judgements.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace duello {

namespace {

std::string worth_of(Value value) {
  if (value.is_neither()) return "neither side can force a win";
  return cat(value.is_win() ? "wins" : "loses", plies_text(value));
}

// Equal ones stay in the game's order.
template <class Move>
std::vector<Move> best_first(const std::vector<Move>& moves) {
  std::vector<const Move*> order;
  for (const Move& move : moves) order.push_back(&move);
  std::ranges::sort(order, [](const Move* one, const Move* two) {
    return one->value != two->value ? one->value > two->value : one < two;
  });
  std::vector<Move> sorted;
  for (const Move* move : order) sorted.push_back(*move);
  return sorted;
}

std::string judgements_text(const AnyGame& game, const OpenAnalysis& analysis) {
  std::string text = cat(worth_of(analysis.value), ".\n\n");
  for (const Judgement& move : best_first(analysis.moves))
    text += fmt::format("  {:<12} {}\n", game.write(move.move), worth_of(move.value));
  return text;
}

std::string judgements_text(const AnyGame& game, const HiddenAnalysis& analysis) {
  std::string text =
      fmt::format("can expect {:+.3f} against perfect play (1 is a sure win, -1 a sure loss).\n\n", analysis.value);
  for (const Expectation& move : best_first(analysis.moves))
    text += fmt::format("  {:<12} {:+.3f}\n", game.write(move.move), move.value);
  return text;
}

}  // namespace

std::string judgements_text(const AnyGame& game, const Analysis& analysis) {
  return std::visit([&](const auto& known) { return judgements_text(game, known); }, analysis);
}

}  // namespace duello
