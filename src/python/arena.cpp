// duello._duello.Arena: games of a plan, some of them here and the others anywhere, and what they come to.
#include "arena/arena.hpp"

#include "arena/standings.hpp"
#include "python/agents.hpp"

namespace duello::python {

namespace {

struct ArenaValue {
  ArenaValue(GameRef game, std::optional<Knowledge> known, ArenaPlan plan)
      : owner(std::move(game)),
        knowledge(std::move(known)),
        arena(owner->game(), std::move(plan), knowledge ? open_in(*knowledge) : nullptr) {}

  GameRef owner;
  std::optional<Knowledge> knowledge;
  Arena arena;
};

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

std::string play(const ArenaValue& self, nb::handle first, nb::handle past, nb::handle functions) {
  const Arena& arena = self.arena;
  const auto most = static_cast<long long>(arena.planned());
  const long long begin = whole(first, "begin", 0, most);
  const long long end = whole(past, "end", begin, most);
  Agents agents(self.owner.object(), functions, arena.plan().players);
  must_be_players(arena.plan().players, agents);
  return while_playing(agents, [&](const Patience& patience) {
    return played(arena, static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end), agents, patience);
  });
}

void count(ArenaValue& self, nb::handle records) {
  for (const Record& each : value_of(read_records(text_in(records, "Records")))) value_of(self.arena.count(each));
}

// The plan's text, from which an arena is made anywhere.
std::string arena_plan(nb::handle players, nb::handle gauntlet, nb::handle games, nb::handle openings,
                       nb::handle opening_moves, nb::handle rounds, nb::handle seed) {
  ArenaPlan plan{.players = texts_in(players, "A player")};
  if (is_true(gauntlet)) plan.pairings = Pairings::gauntlet;
  plan.games = static_cast<std::uint64_t>(whole(games, "games", 0, ArenaPlan::kMostGames));
  const auto kind = opening_kind(text_in(openings, "openings"));
  if (!kind) throw std::invalid_argument("openings must be 'none', 'random' or 'balanced'.");
  plan.openings = *kind;
  plan.opening_moves = small(opening_moves, "opening_moves", 0, ArenaPlan::kMostOpeningMoves);
  plan.rounds = small(rounds, "rounds", 0, 1'000'000);
  plan.movetime = kUsualMovetime;
  plan.seed = seed_of(seed);
  if (const std::string objection = plan.objection(); !objection.empty()) throw std::invalid_argument(objection + '.');
  return plan.text();
}

}  // namespace

void define_arena(nb::module_& module) {
  nb::class_<ArenaValue>(module, "Arena")
      .def(
          "__init__",
          [](nb::pointer_and_handle<ArenaValue> self, nb::handle game, nb::handle text) {
            GameRef owner(game);
            ArenaPlan plan = value_of(ArenaPlan::read(text_in(text, "plan")));
            std::optional<Knowledge> knowledge;
            if (plan.openings == OpeningKind::balanced && !owner->game().facts().hidden)
              knowledge = knowledge_of(*owner, nb::none());
            new (self.p) ArenaValue(std::move(owner), std::move(knowledge), std::move(plan));
          },
          kAnything, kAnything)
      .def("play", &play, kAnything, kAnything, kAnything)
      .def("count", &count, kAnything)
      .def("standings",
           [](const ArenaValue& self) {
             return json_text(append_standings, self.owner->game(), self.arena.plan(), self.arena.standings(), 0.0);
           })
      .def_prop_ro("planned", [](const ArenaValue& self) { return self.arena.planned(); });
  module.attr("arena") = module.attr("Arena");
  def_own(module, "arena_plan", &arena_plan);
}

}  // namespace duello::python
