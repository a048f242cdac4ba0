#include "page/desk.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "json/agreements.hpp"
#include "json/games.hpp"
#include "json/records.hpp"
#include "json/writer.hpp"
#include "page/catalog.hpp"
#include "page/place.hpp"

namespace duello {

namespace {

// A complaint has no full stop of its own.
std::string refusal(const Complaint& why) {
  std::string text;
  JsonObject(text).add("error", why.why + ".");
  return text;
}

}  // namespace

struct Desk::Verb {
  std::string_view name;
  Reply (Desk::*reply)(JsonFields&);
  std::vector<std::string_view> keys{};
};

const std::vector<Desk::Verb>& Desk::verbs() {
  static const std::vector<Verb> verbs{
      {"games", &Desk::games},
      {"players", &Desk::players},
      {"game", &Desk::game, {"game", "variant", "rules"}},
      {"seed", &Desk::seed},
      {"open",
       &Desk::open,
       {"game", "variant", "rules", "players", "names", "first", "swap", "best_of", "rounds", "seed", "date"}},
      {"resume", &Desk::resume, {"record", "date"}},
      {"submit", &Desk::submit, {"line", "request", "seat"}},
      {"think", &Desk::think},
      {"next", &Desk::next},
      {"look", &Desk::look, {"seat"}},
      {"state", &Desk::state},
      {"position",
       &Desk::position,
       {"game", "variant", "rules", "first", "moves", "record", "number", "plies", "seat"}},
      {"analyze",
       &Desk::analyze,
       {"game", "variant", "rules", "first", "moves", "record", "number", "plies", "seat", "amounts"}},
      {"compose",
       &Desk::compose,
       {"game", "variant", "rules", "first", "moves", "record", "number", "plies", "amounts"}},
      {"hint", &Desk::hint, {"game", "variant", "rules", "first", "moves", "record", "number", "plies", "seat"}},
      {"solve", &Desk::solve, {"game", "variant", "rules", "swap"}},
      {"findings", &Desk::findings, {"game", "variant", "rules", "games", "seed"}},
      {"fits", &Desk::fits, {"game", "variant", "rules"}},
      {"review", &Desk::review, {"record", "number"}},
      {"annotated", &Desk::annotated, {"record"}},
      {"puzzle", &Desk::puzzle, {"game", "variant", "rules", "seed", "level", "date"}},
      {"records", &Desk::records, {"text"}},
  };
  return verbs;
}

std::string Desk::answer(std::string_view question) {
  auto answer = reply(question);
  return answer ? *std::move(answer) : refusal(answer.error());
}

Reply Desk::reply(std::string_view question) {
  DUELLO_TRY(auto value, read_json(question, limits_));
  const JsonValue* const ask = value.find("ask");
  if (ask == nullptr || ask->kind != JsonValue::Kind::text)
    return complaint("A question is a JSON object with the text ask");
  const auto verb = std::ranges::find(verbs(), std::string_view(ask->text), &Verb::name);
  if (verb == verbs().end()) {
    std::vector<std::string> names;
    for (const Verb& each : verbs()) names.emplace_back(each.name);
    return complaint("There is no question ", in_quotes(ask->text), "; there are ", listed(names));
  }
  value.forget("ask");
  JsonFields asked(value, cat("The question ", verb->name), verb->keys);
  DUELLO_CHECK(asked.checked());
  return (this->*verb->reply)(asked);
}

Reply Desk::games(JsonFields& /*all*/) { return json_text(append_games); }

Reply Desk::players(JsonFields& /*all*/) { return json_text(append_players); }

std::expected<std::shared_ptr<ChosenGame>, Complaint> Desk::chosen(JsonFields& question) {
  const GameChoice choice = read_choice(question);
  DUELLO_CHECK(question.checked());
  return shelf_->game(choice);
}

Reply Desk::game(JsonFields& question) {
  DUELLO_TRY(const auto found, chosen(question));
  return json_text(append_game, found->game());
}

Reply Desk::seed(JsonFields& /*any*/) { return cat('"', chance_(), '"'); }

Reply Desk::open(JsonFields& question) {
  DUELLO_TRY(auto found, chosen(question));
  const Agreement agreement = read_agreement(question, found->facts(), chance_());
  const std::string date = read_date(question, "date");
  DUELLO_CHECK(question.checked());
  table_ = std::make_unique<Table>(*shelf_, std::move(found), agreement, date);
  table_->begin();
  return table_->everything();
}

Reply Desk::resume(JsonFields& question) {
  DUELLO_TRY(auto found, record_in(question));
  const std::string date = read_date(question, "date");
  DUELLO_CHECK(question.checked());
  DUELLO_TRY(auto chosen, game_of(found.record(), *shelf_));
  DUELLO_TRY(table_, Table::taken_up(*shelf_, std::move(chosen), std::move(found.all), date));
  return table_->everything();
}

Reply Desk::told(const std::expected<void, Complaint>& done) {
  if (!done) return std::unexpected(done.error());
  return table_->news();
}

namespace {

std::unexpected<Complaint> no_game() { return complaint("No game has been opened"); }

}  // namespace

Reply Desk::submit(JsonFields& question) {
  if (!table_) return no_game();
  return told(table_->submit(question));
}

Reply Desk::think(JsonFields& /*none*/) {
  if (!table_) return no_game();
  return told(table_->think());
}

Reply Desk::next(JsonFields& /*none*/) {
  if (!table_) return no_game();
  return told(table_->next());
}

Reply Desk::look(JsonFields& question) {
  if (!table_) return no_game();
  const Seat seat = question.seat("seat");
  DUELLO_CHECK(question.checked());
  std::string text;
  table_->append_look(text, seat);
  return text;
}

Reply Desk::state(JsonFields& /*all*/) {
  if (!table_) return no_game();
  return table_->everything();
}

}  // namespace duello
