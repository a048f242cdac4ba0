// What is sent to us: which game to play, and what a player wants to do.
#include "json/games.hpp"

#include <gtest/gtest.h>
#include "json/requests.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

std::expected<GameChoice, Complaint> choice_in(std::string_view text) {
  const JsonValue value = *read_json(text);
  JsonFields fields(value, "A choice", {"game", "variant", "rules"});
  auto choice = read_choice(fields);
  return fields.done(std::move(choice));
}

TEST(ChoiceJson, NamesAGameItsVariantAndItsRules) {
  const auto choice = choice_in(R"({"game":"color-capture","variant":"v","rules":{"tokens":12,"majority":"end"}})");
  ASSERT_TRUE(choice) << choice.error().why;
  EXPECT_EQ(choice->id, "color-capture");
  EXPECT_EQ(choice->variant, "v");
  EXPECT_EQ(choice->settings, (std::vector<std::string>{"tokens=12", "majority=end"}));
  EXPECT_TRUE(choice->table.empty());
  EXPECT_TRUE(choice_in(R"({"game":"x"})")->settings.empty());
  EXPECT_EQ(choice_in(R"({"game":"x","rules":"a=1 b=2"})")->settings, (std::vector<std::string>{"a=1", "b=2"}));
}

TEST(ChoiceJson, OfTheRulesThatAGameWritesIsThatGame) {
  for (const GameEntry& entry : all_games())
    for (const Variant& variant : entry.facts->variants) {
      const auto game = *entry.make(words_of(variant.settings));
      std::string text;
      {
        JsonObject json(text);
        add_game(json, *game);
      }
      const auto choice = choice_in(text);
      ASSERT_TRUE(choice) << choice.error().why;
      const auto again = ChosenGame::from(*choice);
      ASSERT_TRUE(again) << again.error().why;
      EXPECT_EQ(full_name(again->game()), full_name(*game));
    }
}

TEST(ChoiceJson, IsRefusedIfItIsAnythingElse) {
  for (const std::string_view text :
       {"7", "{}", R"({"game":7})", R"({"game":"x","table":"/etc/passwd"})", R"({"game":"x","variant":1})",
        R"({"game":"x","rules":[1]})", R"({"game":"x","rules":{"a":[1]}})", R"({"game":"x","rules":{"a":true}})"})
    EXPECT_FALSE(choice_in(text)) << text;
  // What is no rule of the game is for the game to say.
  EXPECT_FALSE(ChosenGame::from(*choice_in(R"({"game":"color-bridge","rules":{"length":1.5}})")));
  EXPECT_FALSE(ChosenGame::from(*choice_in(R"({"game":"color-bridge","rules":{"length":"11 run=3"}})")));
}

std::expected<Request, Complaint> request_in(std::string_view text, std::string_view id = "color-bridge") {
  const auto game = game_called(id);
  return read_request(*read_json(text), *game, game->view(game->start(Seat::one), Seat::one));
}

TEST(RequestJson, IsAMoveOrOneOfTheOtherThingsThatAPlayerCanWant) {
  const auto move = request_in(R"({"move":"5 6"})");
  ASSERT_TRUE(move) << move.error().why;
  EXPECT_EQ(game_called("color-bridge")->write(std::get<AnyMove>(*move)), "5-6");
  EXPECT_TRUE(std::holds_alternative<Undo>(*request_in(R"({"undo":true})")));
  EXPECT_TRUE(std::holds_alternative<Agree>(*request_in(R"({"agree":true})")));
  EXPECT_TRUE(std::holds_alternative<Decline>(*request_in(R"({"decline":true})")));
  EXPECT_TRUE(std::holds_alternative<Swap>(*request_in(R"({"swap":true})")));
  EXPECT_TRUE(std::holds_alternative<Resign>(*request_in(R"({"resign":true})")));
}

TEST(RequestJson, MayBeAmountsOnCells) {
  const auto move = request_in(R"({"amounts":[{"cell":1,"amount":5},{"cell":2,"amount":3}]})", "energy-capture");
  ASSERT_TRUE(move) << move.error().why;
  EXPECT_EQ(game_called("energy-capture")->write(std::get<AnyMove>(*move)), "1:5,2:3");
}

TEST(RequestJson, SaysWhichAmountsThereCanBe) {
  const auto request = request_in(R"({"amounts":[{"cell":-1,"amount":1}]})", "energy-capture");
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().why, "An amount: cell must be a whole number from 0 to 2147483647");
}

TEST(RequestJson, IsRefusedIfItIsAnythingElse) {
  for (const std::string_view text :
       {"[]", "{}", R"({"move":5})", R"({"move":"12"})", R"({"undo":false})", R"({"undo":"true"})",
        R"({"move":"5","resign":true})", R"({"forfeit":"x"})", R"({"amounts":{}})", R"({"amounts":[1]})",
        R"({"amounts":[{"cell":1}]})", R"({"amounts":[{"cell":1,"amount":-1}]})",
        R"({"amounts":[{"cell":1,"amount":4294967297}]})", R"({"amounts":[{"cell":1,"amount":1,"x":1}]})",
        R"({"amounts":[{"cell":1,"amount":99}]})", R"({"amounts":[]})"})
    for (const std::string_view id : {"color-bridge", "energy-capture"}) {
      const auto request = request_in(text, id);
      ASSERT_FALSE(request) << text;
      EXPECT_TRUE(is_printable(request.error().why));
    }
}

}  // namespace
}  // namespace duello
