// One game in numbered actions, whatever the game: the same actions, masks and observations as a batch has, position by
// position, for whoever goes back and forth.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/actions.hpp"
#include "core/any_game.hpp"

namespace duello {

// A position in which a move may be half made, and what somebody may know of it.
using AnyStep = Opaque<struct StepKind, 64>;
using AnyStepView = Opaque<struct StepViewKind, 64>;

// What an action comes to: the moves that it has completed, the last ones by the rules themselves, and where that
// leads.
struct ActionTaken {
  AnyStep after;
  std::vector<AnyMove> moves{};
};

class AnyActions {
 public:
  virtual ~AnyActions() = default;

  virtual int count() const = 0;
  virtual int observation_size() const = 0;
  virtual std::vector<ObservedPart> observed_parts() const = 0;
  // The most actions in a game; in a round of it, where it is played in rounds.
  virtual int most_steps() const = 0;
  virtual bool in_rounds() const = 0;

  // Nobody has begun a move there.
  virtual AnyStep begun(const AnyPosition& position) const = 0;
  // The actions of the half-made move.
  virtual std::vector<int> draft(const AnyStep& step) const = 0;
  // Nothing if the action is not legal, or is none.
  virtual std::optional<ActionTaken> taken(const AnyStep& step, int action) const = 0;

  virtual AnyStepView view(const AnyStep& step, std::optional<Seat> audience) const = 0;
  // The view is of the seat to move.
  virtual void mask(const AnyStepView& view, std::span<std::uint8_t> mask) const = 0;
  // From a seat's side; from that of the seat to move if none is named.
  virtual void observe(const AnyStepView& view, std::optional<Seat> side, std::span<std::uint8_t> bytes) const = 0;
  // What an action means to the seat to move, whose view it is; nothing if there is no such action.
  virtual std::string written(const AnyStepView& view, int action) const = 0;
  // What a legal move is put together from, where nothing has been begun.
  virtual std::vector<int> actions_of(const AnyPosition& position, const AnyMove& move) const = 0;
};

// As make_batch.
std::unique_ptr<AnyActions> make_actions(const AnyGame& game);

}  // namespace duello
