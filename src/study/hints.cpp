#include "study/hints.hpp"

#include <algorithm>

#include "study/review.hpp"

namespace duello {

namespace {

std::string moves_text(std::size_t count) { return counted(count, "move"); }

// How the other moves fare: "every other move loses in at most 4".
std::string others_text(const std::vector<Judgement>& moves, const Judgement& best) {
  if (moves.size() == 1) return "it is the only move";
  std::size_t wins = 0;
  std::size_t neither = 0;
  Value longest_loss = Value::loss(0);
  for (const Judgement& move : moves) {
    if (&move == &best) continue;
    wins += static_cast<std::size_t>(move.value.is_win());
    neither += static_cast<std::size_t>(move.value.is_neither());
    if (move.value.is_loss()) longest_loss = std::max(longest_loss, move.value);
  }
  const std::size_t others = moves.size() - 1;
  const std::size_t losses = others - wins - neither;
  if (losses == others)
    return cat("every other move loses",
               longest_loss.knows_plies() ? cat(" in at most ", longest_loss.plies()) : std::string());
  if (wins == others) return "every other move wins too, but not sooner";
  if (neither == others) return "no other move forces anything either";
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
    if (count != 0) parts.push_back(cat(count, ' ', count == 1 ? one : many));
  };
  add(wins, "wins", "win");
  add(neither, "decides nothing", "decide nothing");
  add(losses, "loses", "lose");
  return cat("of the other ", moves_text(others), ", ", listed(parts));
}

Hint hint_from(const Turn& turn, const Oracle& oracle, Random& /*not_needed*/) {
  const std::vector<Judgement> moves =
      turn.may_be_swapped ? when_swappable(oracle.moves(turn.view)) : oracle.moves(turn.view);
  const Judgement& best = best_of(moves);
  if (turn.may_swap && best.value.is_loss())
    return {"The other side has the better of it", "Type swap",
            cat("After swap you win", plies_text(best.value.before()), "; any move of your own loses"),
            std::string(kSwapMove)};
  const std::string name = turn.game.write(best.move);
  const auto winning =
      static_cast<std::size_t>(std::ranges::count_if(moves, [](const Judgement& move) { return move.value.is_win(); }));
  Hint hint;
  hint.move = cat("Try ", name);
  hint.notation = name;
  if (best.value.is_win()) {
    hint.nudge = winning == 1 ? "You can force a win, with one move alone"
                              : cat("You can force a win; ", winning, " of ", moves_text(moves.size()), " do it");
    hint.reason = cat(name, " wins", plies_text(best.value), "; ", others_text(moves, best));
  } else if (best.value.is_loss()) {
    hint.nudge = "Against perfect play you lose; make it long and hope for a slip";
    hint.reason =
        cat(name, " holds out",
            best.value.knows_plies() ? cat(" for ", moves_text(static_cast<std::size_t>(best.value.plies())), ", and ")
                                     : std::string(", and "),
            best.slips == 0   ? "no reply"
            : best.slips == 1 ? "1 reply"
                              : cat(best.slips, " replies"),
            " would let you off");
  } else {
    hint.nudge = "Neither side can force a win here; do not let the other have one";
    hint.reason = cat(name, " keeps the balance; ", others_text(moves, best));
  }
  return hint;
}

Hint hint_from(const Turn& turn, HiddenOracle& oracle, Random& random) {
  const Equilibrium& equilibrium = **oracle.equilibrium(turn.view);
  const double value = oracle.value(turn.view);
  const std::string move = turn.game.write(oracle.drawn(turn.view, random));
  return {cat("No allocation is safe if it can be guessed; spread your ", oracle.words().unit, "s unevenly and vary"),
          cat("Try ", move),
          cat("It is drawn from the ", equilibrium.mixture().size(),
              " kinds of allocation that perfect play mixes; against it you can expect ", expectation_text(value),
              ", where 1 is a sure win"),
          move};
}

}  // namespace

Hint hint_for(const Turn& turn, const Knowledge& knowledge, Random& random) {
  return std::visit([&](const auto& known) { return hint_from(turn, *known, random); }, knowledge);
}

}  // namespace duello
