// Records: whatever is played reads back as it was written, and whatever is wrong is named with its place.
#include "match/replay.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include "core/random.hpp"
#include "match/conduct.hpp"
#include "match/series.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

// Every game by the book and in each of its named variants.
std::vector<std::unique_ptr<const AnyGame>> all_variants() {
  std::vector<std::unique_ptr<const AnyGame>> games;
  for (const GameEntry& entry : all_games()) {
    games.push_back(*entry.make({}));
    for (const Variant& variant : entry.facts->variants) games.push_back(*entry.make(words_of(variant.settings)));
  }
  return games;
}

Record record_now(const Referee& referee) {
  Record record = record_of(referee.game(), referee.conditions());
  record.date = "2026.11.15";
  record.players = {{"human", "level:2"}};
  bring_up_to_date(record, referee);
  return record;
}

AnyMove random_move(const Referee& referee, Random& random) {
  const AnyView view = referee.view(referee.mover());
  return referee.game().pick(view, random.below(referee.game().count(view)));
}

// Same bytes, same moves, same position, same end.
void expect_round_trip(const Referee& referee) {
  const Record record = record_now(referee);
  const std::string text = record_text(record);
  for (const std::string& line : lines_of(text)) EXPECT_LE(columns(line), 145U) << line;
  const auto read = read_records(text);
  ASSERT_TRUE(read) << read.error().why << '\n' << text;
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(record_text(read->front()), text);
  const auto again = replayed(read->front());
  ASSERT_TRUE(again) << again.error().why << '\n' << text;
  EXPECT_EQ(line_of_moves(*again->referee), line_of_moves(referee));
  EXPECT_EQ(everything_shown(*again->referee), everything_shown(referee));
  EXPECT_EQ(record_text(record_now(*again->referee)), text);
  ASSERT_EQ(again->referee->result().has_value(), referee.result().has_value());
  if (!referee.result()) return;
  EXPECT_EQ(again->referee->result()->winner, referee.result()->winner);
  EXPECT_EQ(again->referee->result()->how, referee.result()->how);
  EXPECT_EQ(again->referee->closing(plain_pen(referee.game())), referee.closing(plain_pen(referee.game())));
}

TEST(Record, RandomGamesOfEveryVariantRoundTripAfterEveryMove) {
  Random random(5);
  for (const auto& game : all_variants()) {
    SCOPED_TRACE(game->facts().id);
    for (int i = 0; i < 12; ++i) {
      const Seat first = game->facts().one_starts || random.below(2) == 0 ? Seat::one : Seat::two;
      Referee referee(*game, {.first = first, .round_limit = 2, .seed = random()});
      while (!referee.result()) {
        expect_round_trip(referee);
        ASSERT_TRUE(referee.play(random_move(referee, random)));
      }
      expect_round_trip(referee);
    }
  }
}

TEST(Record, ResignationForfeitTimeAndSwapRoundTrip) {
  const auto game = game_called("color-bridge");
  for (const bool swaps : {false, true})
    for (const int how : {0, 1, 2, 3}) {
      Referee referee(*game, {.seed = 3, .swap = true});
      play(referee, "5");
      if (swaps) referee.swap();
      play(referee, "7 2");
      if (how == 1) referee.resign(Seat::one);
      if (how == 2) referee.forfeit(Seat::two, "it crashed (signal 11)");
      if (how == 3) referee.lose_on_time(Seat::two);
      expect_round_trip(referee);
    }
}

TEST(Record, ResultIsThePlayersWhoMayHaveChangedSeats) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {.swap = true});
  play(referee, "5");
  referee.swap();
  play(referee, "9 6 10 4");
  ASSERT_TRUE(referee.result());
  EXPECT_EQ(referee.result()->winner, Seat::one);
  const Record record = record_now(referee);
  EXPECT_EQ(record.result(), "0-1");
  EXPECT_THAT(record_text(record), testing::HasSubstr("1. 5 swap 2. 9 6 3. 10 4 0-1"));
}

TEST(Record, ReadsTheRecordOfTheManual) {
  const auto records = read_records(R"([Game "color-bridge"]
[Rules "length=11 run=3 reach=2"]
[Date "2026.11.15"]
[Player1 "human"]
[Player2 "perfect"]
[First "1"]
[Result "1-0"]
[Reason "three in a row at 4 5 6"]

1. 5-6 7 2. 4 1-0
)");
  ASSERT_TRUE(records) << records.error().why;
  const Record& record = records->front();
  EXPECT_EQ(record.players[Seat::two], "perfect");
  EXPECT_EQ(record.winner, Seat::one);
  EXPECT_EQ(record.moves.size(), 3U);
  EXPECT_TRUE(replayed(record));
}

constexpr std::string_view kHead = "[Game \"color-bridge\"]\n[Result \"1-0\"]\n\n";

TEST(Record, TakesCommentsSeveralGamesAndLooseSpacing) {
  const std::string text =
      cat(kHead, "{the start}\r\n1.5-6 {a\n good one} 7 2... 4 {wins} {at once} 1-0\n", kHead, "5-6 7\n4 1-0   ");
  const auto records = read_records(text);
  ASSERT_TRUE(records) << records.error().why;
  ASSERT_EQ(records->size(), 2U);
  EXPECT_EQ((*records)[0].preface, "the start");
  EXPECT_EQ((*records)[0].moves[0].comment, "a good one");
  EXPECT_EQ((*records)[0].moves[2].comment, "wins at once");
  for (const Record& record : *records) EXPECT_TRUE(replayed(record));
  const auto again = read_records(record_text((*records)[0]));
  ASSERT_TRUE(again);
  EXPECT_EQ(record_text(again->front()), record_text((*records)[0]));
}

TEST(Record, EveryTagIsKeptAndQuotesAreEscaped) {
  const std::string text = cat("[Game \"color-bridge\"]\n[Event \"a \\\"b\\\" \\\\ c\"]\n[Site \"\"]\n\n*\n");
  const auto records = read_records(text);
  ASSERT_TRUE(records) << records.error().why;
  EXPECT_EQ(records->front().tag("Event"), "a \"b\" \\ c");
  EXPECT_THAT(record_text(records->front()), testing::HasSubstr("[Event \"a \\\"b\\\" \\\\ c\"]\n[Site \"\"]\n"));
}

struct Wrong {
  std::string text;
  std::string why;
};

TEST(Record, WhatIsMalformedIsNamedByLineAndColumn) {
  const std::string head(kHead);
  for (const auto& [text, why] : std::vector<Wrong>{
           {"", "There is no record in it"},
           {"1. 5-6", "Line 1, column 1: a record begins with tags, as in [Game \"...\"]"},
           {"[Result \"*\"]\n\n*", "Line 1, column 1: this record has no tag [Game \"...\"]"},
           {"[Game]", "Line 1, column 6: the tag Game needs a value in quotes"},
           {"[\"x\"]", "Line 1, column 2: a tag has a name of letters and digits behind its ["},
           {"[Game \"color-bridge]\n", "Line 1, column 21: the value of the tag Game has no closing quote"},
           {"[Game \"color-bridge\"\n", "Line 1, column 21: the tag Game has no closing ]"},
           {"[Game \"a\"]\n[Game \"b\"]\n\n*", "Line 2, column 1: the tag Game appears twice"},
           {"[Game \"a\\n\"]",
            "Line 1, column 10: only a quote, a \\ or the code of a character, as in \\x09, can follow a \\"},
           {"[Game \"a\"]\n[First \"3\"]\n\n*", "Line 2, column 1: the tag First must be 1 or 2, not '3'"},
           {"[Game \"a\"]\n[Result \"2-0\"]\n\n*", "Line 2, column 1: the tag Result must be 1-0, 0-1 or *, not '2-0'"},
           {"[Game \"a\"]\n[Player1 \"\033[2J\"]\n\n*",
            "Line 2, column 1: the value of the tag Player1 is not plain text"},
           {head + "1. 5-6 7", "Line 4, column 9: the game has no result (1-0, 0-1 or *) behind its last move"},
           {head + "1. 5-6 0-1", "Line 4, column 8: the moves end in 0-1, but the tag Result says 1-0"},
           {head + "1. 5-6 7 3. 4 1-0", "Line 4, column 10: move number '3' where 2 is due"},
           {head + "1. {å 5-6", "Line 4, column 4: this comment has no closing }"},
           {head + "{å} {\033} 1-0", "Line 4, column 5: this comment is not plain text"},
           {head + "1. ~bcd 1-0", "Line 4, column 4: this secret move is damaged"},
       }) {
    const auto records = read_records(text);
    ASSERT_FALSE(records) << text;
    EXPECT_EQ(records.error().why, why);
  }
}

TEST(Record, WhatCannotBePlayedIsNamedByItsMove) {
  for (const auto& [text, why] : std::vector<Wrong>{
           {"[Game \"chess\"]\n\n*", "There is no game 'chess'"},
           {"[Game \"color-bridge\"]\n[Rules \"length=99\"]\n\n*", "The rule 'length' must be"},
           {"[Game \"color-clash\"]\n[First \"2\"]\n\n*", "In Color Clash player 1 always moves first"},
           {"[Game \"color-bridge\"]\n[Rounds \"-1\"]\n\n*",
            "The tag Rounds must be a whole number from 0 to 1000000, not '-1'"},
           {"[Game \"color-bridge\"]\n[Rounds \"1000001\"]\n\n*",
            "The tag Rounds must be a whole number from 0 to 1000000, not '1000001'"},
           {"[Game \"color-bridge\"]\n[Swap \"no\"]\n\n*", "The tag Swap can only be 'yes', not 'no'"},
           {"[Game \"color-bridge\"]\n\n1. 5-6 6 *", "Line 3, column 8: move 2 ('6') is not legal: "},
           {"[Game \"color-bridge\"]\n\n1. 5 swap *",
            "Line 3, column 6: move 2 ('swap') is not legal: seats cannot be changed there"},
           {cat(kHead, "5-6 7 4 8 1-0"),
            "Line 4, column 9: move 4 ('8') is one too many: the game is over after move 3"},
           {"[Game \"color-bridge\"]\n\n5-6 7 4 *", "The record's result is *, but its moves end in 1-0"},
           {"[Game \"color-bridge\"]\n[Result \"0-1\"]\n\n5-6 7 4 0-1",
            "The record's result is 0-1, but its moves end in 1-0"},
       }) {
    const auto records = read_records(text);
    ASSERT_TRUE(records) << text << records.error().why;
    const auto game = replayed(records->front());
    ASSERT_FALSE(game) << text;
    EXPECT_THAT(game.error().why, testing::StartsWith(why));
  }
}

TEST(Record, IsPlayedAsFarAsIsWanted) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7 4");
  const Record record = record_now(referee);
  for (const std::size_t moves : {0U, 1U, 3U, 99U}) {
    const auto part = refereed(*game, record, moves);
    ASSERT_TRUE(part) << part.error().why;
    EXPECT_EQ((*part)->moves().size(), std::min<std::size_t>(moves, 3));
  }
}

TEST(Record, KnowsHowManyRoundsMayBeUndecided) {
  const auto rounds = [](std::string_view tag) {
    Record record;
    if (!tag.empty()) record.set(kRoundsTag, tag);
    return conditions_of(record)->round_limit;
  };
  EXPECT_EQ(rounds(""), 10);
  EXPECT_EQ(rounds("0"), 0);
  EXPECT_EQ(rounds("1000000"), 1'000'000);
}

TEST(Record, TheSeedIsVeiledUntilTheGameIsOver) {
  const auto game = game_called("capture-the-flag");
  Referee referee(*game, {.seed = 1234567890123456789U});
  play(referee, "3 3");
  const std::string unfinished = record_text(record_now(referee));
  EXPECT_THAT(unfinished, testing::Not(testing::HasSubstr("123456789")));
  const auto read = read_records(unfinished);
  ASSERT_TRUE(read) << read.error().why;
  EXPECT_EQ(conditions_of(read->front())->seed, 1234567890123456789U);
  play(referee, "3 1");
  ASSERT_TRUE(referee.result());
  EXPECT_THAT(record_text(record_now(referee)), testing::HasSubstr("[Seed \"1234567890123456789\"]\n"));
}

TEST(Record, TheSeedOfASeriesIsAlwaysVeiled) {
  Record record;
  record.game = "color-bridge";
  record.set(kSeriesSeedTag, "123456789");
  for (const auto winner : {std::optional<Seat>(), std::optional(Seat::two)}) {
    record.winner = winner;
    const std::string text = record_text(record);
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("123456789")));
    const auto read = read_records(text);
    ASSERT_TRUE(read) << read.error().why;
    EXPECT_EQ(read->front().tag(kSeriesSeedTag), "123456789");
    EXPECT_EQ(record_text(read->front()), text);
  }
}

TEST(Record, ASeedIsReadAsItWasWrittenWhateverItIs) {
  for (const std::string seed :
       {"0", "7", "007", "18446744073709551615", "18446744073709551616", "", "-1", "a b", "é"}) {
    Record record;
    record.game = "color-bridge";
    record.set(kSeedTag, seed);
    const auto read = read_records(record_text(record));
    ASSERT_TRUE(read) << seed << ": " << read.error().why;
    EXPECT_EQ(read->front().tag(kSeedTag), seed);
  }
  for (const std::string seed : {"~", "~b", "~bcd", "~zzzz", "~bbbbbb"}) {
    const auto read = read_records(cat("[Game \"color-bridge\"]\n[Seed \"", seed, "\"]\n\n*\n"));
    ASSERT_FALSE(read) << seed;
    EXPECT_EQ(read.error().why, "Line 2, column 1: the veiled value of the tag Seed is damaged");
  }
}

TEST(Record, SecretMovesAreVeiledUntilTheyAreRevealed) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5,2:3 3:7");
  const std::string hidden = record_text(record_now(referee));
  for (const char* const secret : {"1:5", "2:3", "3:7"}) EXPECT_EQ(hidden.find(secret), std::string::npos);
  play(referee, "pass");
  // Not even the length of a veiled move tells something.
  const auto words = words_of(record_text(record_now(referee)));
  std::vector<std::size_t> lengths;
  for (const std::string& word : words)
    if (word.starts_with('~')) lengths.push_back(word.size());
  EXPECT_THAT(lengths, testing::ElementsAre(lengths.at(0), lengths.at(0), lengths.at(0)));
  play(referee, "pass");
  ASSERT_TRUE(referee.result());
  EXPECT_THAT(record_text(record_now(referee)), testing::HasSubstr("1. 1:5,2:3 3:7 2. pass pass"));
}

// A veil has a form that does not change, and what is no move below it is damaged.
TEST(Record, AVeilIsAsLongAsEverAndHoldsAMove) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {.seed = 7});
  play(referee, "1:5");
  const Record record = record_now(referee);
  const std::string text = record_text(record);
  const auto veil_behind = [&](std::string_view before) {
    const std::size_t begin = text.find('~', text.find(before));
    return text.substr(begin, text.find_first_not_of("bcdfghjklmnpqrst~", begin) - begin);
  };
  const std::string move = veil_behind("\n\n");
  EXPECT_EQ(move.size(), 1 + 2 * 72U);
  EXPECT_EQ(veil_behind("[Seed").size(), 1 + 2 * 24U);
  const auto why = [&](const std::string& damaged) {
    std::string changed = text;
    changed.replace(changed.find(move), move.size(), damaged);
    const auto read = read_records(changed);
    return read ? "nothing" : read.error().why;
  };
  EXPECT_EQ(why(move), "nothing");
  // The first byte with its highest bit changed is no character any more.
  constexpr std::string_view kDigits = "bcdfghjklmnpqrst";
  std::string no_character = move;
  no_character[1] = kDigits[kDigits.find(move[1]) ^ 8];
  // The colon has become a blank.
  std::string two_words = move;
  two_words[3] = kDigits[kDigits.find(move[3]) ^ 1];
  two_words[4] = kDigits[kDigits.find(move[4]) ^ 10];
  for (const std::string& damaged : {move.substr(0, move.size() - 1), std::string("~"), no_character, two_words})
    EXPECT_THAT(why(damaged), testing::HasSubstr("this secret move is damaged")) << damaged;
}

TEST(Record, DatesAreThoseOfTheCalendar) {
  for (const std::string_view date : {"2026.11.18", "2024.02.29", "2000.02.29", "0001.01.01", "9999.12.31"})
    EXPECT_TRUE(is_date(date)) << date;
  for (const std::string_view date : {"2023.02.29", "1900.02.29", "2026.13.01", "2026.00.01", "2026.04.31",
                                      "2026.01.00", "2026-11-18", "2026.11.1", "2026.11.188", "x026.11.18", ""})
    EXPECT_FALSE(is_date(date)) << date;
}

TEST(Record, ARevealedPhaseStaysOpenWhileTheNextIsSecret) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5 2:5 pass pass 3:2");
  ASSERT_FALSE(referee.result());
  EXPECT_THAT(record_text(record_now(referee)), testing::HasSubstr("1. 1:5 2:5 2. pass pass 3.\n~"));
  EXPECT_EQ(referee.told(Seat::two), (std::vector<std::string>{"1:5", "2:5", "pass", "pass", "?"}));
  EXPECT_EQ(referee.told(Seat::one), (std::vector<std::string>{"1:5", "2:5", "pass", "pass", "3:2"}));
}

TEST(Record, AMoveAddedChangesNothingBeforeTheEnding) {
  const auto game = game_called("color-capture", {"tokens=60"});
  Random random(1);
  Referee referee(*game, {});
  std::string before = record_text(record_now(referee));
  while (true) {
    ASSERT_TRUE(referee.play(random_move(referee, random)));
    if (referee.result()) break;
    const std::string now = record_text(record_now(referee));
    EXPECT_TRUE(now.starts_with(std::string_view(before).substr(0, before.size() - 3))) << before << now;
    before = now;
  }
}

TEST(Series, IsToldByItsRecords) {
  const auto game = game_called("color-bridge");
  std::vector<Record> records;
  const auto add = [&](std::string_view place, std::optional<Seat> winner) {
    Record record;
    record.game = "color-bridge";
    record.winner = winner;
    record.set(kSeriesTag, place);
    records.push_back(record);
  };
  records.emplace_back();  // a game before the series
  add("1 of 3", Seat::one);
  add("2 of 3", Seat::one);
  const auto series = Series::told_by(records);
  ASSERT_TRUE(series) << series.error().why;
  EXPECT_EQ(series->wins(0), 1);
  EXPECT_EQ(series->wins(1), 1);
  EXPECT_FALSE(series->is_over());
  EXPECT_EQ(series->tag(), "3 of 3");
  add("3 of 3", std::nullopt);
  EXPECT_EQ(Series::told_by(records)->played(), 2);
  records.erase(records.begin() + 1);
  EXPECT_FALSE(Series::told_by(records));
  records.back().set(kSeriesTag, "x");
  EXPECT_FALSE(Series::told_by(records));
}

TEST(Record, WhateverCanBeAPlayerReadsBack) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7");
  for (const std::string command : {"./bot\t-x", "./bot\n-x", "./bot \"a b\" \\ 'c'", "./b\xff\xc3", "a\u00adb",
                                    "]\"] {x} 1-0 [", "\\x41", "\r\n\x01\x7f", "\u674e"}) {
    Record record = record_now(referee);
    record.players[Seat::two] = cat("engine:", command);
    const auto read = read_records(record_text(record));
    ASSERT_TRUE(read) << read.error().why << '\n' << record_text(record);
    EXPECT_EQ(read->front().players[Seat::two], record.players[Seat::two]);
    EXPECT_TRUE(is_printable(joined(lines_of(record_text(record)), ""))) << record_text(record);
  }
}

RC_GTEST_PROP(AnyRecord, ReadsBackWhoeverPlays, (const std::string& one, const std::string& two)) {
  RC_PRE(one.find('\0') == std::string::npos && two.find('\0') == std::string::npos);
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  Record record = record_now(referee);
  record.players = {{one, two}};
  const auto read = read_records(record_text(record));
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->size() == 1U);
  RC_ASSERT(read->front().players[Seat::one] == one && read->front().players[Seat::two] == two);
}

TEST(Record, ANameThatShowsAsNothingIsNone) {
  for (const std::string_view name : {"  ", " Ann", "\u00a0", "\u0301", ""}) {
    const auto read = read_records(cat("[Game \"x\"][Name1 \"", name, "\"][Name2 \"Bob\"]\n\n*\n"));
    ASSERT_TRUE(read) << read.error().why;
    EXPECT_EQ(read->front().name(Seat::one), "");
    EXPECT_EQ(read->front().name(Seat::two), "Bob");
  }
}

TEST(Record, OnlyPlayersMayBeAnything) {
  const auto says = [](std::string_view tags) {
    const auto read = read_records(cat(tags, "\n\n*\n"));
    return read ? std::string() : read.error().why;
  };
  EXPECT_EQ(says(R"([Game "x"][Player1 "a\x09b"])"), "");
  EXPECT_EQ(says(R"([Game "x"][Name1 "a\x09b"])"), "Line 1, column 11: the value of the tag Name1 is not plain text");
  EXPECT_NE(says("[Game \"x\"][Player1 \"a\tb\\x09\"]"), "");
  EXPECT_EQ(says("[Game \"x\"][Player1 \"a\tb\"]"),
            "Line 1, column 11: the value of the tag Player1 is not plain text");
  for (const char* const wrong : {R"(\x00)", R"(\x4)", R"(\xg0)", R"(\n)", R"(\x)", R"(\x+1)"})
    EXPECT_THAT(says(cat("[Game \"x\"][Player1 \"", wrong, "\"]")), testing::HasSubstr("can follow a \\")) << wrong;
}

TEST(Record, AResultOrANumberIsNotAMove) {
  for (const char* const moves : {"1. 5 6 2.*", "1.1-0 *", "1.1.5 *", "1.1. *", "1. 5 6 2.2.7 *"}) {
    const auto read = read_records(cat("[Game \"x\"]\n\n", moves, '\n'));
    ASSERT_FALSE(read) << moves;
    EXPECT_THAT(read.error().why, testing::HasSubstr("is not a move"));
  }
  EXPECT_TRUE(read_records("[Game \"x\"]\n\n1.5 6 2. *\n"));
}

TEST(Record, MayHaveAHundredTagsAndAMillionCharactersInEach) {
  std::string text = cat("[Game \"", std::string(1 << 20, 'x'), "\"]");
  for (int i = 1; i < 100; ++i) text += cat("[T", i, " \"\"]");
  EXPECT_TRUE(read_records(text + '*'));
  EXPECT_FALSE(read_records(text + "[T100 \"\"]*"));
}

TEST(Record, HasLinesOfEightyColumnsWhereTheMovesAllowIt) {
  const auto moves = [](std::size_t length) {
    Record record;
    record.game = "x";
    record.moves = {{.text = std::string(length, 'x')}, {.text = "7"}};
    const std::string text = record_text(record);
    return text.substr(text.find("\n\n") + 2);
  };
  const std::string longest(77, 'x');
  EXPECT_EQ(moves(77), cat("1. ", longest, "\n7 *\n"));
  EXPECT_EQ(moves(78), cat("1.\n", longest, "x 7\n*\n"));
  EXPECT_EQ(moves(75), cat("1. ", longest.substr(2), " 7\n*\n"));
  EXPECT_EQ(moves(76), cat("1. ", longest.substr(1), "\n7 *\n"));
}

TEST(Record, WhatWouldTakeAllMemoryIsRefused) {
  const auto why = [](const std::string& text) { return read_records(text).error().why; };
  std::string many = "[Game \"x\"]";
  for (int i = 0; i < 200; ++i) many += cat("[T", i, " \"\"]");
  EXPECT_THAT(why(many), testing::HasSubstr("a record has at most 100 tags"));
  EXPECT_THAT(why(cat("[Game \"", std::string((1 << 20) + 1, 'x'), "\"]\n*")), testing::HasSubstr("is too long"));
  std::string games;
  for (int i = 0; i < 1'000'001; ++i) games += "[Game \"x\"]*";
  EXPECT_EQ(why(games), "There are too many games in it to be read at once");
}

}  // namespace
}  // namespace duello
