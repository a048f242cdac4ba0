#include "page/catalog.hpp"

#include "catalog/registry.hpp"
#include "core/title.hpp"
#include "json/games.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

void append_seat(std::string& text, const SeatWords& words) {
  JsonObject(text)
      .add("plain", words.plain)
      .add("color", words.color)
      .add("mark", words.mark)
      .add("tint", name_of(words.tint));
}

void add_seats(JsonObject& json, const Facts& facts) { json.add("seats", facts.seats.of, append_seat); }

}  // namespace

void append_games(std::string& text) {
  append_list(text, all_games(), [](std::string& at, const GameEntry& entry) {
    JsonObject json(at);
    add_facts(json, **entry.make({}));
    json.add("one_starts", entry.facts->one_starts);
    json.add("variants", entry.facts->variants, [&](std::string& there, const Variant& variant) {
      append_variant(there, variant, **entry.make(words_of(variant.settings)));
    });
    add_seats(json, *entry.facts);
  });
}

void append_players(std::string& text) {
  append_list(text, built_in_players(),
              [](std::string& at, const std::string& who) { JsonObject(at).add("who", who).add("name", who); });
}

void append_game(std::string& text, const AnyGame& game) {
  const RuleBook book = game.rule_book();
  JsonObject json(text);
  add_game(json, game);
  json.add("title", full_title(game)).add("hidden", game.facts().hidden).add("one_starts", game.facts().one_starts);
  json.add("variant", variant_of(game));
  JsonObject(json.at("book"))
      .add("goal", book.goal)
      .add("setup", book.setup)
      .add("turn", book.turn)
      .add("end", book.end)
      .add("rulings", book.rulings)
      .add("tips", book.tips);
  json.add("example", words_of(game.example()));
  add_seats(json, game.facts());
}

}  // namespace duello
