#include "page/place.hpp"

#include <algorithm>
#include <limits>

#include "core/try.hpp"
#include "json/games.hpp"
#include "match/meeting.hpp"
#include "match/replay.hpp"
#include "page/words.hpp"

namespace duello {

namespace {

constexpr std::uint64_t kMany = std::numeric_limits<std::uint32_t>::max();

// As a record would tell it, so that there is one way to play moves that are given.
std::expected<Record, Complaint> record_of_moves(JsonFields& question, const AnyGame& game) {
  const std::vector<std::string> moves = question.has("moves") ? question.texts("moves") : std::vector<std::string>();
  const Seat first = question.seat_if_any("first").value_or(Seat::one);
  DUELLO_CHECK(question.checked());
  if (const std::string objection = objection_to_first(game.facts(), first); !objection.empty())
    return complaint(objection);
  const bool swaps = std::ranges::find(moves, kSwapMove) != moves.end();
  Record record = record_of(game, {.first = first, .round_limit = 0, .swap = swaps});
  for (const std::string& move : moves) record.moves.push_back({.text = move});
  return record;
}

}  // namespace

Names Place::names() const { return names_in(record, game(), paper_beside_a_board()); }

std::expected<NumberedRecord, Complaint> record_in(JsonFields& question) {
  const std::string text = question.text("record");
  DUELLO_CHECK(question.checked());
  DUELLO_TRY(auto records, read_records(text));
  const auto number = question.whole_if_any("number", 1, records.size());
  DUELLO_CHECK(question.checked());
  const std::size_t index = static_cast<std::size_t>(number.value_or(records.size())) - 1;
  return NumberedRecord{std::move(records), index};
}

std::expected<std::shared_ptr<ChosenGame>, Complaint> game_of(const Record& record, Shelf& shelf) {
  return shelf.game({.id = record.game, .variant = {}, .settings = words_of(record.rules), .table = {}});
}

std::expected<Place, Complaint> place_in(JsonFields& question, Shelf& shelf) {
  Place place;
  place.asker = question.seat_if_any("seat");
  const auto plies = question.whole_if_any("plies", 0, kMany);
  DUELLO_CHECK(question.checked());
  if (question.has("record")) {
    for (const std::string_view key : {"game", "variant", "rules", "first", "moves"})
      if (question.has(key)) return complaint("Either a record or a game and moves are due");
    DUELLO_TRY(auto found, record_in(question));
    place.record = std::move(found.all[found.index]);
    DUELLO_TRY(place.chosen, game_of(place.record, shelf));
  } else {
    if (question.has("number")) return complaint("A number tells which game of a record is meant, and there is none");
    const GameChoice choice = read_choice(question);
    DUELLO_CHECK(question.checked());
    DUELLO_TRY(place.chosen, shelf.game(choice));
    DUELLO_TRY(place.record, record_of_moves(question, place.game()));
  }
  DUELLO_TRY(place.referee, plies ? refereed(place.game(), place.record, static_cast<std::size_t>(*plies))
                            : place.record.winner ? refereed(place.game(), place.record)
                                                  : refereed(place.game(), place.record, place.record.moves.size()));
  const bool has_secrets = !place.record.winner && place.referee->played() > place.referee->revealed();
  if (question.has("record") && has_secrets && !place.asker)
    return complaint("Moves of this game are still secret, so it takes the seat that asks");
  return place;
}

}  // namespace duello
