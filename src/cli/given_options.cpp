#include "cli/given_options.hpp"

#include <algorithm>
#include <limits>
#include <thread>

#include "catalog/registry.hpp"
#include "core/text.hpp"
#include "match/seeds.hpp"
#include "players/roster.hpp"
#include "store/calendar.hpp"
#include "study/puzzle.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

constexpr int kMostGames = 1'000'000;

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw WrongOptions(cat(parts...));
}

template <class Number>
Number number_of(std::string_view option, const std::string& text, Number least, Number most) {
  const auto value = number_in<Number>(text);
  if (!value || *value < least || *value > most)
    refuse(option, " must be a whole number from ", least, " to ", most, ", not ", in_quotes(text));
  return *value;
}

template <class Meaning>
Meaning meaning_of(std::string_view option, const std::string& text,
                   std::initializer_list<std::pair<std::string_view, Meaning>> meanings) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : meanings) {
    if (word == text) return meaning;
    words.emplace_back(word);
  }
  refuse(option, " must be ", listed(words, "or"), ", not ", in_quotes(text));
}

std::uint64_t seed_of(const std::string& text) {
  return number_of<std::uint64_t>("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
}

// As records write it: 2026.11.15.
std::string date_of(std::string_view option, const std::string& given) {
  std::string text = given;
  std::ranges::replace(text, '-', '.');
  if (!text.empty() && !is_date(text))
    refuse(option, " must be a date of the calendar as in 2026-11-15, not ", in_quotes(given));
  return text;
}

std::string result_of(const std::string& text) {
  if (text.empty()) return {};
  return meaning_of<std::string>("--result", text, {{"1-0", "1-0"}, {"0-1", "0-1"}, {"unfinished", "*"}, {"*", "*"}});
}

Sprt sprt_of(const std::string& text) {
  const auto sprt = Sprt::read(text);
  if (!sprt) refuse("--sprt: ", sprt.error().why);
  return *sprt;
}

}  // namespace

void GivenOptions::name_players(const std::vector<std::string>& some) {
  for (const std::string& each : some) players.emplace_back(trimmed(each));
}

void GivenOptions::find_game_meant() {
  if (game.id.empty()) return;
  const auto entry = game_meant(game.id);
  if (!entry) refuse(entry.error().why);
  game.id = (*entry)->facts->id;
}

ColorChoice GivenOptions::color_choice() const {
  return meaning_of<ColorChoice>(
      "--color", color,
      {{"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}});
}

Seat GivenOptions::first_seat() const {
  return meaning_of<Seat>("--first", first, {{"1", Seat::one}, {"2", Seat::two}});
}

int GivenOptions::depth_to_count() const {
  constexpr int kDeepest = 1000;
  return number_of("DEPTH", depth, 0, kDeepest);
}

std::uint64_t GivenOptions::seed_or_fresh() const { return seed.empty() ? fresh_seed() : seed_of(seed); }

Keeping GivenOptions::keeping() const {
  if (no_record && !record.empty()) refuse("Give --record or --no-record, not both");
  return no_record ? Keeping::no : Keeping::yes;
}

int GivenOptions::longest_move() const { return number_of("--movetime", movetime, 1, PlayOptions::kLongestMove); }

int GivenOptions::most_rounds() const { return number_of("--rounds", rounds, 0, kMostGames); }

PlayOptions GivenOptions::to_play() const {
  return {.game = game,
          .who = who,
          .names = names,
          .first = meaning_of<std::optional<Seat>>("--first", first,
                                                   {{"1", Seat::one}, {"2", Seat::two}, {"random", std::nullopt}}),
          .best_of = number_of("--best-of", best_of, 1, kMostGames),
          .rounds = most_rounds(),
          .seed = seed_or_fresh(),
          .swapping = swapping(),
          .movetime = longest_move(),
          .keeping = keeping(),
          .record = record};
}

HistoryOptions GivenOptions::to_show_history() const {
  return {.filter = {.game = game.id,
                     .player = player,
                     .result = result_of(result),
                     .since = date_of("--since", since),
                     .until = date_of("--until", until),
                     .most = most.empty() ? 0 : number_of("--limit", most, 1, kMostGames)},
          .rebuild = rebuild,
          .stats = stats,
          .discard = discard,
          .format = format()};
}

AnalyzeOptions GivenOptions::to_analyze() const {
  return {.game = game, .first = first_seat(), .moves = moves, .format = format()};
}

LabOptions GivenOptions::to_run_lab() const {
  if (csv && json) refuse("Give --csv or --json, not both");
  return {.game = game,
          .games = number_of("--games", games.empty() ? "2000" : games, 1, kMostGames),
          .seed = seed.empty() ? 1 : seed_of(seed),
          .format = csv    ? TableFormat::csv
                    : json ? TableFormat::json
                           : TableFormat::text,
          .svg = svg};
}

ReviewOptions GivenOptions::to_review() const {
  if (annotated && json) refuse("Give --annotated or --json, not both");
  ReviewOptions options{.file = file,
                        .format = annotated ? ReviewFormat::annotated
                                  : json    ? ReviewFormat::json
                                            : ReviewFormat::text};
  if (!as.empty()) options.player = meaning_of<Seat>("--as", as, {{"1", Seat::one}, {"2", Seat::two}});
  return options;
}

PuzzleOptions GivenOptions::to_show_puzzle() const {
  if (daily && !seed.empty()) refuse("Give --daily or --seed, not both");
  PuzzleOptions options{.game = game,
                        .level = std::nullopt,
                        .daily = daily ? Daily::yes : Daily::no,
                        .seed = seed.empty() ? fresh_seed() % PuzzleOptions::kFreshSeeds : seed_of(seed),
                        .format = format()};
  if (!level.empty()) options.level = number_of("--level", level, kEasiest, kHardest);
  return options;
}

ArenaOptions GivenOptions::to_run_arena() const {
  ArenaOptions options{.game = game,
                       .plan = {},
                       .concurrency = concurrency.empty()
                                          ? static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))
                                          : number_of("--concurrency", concurrency, 1, 1000),
                       .keeping = keeping(),
                       .record = record,
                       .resume = file,
                       .log = log,
                       .format = format()};
  if (file.empty()) {
    if (game.id.empty()) refuse("Name a game: --game GAME; duello list shows them");
    options.plan = arena_plan();
    return options;
  }
  if (!game.id.empty() || no_record || !record.empty())
    refuse("--resume takes game, players and records from its file; leave the other options out");
  options.plan.players = players;
  return options;
}

ArenaPlan GivenOptions::arena_plan() const {
  ArenaPlan plan;
  plan.players = players;
  if (players.size() < 2) refuse("Name at least two players, as in --players random,perfect");
  if (std::ranges::find(players, kHuman) != players.end())
    refuse("A person cannot play in the arena; duello play seats people");
  plan.pairings = gauntlet ? Pairings::gauntlet : Pairings::everybody;
  plan.games = number_of<std::uint64_t>("--games", games.empty() ? "100" : games, 1, ArenaPlan::kMostGames);
  plan.games += plan.games % 2;
  plan.openings = meaning_of<OpeningKind>(
      "--openings", openings,
      {{"none", OpeningKind::none}, {"random", OpeningKind::random}, {"balanced", OpeningKind::balanced}});
  plan.opening_moves = number_of("--opening-moves", opening_moves, 0, ArenaPlan::kMostOpeningMoves);
  plan.rounds = most_rounds();
  plan.movetime = longest_move();
  plan.seed = seed_or_fresh();
  if (!sprt.empty()) plan.sprt = sprt_of(sprt);
  if (const std::string objection = plan.objection(); !objection.empty()) refuse(objection);
  return plan;
}

}  // namespace duello
