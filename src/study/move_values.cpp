#include "study/move_values.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "study/review.hpp"

namespace duello {

std::expected<std::vector<MoveValue>, Complaint> values_in(const AnyGame& game, Record record,
                                                           const Knowledge& knowledge) {
  if (const auto secret = std::ranges::find(record.moves, true, &RecordedMove::veiled); secret != record.moves.end())
    record.moves.erase(secret, record.moves.end());
  DUELLO_TRY(const auto found, review(game, record, knowledge));
  std::vector<MoveValue> values;
  for (const ReviewedMove& move : found.moves)
    values.push_back({.number = move.number,
                      .since = move.number,
                      .sign = std::string(sign_of(move.mark)),
                      .phrase = phrase_for(move.value),
                      .why = move.mark == Mark::none ? cat(move.text, ' ', phrase_for(move.value)) : explained(move)});
  for (const ReviewedPlacement& each : found.placements) {
    std::size_t reveal = each.number;
    for (const ReviewedPlacement& other : found.placements)
      if (other.phase == each.phase) reveal = std::max(reveal, other.number);
    values.push_back(
        {.number = each.number,
         .since = reveal,
         .sign = std::string(sign_of(each.mark)),
         .phrase = cat("in all ", each.text, ", expects ", expectation_text(each.value)),
         .why = each.mark == Mark::none ? cat(each.text, " expects ", expectation_text(each.value)) : explained(each)});
  }
  std::ranges::sort(values, {}, &MoveValue::number);
  return values;
}

}  // namespace duello
