#include "server/setup.hpp"

#include <array>
#include <chrono>

#include "json/agreements.hpp"
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

std::expected<std::optional<TimeControl>, Complaint> read_time(const Question& asked) {
  const JsonValue* const value = asked.find("time");
  if (value == nullptr) return std::nullopt;
  static constexpr std::array<std::string_view, 3> kParts{"game", "increment", "move"};
  const auto time = Question::of(*value, "The time", kParts);
  if (!time) return std::unexpected(time.error());
  const auto game = time->number("game", kShortestTime, kLongestTime);
  if (!game) return std::unexpected(game.error());
  const auto move = time->number("move", kShortestTime, kLongestTime);
  if (!move) return std::unexpected(move.error());
  const auto increment = time->number("increment", 0, kLongestIncrement);
  if (!increment) return std::unexpected(increment.error());
  if (game->has_value() == move->has_value() || (move->has_value() && increment->has_value()))
    return complaint("The time is either for the game, with an increment, or for each move");
  const auto milliseconds = [](std::uint64_t count) { return std::chrono::milliseconds(count); };
  if (*move) return TimeControl{.kind = TimeControl::Kind::move, .time = milliseconds(**move)};
  return TimeControl{
      .kind = TimeControl::Kind::game, .time = milliseconds(**game), .increment = milliseconds(increment->value_or(0))};
}

// What a wish and a stored setup have in common.
std::expected<TableSetup, Complaint> read_common(const Question& asked, std::uint64_t seed) {
  TableSetup setup;
  const auto choice = asked.choice();
  if (!choice) return std::unexpected(choice.error());
  const auto chosen = ChosenGame::from(*choice);
  if (!chosen) return std::unexpected(chosen.error());
  setup.game = chosen->facts().id;
  setup.rules = settings_text(chosen->game().rules());
  auto agreement = read_agreement(asked, chosen->facts(), seed);
  if (!agreement) return std::unexpected(agreement.error());
  setup.agreement = *std::move(agreement);
  if (setup.agreement.best_of > kMostGames) return asked.must_be("best_of", cat("from 1 to ", kMostGames));
  setup.agreement.consent = Consent::asked;
  const auto time = read_time(asked);
  if (!time) return std::unexpected(time.error());
  setup.agreement.time = *time;
  const auto listed = asked.flag("listed");
  if (!listed) return std::unexpected(listed.error());
  setup.listed = *listed ? Listed::yes : Listed::no;
  const auto values = asked.flag("values");
  if (!values) return std::unexpected(values.error());
  setup.values = *values ? Values::shown : Values::hidden;
  const auto claim_after = asked.number("claim_after", 0, kLongestTime);
  if (!claim_after) return std::unexpected(claim_after.error());
  if (*claim_after) setup.claim_after = std::chrono::milliseconds(**claim_after);
  return setup;
}

}  // namespace

std::expected<TableWish, Complaint> read_wish(const JsonValue& value, std::uint64_t fresh_seed) {
  const auto asked = Question::of(value, "The table", kWishes);
  if (!asked) return std::unexpected(asked.error());
  auto setup = read_common(*asked, fresh_seed);
  if (!setup) return std::unexpected(setup.error());
  const auto seat = asked->seat("seat");
  if (!seat) return std::unexpected(seat.error());
  TableWish wish{*std::move(setup), index(seat->value_or(Seat::one))};
  Agreement& agreement = wish.setup.agreement;
  if (agreement.who[wish.player] != kHuman) return complaint("The table: a program plays in the seat that you want");
  auto name = asked->text_or_none("name");
  if (!name) return std::unexpected(name.error());
  agreement.names[wish.player] = *std::move(name);
  if (const std::string objection = objection_to_names(agreement.names, {"The name", "The name"}); !objection.empty())
    return complaint(objection);
  TableSetup& wanted = wish.setup;
  if (agreement.time && wanted.claim_after.count() > 0)
    return complaint("The table: claim_after is for games without a clock");
  if (0 < wanted.claim_after.count() && wanted.claim_after < kShortestAbsence)
    return asked->must_be("claim_after", cat("0 (never), or at least ", kShortestAbsence.count()));
  if (!agreement.time && !asked->has("claim_after")) wanted.claim_after = kClaimAfter;
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
  const auto value = read_json(text);
  if (!value) return std::unexpected(value.error());
  const auto asked = Question::of(*value, "The stored table", kKept);
  if (!asked) return std::unexpected(asked.error());
  auto setup = read_common(*asked, 0);
  if (!setup) return setup;
  const auto invited = asked->seat("invited");
  if (!invited) return std::unexpected(invited.error());
  if (*invited) setup->invited = index(**invited);
  return setup;
}

}  // namespace duello
