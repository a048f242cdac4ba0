// The arena: the same plan gives the same games however it is played, and chance does what the game tree says.
#include "arena/arena.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <set>

#include "catalog/chosen_game.hpp"
#include "games/all.hpp"
#include "tests/match/testing.hpp"
#include "tests/solve/reference_solver.hpp"

namespace duello {
namespace {

class Programs final : public Supplies {
 public:
  explicit Programs(std::optional<Knowledge> knowledge = std::nullopt) : knowledge_(std::move(knowledge)) {}
  std::expected<Knowledge, Complaint> knowledge() override {
    if (!knowledge_) return complaint("Nothing is known");
    return *knowledge_;
  }

 private:
  std::optional<Knowledge> knowledge_;
};

Knowledge knowledge_of(const AnyGame& game) {
  return ChosenGames().of(game.facts().id, settings_text(game.rules())).value()->knowledge(go_on).value();
}

// Plays an arena with so many threads; the texts of all its records by their number.
std::map<std::string, std::string> records_of(Arena& arena, const std::optional<Knowledge>& knowledge, int threads,
                                              std::uint64_t at_most = ~0ULL) {
  std::map<std::string, std::string> records;
  std::mutex mutex;
  std::vector<Arena::Desk> desks;
  for (int i = 0; i < threads; ++i) {
    std::optional<Knowledge> own;
    if (knowledge) own = copy_for_thread(*knowledge);
    desks.push_back({.supplies = std::make_unique<Programs>(own), .keep = [&](Record& record) {
                       const std::scoped_lock lock(mutex);
                       if (records.size() >= at_most) return false;
                       records[std::string(record.tag(kRoundTag))] = record_text(record);
                       return true;
                     }});
  }
  arena.play(std::move(desks), [] { return true; });
  return records;
}

std::string shown(const Standings& standings) {
  std::string text = cat(standings.counted, ' ');
  for (const Standing& each : standings.players)
    text += cat(each.player, ':', each.wins, '/', each.games, '@', std::lround(each.rating.elo * 1e6), ' ');
  return text;
}

ArenaPlan plan_of(std::vector<std::string> players, std::uint64_t games) {
  return {.players = std::move(players), .games = games, .opening_moves = 2, .seed = 7};
}

TEST(ArenaPlan, ReadsBackAsItIsWritten) {
  ArenaPlan plan = plan_of({"random", "engine:python3 my,bot.py --x 100%", "level:2"}, 10);
  plan.pairings = Pairings::gauntlet;
  plan.openings = OpeningKind::balanced;
  plan.movetime = 50;
  for (const auto& sprt : {std::optional<Sprt>(), std::optional(Sprt{.elo0 = -2.5, .elo1 = 10})}) {
    plan.sprt = sprt;
    if (sprt) plan.players.resize(2);
    const auto again = ArenaPlan::read(plan.text());
    ASSERT_TRUE(again) << again.error().why;
    EXPECT_EQ(again->text(), plan.text());
    EXPECT_EQ(again->players, plan.players);
  }
  for (const char* const wrong : {"", "chess", "arena", "arena players=a games=2", "arena players=a,b games=3",
                                  "arena players=a,b games=2 seed=x", "arena players=a,b games=2 moves=-1",
                                  "arena players=a,b games=2000000000", "arena players=a,b games=2 sprt=1"})
    EXPECT_FALSE(ArenaPlan::read(wrong)) << wrong;
}

RC_GTEST_PROP(AnyPlan, ReadsBackAsItself, (const std::vector<std::string>& more, std::uint64_t seed)) {
  ArenaPlan plan = plan_of({"engine:a;b \"c,d\"\t\n\\ %25", "engine:\xff"}, 10);
  plan.players.insert(plan.players.end(), more.begin(), more.end());
  plan.seed = seed;
  const auto read = ArenaPlan::read(plan.text());
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->players == plan.players && read->seed == seed && read->text() == plan.text());
  RC_ASSERT(is_printable(plan.text()));
}

TEST(ArenaPlan, OneTextMeansOnePlan) {
  const std::string good = plan_of({"random", "level:2"}, 10).text();
  ASSERT_TRUE(ArenaPlan::read(good));
  for (const std::string& other : {good + " ", good + " color=red", good + " seed=1", "arena  " + good.substr(6),
                                   "arena seed=0 " + good.substr(6), good + " games=12"})
    EXPECT_FALSE(ArenaPlan::read(other)) << other;
  std::string coded = good;
  coded.replace(coded.find("random"), 1, "%72");
  EXPECT_FALSE(ArenaPlan::read(coded)) << coded;
}

TEST(ArenaPlan, ThousandsOfPlayersAreRefused) {
  ArenaPlan plan = plan_of(std::vector<std::string>(30'000, "random"), 2);
  EXPECT_EQ(plan.objection(), "An arena has at most 256 players, not 30000");
  const auto read = ArenaPlan::read(plan.text());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().why, "The tag Event cannot be played: An arena has at most 256 players, not 30000");
  plan.players.resize(2);
  plan.players[1] = "engine:" + std::string(2 << 20, 'x');
  EXPECT_EQ(plan.objection(), "The names of the players are too long for a record");
}

TEST(ArenaPlan, SaysWhyItCannotBePlayed) {
  const auto objection = [](std::size_t players, std::uint64_t games, Pairings pairings = Pairings::everybody) {
    ArenaPlan plan = plan_of(std::vector<std::string>(players, "random"), games);
    plan.pairings = pairings;
    return plan.objection();
  };
  EXPECT_EQ(objection(0, 2), "An arena needs at least two players");
  EXPECT_EQ(objection(1, 2), "An arena needs at least two players");
  EXPECT_EQ(objection(2, 2), "");
  EXPECT_EQ(objection(256, 2), "");
  EXPECT_EQ(objection(257, 2), "An arena has at most 256 players, not 257");
  for (const std::uint64_t games : {0U, 1U, 3U})
    EXPECT_EQ(objection(2, games), "An arena has an even number of games for each two players") << games;
  const std::string too_many = "An arena has at most 1000000000 games in all; lower --games";
  EXPECT_EQ(objection(2, 1'000'000'000), "");
  EXPECT_EQ(objection(2, 1'000'000'002), too_many);
  EXPECT_EQ(objection(5, 100'000'000), "");
  EXPECT_EQ(objection(5, 100'000'002), too_many);
  EXPECT_EQ(objection(5, 250'000'000, Pairings::gauntlet), "");
  EXPECT_EQ(objection(5, 250'000'002, Pairings::gauntlet), too_many);
  EXPECT_EQ(objection(5, ~1ULL), too_many) << "more than can be counted";
  ArenaPlan plan = plan_of({"random", "random", "random"}, 2);
  plan.sprt = Sprt{.elo0 = 0, .elo1 = 10};
  EXPECT_EQ(plan.objection(), "--sprt compares two players; name exactly two");
}

TEST(ArenaPlan, MayBeAsLongAsATagOfARecord) {
  constexpr std::size_t kLongestTag = 1 << 20;
  ArenaPlan plan = plan_of({"random", "engine:"}, 2);
  plan.players[1] += std::string(kLongestTag - plan.text().size(), 'x');
  ASSERT_EQ(plan.text().size(), kLongestTag);
  EXPECT_EQ(plan.objection(), "");
  Record record;
  record.game = "color-bridge";
  record.set(kEventTag, plan.text());
  const auto records = read_records(record_text(record));
  ASSERT_TRUE(records) << records.error().why;
  EXPECT_TRUE(records->front().tag(kEventTag) == plan.text());
  plan.players[1] += 'x';
  EXPECT_EQ(plan.objection(), "The names of the players are too long for a record");
}

TEST(ArenaPlan, IsReadOnlyWithNumbersInRange) {
  ArenaPlan plan = plan_of({"random", "random"}, 2);
  plan.seed = 0;
  struct Case {
    int ArenaPlan::* number;
    int least, most;
  };
  for (const auto& [number, least, most] :
       {Case{&ArenaPlan::opening_moves, 0, 1000}, Case{&ArenaPlan::rounds, 0, std::numeric_limits<int>::max()},
        Case{&ArenaPlan::movetime, 0, std::numeric_limits<int>::max()}}) {
    ArenaPlan other = plan;
    for (const int good : {least, most}) {
      other.*number = good;
      const auto again = ArenaPlan::read(other.text());
      ASSERT_TRUE(again) << again.error().why;
      EXPECT_EQ((*again).*number, good);
    }
    other.*number = least - 1;
    EXPECT_FALSE(ArenaPlan::read(other.text())) << other.text();
    if (most == std::numeric_limits<int>::max()) continue;
    other.*number = most + 1;
    EXPECT_FALSE(ArenaPlan::read(other.text())) << other.text();
  }
  for (const char* const wrong : {"games", "color=red", "pairings=nobody", "openings=x", "sprt=10,0", "=", ""})
    EXPECT_FALSE(ArenaPlan::read(cat(plan.text(), ' ', wrong))) << wrong;
}

TEST(ArenaPlan, SaysWhoMeetsWhomAndHowOften) {
  using testing::ElementsAre;
  using Meeting = std::array<std::size_t, 2>;
  ArenaPlan plan = plan_of({"a", "b", "c", "d"}, 10);
  EXPECT_THAT(plan.meetings(),
              ElementsAre(Meeting{0, 1}, Meeting{0, 2}, Meeting{0, 3}, Meeting{1, 2}, Meeting{1, 3}, Meeting{2, 3}));
  EXPECT_EQ(plan.all_games(), 60U);
  plan.pairings = Pairings::gauntlet;
  EXPECT_THAT(plan.meetings(), ElementsAre(Meeting{0, 1}, Meeting{0, 2}, Meeting{0, 3}));
  EXPECT_EQ(plan.all_games(), 30U);
  plan.players.clear();
  EXPECT_EQ(plan.all_games(), 0U);
  EXPECT_TRUE(plan.meetings().empty());
}

TEST(OpeningKind, HasAName) {
  EXPECT_EQ(opening_kind("none"), OpeningKind::none);
  EXPECT_EQ(opening_kind("random"), OpeningKind::random);
  EXPECT_EQ(opening_kind("balanced"), OpeningKind::balanced);
  for (const char* const other : {"", "any", "Random"}) EXPECT_EQ(opening_kind(other), std::nullopt) << other;
}

TEST(Arena, AGameWithoutAnEndIsLeft) {
  const auto game = game_called("energy-capture", {"units=1", "nodes=1", "extra=1"});
  ArenaPlan plan = plan_of({"perfect", "perfect"}, 2);
  plan.openings = OpeningKind::none;
  plan.rounds = 0;
  Arena arena(*game, plan, nullptr);
  int asked = 0;
  std::vector<Arena::Desk> desks;
  desks.push_back({.supplies = std::make_unique<Programs>(knowledge_of(*game)), .keep = {}});
  arena.play(std::move(desks), [&] { return ++asked < 3; });
  EXPECT_LT(arena.played(), arena.planned());
}

TEST(Arena, TheSameSeedGivesTheSameGamesWhateverTheConcurrency) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    const Knowledge knowledge = knowledge_of(*game);
    for (const OpeningKind openings : {OpeningKind::none, OpeningKind::random, OpeningKind::balanced}) {
      ArenaPlan plan = plan_of({"random", "level:3", "perfect"}, 20);
      plan.openings = openings;
      Arena one(*game, plan, open_in(knowledge));
      Arena many(*game, plan, open_in(knowledge));
      const auto alone = records_of(one, knowledge, 1);
      EXPECT_EQ(alone.size(), 60U);
      EXPECT_EQ(records_of(many, knowledge, 4), alone) << entry.facts->id;
      EXPECT_EQ(shown(one.standings()), shown(many.standings()));
      plan.seed = 8;
      Arena other(*game, plan, open_in(knowledge));
      EXPECT_NE(records_of(other, knowledge, 2), alone);
    }
  }
}

TEST(Arena, EveryOpeningIsPlayedFromBothSides) {
  const auto game = game_called("color-bridge");
  Arena arena(*game, plan_of({"random", "level:1"}, 40), nullptr);
  std::map<int, Record> games;
  for (const auto& [number, text] : records_of(arena, knowledge_of(*game), 2))
    games[std::stoi(number)] = read_records(text)->front();
  bool any_opening = false;
  for (int i = 1; i <= 40; i += 2) {
    const auto given = whole_number(games[i].tag(kOpeningTag)).value_or(0);
    EXPECT_EQ(games[i].tag(kOpeningTag), games[i + 1].tag(kOpeningTag));
    EXPECT_EQ(games[i].players.of, (std::array<std::string, 2>{"random", "level:1"}));
    EXPECT_EQ(games[i + 1].players.of, (std::array<std::string, 2>{"level:1", "random"}));
    for (std::size_t k = 0; k < static_cast<std::size_t>(given); ++k)
      EXPECT_EQ(games[i].moves.at(k).text, games[i + 1].moves.at(k).text);
    any_opening = any_opening || given != 0;
    EXPECT_TRUE(replayed(games[i]));
  }
  EXPECT_TRUE(any_opening);
}

TEST(Openings, AreOfAnyLengthUpToTheLongestAndNeverEndTheGame) {
  for (const auto& [id, most] : {std::pair("color-bridge", 3), std::pair("capture-the-flag", 4)}) {
    const auto game = game_called(id);
    const Openings openings(*game, OpeningKind::random, most, 1, nullptr);
    std::map<std::size_t, int> lengths;
    std::set<std::string> different;
    for (std::uint64_t i = 0; i < 200; ++i) {
      Referee referee(*game, {});
      const auto opening = openings.at(i);
      for (const AnyMove& move : opening) ASSERT_TRUE(referee.play(move));
      EXPECT_FALSE(referee.result());
      ++lengths[opening.size()];
      different.insert(line_of_moves(referee));
    }
    EXPECT_EQ(lengths.size(), static_cast<std::size_t>(most) + 1) << id;
    EXPECT_EQ(lengths.rbegin()->first, static_cast<std::size_t>(most)) << id;
    EXPECT_GT(different.size(), 20U) << id;
  }
}

TEST(Openings, AreTheSameForTheSameNumberAndSeed) {
  const auto game = game_called("color-bridge");
  const auto lines = [&](std::uint64_t seed) {
    const Openings openings(*game, OpeningKind::random, 4, seed, nullptr);
    std::string text;
    for (std::uint64_t i = 0; i < 20; ++i) {
      Referee referee(*game, {});
      for (const AnyMove& move : openings.at(i)) EXPECT_TRUE(referee.play(move));
      text += line_of_moves(referee) + "\n";
    }
    return text;
  };
  EXPECT_EQ(lines(1), lines(1));
  EXPECT_NE(lines(1), lines(2));
}

TEST(Openings, AreTheStartWhereNoneAreWantedOrMovesAreSecret) {
  const auto open = game_called("color-bridge");
  const auto secret = game_called("energy-capture");
  for (std::uint64_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(Openings(*open, OpeningKind::none, 3, 1, nullptr).at(i).empty());
    EXPECT_TRUE(Openings(*open, OpeningKind::random, 0, 1, nullptr).at(i).empty());
    EXPECT_TRUE(Openings(*secret, OpeningKind::random, 3, 1, nullptr).at(i).empty());
  }
}

TEST(Arena, BalancedOpeningsAreWonInOneHalfOfTheCases) {
  const auto game = game_called("capture-the-flag");
  const Knowledge knowledge = knowledge_of(*game);
  const Openings openings(*game, OpeningKind::balanced, 3, 1, open_in(knowledge));
  for (std::uint64_t i = 0; i < 50; ++i) {
    Referee referee(*game, {});
    for (const AnyMove& move : openings.at(i)) ASSERT_TRUE(referee.play(move));
    ASSERT_FALSE(referee.result());
    EXPECT_EQ(open_in(knowledge)->value(referee.view(referee.mover())).is_win(), i % 2 == 0) << i;
  }
}

TEST(Arena, GoesOnWhereItWasInterrupted) {
  const auto game = game_called("color-bridge");
  const Knowledge knowledge = knowledge_of(*game);
  const ArenaPlan plan = plan_of({"random", "level:2", "level:4"}, 30);
  Arena whole(*game, plan, nullptr);
  const auto all = records_of(whole, knowledge, 2);

  std::map<std::string, std::string> kept;
  for (const std::uint64_t at_most : {0U, 1U, 17U, 40U, 1000U}) {
    Arena part(*game, plan, nullptr);
    for (const auto& [number, text] : kept) ASSERT_TRUE(part.count(read_records(text)->front()));
    for (const auto& [number, text] : records_of(part, knowledge, 3, at_most)) {
      EXPECT_FALSE(kept.contains(number)) << "played twice";
      kept[number] = text;
    }
    EXPECT_EQ(part.standings().played, kept.size());
    if (at_most == 1000) {
      EXPECT_EQ(shown(part.standings()), shown(whole.standings()));
    }
  }
  EXPECT_EQ(kept, all);
}

TEST(Arena, IsPlayedOnAfterItWasStopped) {
  const auto game = game_called("color-bridge");
  const ArenaPlan plan = plan_of({"random", "random"}, 40);
  Arena whole(*game, plan, nullptr);
  const auto all = records_of(whole, {}, 1);
  Arena arena(*game, plan, nullptr);
  auto records = records_of(arena, {}, 1, 7);
  EXPECT_EQ(records.size(), 7U);
  records.merge(records_of(arena, {}, 1));
  EXPECT_EQ(records, all);
  EXPECT_EQ(arena.played(), 40U);
  EXPECT_TRUE(records_of(arena, {}, 1).empty()) << "nothing is left to play";
}

TEST(Arena, AGameThatIsStoppedIsNotPlayed) {
  class Stop final : public Listener {
    bool goes_on() const override { return false; }
  } stop;
  const auto game = game_called("color-bridge");
  const Arena arena(*game, plan_of({"random", "random"}, 2), nullptr);
  Programs programs;
  EXPECT_FALSE(arena.conducted(0, programs, stop));
  Listener listener;
  const auto duel = arena.conducted(0, programs, listener);
  ASSERT_TRUE(duel);
  EXPECT_TRUE(duel->referee().result());
  EXPECT_EQ(arena.record_of(0, *duel).tag(kRoundTag), "1");
  EXPECT_EQ(arena.record_of(0, *duel).tag(kEventTag), arena.plan().text());
  EXPECT_EQ(arena.played(), 0U);
}

TEST(Arena, AGameIsTheOneThatItsSeedGivesAlone) {
  const auto game = game_called("color-bridge");
  ArenaPlan plan = plan_of({"random", "random"}, 4);
  plan.openings = OpeningKind::none;
  const Arena arena(*game, plan, nullptr);
  Programs programs;
  Listener listener;
  const auto duel = arena.conducted(3, programs, listener);
  ASSERT_TRUE(duel);
  const GameSeeds spent = Seeds(duel->referee().conditions().seed).after(0);
  Duel alone(Referee(*game, duel->referee().conditions()), duel->terms());
  PerSeat<std::unique_ptr<Player>> players;
  for (const Seat seat : kSeats) players[seat] = make_player("random", Random(spent.players[seat]), programs).value();
  EXPECT_FALSE(conduct(alone, {{players[Seat::one].get(), players[Seat::two].get()}}, listener));
  EXPECT_EQ(line_of_moves(alone.referee()), line_of_moves(duel->referee()));
}

TEST(Arena, RefusesRecordsThatAreNotItsOwn) {
  const auto game = game_called("color-bridge");
  const ArenaPlan plan = plan_of({"random", "random"}, 4);
  Arena arena(*game, plan, nullptr);
  Arena again(*game, plan, nullptr);
  const Record record = read_records(records_of(arena, {}, 1).begin()->second)->front();
  struct Case {
    std::string_view key, value, why;
  };
  for (const auto& [key, value, why] : {
           Case{kRoundTag, "0", "The tag Round must be a number from 1 to 4, not '0'"},
           Case{kRoundTag, "5", "The tag Round must be a number from 1 to 4, not '5'"},
           Case{kRoundTag, "x", "The tag Round must be a number from 1 to 4, not 'x'"},
           Case{kEventTag, "arena players=a,b games=2", "A game of another arena is among the records"},
       }) {
    Record other = record;
    other.set(key, value);
    const auto counted = again.count(other);
    ASSERT_FALSE(counted) << value;
    EXPECT_EQ(counted.error().why, why);
  }
  Record unfinished = record;
  unfinished.winner.reset();
  EXPECT_EQ(again.count(unfinished).error().why, "Game 1 of the arena is unfinished");
  EXPECT_EQ(again.played(), 0U);
  EXPECT_TRUE(again.count(record));
  EXPECT_EQ(again.count(record).error().why, "Game 1 of the arena appears twice");
  EXPECT_EQ(again.played(), 1U);
}

TEST(Arena, ASequentialTestStopsAtTheSameGameWhateverTheConcurrency) {
  const auto game = game_called("color-bridge");
  const Knowledge knowledge = knowledge_of(*game);
  ArenaPlan plan = plan_of({"level:4", "random"}, 5000);
  plan.sprt = Sprt{.elo0 = 0, .elo1 = 50};
  std::vector<std::string> stops;
  for (const int threads : {1, 2, 4}) {
    Arena arena(*game, plan, nullptr);
    records_of(arena, knowledge, threads);
    EXPECT_EQ(arena.standings().verdict, Sprt::Verdict::elo1);
    EXPECT_LT(arena.standings().counted, 5000U);
    stops.push_back(shown(arena.standings()));
  }
  EXPECT_EQ(stops[0], stops[1]);
  EXPECT_EQ(stops[0], stops[2]);
}

TEST(Arena, StopsWhereARecordCannotBeKept) {
  const auto game = game_called("capture-the-flag");
  Arena arena(*game, plan_of({"random", "random"}, 100), nullptr);
  EXPECT_EQ(records_of(arena, {}, 1, 5).size(), 5U);
  EXPECT_LE(arena.played(), 6U);
}

TEST(Arena, ASequentialTestWeighsThePairsThatTheStandingsCount) {
  const auto game = game_called("color-bridge");
  const Knowledge knowledge = knowledge_of(*game);
  const auto standings_of = [&](std::vector<std::string> players, std::uint64_t games) {
    ArenaPlan plan = plan_of(std::move(players), games);
    plan.sprt = Sprt{.elo0 = 0, .elo1 = 50};
    Arena arena(*game, plan, nullptr);
    records_of(arena, knowledge, 2);
    const Standings standings = arena.standings();
    EXPECT_EQ(standings.log_likelihood_ratio, plan.sprt->log_likelihood_ratio(standings.encounters.front().pairs));
    EXPECT_EQ(standings.verdict, plan.sprt->verdict(standings.encounters.front().pairs));
    EXPECT_EQ(standings.encounters.front().singles, (std::array<std::uint64_t, 2>{}));
    return standings;
  };
  EXPECT_EQ(standings_of({"level:4", "random"}, 1000).verdict, Sprt::Verdict::elo1);
  EXPECT_EQ(standings_of({"random", "level:4"}, 1000).verdict, Sprt::Verdict::elo0);
  EXPECT_EQ(standings_of({"random", "random"}, 10).verdict, Sprt::Verdict::open);
}

// Where no engine can be had, for whatever reason.
class NoEngines final : public Supplies {
 public:
  explicit NoEngines(bool interrupted) : interrupted_(interrupted) {}
  std::expected<Knowledge, Complaint> knowledge() override { return complaint("Nothing is known"); }
  bool is_interrupted() const override { return interrupted_; }

 private:
  bool interrupted_;
};

TEST(Arena, APlayerWhoCannotBeHadForfeitsUnlessTheArenaIsInterrupted) {
  const auto game = game_called("capture-the-flag");
  for (const bool interrupted : {false, true}) {
    Arena arena(*game, plan_of({"engine:x", "random"}, 10), nullptr);
    std::vector<Arena::Desk> desks(1);
    desks[0].supplies = std::make_unique<NoEngines>(interrupted);
    arena.play(std::move(desks), [] { return true; });
    EXPECT_EQ(arena.played(), interrupted ? 0U : 10U);
  }
}

// Games, wins and forfeits of each player.
std::string scores(const Standings& standings) {
  PerSeat<const Standing*> by_player{};
  for (const Standing& each : standings.players) by_player[kSeats[each.player]] = &each;
  std::string text;
  for (const Standing* const each : by_player.of) text += cat(each->games, ' ', each->wins, ' ', each->forfeits, '\n');
  return text;
}

TEST(Arena, AForfeitIsALossForThePlayerWhoForfeits) {
  const auto game = game_called("capture-the-flag");
  for (const auto& [players, expected] :
       {std::pair(std::vector<std::string>{"engine:x", "random"}, "10 0 10\n10 10 0\n"),
        std::pair(std::vector<std::string>{"random", "engine:x"}, "10 10 0\n10 0 10\n"),
        // Where neither engine starts, the player who begins forfeits.
        std::pair(std::vector<std::string>{"engine:x", "engine:y"}, "10 5 5\n10 5 5\n")}) {
    Arena arena(*game, plan_of(players, 10), nullptr);
    Arena again(*game, arena.plan(), nullptr);
    std::vector<Arena::Desk> desks(1);
    desks[0].supplies = std::make_unique<NoEngines>(false);
    desks[0].keep = [&](const Record& record) { return again.count(record).has_value(); };
    arena.play(std::move(desks), [] { return true; });
    EXPECT_EQ(scores(arena.standings()), expected);
    EXPECT_EQ(scores(again.standings()), expected) << "as its records say";
  }
}

TEST(Arena, StandingsCountWhatTheRecordsSay) {
  const auto game = game_called("capture-the-flag");
  Arena arena(*game, plan_of({"random", "level:2"}, 60), nullptr);
  const auto records = records_of(arena, knowledge_of(*game), 2);
  std::uint64_t first_wins = 0;
  PerSeat<std::uint64_t> wins{};
  for (const auto& [number, text] : records) {
    const Record record = read_records(text)->front();
    first_wins += record.winner == Seat::one ? 1 : 0;
    ++wins[record.players[*record.winner] == "random" ? Seat::one : Seat::two];
  }
  const Standings standings = arena.standings();
  EXPECT_EQ(standings.planned, 60U);
  EXPECT_EQ(standings.played, 60U);
  EXPECT_EQ(standings.counted, 60U);
  EXPECT_DOUBLE_EQ(standings.first.value, static_cast<double>(first_wins) / 60);
  EXPECT_EQ(scores(standings), cat("60 ", wins[Seat::one], " 0\n60 ", wins[Seat::two], " 0\n"));
  EXPECT_EQ(standings.encounters.front().games(), 60U);
  EXPECT_EQ(standings.encounters.front().wins(), wins[Seat::one]);
  EXPECT_EQ(standings.log_likelihood_ratio, std::nullopt);
  ASSERT_GT(wins[Seat::two], wins[Seat::one]);
  EXPECT_EQ(standings.players.front().player, 1U) << "the best comes first";
}

TEST(Arena, EqualPlayersStandInTheOrderOfThePlan) {
  const auto game = game_called("capture-the-flag");
  const Standings standings = Arena(*game, plan_of({"random", "random", "random"}, 2), nullptr).standings();
  std::vector<std::size_t> players;
  for (const Standing& each : standings.players) players.push_back(each.player);
  EXPECT_THAT(players, testing::ElementsAre(0U, 1U, 2U));
  for (const Standing& each : standings.players) EXPECT_EQ(each.rating.elo, 0);
  EXPECT_EQ(standings.planned, 6U);
  EXPECT_EQ(standings.counted, 0U);
}

// Every pairing has its games in pairs; where one of two is missing, the other counts alone.
TEST(Arena, CountsGamesInPairs) {
  const auto game = game_called("capture-the-flag");
  const auto first_of = [&](const Record& record) { return record.name(Seat::one); };
  Arena whole(*game, plan_of({"random", "level:1"}, 40), nullptr);
  const Knowledge knowledge = knowledge_of(*game);
  std::map<int, Record> games;
  for (const auto& [number, text] : records_of(whole, knowledge, 2))
    games[std::stoi(number)] = read_records(text)->front();
  ASSERT_EQ(games.size(), 40U);
  for (const int left_out : {0, 1, 7, 20}) {
    Arena counted(*game, plan_of({"random", "level:1"}, 40), nullptr);
    std::array<std::uint64_t, 3> pairs{};
    std::array<std::uint64_t, 2> singles{};
    for (int i = 1; i <= 40; i += 2) {
      std::size_t wins = 0;
      int there = 0;
      for (const int number : {i, i + 1}) {
        const Record& record = games[number];
        if (number == left_out) continue;
        ASSERT_TRUE(counted.count(record));
        ++there;
        const bool first_is_random = first_of(record) == "random" || record.players[Seat::one] == "random";
        wins += (record.winner == Seat::one) == first_is_random ? 1 : 0;
      }
      if (there == 2) ++pairs[wins];
      if (there == 1) ++singles[wins];
    }
    const Standings standings = counted.standings();
    ASSERT_EQ(standings.encounters.size(), 1U);
    EXPECT_EQ(standings.encounters.front().pairs, pairs) << left_out;
    EXPECT_EQ(standings.encounters.front().singles, singles) << left_out;
    EXPECT_EQ(standings.counted, left_out == 0 ? 40U : 39U);
  }
}

TEST(Arena, AGauntletIsPlayedByTheFirstPlayer) {
  const auto game = game_called("capture-the-flag");
  ArenaPlan plan = plan_of({"random", "random", "random"}, 10);
  plan.pairings = Pairings::gauntlet;
  Arena arena(*game, plan, nullptr);
  EXPECT_EQ(records_of(arena, {}, 2).size(), 20U);
  for (const Encounter& encounter : arena.standings().encounters) EXPECT_EQ(encounter.one, 0U);
}

// What one round comes to when both play at random: the first seat wins; or it ends undecided, and either seat begins
// the next one.
struct Chances {
  double first = 0;
  PerSeat<double> begins_next{};
};

using reference::identity;

auto identity(const EnergyCapture::Position& position) {
  return std::tuple(position.placed.of, position.held.of, position.left.of, position.passed.of, position.mover,
                    position.first, position.sudden_death, position.over);
}

// Found by walking the whole tree of a round; positions that are reached in several ways are walked once.
template <Game G>
class RandomPlay {
 public:
  explicit RandomPlay(const G& game) : game_(game) {}

  double first_wins(int round_limit) {
    const PerSeat<Chances> round{{of(game_.start(Seat::one), Visit::start), of(game_.start(Seat::two), Visit::start)}};
    // Whoever begins the next round, backwards from the one that a coin decides.
    PerSeat<double> chance{{0.5, 0.5}};
    for (int i = 0; i < round_limit; ++i) {
      PerSeat<double> before;
      for (const Seat seat : kSeats)
        before[seat] = round[seat].first + round[seat].begins_next[Seat::one] * chance[Seat::one] +
                       round[seat].begins_next[Seat::two] * chance[Seat::two];
      chance = before;
    }
    return chance[Seat::one];
  }

 private:
  enum class Visit : std::uint8_t { start, later };

  Chances of(const typename G::Position& position, Visit visit) {
    Chances sum;
    if (const auto outcome = game_.outcome(position)) return {outcome->winner == Seat::one ? 1.0 : 0.0, {}};
    if constexpr (PlayedInRounds<G>) {
      if (visit == Visit::later && game_.begins_round(position)) {
        sum.begins_next[game_.mover(position)] = 1;
        return sum;
      }
    }
    if (const auto known = known_.find(identity(position)); known != known_.end()) return known->second;
    const auto moves = game_.legal(position);
    const double weight = 1 / static_cast<double>(moves.size());
    moves.for_each([&](typename G::Move move) {
      const Chances next = of(game_.after(position, move), Visit::later);
      sum.first += weight * next.first;
      for (const Seat seat : kSeats) sum.begins_next[seat] += weight * next.begins_next[seat];
    });
    return known_[identity(position)] = sum;
  }
  const G& game_;
  std::map<decltype(identity(typename G::Position{})), Chances> known_;
};

template <Game G>
void expect_share(const typename G::Rules& rules) {
  const Erased<G> game(rules);
  ArenaPlan plan = plan_of({"random", "random"}, 10'000);
  plan.openings = OpeningKind::none;
  plan.seed = 2;  // 95 % of all seeds pass
  Arena arena(game, plan, nullptr);
  std::vector<Arena::Desk> desks;
  for (int i = 0; i < 2; ++i) desks.push_back({.supplies = std::make_unique<Programs>(), .keep = {}});
  arena.play(std::move(desks), [] { return true; });
  const double exact = RandomPlay<G>(game.typed()).first_wins(plan.rounds);
  const Share found = arena.standings().first;
  EXPECT_EQ(arena.standings().counted, 10'000U);
  EXPECT_LE(found.low, exact) << game.facts().id;
  EXPECT_GE(found.high, exact - 1e-9) << game.facts().id;
}

// Whatever order games end in, and however often the standings were asked for before.
TEST(Arena, StandingsAreThoseOfTheGamesSoFar) {
  const auto game = game_called("color-bridge");
  for (const bool tested : {false, true}) {
    ArenaPlan plan = plan_of({"level:4", "random"}, 40);
    if (tested) plan.sprt = Sprt{.elo0 = 0, .elo1 = 50};
    if (!tested) plan.players.emplace_back("level:2");
    Arena played(*game, plan, nullptr);
    const auto texts = records_of(played, knowledge_of(*game), 1);
    std::vector<Record> records;
    for (const auto& [number, text] : texts) records.push_back(read_records(text)->front());
    Random random(3);
    std::ranges::shuffle(records, random);
    Arena often(*game, plan, nullptr);
    for (std::size_t count = 0; count < records.size(); ++count) {
      Arena once(*game, plan, nullptr);
      for (std::size_t i = 0; i <= count; ++i) ASSERT_TRUE(once.count(records[i]));
      ASSERT_TRUE(often.count(records[count]));
      EXPECT_EQ(shown(often.standings()), shown(once.standings())) << count;
      if (!tested) {
        EXPECT_EQ(often.standings().counted, count + 1);
      }
    }
    EXPECT_EQ(shown(often.standings()), shown(played.standings()));
  }
}

TEST(Arena, RandomPlayersWinAsOftenAsTheGameTreeSays) {
  expect_share<ColorCapture>({});
  expect_share<ColorBridge>({});
  expect_share<CaptureTheFlag>({});
  expect_share<ColorClash>({});
  // By the book the tree is too large to walk; smaller games have the same rules.
  expect_share<EnergyCapture>({.units = 4, .nodes = 3, .extra = 2});
  expect_share<EnergyCapture>({.units = 2, .nodes = 3, .extra = 1});
}

}  // namespace
}  // namespace duello
