#include "engines/protocol_engine.hpp"

#include <gmock/gmock.h>

#include "players/random_player.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class Solved final : public PreparedGame {
 public:
  Solved(const std::string& id, std::span<const std::string> settings)
      : known_(id, {settings.begin(), settings.end()}) {}
  const AnyGame& game() const override { return known_.game(); }
  std::expected<Knowledge, Complaint> knowledge() override { return known_.knowledge(); }

 private:
  KnownGame known_;
};

std::expected<std::unique_ptr<PreparedGame>, Complaint> prepare(const std::string& id,
                                                                std::span<const std::string> settings) {
  const auto entry = find_game(id);
  if (!entry) return std::unexpected(entry.error());
  if (const auto made = (*entry)->make(settings); !made) return std::unexpected(made.error());
  return std::make_unique<Solved>(id, settings);
}

class ProtocolEngineTest : public ::testing::Test {
 protected:
  // The replies to several lines.
  std::string reply(const std::vector<std::string>& lines) {
    std::string replies;
    for (const std::string& line : lines) replies += engine_.reply(line);
    return replies;
  }

  ProtocolEngine engine_{"Test", "perfect", Random(1), prepare};
};

TEST_F(ProtocolEngineTest, SaysWhoItIs) {
  EXPECT_EQ(reply({"duello"}), "id name Test\nid author the Duello authors\nprotocol 1\nok\n");
}

TEST_F(ProtocolEngineTest, PlaysTheWinningMove) {
  EXPECT_EQ(reply({"game color-bridge length=11", "ready"}), "readyok\n");
  EXPECT_EQ(reply({"position first 1 moves 5-6 7", "go movetime 100 seed 7"}), "bestmove 4\n");
}

TEST_F(ProtocolEngineTest, NeedsNeitherReadyNorASeedNorMoves) {
  EXPECT_THAT(reply({"game capture-the-flag", "position first 2", "go"}), MatchesRegex("bestmove [123]\n"));
}

TEST_F(ProtocolEngineTest, IgnoresWhatItDoesNotKnow) {
  EXPECT_EQ(reply({"", "   ", "frobnicate", "\xff\x01", "uci", "position2"}), "");
  EXPECT_EQ(reply({"game color-bridge", "position first 1 moves 5-6 7", "go depth 3 nodes x seed y zz"}),
            "bestmove 4\n");
}

TEST_F(ProtocolEngineTest, ComplainsInASentence) {
  EXPECT_EQ(reply({"position first 1 moves"}), "error No game has been named yet\n");
  EXPECT_EQ(reply({"go"}), "error No game has been named yet\n");
  EXPECT_EQ(reply({"game"}), "error Name a game after 'game'\n");
  EXPECT_THAT(reply({"game chess"}), StartsWith("error There is no game 'chess'; the games are "));
  EXPECT_THAT(reply({"game color-bridge length=99"}), StartsWith("error The rule 'length' must be "));
  EXPECT_EQ(reply({"game color-bridge", "go"}), "error No position has been told yet\n");
  EXPECT_THAT(reply({"position first 3"}), StartsWith("error A position is written as "));
  EXPECT_THAT(reply({"position moves 1"}), StartsWith("error A position is written as "));
  EXPECT_THAT(reply({"position first"}), StartsWith("error A position is written as "));
  EXPECT_THAT(reply({"position first 1 5-6"}), StartsWith("error A position is written as "));
  EXPECT_EQ(reply({"position first 1 moves 5-6 5"}), "error Move 2, '5', cannot be: Position 5 is already Red\n");
  EXPECT_EQ(reply({"go"}), "error No position has been told yet\n");
  EXPECT_EQ(reply({"position first 1 moves 5-6 7 4", "go"}), "error The game is over\n");
  EXPECT_THAT(reply({"position first 1 moves 5-6 7 4 8"}), HasSubstr("The game is over before it"));
  EXPECT_THAT(reply({"position first 1 moves ?"}), HasSubstr("No secret move can be made there"));
  EXPECT_EQ(reply({"game color-clash", "position first 2"}), "error Red always starts\n");
}

TEST_F(ProtocolEngineTest, ForgetsTheGameThatAWrongOneWasToReplace) {
  EXPECT_THAT(reply({"game color-bridge", "game chess", "position first 1"}),
              HasSubstr("error No game has been named"));
}

TEST_F(ProtocolEngineTest, ChangesSeatsOnlyWhereThatIsOffered) {
  reply({"game color-bridge", "position first 1 moves 6"});
  EXPECT_EQ(reply({"go swap"}), "bestmove swap\n");
  EXPECT_THAT(reply({"go"}), MatchesRegex("bestmove [0-9-]+\n"));
  EXPECT_THAT(reply({"position first 1 moves 6 swap", "go swap"}), MatchesRegex("bestmove [0-9-]+\n"));
  EXPECT_THAT(reply({"position first 1 moves 6 swap swap"}), HasSubstr("Seats cannot be changed there"));
  EXPECT_THAT(reply({"position first 1 moves swap"}), HasSubstr("Seats cannot be changed there"));
  EXPECT_THAT(reply({"game energy-capture", "position first 1 moves ? swap"}), HasSubstr("Seats cannot be changed"));
}

TEST_F(ProtocolEngineTest, ChangesSeatsOnlyAfterTheFirstMove) {
  reply({"game color-bridge", "position first 1"});
  EXPECT_THAT(reply({"go swap"}), MatchesRegex("bestmove [0-9-]+\n"));
  reply({"position first 1 moves 6 1"});
  EXPECT_THAT(reply({"go swap"}), MatchesRegex("bestmove [0-9-]+\n"));
  EXPECT_THAT(reply({"position first 1 moves 6 1 swap"}), HasSubstr("Seats cannot be changed there"));
}

TEST_F(ProtocolEngineTest, DrawsASeedOfItsOwnForEachMoveThatHasNone) {
  reply({"game energy-capture", "position first 1"});
  std::set<std::string> moves;
  for (int i = 0; i < 20; ++i) moves.insert(reply({"go seed"}));
  EXPECT_GT(moves.size(), 10U);
}

TEST_F(ProtocolEngineTest, EndsWhenToldTo) {
  EXPECT_FALSE(engine_.has_quit());
  EXPECT_EQ(reply({"quit"}), "");
  EXPECT_TRUE(engine_.has_quit());
}

TEST_F(ProtocolEngineTest, AnswersTheSameToTheSameSeed) {
  reply({"game energy-capture", "position first 1"});
  std::set<std::string> moves;
  for (int seed = 0; seed < 20; ++seed) {
    const std::string go = cat("go seed ", seed);
    EXPECT_EQ(reply({go}), reply({go}));
    moves.insert(reply({go}));
  }
  EXPECT_GT(moves.size(), 10U);
}

TEST_F(ProtocolEngineTest, PlaysOnWithoutTheOtherSidesSecrets) {
  reply({"game energy-capture"});
  EXPECT_THAT(reply({"position first 1 moves ?", "go seed 1"}), StartsWith("bestmove 1:"));
  EXPECT_THAT(reply({"position first 1 moves 1:3 ? 2:4 pass", "go seed 1"}), StartsWith("bestmove "));
  EXPECT_THAT(reply({"position first 1 moves 1:15 ? ", "go seed 1"}), "bestmove pass\n");
}

TEST_F(ProtocolEngineTest, MustKnowItsOwnMovesAndWhatIsRevealed) {
  reply({"game energy-capture"});
  EXPECT_THAT(reply({"position first 1 moves ? 1:1"}), HasSubstr("must know its own moves"));
  EXPECT_THAT(reply({"position first 1 moves 1:1 ? pass pass"}), HasSubstr("have not been revealed"));
  EXPECT_THAT(reply({"reveal", "position first 1 moves 1:1 ? pass pass"}), HasSubstr("have not been revealed"));
  for (int more = 0; more < 3; ++more)
    EXPECT_THAT(reply({"game energy-capture", "reveal 1:1 2:1", "position first 1 moves 1:1 ? 1:1 ? 1:1 ? pass pass"}),
                HasSubstr("have not been revealed"))
        << "the third";
}

// Told the moves after the reveal, or only in the reveal: the engine comes to the same.
TEST_F(ProtocolEngineTest, TakesRevealsFromTheirLinesOrFromThePosition) {
  const std::vector<std::string> in_position{"game energy-capture", "position first 1 moves 1:5 ?", "reveal 1:5,2:1",
                                             "position first 1 moves 1:5 1:5,2:1 2:1 pass pass", "go seed 5"};
  const std::vector<std::string> in_lines{"game energy-capture", "reveal 1:5,2:1",
                                          "position first 1 moves 1:5 ? 2:1 pass pass", "go seed 5"};
  const std::string move = reply(in_position);
  EXPECT_THAT(move, StartsWith("bestmove "));
  EXPECT_EQ(reply(in_lines), move);
  EXPECT_THAT(reply({"game energy-capture", "position first 1 moves 1:5 ? 2:1 pass pass"}), HasSubstr("revealed"))
      << "a new game begins without reveals";
}

TEST_F(ProtocolEngineTest, CountsPhasesThatRevealNothing) {
  EXPECT_THAT(reply({"game energy-capture", "reveal", "reveal 3:2", "position first 1 moves pass pass 3:2 ? pass pass",
                     "go seed 5"}),
              StartsWith("bestmove "));
}

// A host that tells only what a seat may know, in either of the two ways, gets legal moves to the end of every game.
TEST_F(ProtocolEngineTest, PlaysWholeGamesOfEveryKind) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      reply({cat("game ", entry.facts->id)});
      RandomPlayer other{Random(seed)};
      Referee referee(*game, {.seed = seed});
      while (!referee.result()) {
        const Seat seat = referee.mover();
        const AnyView view = referee.view(seat);
        if (seat == Seat::two) {
          const SeatStory story(referee, seat);
          const Turn turn{.game = *game, .story = story, .seat = seat, .view = view, .table = view};
          ASSERT_TRUE(referee.play(std::get<AnyMove>(*other.answer(turn))));
          continue;
        }
        const std::string told = joined(referee.told(seat), " ");
        const std::string said = reply({cat("position first 1 moves ", told), cat("go seed ", seed)});
        ASSERT_THAT(said, StartsWith("bestmove ")) << entry.facts->id << ' ' << told;
        const auto move = game->read(view, trimmed(said.substr(9)));
        ASSERT_TRUE(move) << said;
        ASSERT_TRUE(referee.play(*move));
      }
    }
  }
}

}  // namespace
}  // namespace duello
