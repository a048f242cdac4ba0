// Events in JSON, written for clients and read back by them.
#include "json/state.hpp"

#include <gmock/gmock.h>

#include "json/reader.hpp"

namespace duello {
namespace {

std::expected<News, Complaint> news_of(std::string_view text) {
  const auto value = read_json(text);
  EXPECT_TRUE(value) << text;
  return read_news(*value);
}

TEST(NewsJson, IsReadAsItWasWritten) {
  for (const std::string_view text : {
           R"({"number":1,"event":"started","first":2})",
           R"({"number":2,"event":"moved","seat":1,"move":"5-6"})",
           R"({"number":3,"event":"moved","seat":2})",
           R"({"number":4,"event":"new_round"})",
           R"({"number":5,"event":"swapped","by":2})",
           R"({"number":6,"event":"offered","by":1})",
           R"({"number":7,"event":"declined","by":2})",
           R"({"number":8,"event":"took_back","by":1,"moves":1})",
           R"({"number":9,"event":"took_back","by":1,"moves":1000000})",
           R"({"number":10,"event":"ended","winner":1,"how":"played","reason":"why"})",
           R"({"number":11,"event":"ended","winner":2,"how":"time","reason":"why"})",
           R"({"number":4294967295,"event":"ended","winner":1,"how":"coin","reason":"why"})",
       }) {
    const auto news = news_of(text);
    ASSERT_TRUE(news) << text << ": " << news.error().why;
    std::string again;
    append_news(again, *news);
    EXPECT_EQ(again, text);
  }
}

TEST(NewsJson, IsRefusedIfItIsAnythingElse) {
  for (const std::string_view text : {
           R"({"event":"new_round"})",
           R"({"number":0,"event":"new_round"})",
           R"({"number":4294967296,"event":"new_round"})",
           R"({"number":1,"event":"new_day"})",
           R"({"number":1,"event":"swapped"})",
           R"({"number":1,"event":"took_back","by":1,"moves":0})",
           R"({"number":1,"event":"took_back","by":1,"moves":1000001})",
           R"({"number":1,"event":"revealed","moves":[{"seat":1}]})",
           R"({"number":1,"event":"ended","winner":1,"how":"somehow","reason":"why"})",
           R"({"number":1,"event":"ended","winner":3,"how":"played","reason":"why"})",
           R"({"number":1,"event":"ended","how":"played","reason":"why"})",
           "[]",
       })
    EXPECT_FALSE(news_of(text)) << text;
  EXPECT_THAT(news_of(R"({"number":1,"event":"ended","winner":1,"how":"somehow","reason":"why"})").error().why,
              testing::HasSubstr("played, resigned, forfeited, coin"));
}

TEST(NewsJson, RevealsMoves) {
  const auto news =
      news_of(R"({"number":3,"event":"revealed","moves":[{"seat":1,"move":"1:2"},{"seat":2,"move":"pass"}]})");
  ASSERT_TRUE(news) << news.error().why;
  const auto& revealed = std::get<news::Revealed>(news->what);
  ASSERT_EQ(revealed.moves.size(), 2U);
  EXPECT_EQ(revealed.moves[1].seat, Seat::two);
  EXPECT_EQ(revealed.moves[1].move, "pass");
}

}  // namespace
}  // namespace duello
