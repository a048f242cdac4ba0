// duello.Position: where a game stands, as the referee knows it. It never changes.
#include "core/digest.hpp"
#include "python/turns.hpp"

namespace duello::python {

namespace {

void must_go_on(const PositionValue& position) {
  if (position.is_over()) throw IllegalMove("The game is over.");
}

PositionValue successor(const PositionValue& position, std::span<const AnyMove> moves, std::optional<AnyStep> half) {
  const AnyGame& game = position.game();
  PositionValue next{position.owner, position.first, position.at, position.line, half, position.undecided};
  for (const AnyMove& move : moves) {
    next.at = game.after(next.at, move);
    next.line = std::make_shared<Line>(std::move(next.line), move);
    if (game.begins_round(next.at)) ++next.undecided;
  }
  return next;
}

PositionValue step(const PositionValue& self, nb::handle action) {
  const AnyActions& actions = self.actions();
  const int number = small(action, "action", 0, actions.count() - 1);
  must_go_on(self);
  const auto taken = actions.taken(self.step(), number);
  if (!taken)
    refuse<IllegalMove>({cat("Action ", number, " (", actions.written(self.movers_step(), number), ") is not legal; ",
                             self.game().hint(self.movers_view()))});
  const bool is_half = !actions.draft(taken->after).empty();
  return successor(self, taken->moves, is_half ? std::optional(taken->after) : std::nullopt);
}

ViewValue view(const PositionValue& self, nb::handle seat) {
  const auto audience = seat.is_none() ? std::nullopt : std::optional(seat_of(seat, "seat"));
  ViewValue seen{.owner = self.owner,
                 .audience = audience,
                 .mover = self.mover(),
                 .at = self.game().view(self.at, audience),
                 .first = self.first,
                 .line = self.line};
  if (self.owner->numbered) seen.step.emplace(self.actions().view(self.step(), audience));
  if (self.half && seen.is_movers()) seen.draft = self.draft();
  return seen;
}

nb::tuple actions_of(const PositionValue& self, nb::handle move) {
  must_be_text(move, "A move");
  must_go_on(self);
  const AnyMove found = move_in(self.game(), self.movers_view(), move);
  return tuple_of(self.actions().actions_of(self.at, found));
}

std::optional<std::string> hint(const PositionValue& self) {
  return self.is_over() ? std::nullopt : std::optional(self.game().hint(self.movers_view()));
}

nb::bytes mask(const PositionValue& self) {
  const AnyStepView movers = self.movers_step();
  return mask_of(self.actions(), self.is_over() ? nullptr : &movers);
}

nb::tuple moves(const PositionValue& self) {
  return tuple_of(moves_in(self.line.get()), [&](const AnyMove& move) { return self.game().write(move); });
}

std::string represent(const PositionValue& self) {
  std::vector<std::string> moves;
  for (const AnyMove& move : moves_in(self.line.get())) moves.push_back(cat("'", self.game().write(move), "'"));
  const std::string_view first = self.first == Seat::one ? "" : ", first=2";
  const nb::object game = nb::repr(self.owner.object());
  std::string all = cat(text_in(game, "It"), ".position([", joined(moves, ", "), ']', first, ')');
  for (const int action : self.draft()) all += cat(".step(", action, ')');
  return all;
}

}  // namespace

bool PositionValue::operator==(const PositionValue& other) const {
  return *owner == *other.owner && game().same(at, other.at) && draft() == other.draft();
}

Scene PositionValue::scene() const { return game().laid_open_scene(at, plain_pen(game())); }

std::uint64_t PositionValue::hash() const { return digest(game().digest(at), draft()); }

std::vector<AnyMove> moves_in(const Line* line) {
  std::vector<AnyMove> all;
  for (; line != nullptr; line = line->before.get()) all.push_back(line->move);
  std::ranges::reverse(all);
  return all;
}

PositionValue start_of(GameRef game, Seat first) {
  const AnyGame& rules = game->game();
  return {std::move(game), first, rules.start(first)};
}

PositionValue played(const PositionValue& position, nb::handle move) {
  must_be_text(move, "A move");
  must_go_on(position);
  const AnyMove found = move_in(position.game(), position.movers_view(), move);
  return successor(position, std::span(&found, 1), std::nullopt);
}

const PositionValue& position_in(nb::handle object, const AnyGame& game) {
  const auto& position = value_in<PositionValue>(object, "A duello.Position is needed.");
  if (&position.game() != &game && full_name(position.game()) != full_name(game))
    throw std::invalid_argument(
        cat("The position is one of ", full_name(position.game()), ", not of ", full_name(game), '.'));
  return position;
}

void define_position(nb::module_& package) {
  const nb::module_ values = nb::module_::import_("duello._values");
  auto type = define_turns<PositionValue>(package, "Position",
                                          "A position of a game. It never changes: play() returns a new one.");
  type.def("play", &played, kAnything, nb::sig("def play(self, move: str, /) -> Position"),
           "The position after a move, written as in the terminal.\n\n"
           "IllegalMove says what is wrong with a move that is none, and what would be one.")
      .def("step", &step, nb::sig("def step(self, action: int, /) -> Position"),
           "The position after an action, as a batch takes it.\n\n"
           "Where a move is put together from several actions it is half made at first (see draft). Moves that the\n"
           "rules force are made at once, as in a batch.")
      .def("actions", &actions_of, kAnything, nb::sig("def actions(self, move: str, /) -> tuple[int, ...]"),
           "The actions that make a legal move: one, unless moves are put together.")
      .def("view", &view, nb::arg("seat") = nb::none(), nb::sig("def view(self, seat: int | None = None) -> View"),
           "What a seat may know of it, or everybody.");
  def_copies(type);
  type.def_prop_ro("mover", &PositionValue::mover, "Who is to move; None when the game is over.")
      .def_prop_ro(
          "outcome",
          [kind = nb::object(values.attr("Outcome"))](const PositionValue& self) {
            const auto found = self.game().outcome(self.at);
            return found ? kind(found->winner, self.game().reason(self.at)) : nb::object(nb::none());
          },
          "Who has won and why; None as long as nobody has.")
      .def_prop_ro(
          "legal", [](const PositionValue& self) { return legal_moves(self.game(), self.movers_view()); },
          "All moves of the seat to move, as they are written.")
      .def_prop_ro("hint", &hint, "What is legal, in words; None when the game is over.")
      .def_prop_ro("mask", &mask, "A byte for each action: 1 if it is legal.")
      .def_prop_ro("moves", &moves, "What was played so far.")
      .def_ro("undecided", &PositionValue::undecided,
              "Rounds in a row that nobody has won; after ten the referee tosses a coin.")
      .def_prop_ro(
          "draft", [](const PositionValue& self) { return tuple_of(self.draft()); },
          "The actions of a move that is half made.")
      .def("__str__", [](const PositionValue& self) { return self.game().laid_open(self.at, plain_pen(self.game())); })
      .def("__repr__", &represent)
      .def("__reduce__", [replay = nb::object(values.attr("replayed"))](const PositionValue& self) {
        return nb::make_tuple(replay,
                              nb::make_tuple(self.owner.object(), self.first, moves(self), tuple_of(self.draft())));
      });
}

}  // namespace duello::python
