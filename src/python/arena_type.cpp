// duello._duello.Arena: games of a plan, some of them here and the others anywhere, and what they come to.
#include "arena/arena.hpp"

#include "arena/standings.hpp"
#include "python/agents.hpp"

namespace duello::python {

namespace {

struct ArenaValue {
  ArenaValue(Ref game, std::optional<Knowledge> known, ArenaPlan plan)
      : owner(std::move(game)),
        knowledge(std::move(known)),
        arena(in<GameValue>(owner.get()).game(), std::move(plan), knowledge ? open_in(*knowledge) : nullptr) {}

  Ref owner;  // the game
  std::optional<Knowledge> knowledge;
  Arena arena;
};

ArenaValue& value(PyObject* self) { return in<ArenaValue>(self); }

// Nobody here is held to it, but it belongs to a plan, and this is what the program takes.
constexpr int kUsualMovetime = 1000;

// The records of the games from one number to before another; nothing if somebody stopped it.
std::optional<std::string> played(const Arena& arena, std::uint64_t begin, std::uint64_t end, Agents& agents,
                                  Patience patience) {
  std::string records;
  for (std::uint64_t game = begin; game < end; ++game) {
    const auto duel = arena.conducted(game, agents, patience);
    if (!duel) return std::nullopt;
    records += cat(records.empty() ? "" : "\n", record_text(arena.record_of(game, *duel)));
  }
  return records;
}

PyObject* play(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<3> asked("play", {"begin", "end", "functions"}, 3, given, count, keywords);
    const Arena& arena = value(self).arena;
    const auto most = static_cast<long long>(arena.planned());
    const long long begin = whole(asked.needed(0), "begin", 0, most);
    const long long end = whole(asked.needed(1), "end", begin, most);
    Agents agents(value(self).owner.get(), asked[2], arena.plan().players);
    must_be_players(arena.plan().players, agents);
    const auto records = while_playing(agents, [&](const Patience& patience) {
      return played(arena, static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end), agents, patience);
    });
    if (!records) throw Raised{};
    return text(*records);
  });
}

PyObject* count(PyObject* self, PyObject* records) {
  return answered([&] {
    const auto read = read_records(view_of(records, "Records"));
    if (!read) raise(PyExc_ValueError, read.error());
    for (const Record& each : *read)
      if (const auto counted = value(self).arena.count(each); !counted) raise(PyExc_ValueError, counted.error());
    return none();
  });
}

PyObject* standings(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const Arena& arena = value(self).arena;
    const AnyGame& game = in<GameValue>(value(self).owner.get()).game();
    return text(json_text(append_standings, game, arena.plan(), arena.standings(), 0.0));
  });
}

PyObject* planned(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<unsigned long long>(value(self).arena.planned())); });
}

PyMethodDef methods[] = {
    {"play", method(&play), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"count", &count, METH_O, nullptr},
    {"standings", &standings, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"planned", &planned, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

// The plan's text, from which an arena is made anywhere.
PyObject* arena_plan(PyObject* /*module*/, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<7> asked("arena_plan",
                             {"players", "gauntlet", "games", "openings", "opening_moves", "rounds", "seed"}, 7, given,
                             count, keywords);
    const auto number_of = [&](std::size_t which, const char* what, long long most) {
      return whole(asked.needed(which), what, 0, most);
    };
    ArenaPlan plan{.players = texts_in(asked[0], "A player")};
    if (is_true(asked.needed(1))) plan.pairings = Pairings::gauntlet;
    plan.games = static_cast<std::uint64_t>(number_of(2, "games", ArenaPlan::kMostGames));
    const auto kind = opening_kind(view_of(asked.needed(3), "openings"));
    if (!kind) raise(PyExc_ValueError, "openings must be 'none', 'random' or 'balanced'.");
    plan.openings = *kind;
    plan.opening_moves = static_cast<int>(number_of(4, "opening_moves", ArenaPlan::kMostOpeningMoves));
    plan.rounds = static_cast<int>(number_of(5, "rounds", 1'000'000));
    plan.movetime = kUsualMovetime;
    plan.seed = seed_of(asked.needed(6));
    if (const std::string objection = plan.objection(); !objection.empty()) raise(PyExc_ValueError, objection + '.');
    return text(plan.text());
  });
}

PyObject* arena(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("arena", {"game", "plan"}, 2, given, count, keywords);
    PyObject* const game = game_in(module, asked[0]);
    auto plan = ArenaPlan::read(view_of(asked.needed(1), "plan"));
    if (!plan) raise(PyExc_ValueError, plan.error());
    std::optional<Knowledge> knowledge;
    if (plan->openings == OpeningKind::balanced && !in<GameValue>(game).game().facts().hidden)
      knowledge = knowledge_of(game, nullptr);
    return made<ArenaValue>(Module::of(game).arena, Ref::shared(game), std::move(knowledge), *std::move(plan));
  });
}

PyObject* arena_type(PyObject* module) {
  return type_of<ArenaValue>(module, "duello._duello.Arena", {{Py_tp_methods, methods}, {Py_tp_getset, properties}});
}

}  // namespace duello::python
