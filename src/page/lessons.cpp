#include "page/lessons.hpp"

#include <algorithm>

#include "core/title.hpp"
#include "core/try.hpp"
#include "json/agreements.hpp"
#include "json/analysis.hpp"
#include "json/games.hpp"
#include "json/scenes.hpp"
#include "json/state.hpp"
#include "json/study.hpp"
#include "match/meeting.hpp"
#include "match/replay.hpp"
#include "page/table.hpp"
#include "page/words.hpp"
#include "study/review.hpp"

namespace duello {

namespace {

std::expected<Review, Complaint> reviewed(const Record& record, Shelf& shelf) {
  DUELLO_TRY(const auto chosen, game_of(record, shelf));
  DUELLO_TRY(const auto known, shelf.knowledge(*chosen));
  return review(chosen->game(), record, known);
}

void append_marked(std::string& text, const ReviewedMove& move) {
  JsonObject json(text);
  json.add("number", move.number).add("player", move.player).add("explained", explained(move));
  json.add("options", move.options, [](std::string& at, const Option& option) {
    JsonObject each(at);
    each.add("move", option.text);
    add_value(each, option.value);
  });
}

void append_marked(std::string& text, const ReviewedPlacement& each) {
  JsonObject json(text);
  json.add("number", each.number).add("phase", each.phase).add("begin", each.begin).add("player", each.player);
  json.add("explained", explained(each));
}

template <class Reviewed>
void append_all_marked(std::string& text, const std::vector<Reviewed>& all) {
  std::vector<const Reviewed*> marked;
  for (const Reviewed& each : all)
    if (each.mark != Mark::none) marked.push_back(&each);
  append_list(text, marked, [](std::string& at, const Reviewed* each) { append_marked(at, *each); });
}

enum class Resumable : std::uint8_t { no, yes };

void append_listed(std::string& text, const Record& record, const AnyGame& game, Resumable resumable) {
  const Names names = names_in(record, game, plain_paper());
  JsonObject json(text);
  add_game(json, game);
  json.add("title", full_title(game)).add("date", record.date).add("players", record.players.of);
  json.add("names", std::array{names.player(Seat::one), names.player(Seat::two)}).add("first", record.first);
  json.add("moves", record.moves.size()).add("result", record.result()).add("reason", record.reason);
  json.add("resumable", resumable == Resumable::yes)
      .add("series", record.tag(kSeriesTag))
      .add("hidden", game.facts().hidden);
  json.add("text", record_text(record));
}

}  // namespace

Reply solution_of(ChosenGame& chosen, Swapping swapping, Shelf& shelf) {
  if (const std::string objection = objection_to_swap(chosen.facts(), swapping); !objection.empty())
    return complaint(objection);
  DUELLO_TRY(const auto known, shelf.knowledge(chosen));
  if (const SolvedGame* const open = open_in(known))
    return json_text(append_course, chosen.game(), course_of(chosen.game(), *open, swapping), chosen.seconds(),
                     open->manner());
  HiddenOracle& hidden = *hidden_in(known);
  DUELLO_TRY(const auto phases, hidden.phases());
  return json_text(append_equilibria, chosen.game(), phases, hidden.words(), chosen.seconds());
}

Reply findings_of(ChosenGame& chosen, const Sampling& sampling, Shelf& shelf) {
  DUELLO_TRY(const auto known, shelf.knowledge(chosen));
  const auto finding =
      found_in(chosen.game(), known, sampling, [&](std::string_view /*what*/) { return shelf.watch(); });
  if (!finding) return std::unexpected(finding.error());
  return json_text(append_finding, *finding);
}

void append_fitting(std::string& text, const ChosenGame& chosen) {
  const std::string objection = chosen.objection_to_solving();
  const std::string online = chosen.objection_to_serving();
  JsonObject(text)
      .add("bytes", static_cast<std::uint64_t>(chosen.table_bytes()))
      .add("fits", objection.empty())
      .add("why", objection.empty() ? "" : objection + ".")
      .add("seconds", chosen.solving_seconds())
      .add("online", online.empty() ? "" : online + ".");
}

Reply review_of(const Record& record, Shelf& shelf) {
  DUELLO_TRY(const auto found, reviewed(record, shelf));
  const std::shared_ptr<ChosenGame> chosen = *game_of(record, shelf);
  const AnyGame& game = chosen->game();
  const Names names = names_in(record, game, plain_paper());
  std::string text;
  {
    JsonObject json(text);
    add_review(json, game, record, found, {{names.player(Seat::one), names.player(Seat::two)}});
    json.add("title", full_title(game)).add("reason", record.reason);
    json.add("chart", found.leaders,
             [](std::string& at, std::optional<Seat> leader) { append_json(at, leader ? number(*leader) : 0); });
    if (game.facts().hidden)
      append_all_marked(json.at("marked"), found.placements);
    else
      append_all_marked(json.at("marked"), found.moves);
  }
  return text;
}

Reply annotated_text(const std::vector<Record>& records, Shelf& shelf) {
  std::string all;
  for (const Record& record : records) {
    DUELLO_TRY(const auto found, reviewed(record, shelf));
    all += cat(all.empty() ? "" : "\n", record_text(annotated(record, found)));
  }
  std::string text;
  JsonObject(text).add("record", all);
  return text;
}

Reply listed_records(const std::vector<Record>& records, Shelf& shelf) {
  std::string text = "[";
  for (const Record& record : records) {
    DUELLO_TRY(const auto chosen, game_of(record, shelf));
    DUELLO_CHECK(refereed(chosen->game(), record));
    const bool is_last = &record == &records.back();
    const bool is_open = !record.winner || (is_last && can_be_resumed(records));
    if (text.size() > 1) text += ',';
    const bool all_can_sit =
        std::ranges::all_of(record.players.of, [](const std::string& who) { return can_sit(who).has_value(); });
    append_listed(text, record, chosen->game(), is_open && all_can_sit ? Resumable::yes : Resumable::no);
  }
  return text + "]";
}

void append_drawn(std::string& text, const DrawnPuzzle& drawn, std::uint64_t seed, std::string_view date) {
  const AnyGame& game = drawn.chosen->game();
  Referee referee(game, {.first = drawn.puzzle.first, .round_limit = 0});
  for (const AnyMove& move : drawn.puzzle.moves) referee.play_again(move);
  const Names names(plain_paper(), game.facts(), {});
  JsonObject json(text);
  add_puzzle(json, game, drawn.puzzle, seed, date);
  json.add("title", full_title(game));
  append_view(json.at("view"), referee, drawn.puzzle.mover, names.pen(false, Boards::told));
}

}  // namespace duello
