#include "arguments/options.hpp"

#include <gmock/gmock.h>

#include <optional>

#include "tests/arguments/command_words.hpp"

namespace duello {
namespace {

using ::testing::ElementsAre;

const ProgramText kProgram{.name = "prog", .version = "1", .about = "", .footer = ""};

// The options are those of the command `go`.
std::string complaint_about(const Options& options, std::vector<std::string> words) {
  const Options none;
  const Parser parser(kProgram, none, {{.name = "go", .about = "", .options = &options}});
  words.insert(words.begin(), "go");
  try {
    parser.accept(parser.parse(CommandWords(words)));
  } catch (const WrongOptions& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(Options, LeaveWhatIsNotGivenAsItIs) {
  int games = 7;
  bool stats = false;
  Options options;
  options.number({"--games", "N", ""}, games, 1, 9);
  options.flag("--stats", "", stats, true);
  EXPECT_EQ(complaint_about(options, {}), "");
  EXPECT_EQ(games, 7);
  EXPECT_FALSE(stats);
  EXPECT_EQ(complaint_about(options, {"--games", "9", "--stats"}), "");
  EXPECT_EQ(games, 9);
  EXPECT_TRUE(stats);
}

TEST(Options, NameTheRangeOfANumber) {
  std::optional<int> depth;
  std::optional<std::uint64_t> seed;
  Options options;
  options.number({"DEPTH", "", ""}, depth, 0, 1000);
  options.number({"--seed", "N", ""}, seed, std::uint64_t{0}, ~std::uint64_t{0});
  EXPECT_EQ(complaint_about(options, {"1001"}), "DEPTH must be a whole number from 0 to 1000, not '1001'");
  EXPECT_EQ(complaint_about(options, {"-1"}), "DEPTH must be a whole number from 0 to 1000, not '-1'");
  EXPECT_EQ(complaint_about(options, {""}), "DEPTH must be a whole number from 0 to 1000, not ''");
  EXPECT_EQ(complaint_about(options, {"--seed", "18446744073709551616"}),
            "--seed must be a whole number from 0 to 18446744073709551615, not '18446744073709551616'");
  EXPECT_EQ(complaint_about(options, {"--seed", "18446744073709551615"}), "");
  EXPECT_EQ(seed, ~std::uint64_t{0});
}

TEST(Options, ListAndCompleteTheWordsOfAChoice) {
  std::optional<int> first = 1;
  Options options;
  const CommandOption& choice =
      options.choice({"--first", "WHICH", ""}, first, {{"1", 1}, {"2", 2}, {"random", std::nullopt}});
  EXPECT_EQ(complaint_about(options, {"--first", "3"}), "--first must be 1, 2 or random, not '3'");
  EXPECT_THAT(choice.offers({}), ElementsAre("1", "2", "random"));
  EXPECT_EQ(complaint_about(options, {"--first=random"}), "");
  EXPECT_EQ(first, std::nullopt);
}

TEST(Options, RefuseAnEmptyName) {
  std::string name = "as it was";
  Options options;
  options.name({"--discard", "NAME", ""}, name);
  options.name({"FILE", "", ""}, name);
  EXPECT_EQ(complaint_about(options, {"--discard", ""}), "--discard must not be empty");
  EXPECT_EQ(complaint_about(options, {"--discard="}), "--discard must not be empty");
  EXPECT_EQ(complaint_about(options, {""}), "FILE must not be empty");
  EXPECT_EQ(name, "as it was");
}

TEST(Options, AreTakenInTheOrderOfTheLine) {
  std::vector<std::string> taken;
  const auto take = [&](const std::string& text, const std::string& called) { taken.push_back(called + text); };
  Options options;
  options.value({"--players", "WHO", ""}, take).repeated();
  options.value({"--player", "WHO", ""}, take).repeated();
  options.value({"GAME", "", ""}, take);
  EXPECT_EQ(complaint_about(options, {"--player", "a", "--players", "b", "game", "--player=c"}), "");
  EXPECT_THAT(taken, ElementsAre("--playera", "--playersb", "GAMEgame", "--playerc"));
}

TEST(Options, RefuseTwoThatExcludeEachOther) {
  enum class Format : std::uint8_t { text, csv, json };
  Format format = Format::text;
  Options options;
  options.flag("--csv", "", format, Format::csv);
  options.flag("--json", "", format, Format::json);
  options.not_both("--csv", "--json");
  EXPECT_EQ(complaint_about(options, {"--json", "--csv"}), "Give --csv or --json, not both");
  EXPECT_EQ(complaint_about(options, {"--json"}), "");
  EXPECT_EQ(format, Format::json);
}

TEST(Options, RefuseOneThatHasNoEffect) {
  int rounds = 0;
  Options options;
  options.number({"--rounds", "N", ""}, rounds, 0, 9);
  options.check("--rounds", [&] { return rounds == 3 ? "There are no rounds" : ""; });
  EXPECT_EQ(complaint_about(options, {"--rounds", "3"}), "There are no rounds; leave --rounds out");
  EXPECT_EQ(complaint_about(options, {"--rounds", "4"}), "");
}

}  // namespace
}  // namespace duello
