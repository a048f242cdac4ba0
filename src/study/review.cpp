#include "study/review.hpp"

#include <algorithm>
#include <cmath>

#include "core/try.hpp"
#include "match/replay.hpp"

namespace duello {

namespace {

// The moves of a record as they were made, with the positions they were made in.
struct Ply {
  AnyPosition before;
  std::optional<AnyMove> move;  // nothing for a change of seats
};

std::vector<Ply> plies_of(const Referee& referee) {
  const AnyGame& game = referee.game();
  std::vector<Ply> plies;
  AnyPosition position = game.start(referee.first());
  for (const AnyMove& move : referee.moves()) {
    plies.push_back({position, move});
    position = game.after(position, move);
    if (plies.size() == 1 && referee.swapped()) plies.push_back({position, std::nullopt});
  }
  return plies;
}

class OpenReview {
 public:
  OpenReview(const Referee& referee, const Oracle& oracle)
      : game_(referee.game()), oracle_(oracle), swap_(referee.conditions().swap) {}

  Review of(const std::vector<Ply>& plies) {
    Review review;
    PerSeat<int> halves;
    bool swapped = false;
    for (std::size_t i = 0; i < plies.size(); ++i) {
      review.moves.push_back(judged(plies[i], i, swapped));
      const ReviewedMove& move = review.moves.back();
      swapped = swapped || !plies[i].move;
      review.leaders.push_back(move.value.is_win()    ? std::optional(move.player)
                               : move.value.is_loss() ? std::optional(other(move.player))
                                                      : std::nullopt);
      if (move.options.size() < 2) continue;
      ++review.accuracy[move.player].choices;
      halves[move.player] += move.mark == Mark::none ? 2 : move.mark == Mark::inexact ? 1 : 0;
    }
    for (const Seat player : kSeats)
      if (Accuracy& accuracy = review.accuracy[player]; accuracy.choices != 0)
        accuracy.share = halves[player] / 2.0 / static_cast<double>(accuracy.choices);
    return review;
  }

 private:
  ReviewedMove judged(const Ply& ply, std::size_t index, bool swapped) const {
    const Seat seat = game_.mover(ply.before);
    ReviewedMove move{.number = index + 1,
                      .seat = seat,
                      .player = swapped ? other(seat) : seat,
                      .view = game_.view(ply.before, seat),
                      .text = ply.move ? game_.write(*ply.move) : std::string(kSwapMove),
                      .value = {},
                      .mark = Mark::none,
                      .options = options(ply.before, index)};
    move.value = std::ranges::find(move.options, move.text, &Option::text)->value;
    move.mark = mark_of(move.best(), move.value);
    return move;
  }

  std::vector<Option> options(const AnyPosition& position, std::size_t index) const {
    const AnyView view = game_.view(position, game_.mover(position));
    std::vector<Option> options;
    const auto moves = swap_ && index == 0 ? when_swappable(oracle_.moves(view)) : oracle_.moves(view);
    for (const Judgement& judged : moves) options.push_back({game_.write(judged.move), judged.move, judged.value});
    if (swap_ && index == 1) options.push_back({std::string(kSwapMove), std::nullopt, oracle_.value(view).before()});
    return options;
  }

  const AnyGame& game_;
  const Oracle& oracle_;
  bool swap_;
};

// Expectations are floating-point numbers.
constexpr double kRounding = 1e-9;
double snapped(double value) { return std::abs(value) < kRounding ? 0 : value; }

class HiddenReview {
 public:
  HiddenReview(const AnyGame& game, HiddenOracle& oracle) : game_(game), oracle_(oracle) {}

  // A phase that does not come to its reveal is left out.
  Review of(const std::vector<Ply>& plies) {
    PerSeat<Turns> turns;
    for (std::size_t i = 0; i < plies.size(); ++i) {
      turns[game_.mover(plies[i].before)].push_back(i);
      const AnyPosition after = game_.after(plies[i].before, *plies[i].move);
      const auto outcome = game_.outcome(after);
      if (!outcome && !game_.begins_round(after)) continue;
      take(plies, turns);
      review_.leaders.push_back(outcome ? std::optional(outcome->winner) : std::nullopt);
      turns = {};
    }
    for (const Seat player : kSeats)
      if (Accuracy& accuracy = review_.accuracy[player]; accuracy.choices != 0)
        accuracy.share /= static_cast<double>(accuracy.choices);
    return std::move(review_);
  }

 private:
  // Which of the plies were a seat's in a phase.
  using Turns = std::vector<std::size_t>;

  void take(const std::vector<Ply>& plies, const PerSeat<Turns>& turns) {
    const std::size_t phase = review_.leaders.size() + 1;
    PerSeat<AnyView> views;
    PerSeat<AnyMove> placed;
    for (const Seat seat : kSeats) {
      views[seat] = game_.view(plies[turns[seat].front()].before, seat);
      std::vector<AnyMove> moves;
      for (const std::size_t turn : turns[seat]) moves.push_back(*plies[turn].move);
      placed[seat] = oracle_.together(views[seat], moves);
    }
    for (const Seat seat : kSeats) {
      const AnyView& view = views[seat];
      const double value = snapped(oracle_.expectation(view, placed[seat]));
      const BestReply reply = oracle_.best_reply(view, placed[other(seat)]);
      review_.placements.push_back({.phase = phase,
                                    .begin = turns[seat].front(),
                                    .number = turns[seat].back() + 1,
                                    .seat = seat,
                                    .player = seat,
                                    .view = view,
                                    .placed = placed[seat],
                                    .text = game_.write(placed[seat]),
                                    .value = value,
                                    .mark = mark_of(-value),
                                    .best = game_.write(oracle_.likeliest(view)),
                                    .reply = game_.write(reply.move),
                                    .reply_lead = reply.lead});
      Accuracy& accuracy = review_.accuracy[seat];
      ++accuracy.choices;
      accuracy.share += std::max(0.0, 1 - review_.placements.back().given_away());
    }
  }

  const AnyGame& game_;
  HiddenOracle& oracle_;
  Review review_;
};

// At most three of them, and how many more there are.
std::string some_of(const std::vector<std::string>& texts) {
  constexpr std::size_t kMost = 3;
  if (texts.size() <= kMost) return listed(texts, "or");
  return cat(listed({texts.begin(), texts.begin() + kMost}, "or"), " (or ", texts.size() - kMost, " more)");
}

// The player who resigned, if the position they left was won for them.
std::optional<Seat> gave_up_a_win(const Referee& referee, const Oracle& oracle) {
  const auto& result = referee.result();
  if (!result || result->how != Result::How::resigned) return std::nullopt;
  const Value value = oracle.value(referee.view(referee.mover()));
  const Seat loser = other(result->winner);
  if (!(referee.mover() == loser ? value.is_win() : value.is_loss())) return std::nullopt;
  return referee.swapped() ? other(loser) : loser;
}

void add_comment(RecordedMove& move, const std::string& comment) {
  if (move.comment.find(comment) != std::string::npos) return;
  move.comment = cat(comment, move.comment.empty() ? "" : " ", move.comment);
}

Review review_of(const Referee& referee, const Oracle& oracle) {
  Review review = OpenReview(referee, oracle).of(plies_of(referee));
  review.gave_up_a_win = gave_up_a_win(referee, oracle);
  return review;
}

Review review_of(const Referee& referee, HiddenOracle& oracle) {
  return HiddenReview(referee.game(), oracle).of(plies_of(referee));
}

}  // namespace

std::string_view sign_of(Mark mark) { return mark == Mark::none ? "" : mark == Mark::inexact ? "?!" : "?"; }

Value ReviewedMove::best() const { return std::ranges::max_element(options, {}, &Option::value)->value; }

std::vector<std::string> ReviewedMove::best_texts() const {
  std::vector<std::string> texts;
  for (const Option& option : options)
    if (option.value == best()) texts.push_back(option.text);
  return texts;
}

Mark mark_of(Value best, Value value) {
  const bool gives_away = (best.is_win() && !value.is_win()) || (best.is_neither() && value.is_loss());
  return gives_away ? Mark::mistake : value < best ? Mark::inexact : Mark::none;
}

Mark mark_of(double given_away) {
  return given_away >= kMistake - kRounding   ? Mark::mistake
         : given_away >= kInexact - kRounding ? Mark::inexact
                                              : Mark::none;
}

std::expected<Review, Complaint> review(const AnyGame& game, const Record& record, const Knowledge& knowledge) {
  if (const auto secret = std::ranges::find(record.moves, true, &RecordedMove::veiled); secret != record.moves.end())
    return complaint(secret->line == 0 ? "Some" : cat("Line ", secret->line, ", column ", secret->column, ": some"),
                     " moves of this game are still secret, so it cannot be reviewed before it is played on");
  DUELLO_TRY(const auto referee, refereed(game, record));
  return std::visit([&](const auto& known) { return review_of(*referee, *known); }, knowledge);
}

std::string expectation_text(double value) { return cat(value < 0 ? "" : "+", fixed(value == 0 ? 0.0 : value, 2)); }

std::string_view word_for_lead(int lead) { return lead > 0 ? "wins" : lead == 0 ? "ties" : "loses"; }

std::string phrase_for(Value value) {
  if (value.is_neither()) return "keeps the balance";
  return cat(value.is_win() ? "wins" : "loses", plies_text(value));
}

std::string better_than(const ReviewedMove& move) {
  return cat(some_of(move.best_texts()), ' ', phrase_for(move.best()));
}

std::string explained(const ReviewedMove& move) {
  return cat(move.text, ' ', phrase_for(move.value), "; ", better_than(move));
}

std::string explained(const ReviewedPlacement& placement) {
  return cat(placement.text, " gives away ", fixed(placement.given_away(), 2), " on average; ", placement.best,
             " gives away nothing");
}

Record annotated(Record record, const Review& review) {
  for (const ReviewedMove& move : review.moves)
    if (move.mark != Mark::none)
      add_comment(record.moves[move.number - 1], cat(sign_of(move.mark), ' ', explained(move)));
  for (const ReviewedPlacement& placement : review.placements)
    if (placement.mark != Mark::none)
      add_comment(record.moves[placement.number - 1], cat(sign_of(placement.mark), ' ', explained(placement)));
  return record;
}

std::string chart(const Review& review, const PerSeat<std::string>& names, std::size_t width) {
  const std::size_t count = review.leaders.size();
  const std::size_t margin = std::max(columns(names[Seat::one]), columns(names[Seat::two]));
  const std::size_t cell = cat(count).size() + 1;
  const std::size_t per_line = std::max<std::size_t>(1, width > margin ? (width - margin) / cell : 1);
  const auto padded = [](std::string_view text, std::size_t wide) {
    return std::string(wide - std::min(wide, columns(text)), ' ');
  };
  std::string text;
  for (std::size_t begin = 0; begin < count; begin += per_line) {
    const std::size_t end = std::min(count, begin + per_line);
    std::string numbers(margin, ' ');
    for (std::size_t i = begin; i < end; ++i) numbers += cat(padded(cat(i + 1), cell), i + 1);
    text += cat(begin == 0 ? "" : "\n", numbers, '\n');
    for (const Seat player : kSeats) {
      text += cat(names[player], padded(names[player], margin));
      for (std::size_t i = begin; i < end; ++i)
        text += cat(padded("#", cell), !review.leaders[i] ? '=' : review.leaders[i] == player ? '#' : '.');
      text += '\n';
    }
  }
  return text;
}

}  // namespace duello
