#include "json/state.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/games.hpp"
#include "json/scenes.hpp"

namespace duello {

namespace {

constexpr std::array<std::string_view, 5> kHow{"played", "resigned", "forfeited", "coin", "time"};

void add_moved(JsonObject& json, const news::Moved& moved) {
  json.add("seat", moved.seat);
  if (moved.move) json.add("move", *moved.move);
}

void add_what(JsonObject& json, const event::Started& started) {
  json.add("event", "started").add("first", started.first);
}
void add_what(JsonObject& json, const news::Moved& moved) { add_moved(json.add("event", "moved"), moved); }
void add_what(JsonObject& json, const event::Swapped& swapped) { json.add("event", "swapped").add("by", swapped.by); }
void add_what(JsonObject& json, const news::Revealed& revealed) {
  json.add("event", "revealed").add("moves", revealed.moves, [](std::string& text, const news::Moved& moved) {
    JsonObject move(text);
    add_moved(move, moved);
    append_steps(move.at("steps"), moved.steps);
  });
}
void add_what(JsonObject& json, const event::NewRound& /*no more*/) { json.add("event", "new_round"); }
void add_what(JsonObject& json, const event::Offered& offered) { json.add("event", "offered").add("by", offered.by); }
void add_what(JsonObject& json, const event::Declined& declined) {
  json.add("event", "declined").add("by", declined.by);
}
void add_what(JsonObject& json, const event::TookBack& took_back) {
  json.add("event", "took_back").add("by", took_back.by).add("moves", took_back.moves);
}
void add_what(JsonObject& json, const news::Ended& ended) { add_result(json.add("event", "ended"), ended.result); }

std::expected<news::Moved, Complaint> read_moved(const JsonValue& value, std::string_view what) {
  auto fields = JsonFields::lenient(value, what);
  news::Moved moved{fields.seat("seat"), std::nullopt};
  if (fields.has("move")) moved.move = fields.text("move");
  return fields.done(std::move(moved));
}

news::Revealed read_revealed(JsonFields& fields) {
  news::Revealed revealed;
  for (const JsonValue& each : fields.list("moves").values) {
    revealed.moves.push_back(fields.take(read_moved(each, "A revealed move")));
    if (!revealed.moves.back().move) fields.must_be("moves", "told");
  }
  return revealed;
}

news::Ended read_ended(JsonFields& fields) {
  constexpr int kLongest = 300;
  const auto how = std::ranges::find(kHow, fields.text("how"));
  if (how == kHow.end()) fields.must_be("how", listed({kHow.begin(), kHow.end()}));
  return {{fields.seat("winner"), static_cast<Result::How>(how - kHow.begin()),
           printable(fields.text("reason"), kLongest)}};
}

decltype(News::what) read_what(JsonFields& fields) {
  constexpr std::uint64_t kMostMoves = 1'000'000;
  const std::string kind = fields.text("event");
  if (kind == "started") return event::Started{fields.seat("first")};
  if (kind == "moved") return fields.take(read_moved(fields.value(), "A move"));
  if (kind == "revealed") return read_revealed(fields);
  if (kind == "ended") return read_ended(fields);
  if (kind == "new_round") return event::NewRound{};
  const Seat by = fields.seat("by");
  if (kind == "swapped") return event::Swapped{by};
  if (kind == "offered") return event::Offered{by};
  if (kind == "declined") return event::Declined{by};
  if (kind != "took_back") fields.must_be("event", "one that is known here");
  return event::TookBack{by, static_cast<int>(fields.whole("moves", 1, kMostMoves))};
}

}  // namespace

void add_result(JsonObject& json, const Result& result) {
  json.add("winner", result.winner).add("how", kHow[static_cast<std::size_t>(result.how)]).add("reason", result.reason);
}

void append_view(std::string& text, const Referee& referee, std::optional<Seat> audience, const Pen& pen) {
  JsonObject json(text);
  add_view(json, referee, audience, pen);
}

void add_view(JsonObject& json, const Referee& referee, std::optional<Seat> audience, const Pen& pen) {
  const AnyGame& game = referee.game();
  add_game(json, game);
  if (audience) json.add("seat", *audience);
  json.add("over", referee.result().has_value());
  if (referee.result())
    json.add("winner", referee.result()->winner).add("reason", referee.result()->reason);
  else
    json.add("to_move", referee.mover());
  if (referee.may_swap()) json.add("may_swap", true);
  if (referee.played() != 0 && referee.is_last_move_known_to(audience))
    append_steps(json.at("last"), referee.steps_of(referee.played() - 1));
  append_scene(json.at("scene"),
               referee.result() ? referee.laid_open_scene(pen) : game.scene(referee.view(audience), pen));
}

void add_events(JsonObject& json, const Duel& duel, std::uint32_t since, std::optional<Seat> audience) {
  json.add("events", duel.since(since, audience), append_news);
}

void append_news(std::string& text, const News& news) {
  JsonObject json(text);
  json.add("number", news.number);
  std::visit([&](const auto& what) { add_what(json, what); }, news.what);
}

std::expected<News, Complaint> read_news(const JsonValue& value) {
  auto fields = JsonFields::lenient(value, "An event");
  News news{static_cast<std::uint32_t>(fields.whole("number", 1, UINT32_MAX)), read_what(fields)};
  return fields.done(std::move(news));
}

std::vector<News> read_all_news(JsonFields& fields, std::string_view key) {
  std::vector<News> all;
  for (const JsonValue& each : fields.list(key).values) all.push_back(fields.take(read_news(each)));
  return all;
}

}  // namespace duello
