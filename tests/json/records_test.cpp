// Records as JSON: the same back, secrets as veiled as in the text, and nothing that no record could say.
#include "json/records.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "core/random.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

constexpr JsonLimits kRoomy{.bytes = 1 << 20};

std::expected<Record, Complaint> read_back(const std::string& json) {
  const auto value = read_json(json, kRoomy);
  if (!value) return std::unexpected(value.error());
  return read_record(*value);
}

// A game that has gone so far, dressed with all that a record can have.
Record any_record(std::uint64_t seed) {
  Random random(seed);
  const GameEntry& entry = all_games()[random.below(all_games().size())];
  const auto game = *entry.make({});
  Referee referee(*game, {.round_limit = 2, .seed = random()});
  for (auto left = random.below(12); left != 0 && !referee.result(); --left) {
    const AnyView view = referee.view(referee.mover());
    EXPECT_TRUE(referee.play(game->pick(view, random.below(game->count(view)))));
  }
  Record record = record_of(*game, referee.conditions());
  bring_up_to_date(record, referee);
  const std::vector<std::string> texts{"", "human", "Änn \"the\\first\"", "{", "] ]", "engine:./a\t'b'", "😀", "a  b"};
  const auto any = [&](std::size_t count) { return texts[random.below(count)]; };
  record.date = any(2);
  for (const Seat seat : kSeats) record.players[seat] = any(texts.size());
  if (random.below(2) == 0) record.set("Site", any(3));
  if (random.below(2) == 0) record.preface = any(4);
  for (RecordedMove& move : record.moves)
    if (random.below(3) == 0) move.comment = any(5);
  return record;
}

RC_GTEST_PROP(RecordJson, ReadsBackAsItWas, (std::uint64_t seed)) {
  const Record record = any_record(seed);
  const std::string json = json_text(append_record, record);
  const auto again = read_back(json);
  RC_LOG() << json << '\n' << (again ? "" : again.error().why) << '\n';
  RC_ASSERT(again.has_value());
  RC_ASSERT(record_text(*again) == record_text(record));
  RC_ASSERT(again->players == record.players);
  RC_ASSERT(json_text(append_record, *again) == json);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    RC_ASSERT(again->moves[i].veiled == record.moves[i].veiled);
    RC_ASSERT(again->moves[i].text == record.moves[i].text);
  }
}

TEST(RecordJson, SaysWhatTheTextSays) {
  const auto records = read_records(R"([Game "color-bridge"]
[Rules "length=11 run=3 reach=2"]
[Date "2026.11.15"]
[Player1 "human"]
[Player2 "perfect"]
[First "1"]
[Result "1-0"]
[Reason "three in a row at 4 5 6"]
[Name1 "Ann"]

1. 5-6 7 {too near} 2. 4 1-0
)");
  EXPECT_EQ(json_text(append_record, records->front()),
            R"({"game":"color-bridge","rules":"length=11 run=3 reach=2","date":"2026.11.15",)"
            R"("players":["human","perfect"],"first":1,"result":"1-0","reason":"three in a row at 4 5 6",)"
            R"("tags":{"Name1":"Ann"},"moves":["5-6","7","4"],"comments":{"2":"too near"}})");
}

TEST(RecordJson, LeavesOutWhatIsNotThere) {
  const auto records =
      read_records("[Game \"g\"]\n[Player1 \"human\"]\n[Player2 \"x\"]\n[Result \"1-0\"]\n\n1. a b 1-0\n");
  EXPECT_EQ(json_text(append_record, records->front()),
            R"({"game":"g","rules":"","players":["human","x"],"first":1,"result":"1-0","moves":["a","b"]})");
}

TEST(RecordJson, VeilsWhatIsSecretInTheRecord) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {.seed = 12345});
  play(referee, "1:9,2:6");
  Record record = record_of(*game, referee.conditions());
  bring_up_to_date(record, referee);
  const std::string json = json_text(append_record, record);
  EXPECT_EQ(json.find("1:9"), std::string::npos) << json;
  EXPECT_EQ(json.find("12345"), std::string::npos) << json;
  const auto again = read_back(json);
  ASSERT_TRUE(again) << again.error().why;
  EXPECT_TRUE(again->moves.front().veiled);
  EXPECT_EQ(again->moves.front().text, "1:9,2:6");
}

TEST(RecordJson, SpellsOutPlayersThatAreNoText) {
  Record record;
  record.game = "g";
  record.players[Seat::one] = "engine:\xff\\";
  EXPECT_THAT(json_text(append_record, record), testing::HasSubstr(R"("engine:\\xff\\\\")"));
}

// With one thing changed.
std::string damaged(std::string_view from, std::string_view to) {
  std::string json =
      R"({"game":"g","rules":"a=1","players":["x","y"],"first":1,"result":"*","tags":{"Site":"here"},"moves":["5","6"]})";
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return json.replace(at, from.size(), to);
}

TEST(RecordJson, MayHaveAnyBlanksInItsComments) {
  const auto read = read_back(damaged("\"moves\"", R"("comments":{"1":" a\nb "},"preface":" c\n d ","moves")"));
  ASSERT_TRUE(read) << read.error().why;
  EXPECT_EQ(read->moves.front().comment, "a b");
  EXPECT_EQ(read->preface, "c d");
}

TEST(RecordJson, IsRefusedWhereNoRecordCouldSayThat) {
  ASSERT_TRUE(read_back(damaged("here", "there")));
  const std::vector<std::pair<std::string_view, std::string_view>> kDamages{
      {"\"game\":\"g\",", ""},
      {"\"g\"", "7"},
      {"\"g\"", "\"\""},
      {"a=1", R"(a=1\nb)"},
      {"[\"x\",\"y\"]", "[\"x\"]"},
      {"\"first\":1", "\"first\":3"},
      {"\"first\":1", "\"first\":\"1\""},
      {"\"*\"", "\"1-1\""},
      {"\"here\"", "1"},
      {"Site", "Site\\\"]\\n[Event"},
      {"Site", "Game"},
      {"\"5\"", "\"5 7\""},
      {"\"5\"", "\"\""},
      {"\"5\"", "\"1-0\""},
      {"\"5\"", "\"{5}\""},
      {"\"5\"", "\"~zz\""},
      {"\"moves\":[\"5\",\"6\"]", "\"moves\":[\"5\"],\"comments\":{\"2\":\"no\"}"},
      {"\"moves\":[\"5\",\"6\"]", "\"moves\":[\"5\"],\"comments\":{\"1\":\"} 6 {\"}"},
      {"\"moves\":[\"5\",\"6\"]", "\"moves\":[\"5\"],\"comments\":[]"},
      {R"("moves":["5","6"])", R"("moves":["{x","6"],"comments":{"2":"y} 7 8"})"},
      {R"("moves":["5","6"])", R"("preface":"a} 5 {b","moves":["6"])"},
      {R"("moves":["5","6"])", R"("preface":"a} {b","moves":["5"])"},
      {R"("moves":["5","6"])", R"("moves":["5"],"comments":{"1":"} * {"})"},
      {R"("moves":["5","6"])", R"("moves":["5"],"comments":{"01":"x"})"},
      {R"("moves":["5","6"])", R"("moves":["5"],"comments":{"1":"x","01":"y"})"},
      {"\"moves\"", "\"more\":1,\"moves\""}};
  for (const auto& [from, to] : kDamages) {
    const auto read = read_back(damaged(from, to));
    ASSERT_FALSE(read) << to;
    EXPECT_TRUE(is_printable(read.error().why)) << read.error().why;
  }
}

}  // namespace
}  // namespace duello
