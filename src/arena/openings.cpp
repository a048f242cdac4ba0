#include "arena/openings.hpp"

#include "core/random.hpp"

namespace duello {

namespace {

constexpr int kMostTries = 200;

}  // namespace

std::vector<AnyMove> Openings::at(std::uint64_t number) const {
  if (kind_ == OpeningKind::none || most_ == 0) return {};
  Random random(seed_, number);
  std::vector<AnyMove> moves;
  for (int tries = 0; tries < kMostTries; ++tries) {
    moves.clear();
    AnyPosition position = game_.start(Seat::one);
    std::uint64_t length = random.below(static_cast<std::uint64_t>(most_) + 1);
    for (; length != 0; --length) {
      const AnyView view = game_.view(position, game_.mover(position));
      const AnyMove move = game_.pick(view, random.below(game_.count(view)));
      const AnyPosition next = game_.after(position, move);
      if (game_.outcome(next)) break;
      moves.push_back(move);
      position = next;
    }
    if (length != 0) continue;
    if (kind_ == OpeningKind::random) return moves;
    const bool wanted = number % 2 == 0;
    if (oracle_->value(game_.view(position, game_.mover(position))).is_win() == wanted) return moves;
  }
  // Nearly all openings are of the other kind, or end the game; the start is always there.
  return {};
}

}  // namespace duello
