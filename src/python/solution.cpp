// duello.Solution: what every position of an open game is worth. And the raw matter of duello.Equilibrium.
#include "study/course.hpp"

#include "python/array.hpp"
#include "python/turns.hpp"

namespace duello::python {

namespace {

struct SolutionValue {
  GameRef owner;
  std::shared_ptr<const SolvedGame> table;

  const AnyGame& game() const { return owner->game(); }
  const PositionValue& position(nb::handle object) const { return position_in(object, game()); }
};

std::vector<Judgement> judged(const SolutionValue& solution, const PositionValue& position) {
  if (position.is_over()) return {};
  return solution.table->moves(position.movers_view());
}

nb::tuple best(const SolutionValue& self, nb::handle object) {
  const PositionValue& position = self.position(object);
  const std::vector<Judgement> all = judged(self, position);
  if (all.empty()) return nb::make_tuple();
  const Judgement& first = best_of(all);
  std::vector<std::string> written{position.game().write(first.move)};
  for (const Judgement& each : all)
    if (each.value == first.value && &each != &first) written.push_back(position.game().write(each.move));
  return tuple_of(written);
}

nb::tuple line(const SolutionValue& self, nb::handle object) {
  const PositionValue& position = self.position(object);
  return tuple_of(line_from(position.game(), *self.table, position.at));
}

int regret(const SolutionValue& self, nb::handle object, nb::handle move) {
  const PositionValue& position = self.position(needed(object, "position"));
  must_be_text(needed(move, "move"), "A move");
  if (position.is_over()) throw IllegalMove("The game is over.");
  const AnyMove played = move_in(position.game(), position.movers_view(), move);
  const AnyPosition next = position.game().after(position.at, played);
  const Value after = self.table->value(position.game().view(next, position.game().mover(next)));
  return self.table->value(position.movers_view()).result() - after.before().result();
}

// A module for Python always asks for values, here in memory.
TableContents contents(const SolutionValue& self) { return self.table->contents().value(); }

nb::object table(const SolutionValue& self) {
  return std::visit([&](const auto& scores) { return array_of(self.table, scores, {scores.size()}); },
                    contents(self).scores);
}

nb::object keys(const SolutionValue& self) {
  const auto found = contents(self).keys;
  return found.empty() ? nb::object(nb::none()) : array_of(self.table, found, {found.size()});
}

std::string represent(const SolutionValue& self) {
  return cat("<duello.Solution of ", full_name(self.game()), ", ", counted(self.table->positions(), "position"), '>');
}

// Who is to be told how far it is: what was asked for, or a bar, or None.
class Progress {
 public:
  explicit Progress(nb::handle asked) : told_(nb::borrow(asked)) {
    is_bar_ = asked.is(nb::bool_(true));
    if (is_bar_) told_ = nb::module_::import_("duello._progress").attr("Bar")();
    if (asked.is(nb::bool_(false))) told_ = nb::none();
    if (!told_.is_none() && PyCallable_Check(told_.ptr()) == 0)
      throw TypeError("progress must be True, False or something to be called with two numbers.");
  }

  nb::handle told() const { return told_; }
  void close() const {
    if (is_bar_) told_.attr("close")();
  }

 private:
  nb::object told_;
  bool is_bar_ = false;
};

// Says who inquires as long as it lives.
class Inquirer {
 public:
  explicit Inquirer(Inquiry& held) : inquiry_(held) { inquiry_.by = std::this_thread::get_id(); }
  Inquirer(const Inquirer&) = delete;
  Inquirer& operator=(const Inquirer&) = delete;
  ~Inquirer() { inquiry_.by = std::thread::id(); }

 private:
  Inquiry& inquiry_;
};

}  // namespace

// Whoever else wants to know it meanwhile waits.
Knowledge knowledge_of(const GameValue& game, nb::handle progress) {
  constexpr std::chrono::milliseconds kPatience{50};
  const auto chosen = game.chosen;
  const auto inquiry = game.inquiry;
  if (inquiry->by == std::this_thread::get_id()) throw std::runtime_error("This game is being solved.");
  const Progress listener(progress);
  const auto known = fetched(listener.told(), [&](const Watch& watch) -> std::expected<Knowledge, NotKnown> {
    std::unique_lock lock(inquiry->mutex, std::defer_lock);
    while (!lock.try_lock_for(kPatience))
      if (!watch(0, 0)) return std::unexpected(NotKnown{});
    const Inquirer inquirer(*inquiry);
    return chosen->knowledge(watch);
  });
  listener.close();
  if (known) return *known;
  if (chosen->facts().hidden) refuse<std::invalid_argument>(known.error().why);
  refuse<OutOfMemory>(known.error().why);
}

nb::object solved(const GameRef& game, nb::handle progress) {
  const Facts& facts = game->game().facts();
  if (facts.hidden) throw TypeError(cat(facts.title, " has hidden moves; it has an equilibrium() instead."));
  const Knowledge known = knowledge_of(*game, progress);
  return nb::cast(SolutionValue{game, std::get<std::shared_ptr<const SolvedGame>>(known)});
}

nb::object equilibria_of(const GameRef& game, nb::handle progress) {
  const Facts& facts = game->game().facts();
  if (!facts.hidden) throw TypeError(cat(facts.title, " has no hidden moves; solve() it instead."));
  const Knowledge known = knowledge_of(*game, progress);
  const auto phases = tuple_of(value_of(hidden_in(known)->phases()), [](const Equilibrium* phase) {
    const auto mixture = tuple_of(phase->mixture(), [](const MixedAllocation& part) {
      return nb::make_tuple(tuple_of(part.units), part.fraction);
    });
    return nb::make_tuple(phase->contest().units, phase->contest().fields, mixture);
  });
  return nb::module_::import_("duello._equilibrium").attr("Equilibrium")(game.object(), phases);
}

void define_solution(nb::module_& package) {
  const auto worth = [kind = nb::object(nb::module_::import_("duello._values").attr("Worth"))](const Value& value) {
    return kind(value.is_win() ? "win" : value.is_loss() ? "loss" : "neither", value.plies());
  };
  nb::class_<SolutionValue> type(package, "Solution", nb::is_final(), "What every position of a game is worth.");
  type.def(
          "__getitem__",
          [worth](const SolutionValue& self, nb::handle position) {
            return worth(self.table->value(self.position(position).movers_view()));
          },
          kAnything)
      .def(
          "moves",
          [worth](const SolutionValue& self, nb::handle object) {
            const PositionValue& position = self.position(object);
            nb::dict all;
            for (const Judgement& each : judged(self, position))
              all[nb::cast(position.game().write(each.move))] = worth(each.value);
            return all;
          },
          kAnything, nb::sig("def moves(self, position: Position, /) -> dict[str, Worth]"),
          "What every move is worth to the player to move: {'5-6': Worth('win', 3), ...}.")
      .def("best", &best, kAnything, nb::sig("def best(self, position: Position, /) -> tuple[str, ...]"),
           "The moves that are worth most; first the one that the program plays.")
      .def("line", &line, kAnything, nb::sig("def line(self, position: Position, /) -> tuple[str, ...]"),
           "Perfect play to the end; of a game without one, how it goes on.")
      .def(
          "index",
          [](const SolutionValue& self, nb::handle position) {
            return self.table->slot(self.position(position).movers_view());
          },
          kAnything, nb::sig("def index(self, position: Position, /) -> int"),
          "Where in the table the position has its value.")
      .def("regret", &regret, nb::arg("position").none(), nb::arg("move").none(),
           nb::sig("def regret(self, position: Position, move: str) -> int"),
           "What a move gives away: 0 if nothing, 2 where it turns a win into a loss, and 1\n"
           "where it turns either into neither.");
  def_not_constructible(type, "Solution");
  type.def_prop_ro("game", &game_of<SolutionValue>, "The game that was solved.")
      .def_prop_ro(
          "positions", [](const SolutionValue& self) { return self.table->positions(); },
          "How many positions the table has.")
      .def_prop_ro(
          "seconds", [](const SolutionValue& self) { return self.owner->chosen->seconds(); }, "How long it took.")
      .def_prop_ro(
          "table", &table,
          "The whole table, not copied: signed numbers, 0 where neither side can force a win. A win in so many\n"
          "plies is the greatest number of the type less the plies, a loss the least one and the plies.")
      .def_prop_ro("keys", &keys,
                   "Where the table is hashed, the keys of its slots, all bits set where one is free; else None.")
      .def("__repr__", &represent);
}

}  // namespace duello::python
