// History: which games were played, and going on with those that are unfinished.
#include <fmt/format.h>

#include <algorithm>

#include "catalog/registry.hpp"
#include "cli/commands.hpp"
#include "cli/offers.hpp"
#include "cli/picker.hpp"
#include "cli/shared_options.hpp"
#include "cli/stats.hpp"
#include "core/try.hpp"
#include "json/records.hpp"
#include "match/series.hpp"
#include "store/calendar.hpp"

namespace duello {

namespace {

std::string pairing(const Record& head) { return cat(who_is(head, Seat::one), " - ", who_is(head, Seat::two)); }

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

std::string document(const std::vector<KeptGame>& games) {
  std::string text;
  append_list(text, games, [](std::string& at, const KeptGame& game) {
    append_history_row(at, {game.name, game.path, game.number, game.head, game.moves, game.is_open});
  });
  return text + "\n";
}

// Only what the list calls unfinished, so that neither a finished game nor a file from elsewhere is ever thrown away.
int discard(Console& console, GameStore& store, const std::string& name) {
  const auto games = store.games({});
  if (!games) return fail(games.error());
  const auto is_meant = [&, called = legible(name)](const KeptGame& game) {
    return called == game.name || (game.is_open && called == game.name.substr(0, game.name.rfind('#')));
  };
  auto found = std::ranges::find_if(*games, is_meant);
  if (name == "last") found = games->begin();
  if (found == games->end())
    return complain(cat("There is no game ", path_in_quotes(name), "; duello history lists the games"));
  if (!found->is_open)
    return complain(cat("The game ", path_in_quotes(found->name), " is finished; only unfinished games are discarded"));
  const std::string what = cat(found->name, "  ", found->head.game, "  ", pairing(found->head), "  ", state_of(*found));
  if (console.is_terminal()) {
    console.print(what + "\n");
    const auto line = console.read_line("Type yes to throw this game away: ", Privacy::open);
    if (!line && line.error() == NoLine::interrupted) return 128 + console.signal();
    if (!line || lowered(trimmed(*line)) != "yes") {
      console.print("The game is kept.\n");
      return done(console);
    }
  }
  if (const auto discarded = GameStore::discard(*found); !discarded) return fail(discarded.error());
  console.print(cat("Discarded: ", what, '\n'));
  return done(console);
}

}  // namespace

std::string who_is(const Record& head, Seat seat) {
  const std::string_view name = head.name(seat);
  return name.empty() ? legible(head.players[seat]) : std::string(name);
}

int show_history(Console& console, const HistoryOptions& options) {
  if (!options.filter.game.empty())
    if (const auto entry = find_game(options.filter.game); !entry) return complain(entry.error().why);
  auto store = GameStore::of_user();
  if (!store) return fail(store.error());
  if (!options.discard.empty()) return discard(console, *store, options.discard);
  if (options.rebuild)
    if (const auto rebuilt = store->rebuild(); !rebuilt) return fail(rebuilt.error());
  const auto games = store->games(options.filter);
  if (!games) return fail(games.error());
  for (const std::string& trouble : store->troubles()) complain(trouble);
  if (options.format == Format::text && games->empty()) {
    const auto all = store->games({});
    console.print(all && !all->empty()
                      ? "No game that is kept fits; duello history without options lists all of them.\n"
                      : "No game has been kept yet; duello play plays one, and keeps it here.\n");
    return done(console);
  }
  if (options.stats) return show_stats(console, *games, options.format);
  console.print(options.format == Format::json ? document(*games) : table(*games));
  return done(console);
}

std::expected<std::string, NoChoice> pick_unfinished(Console& console, const std::vector<KeptGame>& games, Back back) {
  std::vector<Choice> choices;
  for (const KeptGame& game : games)
    choices.push_back(
        {game.name, cat(game.name, "  ", game.head.game, "  ", pairing(game.head), "  ", state_of(game))});
  DUELLO_TRY(const auto chosen, pick(console, "Which game goes on?", choices, back));
  console.print("\n");
  return games[chosen].path;
}

namespace {

// The game that is named, or the one that the person picks among the unfinished ones.
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

// As records write it: 2026.11.15.
std::string date_of(const std::string& given, const std::string& called) {
  std::string text = given;
  std::ranges::replace(text, '-', '.');
  if (!is_date(text))
    throw WrongOptions(cat(called, " must be a date of the calendar as in 2026-11-15, not ", in_quotes(given)));
  return text;
}

class HistoryCommand final : public Command {
 public:
  HistoryCommand() : Command("history", "List the games that were played") {
    HistoryFilter& filter = given_.filter;
    add_game(options(), filter.game);
    options().name({"--player", "NAME", "Who played: a name or a part of it"}, filter.player);
    options()
        .choice({"--result", "RESULT", "1-0, 0-1 or unfinished, which is also *"}, filter.result,
                {{"1-0", "1-0"}, {"0-1", "0-1"}, {"unfinished", "*"}, {"*", "*"}})
        .completed_by({"1-0", "0-1", "unfinished"});
    options().value({"--since", "DATE", "From this day on, as in 2026-11-15"},
                    [&filter](const auto& text, const auto& called) { filter.since = date_of(text, called); });
    options().value({"--until", "DATE", "Up to this day"},
                    [&filter](const auto& text, const auto& called) { filter.until = date_of(text, called); });
    options().number({"--limit", "N", "Only the newest"}, filter.most, 1, kMostGames);
    options().flag("--stats", "Won, lost and accuracy of each player in each game", given_.stats, true);
    options()
        .name({"--discard", "NAME", "Throw an unfinished game away"}, given_.discard)
        .completed_by(unfinished_games);
    options().flag("--rebuild", "Make the index of the games anew", given_.rebuild, true);
    add_json(options(), given_.format);
  }
  int run(Console& console) override { return show_history(console, given_); }

 private:
  HistoryOptions given_;
};

class ResumeCommand final : public Command {
 public:
  ResumeCommand() : Command("resume", "Go on with an unfinished game") {
    options()
        .name({"FILE", "", "A file, or a name from duello history; without it, choose"}, what_)
        .completed_by(files_and_unfinished_games);
  }
  int run(Console& console) override { return resume(console, what_); }

 private:
  std::string what_;  // empty: to be picked
};

}  // namespace

std::unique_ptr<Command> history_command() { return std::make_unique<HistoryCommand>(); }

std::unique_ptr<Command> resume_command() { return std::make_unique<ResumeCommand>(); }

}  // namespace duello
