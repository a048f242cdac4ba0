// duello.View: what a seat may know of a position, and nothing else.
#include "core/digest.hpp"
#include "match/referee.hpp"
#include "python/turns.hpp"

namespace duello::python {

namespace {

std::optional<std::string> hint(const ViewValue& self) {
  return self.is_movers() ? std::optional(self.game().hint(self.at)) : std::nullopt;
}

nb::bytes observation(const ViewValue& self) {
  const AnyActions& actions = self.actions();
  return bytes_of(actions.observation_size(),
                  [&](std::span<std::uint8_t> bytes) { actions.observe(self.any_step(), self.audience, bytes); });
}

nb::tuple moves(const ViewValue& self) {
  Referee referee(self.game(), {.first = self.first, .round_limit = 0});
  for (const AnyMove& move : moves_in(self.line.get())) referee.play_again(move);
  return tuple_of(referee.told(self.audience));
}

std::string check(const ViewValue& self, nb::handle move) {
  must_be_text(move, "A move");
  return self.game().write(move_in(self.game(), self.movers_view(), move));
}

std::string represent(const ViewValue& self) {
  const std::string whose = self.audience ? cat("seat ", number(*self.audience)) : "everybody";
  return cat("<duello.View of ", full_name(self.game()), " for ", whose, '>');
}

}  // namespace

bool ViewValue::operator==(const ViewValue& other) const {
  return *owner == *other.owner && audience == other.audience && draft == other.draft && game().same(at, other.at);
}

Scene ViewValue::scene() const { return game().scene(at, plain_pen(game())); }

std::uint64_t ViewValue::hash() const { return digest(game().digest(at), draft); }

void define_view(nb::module_& package) {
  auto type = define_turns<ViewValue>(package, "View", "What a seat, or everybody, may know of a position.");
  type.def("check", &check, kAnything, nb::sig("def check(self, move: str, /) -> str"),
           "The move as it is properly written; IllegalMove if it is none.")
      .def_ro("seat", &ViewValue::audience, "Whose view it is; None if it is everybody's.")
      .def_ro("mover", &ViewValue::mover, "Who is to move; None when the game is over.")
      .def_prop_ro(
          "legal",
          [](const ViewValue& self) { return self.is_movers() ? legal_moves(self.game(), self.at) : nb::make_tuple(); },
          "All moves, if the seat is to move.")
      .def_prop_ro("hint", &hint, "What is legal, in words, if the seat is to move.")
      .def_prop_ro(
          "mask",
          [](const ViewValue& self) {
            const AnyStepView& step = self.any_step();
            return mask_of(self.actions(), self.is_movers() ? &step : nullptr);
          },
          "A byte for each action: 1 if the seat is to move and it is legal.")
      .def_prop_ro("observation", &observation, "What the seat knows, from its side, as a batch has it.")
      .def_prop_ro(
          "draft", [](const ViewValue& self) { return tuple_of(self.draft); },
          "The actions of the seat's half-made move.")
      .def_prop_ro("moves", &moves, "What was played so far; '?' where the seat may not know it.")
      .def("__str__", [](const ViewValue& self) { return self.game().board(self.at, plain_pen(self.game())); })
      .def("__repr__", &represent);
}

}  // namespace duello::python
