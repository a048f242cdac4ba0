#include "match/replay.hpp"

#include <algorithm>
#include <limits>

#include "core/try.hpp"

namespace duello {

namespace {

constexpr int kUsualRounds = Conditions{}.round_limit;

template <class Number>
std::expected<Number, Complaint> number_of_tag(const Record& record, std::string_view key, Number usual, Number most) {
  const std::string_view text = record.tag(key);
  if (text.empty()) return usual;
  const auto value = number_in<Number>(text);
  if (value && *value >= 0 && *value <= most) return *value;
  return complaint("The tag ", key, " must be a whole number from 0 to ", most, ", not ", in_quotes(text));
}

void put_result(Record& record, const Referee& referee) {
  record.winner.reset();
  record.reason.clear();
  if (const auto& result = referee.result()) {
    record.winner = referee.began(result->winner);
    record.reason = result->reason;
  }
}

// The result where the moves do not say it: somebody gave up, or was made to.
std::expected<void, Complaint> settle(Referee& referee, const Record& record) {
  if (!referee.result() && record.winner) {
    const Seat loser = other(referee.began(*record.winner));
    if (record.reason.starts_with(Referee::kForfeit))
      referee.forfeit(loser, record.reason.substr(Referee::kForfeit.size()));
    else if (record.reason == Referee::kTime)
      referee.lose_on_time(loser);
    else
      referee.resign(loser);
  }
  Record played;
  bring_up_to_date(played, referee);
  if (played.winner == record.winner) return {};
  return complaint("The record's result is ", record.result(), ", but its moves end in ", played.result());
}

}  // namespace

Record record_of(const AnyGame& game, const Conditions& conditions) {
  Record record;
  record.game = game.facts().id;
  record.rules = settings_text(game.rules());
  record.first = conditions.first;
  if (conditions.round_limit != kUsualRounds) record.set(kRoundsTag, cat(conditions.round_limit));
  if (conditions.swap) record.set(kSwapTag, "yes");
  if (conditions.seed != 0) record.set(kSeedTag, cat(conditions.seed));
  return record;
}

void bring_up_to_date(Record& record, const Referee& referee) {
  const std::vector<AnyMove> moves = referee.moves();
  const std::size_t open = referee.revealed();
  record.moves.clear();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    record.moves.push_back({.text = referee.game().write(moves[i]), .veiled = i >= open});
    if (i == 0 && referee.swapped()) record.moves.push_back({.text = std::string(kSwapMove)});
  }
  put_result(record, referee);
}

void append_events(Record& record, const Referee& referee, std::span<const Event> events) {
  for (const Event& event : events) {
    if (const auto* const moved = std::get_if<event::Moved>(&event.what))
      record.moves.push_back({.text = referee.game().write(moved->move), .veiled = referee.game().facts().hidden});
    if (event.is<event::Swapped>()) record.moves.push_back({.text = std::string(kSwapMove)});
    if (const auto* const back = std::get_if<event::TookBack>(&event.what))
      record.moves.resize(record.moves.size() - static_cast<std::size_t>(back->moves));
    if (const auto* const revealed = std::get_if<event::Revealed>(&event.what))
      for (std::size_t i = revealed->begin; i < revealed->end; ++i) record.moves[i].veiled = false;
  }
  put_result(record, referee);
}

std::expected<Conditions, Complaint> conditions_of(const Record& record) {
  constexpr int kMostRounds = 1'000'000;
  DUELLO_TRY(const auto rounds, number_of_tag(record, kRoundsTag, kUsualRounds, kMostRounds));
  DUELLO_TRY(const auto seed,
             number_of_tag<std::uint64_t>(record, kSeedTag, 0, std::numeric_limits<std::uint64_t>::max()));
  const std::string_view swap = record.tag(kSwapTag);
  if (!swap.empty() && swap != "yes")
    return complaint("The tag ", kSwapTag, " can only be 'yes', not ", in_quotes(swap));
  return Conditions{.first = record.first, .round_limit = rounds, .seed = seed, .swap = !swap.empty()};
}

std::expected<void, Complaint> play_recorded(Referee& referee, const RecordedMove& move, std::size_t number) {
  const auto wrong = [&](std::string_view why) {
    // What is still secret is not told to whoever reads the complaint.
    std::string text = cat("move ", number, " (", move.veiled ? "secret" : in_quotes(move.text), ") ", why);
    if (move.line != 0) return wrong_at(move.line, move.column, text);
    text[0] = 'M';
    return complaint(text);
  };
  if (referee.result()) return wrong(cat("is one too many: the game is over after move ", number - 1));
  if (move.text == kSwapMove) {
    if (!referee.may_swap()) return wrong("is not legal: seats cannot be changed there");
    referee.swap();
    return {};
  }
  const auto read = referee.game().read(referee.view(referee.mover()), move.text);
  if (!read && !move.veiled) return wrong(cat("is not legal: ", read.error().why));
  if (!read) return wrong("is not legal");
  if (!referee.play(*read)) return wrong("is not legal");
  return {};
}

std::expected<std::unique_ptr<Referee>, Complaint> refereed(const AnyGame& game, const Record& record,
                                                            std::size_t moves) {
  if (game.facts().one_starts && record.first != Seat::one)
    return complaint("In ", game.facts().title, " player 1 always moves first, so the tag First must be 1");
  DUELLO_TRY(const auto conditions, conditions_of(record));
  auto referee = std::make_unique<Referee>(game, conditions);
  for (std::size_t i = 0; i < std::min(moves, record.moves.size()); ++i)
    DUELLO_CHECK(play_recorded(*referee, record.moves[i], i + 1));
  return referee;
}

std::expected<std::unique_ptr<Referee>, Complaint> refereed(const AnyGame& game, const Record& record) {
  auto referee = refereed(game, record, record.moves.size());
  if (!referee) return referee;
  DUELLO_CHECK(settle(**referee, record));
  return referee;
}

}  // namespace duello
