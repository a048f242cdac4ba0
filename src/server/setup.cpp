#include "server/setup.hpp"

#include <array>
#include <chrono>

#include "core/try.hpp"
#include "json/agreements.hpp"
#include "json/fields.hpp"
#include "json/games.hpp"
#include "json/writer.hpp"

namespace duello {

namespace {

constexpr std::uint64_t kShortestTime = 1'000;                      // milliseconds
constexpr std::uint64_t kLongestTime = 30ULL * 24 * 3'600 * 1'000;  // thirty days
constexpr std::uint64_t kLongestIncrement = 3'600'000;
constexpr std::chrono::milliseconds kShortestAbsence{10'000};
constexpr int kMostGames = 99;  // of a series

constexpr std::array<std::string_view, 14> kWishes{"game",  "variant", "rules",   "players",    "seat",
                                                   "first", "swap",    "best_of", "rounds",     "time",
                                                   "name",  "listed",  "values",  "claim_after"};
constexpr std::array<std::string_view, 14> kKept{"game",   "rules",   "players", "names",      "first",
                                                 "swap",   "best_of", "rounds",  "seed",       "time",
                                                 "listed", "values",  "invited", "claim_after"};

std::optional<TimeControl> read_time(JsonFields& asked) {
  if (!asked.has("time")) return std::nullopt;
  JsonFields fields(*asked.find("time"), "The time", {"game", "increment", "move"});
  const auto game = fields.whole_if_any("game", kShortestTime, kLongestTime);
  const auto move = fields.whole_if_any("move", kShortestTime, kLongestTime);
  const auto increment = fields.whole_if_any("increment", 0, kLongestIncrement);
  if (game.has_value() == move.has_value() || (move && increment))
    fields.fail({"The time is either for the game, with an increment, or for each move"});
  const auto milliseconds = [](std::uint64_t count) { return std::chrono::milliseconds(count); };
  const TimeControl time{.kind = move ? TimeControl::Kind::move : TimeControl::Kind::game,
                         .time = milliseconds(move.value_or(game.value_or(0))),
                         .increment = milliseconds(increment.value_or(0))};
  return asked.take(fields.done(std::optional(time)));
}

// What a wish and a stored setup have in common.
std::expected<TableSetup, Complaint> read_common(JsonFields& asked, std::uint64_t seed) {
  TableSetup setup;
  const GameChoice choice = read_choice(asked);
  DUELLO_CHECK(asked.checked());
  DUELLO_TRY(const auto chosen, ChosenGame::from(choice));
  setup.game = chosen.facts().id;
  setup.rules = settings_text(chosen.game().rules());
  setup.agreement = read_agreement(asked, chosen.facts(), seed);
  if (setup.agreement.best_of > kMostGames) asked.must_be("best_of", cat("from 1 to ", kMostGames));
  setup.agreement.consent = Consent::asked;
  setup.agreement.time = read_time(asked);
  setup.listed = asked.flag("listed") ? Listed::yes : Listed::no;
  setup.values = asked.flag("values") ? Values::shown : Values::hidden;
  setup.claim_after = std::chrono::milliseconds(asked.whole_if_any("claim_after", 0, kLongestTime).value_or(0));
  return asked.done(std::move(setup));
}

}  // namespace

std::expected<TableWish, Complaint> read_wish(const JsonValue& value, std::uint64_t fresh_seed) {
  JsonFields asked(value, "The table", kWishes);
  DUELLO_TRY(auto setup, read_common(asked, fresh_seed));
  const Seat seat = asked.seat_if_any("seat").value_or(Seat::one);
  TableWish wish{std::move(setup), index(seat)};
  Agreement& agreement = wish.setup.agreement;
  agreement.names[wish.player] = asked.text_or_none("name");
  DUELLO_CHECK(asked.checked());
  if (agreement.who[wish.player] != kHuman) return complaint("The table: a program plays in the seat that you want");
  if (const std::string objection = objection_to_names(agreement.names, {"The name", "The name"}); !objection.empty())
    return complaint(objection);
  TableSetup& wanted = wish.setup;
  if (agreement.time && wanted.claim_after.count() > 0)
    return complaint("The table: claim_after is for games without a clock");
  if (0 < wanted.claim_after.count() && wanted.claim_after < kShortestAbsence)
    return complaint("The table: claim_after must be 0 (never), or at least ", kShortestAbsence.count());
  if (!agreement.time && !asked.has("claim_after")) wanted.claim_after = kClaimAfter;
  const std::size_t other = 1 - wish.player;
  if (agreement.who[other] == kHuman && wanted.listed == Listed::no) wanted.invited = other;
  return wish;
}

void append_time(std::string& text, const TimeControl& time) {
  JsonObject json(text);
  if (time.kind == TimeControl::Kind::move) {
    json.add("move", time.time.count());
  } else {
    json.add("game", time.time.count()).add("increment", time.increment.count());
  }
}

std::string setup_text(const TableSetup& setup) {
  const Agreement& agreed = setup.agreement;
  std::string text;
  {
    JsonObject json(text);
    json.add("game", setup.game).add("rules", setup.rules).add("players", agreed.who).add("names", agreed.names);
    if (agreed.first) json.add("first", *agreed.first);
    json.add("swap", agreed.swapping == Swapping::yes).add("best_of", agreed.best_of).add("rounds", agreed.rounds);
    json.add("seed", cat(agreed.seed));
    if (agreed.time) append_time(json.at("time"), *agreed.time);
    json.add("listed", setup.listed == Listed::yes).add("values", setup.values == Values::shown);
    if (setup.invited) json.add("invited", *setup.invited + 1);
    json.add("claim_after", setup.claim_after.count());
  }
  return text;
}

std::expected<TableSetup, Complaint> read_setup(std::string_view text) {
  DUELLO_TRY(const auto value, read_json(text));
  JsonFields asked(value, "The stored table", kKept);
  auto setup = read_common(asked, 0);
  if (!setup) return setup;
  if (const auto invited = asked.seat_if_any("invited")) setup->invited = index(*invited);
  return asked.done(*std::move(setup));
}

}  // namespace duello
