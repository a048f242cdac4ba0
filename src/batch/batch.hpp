// A batch of games whose type is known: the loop that does the work, without a heap allocation or a virtual call in it.
#pragma once

#include <cassert>

#include "batch/any_batch.hpp"
#include "core/random.hpp"

namespace duello {

template <NumbersMoves G>
class Batch final : public AnyBatch {
 public:
  Batch(const G& game, const BatchConditions& conditions)
      : game_(game),
        conditions_(conditions),
        actions_per_game_(static_cast<std::size_t>(game.action_count())),
        bytes_per_game_(static_cast<std::size_t>(game.observation_size())),
        slots_(conditions.games),
        rewards_(2 * conditions.games),
        ends_(conditions.games),
        illegal_(conditions.games),
        movers_(conditions.games),
        masks_(conditions.games * actions_per_game_),
        observations_(conditions.games * bytes_per_game_),
        drawn_(conditions.games),
        arrays_{rewards_, ends_, illegal_, movers_, masks_, observations_} {
    reset();
  }

  // The arrays lie here.
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  std::size_t games() const override { return conditions_.games; }
  int action_count() const override { return game_.action_count(); }
  std::vector<ObservedPart> observed_parts() const override { return game_.observed_parts(); }
  const BatchArrays& arrays() const override { return arrays_; }

  void reset() override {
    for (std::size_t i = 0; i < games(); ++i) {
      slots_[i] = {.draws = Random(seed_of(i), kDraws)};
      begin(slots_[i], i);
      tell(i, {});
    }
  }

  void step(std::span<const std::int32_t> actions) override {
    assert(actions.size() == games());
    for (std::size_t i = 0; i < games(); ++i) {
      const auto view = seen(slots_[i]);
      const std::int32_t action = actions[i];
      const bool is_action = action >= 0 && action < game_.action_count();
      const auto move = game_.move_of(view, is_action ? action : 0);
      tell(i, is_action && holds(game_.legal(view), move) ? play(i, move) : Told{.illegal = true});
    }
  }

  std::span<const std::int32_t> draw() override {
    for (std::size_t i = 0; i < games(); ++i) drawn_[i] = game_.index_of(draw_move(slots_[i]));
    return drawn_;
  }

  void step_randomly() override {
    for (std::size_t i = 0; i < games(); ++i) tell(i, play(i, draw_move(slots_[i])));
  }

  std::string written(std::size_t game, int action) const override {
    return game_.write(game_.move_of(seen(slots_[game]), action));
  }

 private:
  struct Slot {
    typename G::Position position{};
    Random draws{0};
    std::uint32_t finished = 0;   // games so far
    std::int32_t undecided = 0;  // rounds in a row that nobody won
  };
  // What there is to tell of a step.
  struct Told {
    std::optional<Seat> winner{};
    bool illegal = false;
  };

  // A stream of a slot's seed that no game has.
  static constexpr std::uint64_t kDraws = std::uint64_t{1} << 40;

  std::uint64_t seed_of(std::size_t i) const { return Random(conditions_.seed, conditions_.first_number + i)(); }
  // Two lots for each game: who begins, and how a coin would fall.
  enum class Lot : std::uint8_t { first, coin };
  Seat drawn_seat(const Slot& slot, std::size_t i, Lot lot) const {
    const std::uint64_t bits = Random(seed_of(i), slot.finished)();
    return (bits >> static_cast<int>(lot) & 1) == 0 ? Seat::one : Seat::two;
  }

  typename G::View seen(const Slot& slot) const { return game_.view(slot.position, game_.mover(slot.position)); }

  typename G::Move draw_move(Slot& slot) const {
    const auto moves = game_.legal(seen(slot));
    return moves[slot.draws.below(moves.size())];
  }

  void begin(Slot& slot, std::size_t i) const {
    slot.position = game_.start(conditions_.first ? *conditions_.first : drawn_seat(slot, i, Lot::first));
    slot.undecided = 0;
  }

  // Who has won, if the game is over.
  std::optional<Seat> winner(Slot& slot, std::size_t i) const {
    if (const auto outcome = game_.outcome(slot.position)) return outcome->winner;
    if constexpr (PlayedInRounds<G>)
      if (game_.begins_round(slot.position) && ++slot.undecided == conditions_.round_limit)
        return drawn_seat(slot, i, Lot::coin);
    return std::nullopt;
  }

  // Makes the move, then what the rules make by themselves; another game begins where this one has ended.
  Told play(std::size_t i, typename G::Move move) {
    Slot& slot = slots_[i];
    slot.position = game_.after(slot.position, move);
    std::optional<Seat> won = winner(slot, i);
    if constexpr (HasForcedMoves<G>)
      while (!won) {
        const auto forced = game_.forced(seen(slot));
        if (!forced) break;
        slot.position = game_.after(slot.position, *forced);
        won = winner(slot, i);
      }
    if (won) {
      ++slot.finished;
      begin(slot, i);
    }
    return {.winner = won};
  }

  void tell(std::size_t i, Told told) {
    const float reward = told.winner ? 1.0F : 0.0F;
    const float one = told.winner == Seat::one ? reward : -reward;
    rewards_[2 * i] = one;
    rewards_[2 * i + 1] = -one;
    ends_[i] = told.winner ? 1 : 0;
    illegal_[i] = told.illegal ? 1 : 0;
    const auto view = seen(slots_[i]);
    movers_[i] = static_cast<std::uint8_t>(game_.mover(slots_[i].position));
    write_mask(game_, view, std::span(masks_).subspan(i * actions_per_game_, actions_per_game_));
    game_.observe(view, std::span(observations_).subspan(i * bytes_per_game_, bytes_per_game_));
  }

  G game_;
  BatchConditions conditions_;
  std::size_t actions_per_game_;
  std::size_t bytes_per_game_;
  std::vector<Slot> slots_;
  std::vector<float> rewards_;
  std::vector<std::uint8_t> ends_;
  std::vector<std::uint8_t> illegal_;
  std::vector<std::uint8_t> movers_;
  std::vector<std::uint8_t> masks_;
  std::vector<std::uint8_t> observations_;
  std::vector<std::int32_t> drawn_;
  BatchArrays arrays_;
};

}  // namespace duello
