// What the objects of the module hold, and what its files ask of each other.
#pragma once

#include <memory>
#include <mutex>

#include "batch/any_actions.hpp"
#include "catalog/chosen_game.hpp"
#include "python/work.hpp"

namespace duello::python {

// Who finds out what there is to know of a game: one thread at a time.
struct Inquiry {
  std::timed_mutex mutex;
  std::atomic<std::thread::id> by{};
};

// A game under its rules.
struct GameValue {
  explicit GameValue(ChosenGame game)
      : chosen(std::make_shared<ChosenGame>(std::move(game))), numbered(make_actions(chosen->game())) {}

  std::shared_ptr<ChosenGame> chosen;
  std::shared_ptr<const AnyActions> numbered;  // nothing if the game does not number its moves
  std::shared_ptr<Inquiry> inquiry = std::make_shared<Inquiry>();

  const AnyGame& game() const { return chosen->game(); }
  const AnyActions& actions() const {
    if (!numbered) throw TypeError("This game does not number its moves.");
    return *numbered;
  }
  bool operator==(const GameValue& other) const;
};

// A reference to a duello.Game.
class GameRef {
 public:
  explicit GameRef(nb::handle game)
      : object_(nb::borrow(game)), value_(&value_in<GameValue>(game, "A duello.Game is needed.")) {}
  explicit GameRef(nb::pointer_and_handle<GameValue> game) : object_(nb::borrow(game.h)), value_(game.p) {}

  const nb::object& object() const { return object_; }
  const GameValue& operator*() const { return *value_; }
  const GameValue* operator->() const { return value_; }

 private:
  nb::object object_;
  const GameValue* value_;
};

// The game that an object belongs to.
template <class Value>
nb::object game_of(const Value& self) {
  return self.owner.object();
}

// How a position came about: the last move, and what went before it.
struct Line {
  std::shared_ptr<Line> before;
  AnyMove move;

  ~Line() {
    // One after the other: a chain of many would fill the stack.
    while (before && before.use_count() == 1) before = std::exchange(before->before, nullptr);
  }
};
std::vector<AnyMove> moves_in(const Line* line);

struct PositionValue {
  GameRef owner;
  Seat first;
  AnyPosition at;
  std::shared_ptr<Line> line{};
  std::optional<AnyStep> half{};  // there if a move is half made
  int undecided = 0;              // rounds in a row that nobody has won

  const AnyGame& game() const { return owner->game(); }
  const AnyActions& actions() const { return owner->actions(); }
  bool is_over() const { return game().outcome(at).has_value(); }
  std::optional<Seat> mover() const { return is_over() ? std::nullopt : std::optional(game().mover(at)); }
  AnyView movers_view() const { return game().view(at, game().mover(at)); }
  AnyStep step() const { return half ? *half : actions().begun(at); }
  AnyStepView movers_step() const { return actions().view(step(), game().mover(at)); }
  std::vector<int> draft() const { return half ? actions().draft(*half) : std::vector<int>{}; }
  std::uint64_t legal_count() const { return game().count(movers_view()); }
  Scene scene() const;
  bool operator==(const PositionValue& other) const;
  std::uint64_t hash() const;
};

// What one seat may know of a position, or, without a seat, anybody.
struct ViewValue {
  GameRef owner;
  std::optional<Seat> audience;
  std::optional<Seat> mover;  // nobody when the game is over
  AnyView at;
  std::optional<AnyStepView> step{};  // there if the game numbers its moves
  std::vector<int> draft{};           // the audience's own
  Seat first;
  std::shared_ptr<Line> line;  // for what may be told of it

  const AnyGame& game() const { return owner->game(); }
  const AnyActions& actions() const { return owner->actions(); }
  bool is_movers() const { return mover && mover == audience; }
  // Of the seat to move; it must be the audience.
  const AnyView& movers_view() const {
    if (!is_movers()) throw std::invalid_argument("It is not this seat's turn.");
    return at;
  }
  const AnyStepView& movers_step() const { return movers_view(), any_step(); }
  const AnyStepView& any_step() const { return actions(), *step; }
  std::uint64_t legal_count() const { return is_movers() ? game().count(at) : 0; }
  Scene scene() const;
  bool operator==(const ViewValue& other) const;
  std::uint64_t hash() const;
};

// Who begins, as an argument has it; the first seat if it is None. An error if the rules say otherwise.
Seat beginner(const AnyGame& game, nb::handle first);
PositionValue start_of(GameRef game, Seat first);
PositionValue played(const PositionValue& position, nb::handle move);
// The position of an argument; it must be of that game.
const PositionValue& position_in(nb::handle object, const AnyGame& game);
// What is known of a game, found out when that is first needed. `progress` is None, False, True or a callable.
Knowledge knowledge_of(const GameValue& game, nb::handle progress);
nb::object solved(const GameRef& game, nb::handle progress);
nb::object equilibria_of(const GameRef& game, nb::handle progress);

// The parts of the module. `package` has what users see, `module` the rest.
void define_game(nb::module_& module, nb::module_& package);
void define_position(nb::module_& package);
void define_view(nb::module_& package);
void define_solution(nb::module_& package);
void define_array(nb::module_& package);
void define_batch(nb::module_& package);
void define_players(nb::module_& module);
void define_strategies(nb::module_& module);

}  // namespace duello::python
