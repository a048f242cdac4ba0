// Many games of one kind at once, on flat arrays, for programs that learn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/actions.hpp"
#include "core/any_game.hpp"
#include "core/workers.hpp"

namespace duello {

struct BatchConditions {
  std::size_t games = 1;
  std::uint64_t seed = 0;
  // The number of the first game. What happens in a game follows from the seed, its number and the actions in it alone,
  // so that a batch may be cut into several, one for each thread.
  std::uint64_t first_number = 0;
  std::optional<Seat> first{};  // who begins; by lot, unless it is said here or by the rules
  int round_limit = 10;         // undecided rounds in a row before a coin decides; 0 for no limit
};

// Game by game: the two rewards, or all the bytes, of a game stand together. They belong to the batch, stay where they
// are, and are written anew by each step.
//
// `rewards`, `gains` and `ends` tell of the step. `movers`, `masks` and `observations` tell of the turn that comes
// next: where a game has ended, of the first one of another game, which has already taken its place.
struct BatchArrays {
  std::span<const float> rewards;              // games x 2, by seat: 1 to the winner and -1 to the loser in the end
  std::span<const float> gains;                // games: the reward of the seat that has moved
  std::span<const std::uint8_t> ends;          // games: 1 where the step has ended a game
  std::span<const std::uint8_t> illegal;       // games: 1 where the action was not legal and nothing has happened
  std::span<const std::uint8_t> movers;        // games: the seat to move, 0 or 1
  std::span<const std::uint8_t> masks;         // games x actions: 1 where the action is legal
  std::span<const std::uint8_t> observations;  // games x observation size, as the seat to move knows it
};

class AnyBatch {
 public:
  virtual ~AnyBatch() = default;

  virtual std::size_t games() const = 0;
  virtual int action_count() const = 0;
  virtual std::vector<ObservedPart> observed_parts() const = 0;
  virtual const BatchArrays& arrays() const = 0;

  // Begins all over, as the batch was made.
  virtual void reset() = 0;
  // One action for each game, of the seat to move. Any number that is no legal action changes nothing in its game, and
  // neither does an action that is missing; what there is beyond the last game is not read.
  virtual void step(std::span<const std::int32_t> actions) = 0;
  // A legal action for each game, any with the same chance. The numbers stay until the next call.
  virtual std::span<const std::int32_t> draw() = 0;
  // The same as a step with what `draw` gives, in one go.
  virtual void step_randomly() = 0;
  // What an action means to the seat to move in a game, in the notation of its moves; nothing if there is no such game
  // or action.
  virtual std::string written(std::size_t game, int action) const = 0;
};

// `game` was made by the registry, or as it makes them; its rules are copied. Nothing if it does not number its moves.
// The workers share out the games of a batch; what happens in them does not depend on how many they are.
std::unique_ptr<AnyBatch> make_batch(const AnyGame& game, const BatchConditions& conditions,
                                     std::unique_ptr<Workers> workers = std::make_unique<OneWorker>());

}  // namespace duello
