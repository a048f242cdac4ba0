#include "match/series.hpp"

#include <algorithm>

#include "core/try.hpp"

namespace duello {

namespace {

struct Place {
  int game;
  int best_of;
};

// "2 of 5"; a game that belongs to no series is 1 of 1.
std::expected<Place, Complaint> place_of(const Record& record) {
  const std::string_view text = record.tag(kSeriesTag);
  if (text.empty()) return Place{1, 1};
  const std::vector<std::string> words = words_of(text);
  const auto game = words.size() == 3 ? whole_number(words[0]) : complaint("");
  const auto best_of = words.size() == 3 ? whole_number(words[2]) : complaint("");
  if (!game || !best_of || words[1] != "of" || *game < 1 || *game > *best_of)
    return complaint("The tag ", kSeriesTag, " must be as in '2 of 5', not ", in_quotes(text));
  return Place{*game, *best_of};
}

}  // namespace

bool seats_changed(const Record& record) {
  const auto place = place_of(record);
  return place && place->game % 2 == 0;
}

std::expected<Series, Complaint> Series::told_by(std::span<const Record> records) {
  DUELLO_TRY(const auto last, place_of(records.back()));
  const auto count = std::min(records.size(), static_cast<std::size_t>(last.game));
  if (count != static_cast<std::size_t>(last.game))
    return complaint("Game ", last.game, " of a series is there without those before it");
  Series series(last.best_of);
  for (const Record& record : records.last(count)) {
    DUELLO_TRY(const auto place, place_of(record));
    const bool is_last = &record == &records.back();
    if (place.game != series.played() + 1 || place.best_of != last.best_of || (!is_last && !record.winner))
      return complaint("The games of the series are not in order");
    if (record.winner) series.won_by(*record.winner);
  }
  return series;
}

}  // namespace duello
