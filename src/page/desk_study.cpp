// The questions whose answers depend on nothing but themselves.
#include "core/try.hpp"
#include "json/games.hpp"
#include "json/records.hpp"
#include "page/desk.hpp"
#include "page/lessons.hpp"
#include "page/study.hpp"

namespace duello {

Reply Desk::position(JsonFields& question) {
  DUELLO_TRY(const auto place, place_in(question, *shelf_));
  return json_text(append_position, place);
}

Reply Desk::analyze(JsonFields& question) {
  DUELLO_TRY(const auto place, place_in(question, *shelf_));
  return analysis_at(place, question, *shelf_);
}

Reply Desk::compose(JsonFields& question) {
  DUELLO_TRY(const auto place, place_in(question, *shelf_));
  DUELLO_TRY(const auto move, composed_at(place, question));
  std::string text;
  JsonObject(text).add("move", place.game().write(move));
  return text;
}

Reply Desk::hint(JsonFields& question) {
  DUELLO_TRY(const auto place, place_in(question, *shelf_));
  return hint_at(place, *shelf_, Random(chance_()));
}

Reply Desk::solve(JsonFields& question) {
  DUELLO_TRY(const auto found, chosen(question));
  const bool swap = question.flag("swap");
  DUELLO_CHECK(question.checked());
  return solution_of(*found, swap ? Swapping::yes : Swapping::no, *shelf_);
}

Reply Desk::findings(JsonFields& question) {
  constexpr int kUsualGames = 2000;
  DUELLO_TRY(const auto found, chosen(question));
  const auto games = question.whole_if_any("games", 1, Agreement::kMostGames);
  const auto seed = question.seed_if_any("seed");
  DUELLO_CHECK(question.checked());
  const Sampling sampling{.games = static_cast<int>(games.value_or(kUsualGames)), .seed = seed.value_or(0)};
  return findings_of(*found, sampling, *shelf_);
}

Reply Desk::fits(JsonFields& question) {
  DUELLO_TRY(const auto found, chosen(question));
  return json_text(append_fitting, *found);
}

Reply Desk::review(JsonFields& question) {
  DUELLO_TRY(const auto found, record_in(question));
  return review_of(found.record(), *shelf_);
}

Reply Desk::annotated(JsonFields& question) {
  DUELLO_TRY(const auto found, record_in(question));
  return annotated_text(found.all, *shelf_);
}

Reply Desk::puzzle(JsonFields& question) {
  GameChoice choice{};
  if (question.has("game")) {
    choice = read_choice(question);
  } else if (question.has("variant") || question.has("rules")) {
    return complaint("Name the game whose rules are to change");
  }
  const auto level = question.whole_if_any("level", kEasiest, kHardest);
  const std::string date = read_date(question, "date");
  const auto given = question.seed_if_any("seed");
  DUELLO_CHECK(question.checked());
  if (date.empty() != given.has_value()) return complaint("A puzzle needs either a seed or a date");
  const std::uint64_t seed = date.empty() ? *given : seed_of_date(date);
  std::optional<int> wanted;
  if (level) wanted = static_cast<int>(*level);
  const auto drawn = draw_puzzle(choice, seed, wanted, *shelf_);
  if (!drawn) return std::unexpected(drawn.error().why);
  return json_text(append_drawn, *drawn, seed, date);
}

Reply Desk::records(JsonFields& question) {
  const std::string text = question.text("text");
  DUELLO_CHECK(question.checked());
  DUELLO_TRY(const auto records, read_records(text));
  return listed_records(records, *shelf_);
}

}  // namespace duello
