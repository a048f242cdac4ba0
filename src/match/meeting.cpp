#include "match/meeting.hpp"

#include <algorithm>
#include <utility>

#include "core/random.hpp"
#include "core/try.hpp"
#include "match/conduct.hpp"
#include "match/replay.hpp"
#include "system/entropy.hpp"

namespace duello {

std::string objection_to_names(const std::array<std::string, 2>& names, const std::array<std::string, 2>& called) {
  constexpr std::size_t kLongest = Known::kLongest;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() && (columns(names[i]) > kLongest || !is_name(names[i])))
      return cat(called[i], " must be at most ", kLongest, " printable characters without blanks at the ends, not ",
                 in_quotes(names[i]));
  if (!names[0].empty() && names[0] == names[1]) return "The two players need different names";
  return {};
}

std::string objection_to_first(const Facts& facts, std::optional<Seat> first) {
  if (!facts.one_starts || first == Seat::one) return {};
  return cat(facts.seats[Seat::one].plain, " always starts ", facts.title);
}

std::string objection_to_swap(const Facts& facts, Swapping swapping) {
  if (!facts.hidden || swapping == Swapping::no) return {};
  return cat("Seats cannot be changed in ", facts.title, ", whose moves are hidden");
}

std::expected<Agreement, Complaint> agreement_in(std::span<const Record> records) {
  const Record& last = records.back();
  DUELLO_TRY(const auto conditions, conditions_of(last));
  DUELLO_TRY(const auto series, Series::told_by(records));
  Agreement agreement;
  // The players are counted as they sat in the first game of the series.
  const int changes = series.played() - (last.winner ? 1 : 0);
  for (const Seat seat : kSeats) {
    const std::size_t i = (index(seat) + static_cast<std::size_t>(changes)) % 2;
    agreement.who[i] = last.players[seat];
    agreement.names[i] = printable(last.name(seat), Known::kLongest);
  }
  if (last.tag(kStartTag) == kRandomStart)
    agreement.first.reset();
  else
    agreement.first = last.first;
  if (series.best_of() > Agreement::kMostGames)
    return complaint("A series has at most ", Agreement::kMostGames, " games");
  agreement.best_of = series.best_of();
  const auto movetime = whole_number(last.tag(kMovetimeTag));
  if (movetime && *movetime >= 1 && *movetime <= Agreement::kLongestMove) agreement.movetime = *movetime;
  agreement.rounds = conditions.round_limit;
  agreement.seed = number_in<std::uint64_t>(last.tag(kSeriesSeedTag)).value_or(conditions.seed);
  agreement.swapping = conditions.swap ? Swapping::yes : Swapping::no;
  return agreement;
}

bool can_be_resumed(std::span<const Record> records) {
  if (!records.back().winner) return true;
  if (!records.back().tag(kAbandonedTag).empty()) return false;
  const auto series = Series::told_by(records);
  return series && !series->is_over();
}

Meeting::Meeting(const AnyGame& game, Agreement agreement)
    : game_(game), agreement_(std::move(agreement)), series_(agreement_.best_of) {
  for (std::size_t i = 0; i < programs_.size(); ++i)
    if (agreement_.who[i] != kHuman) programs_[i] = printable(agreement_.who[i], Known::kLongest);
}

std::expected<void, Complaint> Meeting::take_up(std::span<const Record> records) {
  DUELLO_TRY(const auto series, Series::told_by(records));
  for (const std::string& objection :
       {objection_to_first(game_.facts(), agreement_.first), objection_to_swap(game_.facts(), agreement_.swapping)})
    if (!objection.empty()) return complaint(objection);
  const Record& last = records.back();
  const int before = series.played() - (last.winner ? 1 : 0);
  for (const Record& record : records.last(static_cast<std::size_t>(before) + 1)) {
    if (record.game != last.game || record.rules != last.rules)
      return complaint("The games of a series must be the same game under the same rules");
    DUELLO_CHECK(refereed(game_, record));
  }
  series_ = series;
  is_resumed_ = true;
  if (last.winner) return {};
  DUELLO_TRY(auto referee, refereed(game_, last));
  head_ = last;
  duel_.emplace(*std::move(referee), terms({}));
  begun_ = duel_->referee().played();
  return {};
}

Duel& Meeting::begin(std::string_view date, Moment now) {
  if (duel_) return *duel_;
  const std::uint64_t agreed = agreed_seed();
  const auto tossed = [&] { return Random(Seeds(agreed).after(0).first).below(2) == 0 ? Seat::one : Seat::two; };
  const bool has_engine = std::ranges::any_of(agreement_.who, is_engine);
  const Conditions conditions{.first = agreement_.first ? *agreement_.first : tossed(),
                              .round_limit = agreement_.rounds,
                              .seed = has_engine ? fresh_seed() : agreed,
                              .swap = agreement_.swapping == Swapping::yes};
  duel_.emplace(Referee(game_, conditions), terms(now));
  head_ = new_head(date);
  return *duel_;
}

void Meeting::conclude() {
  series_ = standing();
  duel_.reset();
  begun_ = 0;
  is_resumed_ = false;
}

Series Meeting::standing() const {
  Series series = series_;
  if (duel_)
    if (const auto& result = duel_->referee().result()) series.won_by(duel_->referee().began(result->winner));
  return series;
}

std::uint64_t Meeting::agreed_seed() const {
  if (series_.best_of() == 1) return agreement_.seed;
  return Seeds(agreement_.seed).game(static_cast<std::uint64_t>(series_.played()));
}

Terms Meeting::terms(Moment now) const {
  Terms terms = terms_at_one_table({{is_person(Seat::one), is_person(Seat::two)}});
  terms.consent = agreement_.consent;
  terms.time = agreement_.time;
  terms.begin = now;
  return terms;
}

Record Meeting::new_head(std::string_view date) const {
  Record record = record_of(game_, duel_->referee().conditions());
  record.date = date;
  for (const Seat seat : kSeats) {
    const std::size_t i = player_at(seat);
    record.players[seat] = agreement_.who[i];
    if (!agreement_.names[i].empty()) record.set(kNameTags[index(seat)], agreement_.names[i]);
  }
  if (series_.best_of() > 1) record.set(kSeriesTag, series_.tag());
  if (series_.best_of() > 1) record.set(kSeriesSeedTag, cat(agreement_.seed));
  if (series_.best_of() > 1 && !agreement_.first) record.set(kStartTag, kRandomStart);
  if (agreement_.movetime != Agreement{}.movetime) record.set(kMovetimeTag, cat(agreement_.movetime));
  return record;
}

Names Meeting::names(Paper paper) const {
  const bool may_change = series_.best_of() > 1 || agreement_.swapping == Swapping::yes;
  PerSeat<Known> known;
  for (const Seat seat : kSeats) {
    const std::size_t i = player_at(seat);
    known[seat] = {agreement_.names[i], programs_[i], may_change ? static_cast<int>(i) + 1 : 0};
  }
  return {std::move(paper), game_.facts(), known};
}

std::optional<Seat> Meeting::audience() const {
  if (is_person(Seat::one) == is_person(Seat::two)) return std::nullopt;
  return duel_->referee().began(is_person(Seat::one) ? Seat::one : Seat::two);
}

std::string Meeting::wins(const Names& names) const {
  const Series series = standing();
  // The numbers in front, as names may end in one.
  return cat(series.wins(0), " for ", name(names, 0), ", ", series.wins(1), " for ", name(names, 1));
}

std::string Meeting::heading(const Names& names) const {
  const std::string game = cat("Game ", series_.played() + 1, " of at most ", series_.best_of(), '\n');
  return is_resumed_ && series_.played() != 0 ? cat(game, "Score: ", wins(names), "\n\n") : game;
}

std::string Meeting::score(const Names& names) const {
  const Series series = standing();
  if (!series.is_over()) return cat("\nScore: ", wins(names), '\n');
  const auto winner = series.leader();
  if (!winner) return cat("\nThe series is level: ", wins(names), '\n');
  return cat("\nFinal score: ", wins(names), '\n', name(names, *winner), " wins the series!\n");
}

}  // namespace duello
