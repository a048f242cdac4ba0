// How the table tells what there is to be seen.
#include <utility>

#include "core/title.hpp"
#include "json/scenes.hpp"
#include "json/state.hpp"
#include "page/table.hpp"

namespace duello {

bool Table::is_forced_for(std::optional<Seat> audience) const {
  // Where moves are secret it would tell that nothing is left.
  if (game().facts().hidden && audience != referee().mover()) return false;
  return referee().forced().has_value();
}

void Table::add_prompt(JsonObject& json, std::optional<Seat> audience) const {
  const AnyView view = referee().view(audience);
  json.add("turn", game().turn(view, pen())).add("ask", game().ask(view, pen()));
  json.add("forced", is_forced_for(audience));
}

// Of the person who would ask: whoever is to move, or else the other.
std::string Table::objection_to_undo() const {
  if (referee().result()) return "The game is over";
  const Seat mover = referee().mover();
  return duel().objection_to_undo(duel().is_person(mover) ? mover : other(mover));
}

void Table::add_players(JsonObject& json) const {
  const Agreement& agreed = meeting_.agreement();
  const auto player_in = [&](Seat seat) { return meeting_.player_at(referee().began(seat)); };
  json.add("names", spoken().names.of);
  json.add("players", kSeats, [&](std::string& at, Seat seat) { append_json(at, agreed.who[player_in(seat)]); });
  json.add("own_names", kSeats, [&](std::string& at, Seat seat) { append_json(at, agreed.names[player_in(seat)]); });
}

void Table::add_series(JsonObject& json) const {
  const Series series = meeting_.standing();
  JsonObject told(json.at("series"));
  told.add("best_of", series.best_of()).add("played", series.played());
  told.add("over", series.is_over());
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
  add_events(json, duel(), since, audience);
  json.add("told", told_);
  json.add("title", full_title(game())).add("hidden", game().facts().hidden);
  if (since == 0) json.add("opening", game().opening(referee().view(audience), pen()));
  append_view(json.at("view"), referee(), audience, spoken());
  if (!referee().result()) add_prompt(json, audience);
  add_players(json);
  json.add("swap", referee().conditions().swap).add("undo", objection_to_undo());
  add_series(json);
  if (const auto& result = referee().result()) {
    JsonObject told(json.at("result"));
    add_result(told, *result);
    told.add("closing", referee().closing(pen()));
  }
  json.add("record", record());
}

void Table::append_look(std::string& text, Seat seat) const {
  JsonObject json(text);
  add_view(json, referee(), seat, spoken());
  if (referee().result()) return;
  add_prompt(json, seat);
  json.add("legal", game().hint(referee().view(seat)));
}

}  // namespace duello
