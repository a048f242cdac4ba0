#include "study/review.hpp"

#include <gmock/gmock.h>

#include "core/random.hpp"
#include "match/replay.hpp"
#include "players/perfect_player.hpp"
#include "players/random_player.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"
#include "tests/solve/reference_solver.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kBridge = "color-bridge";
constexpr std::string_view kEnergy = "energy-capture";

// A record of these moves, a change of seats among them if seats may be changed.
Record record_with(const AnyGame& game, Conditions conditions, const std::vector<std::string>& moves) {
  conditions.round_limit = 0;
  Record record = record_of(game, conditions);
  for (const std::string& move : moves) record.moves.push_back({.text = move});
  const auto referee = refereed(game, record, moves.size());
  EXPECT_TRUE(referee) << (referee ? "" : referee.error().why);
  bring_up_to_date(record, **referee);
  return record;
}

Review reviewed(KnownGame& known, const Record& record) {
  auto found = review(known.game(), record, *known.knowledge());
  EXPECT_TRUE(found) << (found ? "" : found.error().why);
  return *std::move(found);
}

Review reviewed(KnownGame& known, std::string_view moves, const Conditions& conditions = {}) {
  return reviewed(known, record_with(known.game(), conditions, words_of(moves)));
}

// "?" and "?!" with the numbers of the moves they stand at.
std::vector<std::string> marks_in(const Review& review) {
  std::vector<std::string> marks;
  for (const ReviewedMove& move : review.moves)
    if (move.mark != Mark::none) marks.push_back(cat(move.number, sign_of(move.mark)));
  for (const ReviewedPlacement& each : review.placements)
    if (each.mark != Mark::none)
      marks.push_back(cat("phase ", each.phase, " player ", number(each.player), sign_of(each.mark)));
  return marks;
}

// A line of moves, each of them the best there is, or one of another's choice.
template <class G>
class ReviewOf : public ::testing::Test {
 protected:
  using Position = typename G::Position;
  using Move = typename G::Move;

  static std::vector<std::string> settings() {
    if constexpr (std::same_as<G, ColorCapture>) return {"tokens=12", "colors=3"};
    if constexpr (std::same_as<G, ColorBridge>) return {"length=7", "run=3"};
    if constexpr (std::same_as<G, ColorClash>) return {"disks=2", "positions=8"};
    return {};
  }

  std::vector<Value> values(const Position& position) const {
    return values_of_moves(game_, position, [&](const Position& next) { return slow_.value(next); });
  }

  // To the end, or for a while if there is none.
  void play_well(std::vector<Move>& line, Position position) const {
    constexpr std::size_t kLong = 20;
    while (!game_.outcome(position) && line.size() < kLong) {
      const std::vector<Value> worth = values(position);
      const auto best = static_cast<std::uint64_t>(std::ranges::max_element(worth) - worth.begin());
      line.push_back(game_.legal(position)[best]);
      position = game_.after(position, line.back());
    }
  }

  Review reviewed_line(const std::vector<Move>& line) {
    std::vector<std::string> texts;
    for (const Move& move : line) texts.push_back(game_.write(move));
    return reviewed(known_, record_with(known_.game(), {}, texts));
  }

  KnownGame known_{G::kFacts.id, settings()};
  G game_{*read_rules<typename G::Rules>(settings())};
  reference::Solver<G> slow_{game_};
};
TYPED_TEST_SUITE(ReviewOf, OpenGameTypes);

TYPED_TEST(ReviewOf, MarksExactlyTheMistakeThatWasMade) {
  std::vector<typename TypeParam::Move> best;
  this->play_well(best, this->game_.start(Seat::one));
  EXPECT_THAT(marks_in(this->reviewed_line(best)), IsEmpty());
  auto position = this->game_.start(Seat::one);
  int made = 0;
  for (std::size_t at = 0; at < best.size(); ++at) {
    const std::vector<Value> worth = this->values(position);
    const Value most = std::ranges::max(worth);
    for (std::size_t i = 0; i < worth.size(); ++i) {
      if (worth[i] == most) continue;
      std::vector<typename TypeParam::Move> line(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(at));
      line.push_back(this->game_.legal(position)[i]);
      this->play_well(line, this->game_.after(position, line.back()));
      const Review review = this->reviewed_line(line);
      const bool gives_away = (most.is_win() && !worth[i].is_win()) || (most.is_neither() && worth[i].is_loss());
      ASSERT_THAT(marks_in(review), ElementsAre(cat(at + 1, gives_away ? "?" : "?!")));
      ASSERT_EQ(review.moves[at].best(), most);
      ASSERT_EQ(review.moves[at].value, worth[i]);
      ++made;
    }
    position = this->game_.after(position, best[at]);
  }
  EXPECT_GT(made, 0);
}

TYPED_TEST(ReviewOf, JudgesEveryMoveOfAnyGameAsTheSlowSolverDoes) {
  Random random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<typename TypeParam::Move> line;
    std::vector<typename TypeParam::Position> before;
    auto position = this->game_.start(Seat::one);
    while (!this->game_.outcome(position) && line.size() < 30) {
      before.push_back(position);
      const auto moves = this->game_.legal(position);
      line.push_back(moves[random.below(moves.size())]);
      position = this->game_.after(position, line.back());
    }
    const Review review = this->reviewed_line(line);
    ASSERT_EQ(review.moves.size(), line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
      ASSERT_EQ(review.moves[i].best(), this->slow_.value(before[i]));
      ASSERT_EQ(review.moves[i].value, this->slow_.value(this->game_.after(before[i], line[i])).before());
      ASSERT_EQ(review.moves[i].seat, this->game_.mover(before[i]));
      ASSERT_EQ(review.moves[i].player, review.moves[i].seat);
    }
  }
}

TEST(Review, FindsNothingInAGameOfPerfectPlayers) {
  for (const GameEntry& entry : all_games()) {
    std::vector<std::string> rules{""};
    for (const Variant& variant : entry.facts->variants) rules.emplace_back(variant.settings);
    for (const std::string& settings : rules) {
      SCOPED_TRACE(cat(entry.facts->id, ' ', settings));
      KnownGame known(entry.facts->id, words_of(settings));
      for (const Seat first : kSeats) {
        if (entry.facts->one_starts && first != Seat::one) continue;
        PerfectPlayer one(*known.knowledge(), Random(1));
        PerfectPlayer two(*known.knowledge(), Random(2));
        const Conditions conditions{.first = first, .seed = 3};
        Record record = record_of(known.game(), conditions);
        bring_up_to_date(record, played(known.game(), conditions, one, two));
        const Review review = reviewed(known, record);
        EXPECT_THAT(marks_in(review), IsEmpty());
        for (const ReviewedPlacement& each : review.placements)
          EXPECT_EQ(expectation_text(each.value), "+0.00") << each.text;
        for (const Seat player : kSeats)
          EXPECT_NEAR(review.accuracy[player].choices == 0 ? 1 : review.accuracy[player].share, 1, 1e-6);
      }
    }
  }
}

TEST(Review, ExplainsMistakes) {
  KnownGame flag("capture-the-flag");
  const Review review = reviewed(flag, "1 1 1 1 1");
  EXPECT_THAT(marks_in(review), ElementsAre("1?", "4?", "5?"));
  EXPECT_EQ(explained(review.moves[0]), "1 loses in 6; 2 wins in 5");
  EXPECT_EQ(explained(review.moves[3]), "1 loses in 4; 3 wins in 3");
  KnownGame bridge(kBridge);
  const Review slow = reviewed(bridge, "6 1 2-3");
  EXPECT_THAT(marks_in(slow), ElementsAre("3?!"));
  EXPECT_EQ(explained(slow.moves[2]), "2-3 wins in 3; 4-5 or 7-8 wins in 1");
  const Review first = reviewed(bridge, "1");
  EXPECT_THAT(explained(first.moves[0]), HasSubstr("; 3, 4 or 5 (or 12 more) wins in 3"));
}

TEST(Review, CountsASlowerWinAsHalf) {
  KnownGame bridge(kBridge);
  const Review review = reviewed(bridge, "6 1 2-3");
  EXPECT_EQ(review.accuracy[Seat::one].choices, 2U);
  EXPECT_DOUBLE_EQ(review.accuracy[Seat::one].share, 0.75);
  EXPECT_DOUBLE_EQ(review.accuracy[Seat::two].share, 1);
}

TEST(Review, DoesNotCountMovesWithoutAChoice) {
  KnownGame single("color-capture", {"tokens=2", "colors=1"});
  const Review review = reviewed(single, "1 1");
  EXPECT_EQ(review.accuracy[Seat::one].choices, 1U);
  EXPECT_EQ(review.accuracy[Seat::two].choices, 0U);
}

constexpr Conditions kSwapping{.swap = true};

TEST(Review, MarksSeatsThatShouldHaveBeenChanged) {
  KnownGame bridge(kBridge);
  const Review review = reviewed(bridge, "6 7", kSwapping);
  EXPECT_EQ(review.moves[1].mark, Mark::mistake);
  EXPECT_THAT(review.moves[1].best_texts(), ElementsAre("swap"));
  EXPECT_EQ(review.moves[1].best(), Value::win(3));
  // Without the rule the same move is as good as any.
  EXPECT_EQ(reviewed(bridge, "6 7").moves[1].mark, Mark::none);
}

TEST(Review, MarksSeatsThatShouldNotHaveBeenChanged) {
  KnownGame bridge(kBridge);
  const Review review = reviewed(bridge, "2 swap", kSwapping);
  EXPECT_THAT(marks_in(review), ElementsAre("1?!", "2?"));
  EXPECT_TRUE(review.moves[1].value.is_loss());
  EXPECT_EQ(review.moves[1].value.plies(), bridge.oracle().value(review.moves[1].view).plies() + 1);
}

TEST(Review, JudgesAFirstMoveByWhatAChangeOfSeatsMakesOfIt) {
  KnownGame bridge(kBridge);
  const Review review = reviewed(bridge, "6", kSwapping);
  EXPECT_EQ(review.moves[0].value, Value::loss(4));
  EXPECT_EQ(review.moves[0].mark, Mark::inexact);
  EXPECT_TRUE(review.moves[0].best().is_loss());
}

TEST(Review, KnowsWhoSitsWhereAfterAChangeOfSeats) {
  KnownGame bridge(kBridge);
  const Review review = reviewed(bridge, "6 swap 1 2-3", kSwapping);
  std::vector<std::string> who;
  for (const ReviewedMove& move : review.moves) who.push_back(cat(number(move.player), '@', number(move.seat)));
  EXPECT_THAT(who, ElementsAre("1@1", "2@2", "1@2", "2@1"));
  EXPECT_THAT(review.leaders, ElementsAre(Seat::two, Seat::two, Seat::two, Seat::two));
  EXPECT_EQ(review.accuracy[Seat::one].choices, 2U);
  EXPECT_EQ(review.accuracy[Seat::two].choices, 2U);
}

TEST(Review, KnowsWhoGaveUpAWonPosition) {
  KnownGame bridge(kBridge);
  Record record = record_with(bridge.game(), {}, {"6", "1"});
  record.winner = Seat::two;
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, Seat::one);
  record.winner = Seat::one;
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, std::nullopt);
  record.winner = Seat::two;
  record.reason = "forfeit: it crashed";
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, std::nullopt) << "it was taken away";
}

TEST(Review, KnowsWhoGaveUpAWonPositionOutOfTurn) {
  KnownGame bridge(kBridge);
  Record record = record_with(bridge.game(), {}, {"6"});
  record.winner = Seat::two;
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, Seat::one) << "while the other side was to move and lost";
  record = record_with(bridge.game(), {}, {"6", "1", "11"});
  record.winner = Seat::two;
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, std::nullopt) << "the other side was to move and won";
}

TEST(Review, KnowsWhoGaveUpAWonPositionAfterAChangeOfSeats) {
  KnownGame bridge(kBridge);
  Record record = record_with(bridge.game(), kSwapping, {"6", "swap"});
  record.winner = Seat::one;
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, Seat::two);
  record.winner = Seat::two;
  EXPECT_EQ(reviewed(bridge, record).gave_up_a_win, std::nullopt);
}

TEST(Review, DoesNotTakeABalancedPositionForAWonOne) {
  KnownGame endless(kBridge, {"length=5", "run=5"});
  Record record = record_with(endless.game(), {}, {});
  for (const Seat winner : kSeats) {
    record.winner = winner;
    const Review review = reviewed(endless, record);
    EXPECT_EQ(review.gave_up_a_win, std::nullopt);
  }
}

TEST(Review, ComplainsOfARecordThatCannotBeReplayed) {
  KnownGame bridge(kBridge);
  Record record = record_with(bridge.game(), {}, {"6"});
  record.moves.push_back({.text = "6"});
  const auto found = review(bridge.game(), record, *bridge.knowledge());
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().why, HasSubstr("Move 2 ('6')"));
}

TEST(Review, OfHiddenMovesWeighsTheWholeAllocation) {
  KnownGame energy(kEnergy);
  const Review review = reviewed(energy, "1:10 1:5,2:5 1:5 3:5 pass pass");
  ASSERT_EQ(review.placements.size(), 2U);
  const ReviewedPlacement& one = review.placements[0];
  EXPECT_EQ(one.text, "1:15");
  EXPECT_EQ(one.mark, Mark::mistake);
  EXPECT_NEAR(one.value, -1, 1e-9);
  EXPECT_GT(one.reply_lead, 0);
  const ReviewedPlacement& two = review.placements[1];
  EXPECT_EQ(two.text, "1:5,2:5,3:5");
  EXPECT_EQ(two.mark, Mark::none);
  EXPECT_EQ(two.number, 6U);
  EXPECT_THAT(review.leaders, ElementsAre(Seat::two));
  EXPECT_NEAR(review.accuracy[Seat::one].share, 0, 1e-9);
  EXPECT_NEAR(review.accuracy[Seat::two].share, 1 + two.value, 1e-9);
  EXPECT_THAT(explained(one), HasSubstr("1:15 gives away 1.00 on average; "));
}

TEST(Review, OfHiddenMovesOffersRepliesAndBestAllocationsThatAreLegal) {
  KnownGame energy(kEnergy, {"units=6", "nodes=3", "extra=3"});
  const Review review = reviewed(energy, "1:6 1:6 pass pass 2:3 2:1,3:2 pass pass");
  ASSERT_EQ(review.placements.size(), 4U);
  EXPECT_THAT(review.leaders, ElementsAre(std::nullopt, std::nullopt));
  std::vector<std::string> places;
  for (const ReviewedPlacement& each : review.placements)
    places.push_back(cat("phase ", each.phase, " seat ", number(each.seat), " player ", number(each.player), " from ",
                         each.begin, " to ", each.number, ": ", each.text));
  EXPECT_THAT(places,
              ElementsAre("phase 1 seat 1 player 1 from 0 to 3: 1:6", "phase 1 seat 2 player 2 from 1 to 4: 1:6",
                          "phase 2 seat 1 player 1 from 4 to 7: 2:3", "phase 2 seat 2 player 2 from 5 to 8: 2:1,3:2"));
  for (const Seat player : kSeats) EXPECT_EQ(review.accuracy[player].choices, 2U);
  for (const ReviewedPlacement& each : review.placements) {
    for (const std::string& text : {each.best, each.reply}) {
      const auto move = energy.game().read(each.view, text);
      ASSERT_TRUE(move) << text << ": " << move.error().why;
    }
    const auto best = energy.game().read(each.view, each.best);
    EXPECT_NEAR(energy.hidden_oracle().expectation(each.view, *best), 0, 1e-9);
    EXPECT_GT(each.reply_lead, 0);
  }
}

TEST(Review, OfHiddenMovesLeavesOutAPhaseWithoutAReveal) {
  KnownGame energy(kEnergy);
  Record record = record_with(energy.game(), {}, {"1:15", "2:15", "pass", "pass", "3:1"});
  for (RecordedMove& move : record.moves) move.veiled = false;
  const Review review = reviewed(energy, record);
  EXPECT_EQ(review.placements.size(), 2U);
}

TEST(Review, DoesNotTellWhatIsStillSecret) {
  KnownGame energy(kEnergy);
  const Record record = record_with(energy.game(), {}, {"1:15", "2:15"});
  ASSERT_TRUE(record.moves[0].veiled);
  const auto found = review(energy.game(), record, *energy.knowledge());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().why,
            "Some moves of this game are still secret, so it cannot be reviewed before it is played on");
  const auto read = read_records(record_text(record));
  ASSERT_TRUE(read) << read.error().why;
  const RecordedMove& first = read->front().moves[0];
  EXPECT_EQ(review(energy.game(), read->front(), *energy.knowledge()).error().why,
            cat("Line ", first.line, ", column ", first.column,
                ": some moves of this game are still secret, so it cannot be reviewed before it is played on"));
}

TEST(Review, SaysHowAMoveFares) {
  EXPECT_EQ(phrase_for(Value::win(3)), "wins in 3");
  EXPECT_EQ(phrase_for(Value::loss(4)), "loses in 4");
  EXPECT_EQ(phrase_for(Value::win(Value::When::later)), "wins");
  EXPECT_EQ(phrase_for(Value::loss(Value::When::later)), "loses");
  EXPECT_EQ(phrase_for(Value::neither()), "keeps the balance");
}

TEST(Review, NamesThreeOfTheBestMovesAndCountsTheRest) {
  const auto better = [](const std::vector<std::string>& best) {
    ReviewedMove move{.number = 1,
                      .seat = Seat::one,
                      .player = Seat::one,
                      .view = {},
                      .text = "9",
                      .value = Value::loss(2),
                      .mark = Mark::mistake,
                      .options = {{"9", std::nullopt, Value::loss(2)}}};
    for (const std::string& text : best) move.options.push_back({text, std::nullopt, Value::win(1)});
    return better_than(move);
  };
  EXPECT_EQ(better({"1"}), "1 wins in 1");
  EXPECT_EQ(better({"1", "2", "3"}), "1, 2 or 3 wins in 1");
  EXPECT_EQ(better({"1", "2", "3", "4"}), "1, 2 or 3 (or 1 more) wins in 1");
  EXPECT_EQ(better({"1", "2", "3", "4", "5"}), "1, 2 or 3 (or 2 more) wins in 1");
}

TEST(Review, GivesMarksByWhatIsGivenAway) {
  EXPECT_EQ(mark_of(0.0), Mark::none);
  EXPECT_EQ(mark_of(0.099), Mark::none);
  EXPECT_EQ(mark_of(0.1), Mark::inexact);
  EXPECT_EQ(mark_of(0.499), Mark::inexact);
  EXPECT_EQ(mark_of(0.5), Mark::mistake);
  // What only rounding keeps from it earns the same mark.
  EXPECT_EQ(mark_of(0.1 - 5e-10), Mark::inexact);
  EXPECT_EQ(mark_of(0.5 - 5e-10), Mark::mistake);
  EXPECT_EQ(mark_of(0.1 - 5e-9), Mark::none);
  EXPECT_EQ(mark_of(0.5 - 5e-9), Mark::inexact);
}

TEST(Review, GivesMarksByWhatBecomesOfAWin) {
  const Value win = Value::win(3);
  const Value loss = Value::loss(4);
  EXPECT_EQ(mark_of(win, win), Mark::none);
  EXPECT_EQ(mark_of(win, Value::win(5)), Mark::inexact);
  EXPECT_EQ(mark_of(win, Value::neither()), Mark::mistake);
  EXPECT_EQ(mark_of(win, loss), Mark::mistake);
  EXPECT_EQ(mark_of(Value::neither(), Value::neither()), Mark::none);
  EXPECT_EQ(mark_of(Value::neither(), loss), Mark::mistake);
  EXPECT_EQ(mark_of(loss, loss), Mark::none);
  EXPECT_EQ(mark_of(loss, Value::loss(2)), Mark::inexact);
}

TEST(Annotated, RecordsReadBackAndAreAnnotatedAsTheyWere) {
  for (const GameEntry& entry : all_games()) {
    SCOPED_TRACE(entry.facts->id);
    KnownGame known(entry.facts->id);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      RandomPlayer one{Random(seed, 1)};
      RandomPlayer two{Random(seed, 2)};
      const Conditions conditions{.round_limit = 2, .seed = seed};
      Record record = record_of(known.game(), conditions);
      bring_up_to_date(record, played(known.game(), conditions, one, two));
      record.moves.front().comment = "as always";
      const Review review = reviewed(known, record);
      const std::string text = record_text(annotated(record, review));
      const auto again = read_records(text);
      ASSERT_TRUE(again) << again.error().why << '\n' << text;
      ASSERT_TRUE(refereed(known.game(), again->front()));
      EXPECT_THAT(again->front().moves.front().comment, HasSubstr("as always"));
      for (const ReviewedMove& move : review.moves)
        EXPECT_EQ(again->front().moves[move.number - 1].comment.starts_with('?'), move.mark != Mark::none);
      EXPECT_EQ(record_text(annotated(again->front(), reviewed(known, again->front()))), text);
    }
  }
}

TEST(Chart, HasARowForEachPlayerAndAColumnForEachMove) {
  Review review;
  review.leaders = {Seat::one, std::nullopt, Seat::two};
  EXPECT_EQ(chart(review, {{"Ann", "Robert"}}, 80),
            "       1 2 3\n"
            "Ann    # = .\n"
            "Robert . = #\n");
}

TEST(Review, WritesExpectationsWithTheirSign) {
  EXPECT_EQ(expectation_text(0.25), "+0.25");
  EXPECT_EQ(expectation_text(-0.25), "-0.25");
  EXPECT_EQ(expectation_text(0.0), "+0.00");
  EXPECT_EQ(expectation_text(-0.0), "+0.00");
  EXPECT_EQ(word_for_lead(1), "wins");
  EXPECT_EQ(word_for_lead(0), "ties");
  EXPECT_EQ(word_for_lead(-1), "loses");
}

TEST(Chart, HasAPieceForEachMoveWhereThereIsHardlyAnyRoom) {
  Review review;
  review.leaders.assign(12, Seat::one);
  for (const std::size_t width : {0U, 1U, 2U, 3U})
    EXPECT_EQ(lines_of(chart(review, {{"A", "B"}}, width)).size(), 12U * 4 - 1) << width;
  EXPECT_EQ(lines_of(chart(review, {{"A", "B"}}, 7)).size(), 6U * 4 - 1) << "two moves to a piece";
}

TEST(Chart, IsCutIntoPiecesThatFit) {
  Review review;
  review.leaders.assign(12, Seat::one);
  EXPECT_EQ(chart(review, {{"A", "B"}}, 20),
            "   1  2  3  4  5  6\n"
            "A  #  #  #  #  #  #\n"
            "B  .  .  .  .  .  .\n"
            "\n"
            "   7  8  9 10 11 12\n"
            "A  #  #  #  #  #  #\n"
            "B  .  .  .  .  .  .\n");
  const std::vector<std::string> narrow = lines_of(chart(review, {{"A", "B"}}, 1));
  EXPECT_EQ(narrow.size(), 12U * 4 - 1) << "a move to a piece, and a blank line between two";
  for (const std::string& line : narrow) EXPECT_LE(line.size(), 4U);
}

}  // namespace
}  // namespace duello
