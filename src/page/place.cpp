#include "page/place.hpp"

#include <algorithm>
#include <limits>

#include "match/meeting.hpp"
#include "match/replay.hpp"
#include "page/words.hpp"

namespace duello {

namespace {

constexpr std::uint64_t kMany = std::numeric_limits<std::uint32_t>::max();

// As a record would tell it, so that there is one way to play moves that are given.
std::expected<Record, Complaint> record_of_moves(const Question& question, const AnyGame& game) {
  const auto moves = question.texts("moves");
  if (!moves) return std::unexpected(moves.error());
  const auto first = question.seat("first");
  if (!first) return std::unexpected(first.error());
  if (const std::string objection = objection_to_first(game.facts(), first->value_or(Seat::one)); !objection.empty())
    return complaint(objection);
  const bool swaps = std::ranges::find(*moves, kSwapMove) != moves->end();
  Record record = record_of(game, {.first = first->value_or(Seat::one), .round_limit = 0, .swap = swaps});
  for (const std::string& move : *moves) record.moves.push_back({.text = move});
  return record;
}

}  // namespace

Names Place::names() const { return names_in(record, game(), paper_beside_a_board()); }

std::expected<NumberedRecord, Complaint> record_in(const Question& question) {
  const auto text = question.text("record");
  if (!text) return std::unexpected(text.error());
  auto records = read_records(*text);
  if (!records) return std::unexpected(records.error());
  const auto number = question.number("number", 1, records->size());
  if (!number) return std::unexpected(number.error());
  const std::size_t index = static_cast<std::size_t>(number->value_or(records->size())) - 1;
  return NumberedRecord{*std::move(records), index};
}

std::expected<std::shared_ptr<ChosenGame>, Complaint> game_of(const Record& record, Shelf& shelf) {
  return shelf.game({.id = record.game, .variant = {}, .settings = words_of(record.rules), .table = {}});
}

std::expected<Place, Complaint> place_in(const Question& question, Shelf& shelf) {
  const auto asker = question.seat("seat");
  if (!asker) return std::unexpected(asker.error());
  const auto plies = question.number("plies", 0, kMany);
  if (!plies) return std::unexpected(plies.error());
  Place place;
  place.asker = *asker;
  if (question.has("record")) {
    for (const std::string_view key : {"game", "variant", "rules", "first", "moves"})
      if (question.has(key)) return complaint("Either a record or a game and moves are due");
    auto found = record_in(question);
    if (!found) return std::unexpected(found.error());
    place.record = std::move(found->all[found->index]);
    auto chosen = game_of(place.record, shelf);
    if (!chosen) return std::unexpected(chosen.error());
    place.chosen = *std::move(chosen);
  } else {
    if (question.has("number")) return complaint("A number tells which game of a record is meant, and there is none");
    const auto choice = question.choice();
    if (!choice) return std::unexpected(choice.error());
    auto chosen = shelf.game(*choice);
    if (!chosen) return std::unexpected(chosen.error());
    place.chosen = *std::move(chosen);
    auto record = record_of_moves(question, place.game());
    if (!record) return std::unexpected(record.error());
    place.record = *std::move(record);
  }
  auto referee = *plies                ? refereed(place.game(), place.record, static_cast<std::size_t>(**plies))
                 : place.record.winner ? refereed(place.game(), place.record)
                                       : refereed(place.game(), place.record, place.record.moves.size());
  if (!referee) return std::unexpected(referee.error());
  place.referee = *std::move(referee);
  const bool has_secrets = !place.record.winner && place.referee->played() > place.referee->revealed();
  if (question.has("record") && has_secrets && !place.asker)
    return complaint("Moves of this game are still secret, so it takes the seat that asks");
  return place;
}

}  // namespace duello
