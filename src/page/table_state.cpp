// How the table tells what there is to be seen.
#include <span>
#include <utility>
#include <variant>

#include "core/title.hpp"
#include "json/events.hpp"
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
  const Agreement& agreed = meeting_.agreement();
  const auto player_in = [&](Seat seat) { return meeting_.player_at(referee().began(seat)); };
  json.add("sitters", kSeats,
           [&](std::string& at, Seat seat) { append_json(at, duel().is_person(seat) ? "person" : "program"); });
  json.add("names", spoken().names.of);
  json.add("players", kSeats, [&](std::string& at, Seat seat) { append_json(at, agreed.who[player_in(seat)]); });
  json.add("own_names", kSeats, [&](std::string& at, Seat seat) { append_json(at, agreed.names[player_in(seat)]); });
}

// What the last move did, where the audience may know it.
void Table::add_last_move(JsonObject& json, std::optional<Seat> audience) const {
  if (referee().played() == 0) return;
  if (!referee().is_last_move_known_to(audience)) return;
  append_steps(json.at("last"), game().steps(referee().last_turn(referee().last_mover()), referee().last_move()));
}

// What each of the moves did that were just revealed, so that it can be shown one after the other.
void Table::add_reveal(JsonObject& json, std::uint32_t since) const {
  const event::Revealed* revealed = nullptr;
  for (const Event& event : std::span(duel().events()).subspan(since))
    if (const auto* const found = std::get_if<event::Revealed>(&event.what)) revealed = found;
  if (revealed == nullptr) return;
  std::vector<std::pair<Seat, Steps>> moves;
  Referee replay(game(), referee().conditions());
  for (std::size_t ply = 0; ply < revealed->end; ++ply) {
    const AnyMove& move = referee().move_of(ply);
    if (ply >= revealed->begin) moves.emplace_back(replay.mover(), game().steps(replay.view(replay.mover()), move));
    replay.play_again(move);
  }
  json.add("reveal", moves, [](std::string& at, const auto& each) {
    JsonObject move(at);
    move.add("seat", each.first);
    append_steps(move.at("steps"), each.second);
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
  json.add("title", full_title(game())).add("hidden", game().facts().hidden);
  if (since == 0) json.add("opening", game().opening(referee().view(audience), pen()));
  append_view(json.at("view"), referee(), audience, spoken());
  if (!referee().result()) add_prompt(json, audience);
  add_players(json);
  add_last_move(json, audience);
  add_reveal(json, since);
  json.add("swap", referee().conditions().swap)
      .add("may_swap", referee().may_swap())
      .add("swapped", referee().swapped())
      .add("undo", objection_to_undo());
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
