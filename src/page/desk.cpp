#include "page/desk.hpp"

#include <algorithm>

#include "json/writer.hpp"
#include "page/catalog.hpp"
#include "page/study.hpp"

namespace duello {

namespace {

// A complaint has no full stop of its own.
std::string refusal(const Complaint& why) {
  std::string text;
  JsonObject(text).add("refused", why.why + ".");
  return text;
}

}  // namespace

struct Desk::Verb {
  std::string_view name;
  Reply (Desk::*reply)(const Question&);
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
      {"hint", &Desk::hint, {"game", "variant", "rules", "first", "moves", "record", "number", "plies", "seat"}},
  };
  return verbs;
}

std::string Desk::answer(std::string_view question) {
  auto answer = reply(question);
  return answer ? *std::move(answer) : refusal(answer.error());
}

Reply Desk::reply(std::string_view question) {
  const auto value = read_json(question, Question::kLimits);
  if (!value) return std::unexpected(value.error());
  const JsonValue* const ask = value->find("ask");
  if (ask == nullptr || ask->kind != JsonValue::Kind::text)
    return complaint("A question is a JSON object with the text ask");
  const auto verb = std::ranges::find(verbs(), std::string_view(ask->text), &Verb::name);
  if (verb == verbs().end()) {
    std::vector<std::string> names;
    for (const Verb& each : verbs()) names.emplace_back(each.name);
    return complaint("There is no question ", in_quotes(ask->text), "; there are ", listed(names));
  }
  const auto asked = Question::of(*value, verb->name, verb->keys);
  if (!asked) return std::unexpected(asked.error());
  return (this->*verb->reply)(*asked);
}

Reply Desk::games(const Question& /*all*/) { return json_text(append_games); }

Reply Desk::players(const Question& /*all*/) { return json_text(append_players); }

Reply Desk::game(const Question& question) {
  const auto choice = question.choice();
  if (!choice) return std::unexpected(choice.error());
  const auto chosen = shelf_.game(*choice);
  if (!chosen) return std::unexpected(chosen.error());
  return json_text(append_game, (*chosen)->game());
}

Reply Desk::seed(const Question& /*any*/) { return cat('"', chance_(), '"'); }

Reply Desk::open(const Question& question) {
  const auto choice = question.choice();
  if (!choice) return std::unexpected(choice.error());
  auto chosen = shelf_.game(*choice);
  if (!chosen) return std::unexpected(chosen.error());
  const auto agreement = Table::agreement_in(question, (*chosen)->facts(), chance_());
  if (!agreement) return std::unexpected(agreement.error());
  const auto date = question.text_or_none("date");
  if (!date) return std::unexpected(date.error());
  table_ = std::make_unique<Table>(shelf_, *std::move(chosen), *agreement, *date);
  table_->begin();
  return table_->everything();
}

Reply Desk::told(const std::expected<void, Complaint>& done) {
  if (!done) return std::unexpected(done.error());
  return table_->news();
}

namespace {

std::unexpected<Complaint> no_game() { return complaint("No game has been opened"); }

}  // namespace

Reply Desk::submit(const Question& question) {
  if (!table_) return no_game();
  return told(table_->submit(question));
}

Reply Desk::think(const Question& /*none*/) {
  if (!table_) return no_game();
  return told(table_->think());
}

Reply Desk::next(const Question& /*none*/) {
  if (!table_) return no_game();
  return told(table_->next());
}

Reply Desk::look(const Question& question) {
  if (!table_) return no_game();
  const auto seat = question.seat("seat");
  if (!seat) return std::unexpected(seat.error());
  if (!*seat) return question.must_be("seat", "1 or 2");
  std::string text;
  table_->append_look(text, **seat);
  return text;
}

Reply Desk::state(const Question& /*all*/) {
  if (!table_) return no_game();
  return table_->everything();
}

Reply Desk::position(const Question& question) {
  const auto place = place_in(question, shelf_);
  if (!place) return std::unexpected(place.error());
  return json_text(append_position, *place);
}

Reply Desk::analyze(const Question& question) {
  const auto place = place_in(question, shelf_);
  if (!place) return std::unexpected(place.error());
  return analysis_at(*place, question, shelf_);
}

Reply Desk::hint(const Question& question) {
  const auto place = place_in(question, shelf_);
  if (!place) return std::unexpected(place.error());
  return hint_at(*place, shelf_, Random(chance_()));
}

}  // namespace duello
