// What two players have agreed on, and what follows from it for each game.
#include "match/meeting.hpp"

#include <gmock/gmock.h>

#include <set>

#include "tests/match/testing.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Ne;
using testing::UnorderedElementsAre;

class MeetingTest : public testing::Test {
 protected:
  static Agreement of_three() {
    Agreement agreement;
    agreement.best_of = 3;
    agreement.names = {"Ann", "Bob"};
    agreement.seed = 5;
    return agreement;
  }
  // A game that the player in that seat wins by the other's resignation, and its record.
  Record won_by(Meeting& meeting, Seat seat) const {
    Duel& duel = meeting.begin("2026.11.18");
    EXPECT_TRUE(duel.submit(other(seat), Resign{}, {}));
    Record record = meeting.head();
    bring_up_to_date(record, duel.referee());
    meeting.conclude();
    return record;
  }
  // Of all games, where player 1 wins each.
  std::set<std::uint64_t> seeds_of_games(const Agreement& agreement) const {
    std::set<std::uint64_t> seeds;
    for (Meeting meeting(*game, agreement); !meeting.standing().is_over();) {
      seeds.insert(meeting.begin("2026.11.18").referee().conditions().seed);
      won_by(meeting, meeting.player_at(Seat::one) == 0 ? Seat::one : Seat::two);
    }
    return seeds;
  }
  static Names names(const Meeting& meeting) {
    return meeting.names([] { return Pen{}; });
  }

  std::unique_ptr<const AnyGame> game = game_called("color-bridge");
};

TEST_F(MeetingTest, ChangesSeatsAfterEveryGame) {
  Meeting meeting(*game, of_three());
  EXPECT_EQ(meeting.player_at(Seat::one), 0U);
  const Record first = won_by(meeting, Seat::one);
  EXPECT_EQ(first.name(Seat::one), "Ann");
  EXPECT_EQ(first.tag(kSeriesTag), "1 of 3");
  EXPECT_EQ(first.tag(kSeriesSeedTag), "5");
  EXPECT_EQ(meeting.player_at(Seat::one), 1U);
  const Record second = won_by(meeting, Seat::one);
  EXPECT_EQ(second.name(Seat::one), "Bob");
  EXPECT_EQ(second.tag(kSeriesTag), "2 of 3");
  EXPECT_EQ(meeting.standing().wins(0), 1);
  EXPECT_EQ(meeting.standing().wins(1), 1);
}

TEST_F(MeetingTest, HeadsAGameWithItsNumberAndAfterAResumptionOnceWithTheScore) {
  Meeting played(*game, of_three());
  std::vector<Record> records{won_by(played, Seat::one)};
  EXPECT_EQ(played.heading(names(played)), "Game 2 of at most 3\n");
  EXPECT_EQ(played.score(names(played)), "\nScore: 1 for Ann, 0 for Bob\n");

  Meeting resumed(*game, *agreement_in(records));
  ASSERT_TRUE(resumed.take_up(records));
  EXPECT_FALSE(resumed.is_playing());
  EXPECT_EQ(resumed.heading(names(resumed)), "Game 2 of at most 3\nScore: 1 for Ann, 0 for Bob\n\n");
  won_by(resumed, Seat::one);
  EXPECT_EQ(resumed.heading(names(resumed)), "Game 3 of at most 3\n") << "it is no longer news";
}

TEST_F(MeetingTest, ASeriesThatIsTakenUpBeforeItsFirstGameIsOverHasNoScore) {
  Meeting begun(*game, of_three());
  begun.begin("2026.11.18");
  Record record = begun.head();
  bring_up_to_date(record, begun.duel().referee());
  Meeting resumed(*game, *agreement_in(std::vector{record}));
  ASSERT_TRUE(resumed.take_up(std::vector{record}));
  EXPECT_TRUE(resumed.is_playing());
  EXPECT_EQ(resumed.heading(names(resumed)), "Game 1 of at most 3\n");
}

TEST_F(MeetingTest, GoesOnWithAGameWhereItWas) {
  Meeting begun(*game, of_three());
  Duel& duel = begun.begin("2026.11.18");
  ASSERT_TRUE(duel.submit(Seat::one, *game->read(duel.referee().view(Seat::one), "5-6"), {}));
  Record record = begun.head();
  bring_up_to_date(record, duel.referee());
  Meeting resumed(*game, *agreement_in(std::vector{record}));
  ASSERT_TRUE(resumed.take_up(std::vector{record}));
  EXPECT_EQ(line_of_moves(resumed.duel().referee()), "5-6");
  EXPECT_EQ(resumed.seeds_of_move().players[Seat::two], begun.seeds_of_move().players[Seat::two]);
  EXPECT_EQ(&resumed.begin("2026.11.19"), &resumed.duel()) << "it is not begun anew";
  EXPECT_EQ(resumed.head().date, "2026.11.18");
}

TEST_F(MeetingTest, SaysWhoHasWonTheSeries) {
  Meeting meeting(*game, of_three());
  won_by(meeting, Seat::one);
  won_by(meeting, Seat::two);
  EXPECT_EQ(meeting.score(names(meeting)), "\nFinal score: 2 for Ann, 0 for Bob\nAnn wins the series!\n");
  Agreement two = of_three();
  two.best_of = 2;
  Meeting level(*game, two);
  won_by(level, Seat::one);
  won_by(level, Seat::one);
  EXPECT_EQ(level.score(names(level)), "\nThe series is level: 1 for Ann, 1 for Bob\n");
}

TEST_F(MeetingTest, KnowsWhetherThereIsAnythingLeftToPlay) {
  Meeting meeting(*game, of_three());
  std::vector<Record> records{won_by(meeting, Seat::one)};
  EXPECT_TRUE(can_be_resumed(records));
  records.back().set(kAbandonedTag, "yes");
  EXPECT_FALSE(can_be_resumed(records));
  records.back() = records.front();
  Meeting again(*game, of_three());
  records = {won_by(again, Seat::one), won_by(again, Seat::two)};
  EXPECT_FALSE(can_be_resumed(records));
  EXPECT_FALSE(can_be_resumed(std::span(records).last(1))) << "those before it are missing";
}

TEST_F(MeetingTest, FindsTheAgreementInTheRecords) {
  Agreement agreement = of_three();
  agreement.who = {"perfect", "human"};
  agreement.movetime = 250;
  agreement.first.reset();
  agreement.swapping = Swapping::yes;
  agreement.rounds = 4;
  Meeting meeting(*game, agreement);
  std::vector<Record> records{won_by(meeting, Seat::one), won_by(meeting, Seat::one)};
  const auto found = agreement_in(records);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->who, agreement.who);
  EXPECT_EQ(found->names, agreement.names);
  EXPECT_EQ(found->best_of, 3);
  EXPECT_EQ(found->movetime, 250);
  EXPECT_FALSE(found->first);
  EXPECT_EQ(found->swapping, Swapping::yes);
  EXPECT_EQ(found->rounds, 4);
  EXPECT_EQ(found->seed, 5U);
  const auto after_one = agreement_in(std::span(records).first(1));
  EXPECT_EQ(after_one->who, agreement.who);
  for (const std::string_view wrong : {"0", "3600001", "x"}) {
    records.front().set(kMovetimeTag, wrong);
    EXPECT_EQ(agreement_in(std::span(records).first(1))->movetime, 1'000) << wrong;
  }
  records.front().set(kMovetimeTag, "3600000");
  EXPECT_EQ(agreement_in(std::span(records).first(1))->movetime, 3'600'000);
}

TEST_F(MeetingTest, HasAtMostAMillionGames) {
  const auto games = [](std::string_view tag) {
    Record record;
    record.set(kSeriesTag, tag);
    return agreement_in(std::vector{record});
  };
  EXPECT_EQ(games("1 of 1000000")->best_of, 1'000'000);
  EXPECT_EQ(games("1 of 1000001").error().why, "A series has at most 1000000 games");
}

TEST_F(MeetingTest, RefusesASeriesOfDifferentGames) {
  Meeting meeting(*game, of_three());
  std::vector<Record> records{won_by(meeting, Seat::one), won_by(meeting, Seat::one)};
  records.front().rules = "length=12 run=3 reach=2";
  Meeting resumed(*game, *agreement_in(records));
  const auto taken = resumed.take_up(records);
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().why, HasSubstr("the same game under the same rules"));
}

TEST_F(MeetingTest, ShowsSecretsToThePersonWhoPlaysAlone) {
  const auto audience = [&](std::string one, std::string two) {
    Agreement agreement;
    agreement.who = {std::move(one), std::move(two)};
    Meeting meeting(*game, agreement);
    meeting.begin("2026.11.18");
    return meeting.audience();
  };
  EXPECT_EQ(audience("human", "perfect"), Seat::one);
  EXPECT_EQ(audience("perfect", "human"), Seat::two);
  EXPECT_FALSE(audience("human", "human"));
  EXPECT_FALSE(audience("perfect", "random"));
}

TEST_F(MeetingTest, DrawsTheSeedsOfASeriesFromTheSeedThatWasGiven) {
  EXPECT_EQ(seeds_of_games(of_three()), seeds_of_games(of_three()));
  EXPECT_THAT(seeds_of_games(of_three()), UnorderedElementsAre(Ne(5U), Ne(5U)));
  Agreement one = of_three();
  one.best_of = 1;
  EXPECT_THAT(seeds_of_games(one), ElementsAre(5U));
}

TEST_F(MeetingTest, HasAFreshSeedForEveryGameWithAnEngine) {
  for (const std::array<std::string, 2>& who :
       {std::array<std::string, 2>{"engine:x", "level:3"}, {"level:3", "engine:x"}}) {
    Agreement agreement = of_three();
    agreement.who = who;
    std::set<std::uint64_t> all;
    for (int i = 0; i < 2; ++i) all.merge(seeds_of_games(agreement));
    EXPECT_EQ(all.size(), 4U);
    agreement.best_of = 1;
    EXPECT_THAT(seeds_of_games(agreement), ElementsAre(Ne(5U)));
  }
}

TEST_F(MeetingTest, DecidesWhoBeginsByTheSeedThatWasGivenEvenWithAnEngine) {
  std::set<Seat> all;
  for (std::uint64_t seed = 0; seed < 32; ++seed) {
    Agreement agreement = of_three();
    agreement.first.reset();
    agreement.seed = seed;
    Meeting usual(*game, agreement);
    agreement.who[0] = "engine:x";
    Meeting with_engine(*game, agreement);
    const Seat first = usual.begin("2026.11.18").referee().first();
    EXPECT_EQ(with_engine.begin("2026.11.18").referee().first(), first);
    all.insert(first);
  }
  EXPECT_EQ(all.size(), 2U);
}

TEST_F(MeetingTest, DrawsAllSeedsOfASeriesFromTheOneThatWasGiven) {
  const Seeds seeds(5);
  Meeting meeting(*game, of_three());
  for (std::uint64_t number = 0; number < 2; ++number) {
    EXPECT_EQ(meeting.hints(), seeds.after(0).hints) << "the same in all games";
    EXPECT_EQ(meeting.begin("2026.11.18").referee().conditions().seed, seeds.game(number));
    EXPECT_EQ(meeting.seeds().players[Seat::one], Seeds(seeds.game(number)).after(0).players[Seat::one]);
    won_by(meeting, Seat::one);
  }
}

TEST_F(MeetingTest, CountsTheSeedsOfPlayersFromWhereTheGameWasTakenUp) {
  Agreement agreement = of_three();
  agreement.best_of = 1;
  const Seeds seeds(5);
  Meeting begun(*game, agreement);
  Duel& duel = begun.begin("2026.11.18");
  for (const std::string_view move : {"5-6", "9"}) {
    const Seat mover = duel.referee().mover();
    ASSERT_TRUE(duel.submit(mover, *game->read(duel.referee().view(mover), move), {}));
  }
  EXPECT_EQ(begun.seeds().players[Seat::one], seeds.after(0).players[Seat::one]);
  EXPECT_EQ(begun.seeds_of_move().players[Seat::one], seeds.after(2).players[Seat::one]);
  Record record = begun.head();
  bring_up_to_date(record, duel.referee());
  Meeting resumed(*game, *agreement_in(std::vector{record}));
  ASSERT_TRUE(resumed.take_up(std::vector{record}));
  EXPECT_EQ(resumed.seeds().players[Seat::one], seeds.after(2).players[Seat::one]);
  EXPECT_EQ(resumed.seeds_of_move().players[Seat::one], seeds.after(2).players[Seat::one]);
}

TEST_F(MeetingTest, NumbersPlayersWithoutNamesOnlyWhereTheyMayChangeSeats) {
  const auto called = [&](int best_of, Swapping swapping) {
    Agreement agreement;
    agreement.best_of = best_of;
    agreement.swapping = swapping;
    const Meeting meeting(*game, agreement);
    const Names found = names(meeting);
    return cat(found.player(Seat::one), '|', found.player(Seat::two));
  };
  EXPECT_EQ(called(1, Swapping::no), "Player 1 (Red)|Player 2 (Blue)");
  EXPECT_EQ(called(2, Swapping::no), "Player 1|Player 2");
  EXPECT_EQ(called(1, Swapping::yes), "Player 1|Player 2");
  Agreement agreement;
  agreement.best_of = 2;
  Meeting meeting(*game, agreement);
  won_by(meeting, Seat::one);
  EXPECT_EQ(names(meeting).player(Seat::one), "Player 2") << "numbers go with the players";
}

TEST(Objections, AreToNamesThatCannotBeShownAndToTheSameTwice) {
  const std::array<std::string, 2> called{"--name1", "--name2"};
  EXPECT_EQ(objection_to_names({"", ""}, called), "");
  EXPECT_EQ(objection_to_names({"Ann", ""}, called), "");
  EXPECT_EQ(objection_to_names({std::string(30, 'x'), "y"}, called), "");
  EXPECT_THAT(objection_to_names({"", std::string(31, 'x')}, called), HasSubstr("--name2 must be at most 30"));
  EXPECT_THAT(objection_to_names({" x", ""}, called), HasSubstr("--name1 must be"));
  EXPECT_EQ(objection_to_names({"Ann", "Ann"}, called), "The two players need different names");
}

TEST(Objections, AreToWhatAGameDoesNotOffer) {
  const Facts& clash = game_called("color-clash")->facts();
  EXPECT_EQ(objection_to_first(clash, Seat::one), "");
  EXPECT_THAT(objection_to_first(clash, Seat::two), HasSubstr("always starts"));
  EXPECT_THAT(objection_to_first(clash, std::nullopt), HasSubstr("always starts"));
  const Facts& energy = game_called("energy-capture")->facts();
  EXPECT_EQ(objection_to_first(energy, Seat::two), "");
  EXPECT_EQ(objection_to_swap(energy, Swapping::no), "");
  EXPECT_THAT(objection_to_swap(energy, Swapping::yes), HasSubstr("whose moves are hidden"));
  EXPECT_EQ(objection_to_swap(clash, Swapping::yes), "");
}

}  // namespace
}  // namespace duello
