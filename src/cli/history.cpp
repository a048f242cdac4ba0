// History: which games were played, and going on with those that are unfinished.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/picker.hpp"
#include "games/registry.hpp"
#include "match/series.hpp"

namespace duello {

namespace {

// A player's own name, or what plays.
std::string player(const Record& head, Seat seat) {
  const std::string_view name = head.tag(kNameTags[index(seat)]);
  return std::string(name.empty() ? head.players[seat] : name);
}

std::string pairing(const Record& head) { return cat(player(head, Seat::one), " - ", player(head, Seat::two)); }

std::string state_of(const KeptGame& game) {
  const std::string_view series = game.head.tag(kSeriesTag);
  const std::string moves = counted(static_cast<std::uint64_t>(game.moves), "move");
  return cat(moves, ", ", game.head.winner ? game.head.reason : "unfinished",
             series.empty() ? std::string() : cat(" (game ", series, ')'));
}

std::string table(const std::vector<KeptGame>& games) {
  std::size_t name = 0;
  std::size_t id = 0;
  std::size_t players = 0;
  for (const KeptGame& game : games) {
    name = std::max(name, columns(game.name));
    id = std::max(id, columns(game.head.game));
    players = std::max(players, columns(pairing(game.head)));
  }
  std::string text;
  for (const KeptGame& game : games)
    text += fmt::format("{:<{}}  {:<{}}  {:<{}}  {:<3}  {}\n", game.name, name, game.head.game, id, pairing(game.head),
                        players, game.head.result(), state_of(game));
  return text;
}

Json document(const std::vector<KeptGame>& games) {
  Json all = Json::array();
  for (const KeptGame& game : games) {
    const Record& head = game.head;
    Json players = Json::array();
    for (const Seat seat : kSeats)
      players.push_back({{"who", head.players[seat]}, {"name", head.tag(kNameTags[index(seat)])}});
    all.push_back({{"name", game.name},
                   {"file", game.path},
                   {"number", game.number},
                   {"game", head.game},
                   {"rules", head.rules},
                   {"date", head.date},
                   {"players", players},
                   {"first", number(head.first)},
                   {"moves", game.moves},
                   {"result", head.result()},
                   {"reason", head.reason},
                   {"resumable", game.is_open}});
  }
  return all;
}

}  // namespace

int show_history(Console& console, const HistoryOptions& options) {
  if (!options.filter.game.empty())
    if (const auto entry = find_game(options.filter.game); !entry) return complain(entry.error().why);
  auto store = GameStore::of_user();
  if (!store) return fail(store.error());
  if (options.rebuild)
    if (const auto rebuilt = store->rebuild(); !rebuilt) return fail(rebuilt.error());
  const auto games = store->games(options.filter);
  if (!games) return fail(games.error());
  for (const std::string& trouble : store->troubles()) complain(trouble);
  if (options.format == Format::json)
    console.print(document(*games).dump() + "\n");
  else if (games->empty())
    console.print("No game is kept that fits.\n");
  else
    console.print(table(*games));
  return done(console);
}

std::expected<std::string, NoChoice> pick_unfinished(Console& console, const std::vector<KeptGame>& games, Back back) {
  std::vector<Choice> choices;
  for (const KeptGame& game : games)
    choices.push_back(
        {game.name, cat(game.name, "  ", game.head.game, "  ", pairing(game.head), "  ", state_of(game))});
  const auto chosen = pick(console, "Which game goes on?", choices, back);
  if (!chosen) return std::unexpected(chosen.error());
  console.print("\n");
  return games[*chosen].path;
}

int resume(Console& console, const std::string& what) {
  auto store = GameStore::of_user();
  if (!store) return fail(store.error());
  if (!what.empty()) {
    const auto path = store->path_of(what);
    return path ? resume_game(console, *path) : complain(path.error().why);
  }
  const auto games = store->games({.open_only = true});
  if (!games) return fail(games.error());
  if (games->empty()) {
    console.print("No game is unfinished; duello play begins one.\n");
    return done(console);
  }
  const auto chosen = pick_unfinished(console, *games, Back::impossible);
  if (!chosen) return chosen.error() == NoChoice::interrupted ? 128 + console.signal() : done(console);
  return resume_game(console, *chosen);
}

}  // namespace duello
