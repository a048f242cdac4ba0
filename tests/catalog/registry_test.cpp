#include "catalog/registry.hpp"

#include <gtest/gtest.h>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

TEST(Registry, HasTheFiveGamesInOrder) {
  std::vector<std::string> ids;
  for (const GameEntry& entry : all_games()) ids.emplace_back(entry.facts->id);
  EXPECT_EQ(joined(ids, " "), "color-capture color-bridge capture-the-flag color-clash energy-capture");
}

std::string written_rules(const AnyGame& game) {
  std::string text;
  for (const RuleValue& rule : game.rules()) text += cat(rule.key, '=', rule.text, ' ');
  return text;
}

std::unique_ptr<const AnyGame> made(const GameEntry& entry) { return entry.make({}).value(); }

TEST(Registry, MakesGamesWithTheBooksRules) {
  std::string rules;
  for (const GameEntry& entry : all_games()) {
    for (const RuleInfo& info : made(entry)->rule_infos()) rules += cat(info.key, '=', info.book, ' ');
    rules += '\n';
  }
  EXPECT_EQ(rules,
            "tokens=15 colors=3 majority=first \n"
            "length=11 run=3 reach=2 \n"
            "flag=5 stride=3 \n"
            "disks=4 positions=9 \n"
            "units=15 nodes=5 extra=5 \n");
}

TEST(Registry, FindsAGameByItsName) {
  for (const GameEntry& entry : all_games()) EXPECT_EQ(find_game(entry.facts->id).value(), &entry);
}

TEST(Registry, AnUnknownGameIsNamedAndTheKnownOnesListed) {
  const std::string games =
      "; the games are color-capture, color-bridge, capture-the-flag, color-clash and energy-capture";
  EXPECT_EQ(find_game("chess").error().why, cat("There is no game 'chess'", games));
  EXPECT_EQ(find_game("").error().why, cat("There is no game ''", games));
  EXPECT_EQ(find_game("\x1b[2J").error().why, cat("There is no game '?[2J'", games));
  for (const std::string_view wrong : {"chess", "", "bridges", "color-bridge-"})
    EXPECT_EQ(game_meant(wrong).error().why, cat("There is no game ", in_quotes(wrong), games));
}

TEST(Registry, UnderstandsAnyUniqueBeginningOrPartInAnyCase) {
  const std::map<std::string, std::string_view> meant{{"bridge", "color-bridge"},       {"Color-Br", "color-bridge"},
                                                      {"COLOR-BRIDGE", "color-bridge"}, {"c-o", ""},
                                                      {"capture", "capture-the-flag"},  {"flag", "capture-the-flag"},
                                                      {"color-cap", "color-capture"},   {"e", "energy-capture"},
                                                      {"Clash", "color-clash"},         {"r-capture", "color-capture"}};
  for (const auto& [text, id] : meant) {
    const auto found = game_meant(text);
    EXPECT_EQ(found ? (*found)->facts->id : "", id) << text;
  }
  for (const GameEntry& entry : all_games()) EXPECT_EQ(game_meant(entry.facts->id).value(), &entry);
}

TEST(Registry, NamesTheCandidatesOfAnAmbiguousName) {
  EXPECT_EQ(game_meant("color").error().why,
            "'color' may mean color-capture, color-bridge or color-clash; say more of it");
  EXPECT_EQ(game_meant("-C").error().why, "'-C' may mean color-capture, color-clash or energy-capture; say more of it");
  EXPECT_FALSE(find_game("bridge")) << "records and engines name games in full";
  EXPECT_FALSE(find_game("Color-Bridge"));
}

TEST(Registry, MakesAGameWithRules) {
  const std::vector<std::string> settings{"run=4", "length=20"};
  const auto game = find_game("color-bridge").value()->make(settings);
  ASSERT_TRUE(game);
  EXPECT_EQ(written_rules(**game), "length=20 run=4 reach=2 ");
}

TEST(Registry, MakesNoGameWithBadRules) {
  for (const GameEntry& entry : all_games()) {
    const std::vector<std::string> unknown{"nonsense=1"};
    EXPECT_TRUE(entry.make(unknown).error().why.starts_with("There is no rule 'nonsense'"));
    const RuleInfo rule = made(entry)->rule_infos().front();
    const std::vector<std::string> out_of_range{cat(rule.key, "=1000")};
    EXPECT_EQ(entry.make(out_of_range).error().why,
              cat("The rule '", rule.key, "' must be ", rule.range(), ", not '1000'"));
  }
}

TEST(Registry, EveryVariantCanBePlayed) {
  for (const GameEntry& entry : all_games())
    for (const Variant& variant : entry.facts->variants) {
      const auto game = entry.make(words_of(variant.settings));
      ASSERT_TRUE(game) << variant.settings << ": " << game.error().why;
      EXPECT_NE(written_rules(**game), written_rules(*made(entry))) << variant.name << " is the book's game";
    }
}

// The same game behind AnyGame: nothing is lost or changed on the way.
template <class G>
class AnyGameOf : public ::testing::Test {};
TYPED_TEST_SUITE(AnyGameOf, EveryGameType);

TYPED_TEST(AnyGameOf, PlaysLikeTheGameItself) {
  check([] {
    const auto rules = *any_rules<TypeParam>();
    const TypeParam game(rules);
    const Erased<TypeParam> erased(rules);
    const AnyGame& any = erased;
    const Seat first = any_seat();
    auto position = game.start(first);
    AnyPosition any_position = any.start(first);
    for (const std::uint32_t pick : any_picks()) {
      const Seat mover = game.mover(position);
      RC_ASSERT(any.mover(any_position) == mover);
      RC_ASSERT(any.outcome(any_position) == game.outcome(position));
      RC_ASSERT(any.same(any_position, AnyPosition::of(position)));
      const auto moves = game.legal(position);
      const AnyView view = any.view(any_position, mover);
      RC_ASSERT(any.count(view) == moves.size());
      if (moves.size() == 0) break;
      const auto move = picked(moves, pick);
      const AnyMove any_move = any.pick(view, pick % moves.size());
      RC_ASSERT(any.write(any_move) == game.write(move));
      RC_ASSERT(any.allows(view, any_move));
      RC_ASSERT(any.write(any.read(view, game.write(move)).value()) == game.write(move));
      RC_ASSERT(any.listed(view).size() <= moves.size());
      position = game.after(position, move);
      any_position = any.after(any_position, any_move);
    }
  });
}

TYPED_TEST(AnyGameOf, SaysWhatTheGameItselfSays) {
  const Pen pen = plain_pen<TypeParam>();
  const Erased<TypeParam> any({});
  const Table<TypeParam> end = Table<TypeParam>().play(TypeParam::kExample);
  const AnyPosition start = any.start(Seat::one);
  const AnyView view = any.view(start, Seat::one);
  const Table<TypeParam> table;
  EXPECT_EQ(any.board(view, pen), table.board());
  EXPECT_EQ(any.opening(view, pen), table.opening());
  EXPECT_EQ(any.turn(view, pen), table.turn());
  EXPECT_EQ(any.ask(view, pen), table.ask());
  EXPECT_EQ(any.hint(view), table.hint());
  const AnyPosition over = AnyPosition::of(end.position());
  EXPECT_EQ(any.summary(over, pen), end.summary());
  EXPECT_EQ(any.verdict(over, pen), end.verdict());
  EXPECT_EQ(any.reason(over), end.reason());
  EXPECT_EQ(any.facts().id, TypeParam::kFacts.id);
  EXPECT_EQ(any.perft(Seat::one, 1, go_on), end.game().legal(end.game().start(Seat::one)).size());
}

TYPED_TEST(AnyGameOf, KnowsRoundsAndForcedMovesWhereThereAreAny) {
  const Erased<TypeParam> any({});
  EXPECT_EQ(any.begins_round(any.start(Seat::one)), PlayedInRounds<TypeParam>);
  EXPECT_FALSE(any.forced(any.view(any.start(Seat::one), Seat::one)));
}

}  // namespace
}  // namespace duello
