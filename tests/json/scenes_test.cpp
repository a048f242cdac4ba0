// Scenes, views and events as JSON: all that they say, and nothing that their audience must not know.
#include "json/scenes.hpp"
#include "json/state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <fstream>

#include "core/random.hpp"
#include "json/reader.hpp"
#include "match/duel.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

constexpr std::optional<Seat> kAudiences[] = {std::nullopt, Seat::one, Seat::two};

// All that an audience is sent.
std::string sent(const Duel& duel, std::optional<Seat> audience) {
  std::string text = json_text(append_view, duel.referee(), audience, plain_pen(duel.referee().game()));
  for (const News& news : duel.since(0, audience)) text += '\n' + json_text(append_news, news);
  return text;
}

AnyMove any_move(const Referee& referee, Random& random) {
  const AnyView view = referee.view(referee.mover());
  return referee.game().pick(view, random.below(referee.game().count(view)));
}

TEST(SceneJson, SaysWhatIsSeenAndWhatCanBeDone) {
  const auto game = game_called("capture-the-flag", {"flag=1", "stride=1"});
  const Referee referee(*game, {});
  EXPECT_EQ(
      json_text(append_view, referee, Seat::one, plain_pen(*game)),
      R"({"game":"capture-the-flag","rules":{"flag":1,"stride":1},"seat":1,"over":false,"to_move":1,)"
      R"("scene":{"columns":3,"rows":1,"mover":1,"cells":[{"number":0,"column":0,"row":0,"label":"-1",)"
      R"("shape":"flag","owner":1,"mark":"F1","tint":"red",)"
      R"("pieces":[{"shape":"right-arrow","owner":1,"mark":"P1>","tint":"red"}],)"
      R"("spoken":"-1, Player 1's flag and Player 1's token"},)"
      R"({"number":1,"column":1,"row":0,"label":"0","shape":"space","spoken":"0, free"},{"number":2,)"
      R"("column":2,"row":0,"label":"+1","shape":"flag","owner":2,"mark":"F2","tint":"blue",)"
      R"("pieces":[{"shape":"left-arrow","owner":2,"mark":"<P2","tint":"blue"}],)"
      R"("spoken":"+1, Player 2's flag and Player 2's token"}],"counters":[{"seat":1,"label":"to the flag",)"
      R"("shape":"right-arrow","owner":1,"mark":"P1>","tint":"red","amount":2,"goal":0},{"seat":2,)"
      R"("label":"to the flag","shape":"left-arrow","owner":2,"mark":"<P2","tint":"blue","amount":2,)"
      R"("goal":0}],"notes":[],"offers":[{"move":"1","steps":[{"cell":0,"deed":"from"},)"
      R"({"cell":1,"deed":"to"}]}],)"
      R"("sentence":"Player 1 is at position -1, 2 from the flag at +1.\nPlayer 2 is at position +1, 2 from the flag at -1.\n"}})");
}

TEST(SceneJson, OfAGameThatIsOverHasNoMoverAndNothingToChoose) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    const auto ends = {+[](Referee& referee) { referee.resign(Seat::one); },
                       +[](Referee& referee) { referee.lose_on_time(Seat::two); },
                       +[](Referee& referee) { referee.forfeit(Seat::one, "it crashed"); }};
    for (const auto end : ends) {
      Referee referee(*game, {});
      ASSERT_TRUE(referee.play(game->pick(referee.view(referee.mover()), 0)));
      end(referee);
      const std::string for_all = json_text(append_scene, referee.laid_open_scene(plain_pen(*game)));
      for (const auto audience : kAudiences) {
        const auto view = read_json(json_text(append_view, referee, audience, plain_pen(*game)));
        ASSERT_TRUE(view) << view.error().why;
        EXPECT_EQ(view->find("to_move"), nullptr);
        const JsonValue* const scene = view->find("scene");
        ASSERT_NE(scene, nullptr);
        EXPECT_EQ(scene->find("mover"), nullptr) << entry.facts->id;
        EXPECT_EQ(scene->find("amounts"), nullptr) << entry.facts->id;
        EXPECT_TRUE(scene->find("offers")->values.empty()) << entry.facts->id;
        EXPECT_THAT(json_text(append_view, referee, audience, plain_pen(*game)), testing::HasSubstr(for_all));
      }
    }
  }
}

TEST(SceneJson, LaysASecretMoveOpenOnceTheGameIsOver) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5");
  const std::string before = json_text(append_view, referee, Seat::two, plain_pen(*game));
  referee.resign(Seat::two);
  const std::string after = json_text(append_view, referee, Seat::two, plain_pen(*game));
  EXPECT_THAT(before, testing::Not(testing::HasSubstr(R"("amount":5)")));
  EXPECT_THAT(after, testing::HasSubstr(R"("amount":5)"));
}

TEST(SceneJson, SaysWhetherSeatsMayBeChanged) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {.swap = true});
  const auto view = [&] { return json_text(append_view, referee, std::nullopt, plain_pen(*game)); };
  EXPECT_THAT(view(), testing::Not(testing::HasSubstr("may_swap")));
  play(referee, "5-6");
  EXPECT_THAT(view(), testing::HasSubstr(R"("to_move":2,"may_swap":true)"));
  referee.swap();
  EXPECT_THAT(view(), testing::Not(testing::HasSubstr("may_swap")));
}

TEST(NewsJson, SaysWhatHasHappened) {
  const auto game = game_called("color-bridge");
  Duel duel(Referee(*game, {.swap = true}), {.consent = Consent::asked});
  const auto move = [&](std::string_view text) {
    return *game->read(duel.referee().view(duel.referee().mover()), text);
  };
  ASSERT_TRUE(duel.submit(Seat::one, move("5-6")));
  ASSERT_TRUE(duel.submit(Seat::two, Swap{}));
  ASSERT_TRUE(duel.submit(Seat::two, move("7")));
  ASSERT_TRUE(duel.submit(Seat::two, Undo{}));
  ASSERT_TRUE(duel.submit(Seat::one, Decline{}));
  ASSERT_TRUE(duel.submit(Seat::one, Resign{}));
  std::string told;
  for (const News& news : duel.since(0, std::nullopt)) told += json_text(append_news, news) + '\n';
  EXPECT_EQ(told, R"({"number":1,"event":"started","first":1}
{"number":2,"event":"moved","seat":1,"move":"5-6"}
{"number":3,"event":"swapped","by":2}
{"number":4,"event":"moved","seat":2,"move":"7"}
{"number":5,"event":"offered","by":2}
{"number":6,"event":"declined","by":1}
{"number":7,"event":"ended","winner":2,"how":"resigned","reason":"resignation"}
)");
}

// Two games that differ only in what the other seat has hidden.
RC_GTEST_PROP(NewsJson, IsTheSameWhateverTheOtherSeatHides, (std::uint64_t seed)) {
  Random random(seed);
  for (const GameEntry& entry : all_games()) {
    if (!entry.facts->hidden) continue;
    const auto game = *entry.make({});
    const Seat seat = kSeats[random.below(2)];
    Duel one(Referee(*game, {.seed = seed}), {});
    Duel two(Referee(*game, {.seed = seed}), {});
    // A reveal tells all.
    while (!one.referee().result() && one.referee().revealed() == 0 && two.referee().revealed() == 0) {
      RC_ASSERT(sent(one, seat) == sent(two, seat));
      RC_ASSERT(sent(one, std::nullopt) == sent(two, std::nullopt));
      const Seat mover = one.referee().mover();
      RC_ASSERT(two.referee().mover() == mover);
      const AnyMove move = any_move(one.referee(), random);
      const bool is_other = mover != seat && !game->shows(move);
      const auto instead = game->stand_in(two.referee().view(mover));
      if (is_other && !instead) break;
      RC_ASSERT(one.submit(mover, move).has_value());
      if (!two.submit(mover, is_other ? *instead : move)) break;
      if (is_other && game->write(move) != game->write(*instead)) RC_ASSERT(sent(one, mover) != sent(two, mover));
    }
  }
}

// A name, a tab, the document. tests/e2e/test_json.py has them written to a file and checks them against the schema.
TEST(Documents, OfRandomGamesCanBeWritten) {
  const char* const path = std::getenv("DUELLO_DOCUMENTS");
  std::ofstream file(path != nullptr ? path : "/dev/null");
  Random random(1);
  std::vector<std::unique_ptr<const AnyGame>> games;
  games.push_back(game_called("color-bridge", {"length=4", "reach=1"}));  // which nobody wins, so there are new rounds
  for (const GameEntry& entry : all_games()) {
    games.push_back(*entry.make({}));
    for (const Variant& variant : entry.facts->variants) games.push_back(*entry.make(words_of(variant.settings)));
  }
  for (const auto& game : games) {
    Duel duel(Referee(*game, {.round_limit = 2, .seed = random(), .swap = true}), {});
    const auto write_views = [&] {
      for (const auto audience : kAudiences)
        file << "view\t" << json_text(append_view, duel.referee(), audience, plain_pen(*game)) << '\n';
    };
    while (!duel.referee().result()) {
      write_views();
      const Seat mover = duel.referee().mover();
      ASSERT_TRUE(duel.submit(mover, any_move(duel.referee(), random)));
      if (duel.referee().may_swap()) write_views();
      if (random.below(20) == 0) std::ignore = duel.submit(mover, Undo{});
      if (duel.referee().may_swap()) {
        ASSERT_TRUE(duel.submit(duel.referee().mover(), Swap{}));
      }
    }
    write_views();
    for (const auto audience : kAudiences)
      for (const News& news : duel.since(0, audience)) file << "event\t" << json_text(append_news, news) << '\n';
    Duel given_up(Referee(*game, {.swap = true}), {});
    ASSERT_TRUE(given_up.submit(Seat::one, any_move(given_up.referee(), random)));
    ASSERT_TRUE(given_up.submit(Seat::two, Resign{}));
    for (const auto audience : kAudiences)
      file << "view\t" << json_text(append_view, given_up.referee(), audience, plain_pen(*game)) << '\n';
  }
}

}  // namespace
}  // namespace duello
