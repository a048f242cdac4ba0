// How the table tells what there is to be seen.
#include "json/scenes.hpp"
#include "match/replay.hpp"
#include "page/table.hpp"

namespace duello {

bool Table::is_forced_for(std::optional<Seat> audience) const {
  // Where moves are secret it would tell that nothing is left.
  if (game().facts().hidden && audience != referee().mover()) return false;
  return referee().forced().has_value();
}

void Table::add_prompt(JsonObject& json, std::optional<Seat> audience) const {
  const AnyView view = referee().view(audience);
  json.add("turn", game().turn(view, pen())).add("ask", game().ask(view, pen())).add("legal", game().hint(view));
  json.add("forced", is_forced_for(audience));
}

// Of the person who would ask: whoever is to move, or else the other.
std::string Table::objection_to_undo() const {
  if (referee().result()) return "The game is over";
  const Seat mover = referee().mover();
  return duel().objection_to_undo(duel().is_person(mover) ? mover : other(mover));
}

void Table::add_players(JsonObject& json) const {
  json.add("sitters", kSeats,
           [&](std::string& at, Seat seat) { append_json(at, duel().is_person(seat) ? "person" : "program"); });
  json.add("names", pen().names.of);
  json.add("players", kSeats, [&](std::string& at, Seat seat) {
    append_json(at, meeting_.agreement().who[meeting_.player_at(referee().began(seat))]);
  });
}

void Table::add_series(JsonObject& json) const {
  const Series series = meeting_.standing();
  JsonObject told(json.at("series"));
  told.add("best_of", series.best_of()).add("played", series.played());
  told.add("wins", std::array{series.wins(0), series.wins(1)}).add("over", series.is_over());
  told.add("leader", series.leader() ? static_cast<int>(*series.leader()) + 1 : 0);
  told.add("heading", meeting_.heading(*names_)).add("score", meeting_.score(*names_));
}

std::string Table::state(std::uint32_t since) {
  std::string text;
  append_state(text, since);
  told_.clear();
  shown_ = static_cast<std::uint32_t>(duel().events().size());
  return text;
}

void Table::append_state(std::string& text, std::uint32_t since) const {
  const std::optional<Seat> audience = meeting_.audience();
  JsonObject json(text);
  json.add("number", duel().events().size());
  json.add("news", duel().since(since, audience), append_news);
  json.add("told", told_);
  if (since == 0) json.add("opening", game().opening(referee().view(audience), pen()));
  append_view(json.at("view"), referee(), audience, spoken());
  if (!referee().result()) add_prompt(json, audience);
  add_players(json);
  json.add("may_swap", referee().may_swap()).add("swapped", referee().swapped()).add("undo", objection_to_undo());
  if (const int limit = referee().conditions().round_limit; limit != 0 && referee().undecided() != 0)
    json.add("rounds_left", limit - referee().undecided());
  add_series(json);
  if (const auto& result = referee().result()) {
    JsonObject told(json.at("result"));
    add_result(told, *result);
    told.add("closing", referee().closing(pen()));
  }
  if (referee().result()) json.add("seed", cat(referee().conditions().seed));
  json.add("record", record());
}

void Table::append_look(std::string& text, Seat seat) const {
  JsonObject json(text);
  add_view(json, referee(), seat, spoken());
  if (!referee().result()) add_prompt(json, seat);
}

}  // namespace duello
