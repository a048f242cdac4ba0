// duello.Game: a game under the rules that were chosen for it.
#include "core/title.hpp"
#include "match/meeting.hpp"
#include "python/values.hpp"

namespace duello::python {

namespace {

using Self = nb::pointer_and_handle<GameValue>;

nb::object game(nb::handle name, nb::handle variant, nb::handle settings) {
  GameChoice choice;
  choice.id = value_of(game_meant(text_in(name, "name")))->facts->id;
  if (!variant.is_none()) choice.variant = text_in(variant, "variant");
  if (!settings.is_none())
    for (const nb::handle setting : settings) choice.settings.emplace_back(text_in(setting, "A setting"));
  return nb::cast(GameValue(value_of(ChosenGame::from(choice))));
}

PositionValue position(Self self, nb::handle moves, nb::handle first) {
  PositionValue position = start_of(GameRef(self), beginner(self.p->game(), first));
  if (moves.is_none()) return position;
  if (nb::isinstance<nb::str>(moves)) throw TypeError("moves must be a list of moves, not one string.");
  with_python([&] {
    for (const nb::handle move : moves) {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();  // there may be no end of them
      position = played(position, move);
    }
  });
  return position;
}

std::uint64_t perft(const GameValue& self, nb::handle depth, nb::handle first) {
  const int plies = small(needed(depth, "depth"), "depth", 0, 1'000);
  const Seat beginning = beginner(self.game(), first);
  const auto chosen = self.chosen;
  const auto counted = fetched([&](const Watch& watch) { return chosen->game().perft(beginning, plies, watch); });
  if (!counted) throw std::overflow_error("There are more lines than 64 bits can count.");
  return *counted;
}

// What is fixed of a game, and what only one that numbers its moves has.
template <auto Fact>
auto fact(const GameValue& self) {
  return self.game().facts().*Fact;
}
template <auto Fact>
auto numbered(const GameValue& self) {
  return (self.actions().*Fact)();
}

nb::dict rules(const GameValue& self) {
  nb::dict all;
  for (const RuleValue& rule : self.game().rules())
    all[nb::cast(rule.key)] = rule.is_word ? nb::cast(rule.text) : nb::cast(rule.value);
  return all;
}

std::string represent(const GameValue& self) {
  const AnyGame& game = self.game();
  std::string all = cat("duello.game('", game.facts().id, '\'');
  const std::vector<RuleInfo> infos = game.rule_infos();
  const std::vector<RuleValue> values = game.rules();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const RuleValue& rule = values[i];
    if (rule.text == infos[i].book) continue;
    all += rule.is_word ? cat(", ", rule.key, "='", rule.text, '\'') : cat(", ", rule.key, '=', rule.text);
  }
  return all + ')';
}

}  // namespace

bool GameValue::operator==(const GameValue& other) const {
  return this == &other || full_name(game()) == full_name(other.game());
}

Seat beginner(const AnyGame& game, nb::handle first) {
  const Seat seat = first.is_none() ? Seat::one : seat_of(first, "first");
  if (const std::string objection = objection_to_first(game.facts(), seat); !objection.empty())
    throw std::invalid_argument(objection + '.');
  return seat;
}

void define_game(nb::module_& module, nb::module_& package) {
  nb::class_<GameValue> type(package, "Game", nb::is_final(),
                             "A game under the rules that were chosen for it; made by duello.game().");
  type.def(
          "start", [](Self self, nb::handle first) { return start_of(GameRef(self), beginner(self.p->game(), first)); },
          nb::arg("first") = nb::none(), nb::sig("def start(self, first: int = 1) -> Position"),
          "The position before the first move.")
      .def("position", &position, nb::arg("moves") = nb::none(), nb::arg("first") = nb::none(),
           nb::sig("def position(self, moves: Iterable[str] = (), first: int = 1) -> Position"),
           "The position after these moves.")
      .def(
          "solve", [](Self self, nb::handle progress) { return solved(GameRef(self), progress); },
          nb::arg("progress") = nb::none(),
          nb::sig("def solve(self, progress: bool | Callable[[int, int], object] = False) -> Solution"),
          "What every position is worth.\n\n"
          "It is found out once. `progress` draws a bar, or is called with how much is done, and of how much (0 if\n"
          "nobody knows). All cores work, other threads of Python go on, and Ctrl-C ends it.")
      .def(
          "equilibrium", [](Self self, nb::handle progress) { return equilibria_of(GameRef(self), progress); },
          nb::arg("progress") = nb::none(),
          nb::sig("def equilibrium(self, progress: bool | Callable[[int, int], object] = False) -> Equilibrium"),
          "How hidden moves are chosen at random so that nobody can take advantage of it, exactly.\n\n"
          "`progress` is as for solve().")
      .def("perft", &perft, nb::arg("depth").none(), nb::arg("first") = nb::none(),
           nb::sig("def perft(self, depth: int, first: int = 1) -> int"), "How many lines of so many moves there are.");
  def_not_constructible(type, "Game");
  def_copies(type);

  const nb::module_ values = nb::module_::import_("duello._values");
  type.def_prop_ro("name", &fact<&Facts::id>, "As the game is called on the command line.")
      .def_prop_ro(
          "variant", [](const GameValue& self) { return variant_of(self.game()); },
          "The named variant that its rules are; empty if they are the book's or one's own.")
      .def_prop_ro("title", &fact<&Facts::title>, "As people call it.")
      .def_prop_ro("hidden", &fact<&Facts::hidden>, "Whether moves are secret until they are revealed.")
      .def_prop_ro("rules", &rules, "The rule values in force.")
      .def_prop_ro("actions", &numbered<&AnyActions::count>, "How many actions there are: the numbers from 0 on.")
      .def_prop_ro("observation_size", &numbered<&AnyActions::observation_size>, "How many numbers an observation has.")
      .def_prop_ro(
          "observed",
          [part = nb::object(values.attr("ObservedPart"))](const GameValue& self) {
            return tuple_of(self.actions().observed_parts(), [&](const ObservedPart& each) {
              return part(each.name, each.meaning, nb::make_tuple(each.rows, each.columns));
            });
          },
          "What the numbers of an observation mean, part by part.")
      .def_prop_ro("most_steps", &numbered<&AnyActions::most_steps>,
                   "The most actions in a game; in a round, where it is played in rounds.")
      .def_prop_ro("in_rounds", &numbered<&AnyActions::in_rounds>,
                   "Whether a round may end undecided, so that another one begins.")
      .def_prop_ro(
          "settings", [](const GameValue& self) { return settings_text(self.game().rules()); },
          "The same as text: 'length=11 run=3'.")
      .def("__eq__", &GameValue::operator==, nb::is_operator())
      .def("__hash__", [](const GameValue& self) { return nb::hash(nb::cast(full_name(self.game()))); })
      .def("__repr__", &represent)
      .def("__reduce__", [make = nb::object(values.attr("remade"))](const GameValue& self) {
        const auto settings = tuple_of(words_of(settings_text(self.game().rules())));
        return nb::make_tuple(make, nb::make_tuple(self.game().facts().id, settings));
      });
  def_own(module, "game", &game);
  module.def("games", [] { return tuple_of(all_games(), [](const GameEntry& entry) { return entry.facts->id; }); });
  module.attr("replayed") = values.attr("replayed");
}

}  // namespace duello::python
