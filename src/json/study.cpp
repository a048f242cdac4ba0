#include "json/study.hpp"

#include "json/analysis.hpp"
#include "json/games.hpp"

namespace duello {

namespace {

void append_move(std::string& text, const ReviewedMove& move) {
  JsonObject json(text);
  json.add("number", move.number).add("player", move.player).add("seat", move.seat).add("move", move.text);
  append_value(json.at("before"), move.best());
  append_value(json.at("after"), move.value);
  json.add("mark", sign_of(move.mark)).add("best", move.best_texts());
}

void append_placement(std::string& text, const ReviewedPlacement& each) {
  JsonObject json(text);
  json.add("phase", each.phase).add("player", each.player).add("placed", each.text).add("value", each.value);
  json.add("mark", sign_of(each.mark)).add("best", each.best);
  JsonObject(json.at("reply"))
      .add("move", each.reply)
      .add("result", each.reply_lead > 0    ? "win"
                     : each.reply_lead == 0 ? "tie"
                                            : "loss");
}

}  // namespace

void append_review(std::string& text, const AnyGame& game, const Record& record, const Review& review,
                   const PerSeat<std::string>& names) {
  JsonObject json(text);
  add_review(json, game, record, review, names);
}

void add_review(JsonObject& json, const AnyGame& game, const Record& record, const Review& review,
                const PerSeat<std::string>& names) {
  add_game(json, game);
  json.add("players", names.of).add("first", record.first).add("result", record.result());
  if (game.facts().hidden)
    json.add("phases", review.placements, append_placement);
  else
    json.add("moves", review.moves, append_move);
  if (review.gave_up_a_win) json.add("gave_up_a_win", *review.gave_up_a_win);
  json.add("accuracy", review.accuracy.of, [](std::string& at, const Accuracy& accuracy) {
    accuracy.choices == 0 ? append_null(at) : append_json(at, accuracy.share);
  });
}

void append_puzzle(std::string& text, const AnyGame& game, const Puzzle& puzzle, std::uint64_t seed,
                   std::string_view date) {
  JsonObject json(text);
  add_puzzle(json, game, puzzle, seed, date);
}

void add_puzzle(JsonObject& json, const AnyGame& game, const Puzzle& puzzle, std::uint64_t seed,
                std::string_view date) {
  add_game(json, game);
  json.add("first", puzzle.first);
  json.add("moves", puzzle.moves, [&](std::string& at, const AnyMove& move) { append_json(at, game.write(move)); });
  json.add("to_move", puzzle.mover).add("level", puzzle.level).add("plies", puzzle.plies);
  json.add("solution", game.write(puzzle.solution));
  json.add("legal", puzzle.judged,
           [&](std::string& at, const Judgement& judged) { append_json(at, game.write(judged.move)); });
  json.add("seed", seed);
  if (!date.empty()) json.add("date", date);
}

std::string findings_head(const Facts& facts, const Sampling& sampling) {
  std::string text;
  JsonObject(text).add("game", facts.id).add("games", sampling.games).add("seed", sampling.seed);
  text.pop_back();
  return text + ",\"variants\":[";
}

void append_finding(std::string& text, const Finding& finding) {
  JsonObject json(text);
  append_rules(json.at("rules"), finding.rules);
  if (finding.value) json.add("winner", winner_of(finding)).add("plies", plies_in(*finding.value));
  json.add("positions", finding.positions);
  if (finding.winning_first_moves) json.add("winning_first_moves", *finding.winning_first_moves);
  json.add("random_first_wins", finding.random_first_wins).add("perfect_second_wins", finding.perfect_second_wins);
  if (finding.survey)
    json.add("reachable", finding.survey->positions)
        .add("won", finding.survey->won)
        .add("only_move", finding.survey->only_move);
}

void append_tallies(std::string& text, const Tallies& tallies) {
  append_list(text, tallies, [](std::string& at, const Tallies::value_type& each) {
    const auto& [who, tally] = each;
    JsonObject(at)
        .add("player", who.player)
        .add("game", who.game)
        .add("games", tally.games())
        .add("won", tally.won)
        .add("lost", tally.lost)
        .add("unfinished", tally.unfinished)
        .add("accuracy", tally.accuracy());
  });
}

}  // namespace duello
