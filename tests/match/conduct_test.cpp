#include "match/conduct.hpp"

#include <gmock/gmock.h>

#include "players/random_player.hpp"
#include "players/roster.hpp"
#include "players/scripted_player.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

const std::unexpected kQuit(Leave::quit);

// Answers as it is told, and counts how often it is asked.
class Told final : public Player {
 public:
  explicit Told(std::vector<Answer> answers) : answers_(std::move(answers)) {}
  Answer answer(const Turn&) override { return asked_ < answers_.size() ? answers_[asked_++] : Answer(kQuit); }
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
  void started(const Duel&) override { story += "started "; }
  void heard(const Duel& duel, std::span<const Event> events) override {
    for (const Event& event : events) {
      if (const auto* const moved = std::get_if<event::Moved>(&event.what))
        story += duel.referee().game().write(moved->move) + " ";
      if (event.is<event::Swapped>()) story += "swapped ";
      if (const auto* const back = std::get_if<event::TookBack>(&event.what)) story += cat("back", back->moves, ' ');
      if (event.is<event::Ended>()) story += "ended";
    }
  }
  void refused(const Complaint&) override { story += "refused "; }
  std::string story;
};

// A game between two players, as a listener heard of it.
class Conducted {
 public:
  Conducted(const AnyGame& game, const Conditions& conditions, Player& one, Player& two)
      : duel_(Referee(game, conditions), terms_for({{&one, &two}})), leave_(conduct(duel_, {{&one, &two}}, heard_)) {}

  const Referee& referee() const { return duel_.referee(); }
  std::optional<Leave> leave() const { return leave_; }
  const std::string& story() const { return heard_.story; }

 private:
  Duel duel_;
  Heard heard_;
  std::optional<Leave> leave_;
};

AnyMove move_at_start(const AnyGame& game, std::string_view text) {
  return *game.read(game.view(game.start(Seat::one), Seat::one), text);
}

TEST(Conduct, TellsTheListenerTheWholeStory) {
  const auto game = game_called("color-bridge");
  ScriptedPlayer both({"5-6", "7", "4"});
  const Conducted conducted(*game, {}, both, both);
  EXPECT_FALSE(conducted.leave());
  EXPECT_EQ(conducted.story(), "started 5-6 7 4 ended");
}

TEST(Conduct, LeavesTheGameUnfinishedWhenAPlayerLeaves) {
  const auto game = game_called("color-bridge");
  ScriptedPlayer both({"5-6"});
  const Conducted conducted(*game, {}, both, both);
  EXPECT_EQ(conducted.leave(), Leave::end_of_input);
  EXPECT_FALSE(conducted.referee().result());
  EXPECT_EQ(conducted.story(), "started 5-6 ");
}

// Lets a game go on for so many moves.
class Patient final : public Listener {
 public:
  explicit Patient(std::size_t moves) : moves_(moves) {}
  void started(const Duel& duel) override { duel_ = &duel; }
  bool goes_on() const override { return duel_->referee().played() < moves_; }

 private:
  std::size_t moves_;
  const Duel* duel_ = nullptr;
};

TEST(Conduct, LeavesTheGameUnfinishedWhenOneOfTheListenersDoesNotGoOn) {
  const auto game = game_called("color-bridge");
  ScriptedPlayer both({"5-6", "7", "4"});
  const PerSeat<Player*> players{{&both, &both}};
  Duel duel(Referee(*game, {}), terms_for(players));
  Patient one(9);
  Patient two(2);
  Heard three;
  Listeners all({&one, &two, &three});
  EXPECT_EQ(conduct(duel, players, all), Leave::interrupted);
  EXPECT_EQ(three.story, "started 5-6 7 ");
}

TEST(Conduct, AsksTheSamePlayerAgainAfterARefusal) {
  const auto game = game_called("color-bridge");
  const AnyMove move = move_at_start(*game, "5-6");
  Told one({Undo{}, move, Resign{}});
  Told two({move, Undo{}, kQuit});
  const Conducted conducted(*game, {}, one, two);
  EXPECT_FALSE(conducted.leave());
  EXPECT_EQ(conducted.story(), "started refused 5-6 refused back1 ended");
  EXPECT_EQ(conducted.referee().result()->winner, Seat::two);
}

TEST(Conduct, PassesForAPlayerWithoutUnits) {
  const auto game = game_called("energy-capture", {"units=1"});
  const AnyMove move = move_at_start(*game, "3:1");
  Told one({move});
  Told two({move});
  const Conducted conducted(*game, {}, one, two);
  EXPECT_EQ(conducted.leave(), Leave::quit);
  EXPECT_EQ(conducted.story(), "started 3:1 3:1 pass pass ");
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
      return line_of_moves(played(*game, {}, one, two));
    };
    EXPECT_EQ(moves(7), moves(7));
    EXPECT_NE(moves(7), moves(8)) << entry.facts->id;
  }
}

class Knowing final : public Supplies {
 public:
  bool has_people() const override { return true; }
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
    EXPECT_EQ(nobody.error().why,
              cat("There is no player '", who, "'; a player is human, random, perfect or level:1 to level:5"));
  }
  KnowingNothing others;
  EXPECT_THAT(make_player("frob", Random(1), others).error().why,
              testing::EndsWith("a player is random, perfect or level:1 to level:5"));
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
  const Conducted conducted(*game, {.swap = true}, one, two);
  EXPECT_FALSE(conducted.leave());
  EXPECT_EQ(conducted.story(), "started 5-6 swapped 9 ended");
  // The second player took over seat one and resigned from it.
  EXPECT_EQ(conducted.referee().result()->winner, Seat::two);
  EXPECT_TRUE(conducted.referee().swapped());
}

TEST(Conduct, ChangesSeatsOnlyWhereTheGameIsPlayedSoAndOnlyOnce) {
  const auto game = game_called("color-bridge");
  const AnyMove first = move_at_start(*game, "5-6");
  Told one({first, Swap{}, kQuit});
  Told two({Swap{}});
  const Conducted conducted(*game, {.swap = true}, one, two);
  EXPECT_EQ(conducted.story(), "started 5-6 swapped refused ");
  Told alone({Swap{}});
  EXPECT_EQ(Conducted(*game, {}, alone, alone).story(), "started refused ");
}

TEST(Conduct, TakesBackAChangeOfSeats) {
  const auto game = game_called("color-bridge");
  const AnyMove first = move_at_start(*game, "5-6");
  Told one({first, Undo{}});
  Told two({Swap{}, kQuit});
  const Conducted conducted(*game, {.swap = true}, one, two);
  EXPECT_EQ(conducted.story(), "started 5-6 swapped back1 ");
  EXPECT_FALSE(conducted.referee().swapped());
}

}  // namespace
}  // namespace duello
