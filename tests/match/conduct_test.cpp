#include "match/conduct.hpp"

#include <gmock/gmock.h>

#include "players/random_player.hpp"
#include "players/roster.hpp"
#include "players/scripted_player.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

// Answers as it is told, and counts how often it is asked.
class Told final : public Player {
 public:
  explicit Told(std::vector<Answer> answers) : answers_(std::move(answers)) {}
  Answer answer(const Turn&) override { return asked_ < answers_.size() ? answers_[asked_++] : Answer(Leave::quit); }
  std::optional<Leave> told_of_forced(const Turn&) override {
    ++forced_;
    return std::nullopt;
  }
  bool is_person() const override { return true; }
  std::size_t asked() const { return asked_; }
  int forced() const { return forced_; }

 private:
  std::vector<Answer> answers_;
  std::size_t asked_ = 0;
  int forced_ = 0;
};

class Heard final : public Listener {
 public:
  void started(const Referee&) override { story += "started "; }
  void moved(const Referee& referee) override { story += referee.game().write(referee.last_move()) + " "; }
  void swapped(const Referee&) override { story += "swapped "; }
  void took_back(const Referee&, int moves) override { story += cat("back", moves, ' '); }
  void refused(const Complaint&) override { story += "refused "; }
  void ended(const Referee&) override { story += "ended"; }
  std::string story;
};

AnyMove move_at_start(const AnyGame& game, std::string_view text) {
  return *game.read(game.view(game.start(Seat::one), Seat::one), text);
}

TEST(Conduct, TellsTheListenerTheWholeStory) {
  const auto game = game_called("color-bridge");
  ScriptedPlayer both({"5-6", "7", "4"});
  Referee referee(*game, {});
  Heard heard;
  EXPECT_FALSE(conduct(referee, {{&both, &both}}, heard));
  EXPECT_EQ(heard.story, "started 5-6 7 4 ended");
}

TEST(Conduct, LeavesTheGameUnfinishedWhenAPlayerLeaves) {
  const auto game = game_called("color-bridge");
  ScriptedPlayer both({"5-6"});
  Referee referee(*game, {});
  Heard heard;
  EXPECT_EQ(conduct(referee, {{&both, &both}}, heard), Leave::end_of_input);
  EXPECT_FALSE(referee.result());
  EXPECT_EQ(heard.story, "started 5-6 ");
}

TEST(Conduct, AsksTheSamePlayerAgainAfterARefusal) {
  const auto game = game_called("color-bridge");
  const AnyMove move = move_at_start(*game, "5-6");
  Told one({Undo{}, move, Resign{}});
  Told two({move, Undo{}, Leave::quit});
  Referee referee(*game, {});
  Heard heard;
  EXPECT_FALSE(conduct(referee, {{&one, &two}}, heard));
  EXPECT_EQ(heard.story, "started refused 5-6 refused back1 ended");
  EXPECT_EQ(referee.result()->winner, Seat::two);
}

TEST(Conduct, PassesForAPlayerWithoutUnits) {
  const auto game = game_called("energy-capture", {"units=1"});
  const AnyMove move = move_at_start(*game, "3:1");
  Told one({move});
  Told two({move});
  Referee referee(*game, {});
  Heard heard;
  EXPECT_EQ(conduct(referee, {{&one, &two}}, heard), Leave::quit);
  EXPECT_EQ(heard.story, "started 3:1 3:1 pass pass ");
  EXPECT_EQ(one.asked(), 1U) << "then the sudden-death round begins and the player quits";
  EXPECT_EQ(one.forced(), 1);
  EXPECT_EQ(two.forced(), 1);
}

TEST(RandomPlayer, PlaysTheSameGameForTheSameSeed) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    const auto moves = [&](std::uint64_t seed) {
      RandomPlayer one{Random(seed, 0)};
      RandomPlayer two{Random(seed, 1)};
      Referee referee(*game, {});
      Listener nobody;
      conduct(referee, {{&one, &two}}, nobody);
      return line_of_moves(referee);
    };
    EXPECT_EQ(moves(7), moves(7));
    EXPECT_NE(moves(7), moves(8)) << entry.facts->id;
  }
}

class Knowing final : public Supplies {
 public:
  std::expected<std::unique_ptr<Player>, Complaint> person() override {
    return std::make_unique<RandomPlayer>(Random(0));
  }
  std::expected<Knowledge, Complaint> knowledge() override { return known_.knowledge(); }

 private:
  KnownGame known_{"capture-the-flag"};
};

class KnowingNothing final : public Supplies {
 public:
  std::expected<Knowledge, Complaint> knowledge() override { return complaint("It does not fit"); }
};

TEST(Roster, KnowsWhoCanSitDown) {
  Knowing supplies;
  for (const std::string_view who : {"human", "random", "perfect", "level:1", "level:5"})
    EXPECT_TRUE(make_player(who, Random(1), supplies)) << who;
}

TEST(Roster, KnowsWhoIsBuiltIn) {
  for (const std::string_view who : {"random", "perfect", "level:1", "level:5"}) EXPECT_TRUE(is_built_in(who)) << who;
  for (const std::string_view who : {"human", "engine:x", "level:0", "level:6", "level:", ""})
    EXPECT_FALSE(is_built_in(who)) << who;
}

TEST(Roster, SaysWhoCanSitDownInstead) {
  Knowing supplies;
  for (const std::string_view who : {"perfekt", "level:0", "level:6", "level:", "level:x", "Human", ""}) {
    const auto nobody = make_player(who, Random(1), supplies);
    ASSERT_FALSE(nobody) << who;
    EXPECT_EQ(nobody.error().why, cat("There is no player '", who,
                                      "'; a player is human, random, perfect, level:1 to level:5 or "
                                      "engine:COMMAND"));
  }
}

TEST(Roster, SeatsNobodyWhoNeedsToKnowMoreThanCanBeKnown) {
  KnowingNothing supplies;
  EXPECT_TRUE(make_player("random", Random(1), supplies));
  EXPECT_EQ(make_player("level:2", Random(1), supplies).error().why, "It does not fit");
  EXPECT_EQ(make_player("human", Random(1), supplies).error().why, "A person cannot play here");
}

TEST(Conduct, ChangesSeatsAfterTheFirstMove) {
  const auto game = game_called("color-bridge");
  const AnyMove first = move_at_start(*game, "5-6");
  const AnyMove second = move_at_start(*game, "9");
  Told one({first, second});
  Told two({Swap{}, Resign{}});
  Referee referee(*game, {.swap = true});
  Heard heard;
  EXPECT_FALSE(conduct(referee, {{&one, &two}}, heard));
  EXPECT_EQ(heard.story, "started 5-6 swapped 9 ended");
  // The second player took over seat one and resigned from it.
  EXPECT_EQ(referee.result()->winner, Seat::two);
  EXPECT_TRUE(referee.swapped());
}

TEST(Conduct, ChangesSeatsOnlyWhereTheGameIsPlayedSoAndOnlyOnce) {
  const auto game = game_called("color-bridge");
  const AnyMove first = move_at_start(*game, "5-6");
  Told one({first, Swap{}, Leave::quit});
  Told two({Swap{}});
  Referee referee(*game, {.swap = true});
  Heard heard;
  conduct(referee, {{&one, &two}}, heard);
  EXPECT_EQ(heard.story, "started 5-6 swapped refused ");
  Referee plain(*game, {});
  Told alone({Swap{}});
  Heard refusal;
  conduct(plain, {{&alone, &alone}}, refusal);
  EXPECT_EQ(refusal.story, "started refused ");
}

TEST(Conduct, TakesBackAChangeOfSeats) {
  const auto game = game_called("color-bridge");
  const AnyMove first = move_at_start(*game, "5-6");
  Told one({first, Undo{}});
  Told two({Swap{}, Leave::quit});
  Referee referee(*game, {.swap = true});
  Heard heard;
  conduct(referee, {{&one, &two}}, heard);
  EXPECT_EQ(heard.story, "started 5-6 swapped back1 ");
  EXPECT_FALSE(referee.swapped());
}

}  // namespace
}  // namespace duello
