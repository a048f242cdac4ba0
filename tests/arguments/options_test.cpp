#include "arguments/options.hpp"

#include <gmock/gmock.h>

#include <optional>

namespace duello {
namespace {

using ::testing::ElementsAre;

// What a line is given as, an option and its value at a time.
std::vector<GivenOption> line(const Options& options, const std::vector<std::pair<std::string, std::string>>& words) {
  std::vector<GivenOption> given;
  for (const auto& [name, value] : words)
    for (const CommandOption& option : options.all())
      if (option.text.name == name) given.push_back({&option, value});
  return given;
}

std::string complaint_about(const Options& options, const std::vector<std::pair<std::string, std::string>>& words) {
  try {
    options.accept(line(options, words));
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
  options.accept({});
  EXPECT_EQ(games, 7);
  EXPECT_FALSE(stats);
  options.accept(line(options, {{"--games", "9"}, {"--stats", ""}}));
  EXPECT_EQ(games, 9);
  EXPECT_TRUE(stats);
}

TEST(Options, NameTheRangeOfANumber) {
  std::optional<int> depth;
  std::optional<std::uint64_t> seed;
  Options options;
  options.number({"depth", "DEPTH", ""}, depth, 0, 1000);
  options.number({"--seed", "N", ""}, seed, std::uint64_t{0}, ~std::uint64_t{0});
  EXPECT_EQ(complaint_about(options, {{"depth", "1001"}}), "DEPTH must be a whole number from 0 to 1000, not '1001'");
  EXPECT_EQ(complaint_about(options, {{"depth", ""}}), "DEPTH must be a whole number from 0 to 1000, not ''");
  EXPECT_EQ(complaint_about(options, {{"--seed", "18446744073709551616"}}),
            "--seed must be a whole number from 0 to 18446744073709551615, not '18446744073709551616'");
  EXPECT_EQ(complaint_about(options, {{"--seed", "18446744073709551615"}}), "");
  EXPECT_EQ(seed, ~std::uint64_t{0});
}

TEST(Options, ListAndCompleteTheWordsOfAChoice) {
  std::optional<int> first = 1;
  Options options;
  const CommandOption& choice =
      options.choice({"--first", "WHICH", ""}, first, {{"1", 1}, {"2", 2}, {"random", std::nullopt}});
  EXPECT_EQ(complaint_about(options, {{"--first", "3"}}), "--first must be 1, 2 or random, not '3'");
  EXPECT_THAT(choice.offers({}), ElementsAre("1", "2", "random"));
  options.accept(line(options, {{"--first", "random"}}));
  EXPECT_EQ(first, std::nullopt);
}

TEST(Options, RefuseAnEmptyName) {
  std::string name = "as it was";
  Options options;
  options.name({"--discard", "NAME", ""}, name);
  options.name({"file", "FILE", ""}, name);
  EXPECT_EQ(complaint_about(options, {{"--discard", ""}}), "The NAME after --discard must not be empty");
  EXPECT_EQ(complaint_about(options, {{"file", ""}}), "FILE must not be empty");
  EXPECT_EQ(name, "as it was");
}

TEST(Options, TakeRepeatedOnesInTheOrderOfTheLine) {
  std::vector<std::string> taken;
  const auto take = [&](const std::string& text) { taken.push_back(text); };
  Options options;
  options.value({"--players", "WHO", ""}, take).repeated();
  options.value({"--player", "WHO", ""}, take).repeated();
  options.value({"--game", "GAME", ""}, take);
  options.accept(line(options, {{"--player", "a"}, {"--players", "b"}, {"--player", "c"}, {"--game", "first of all"}}));
  EXPECT_THAT(taken, ElementsAre("first of all", "a", "b", "c"));
}

TEST(Options, PassOverThoseOfOthers) {
  int own = 0;
  int foreign = 0;
  Options options;
  Options others;
  options.number({"--own", "N", ""}, own, 0, 9);
  others.number({"--foreign", "N", ""}, foreign, 0, 9);
  options.accept(line(others, {{"--foreign", "x"}}));
  EXPECT_EQ(foreign, 0);
}

TEST(Options, RefuseTwoThatStandAgainstEachOther) {
  enum class Format : std::uint8_t { text, csv, json };
  Format format = Format::text;
  Options options;
  options.flag("--csv", "", format, Format::csv);
  options.flag("--json", "", format, Format::json);
  options.not_both("--csv", "--json");
  EXPECT_EQ(complaint_about(options, {{"--json", ""}, {"--csv", ""}}), "Give --csv or --json, not both");
  EXPECT_EQ(complaint_about(options, {{"--json", ""}}), "");
  EXPECT_EQ(format, Format::json);
}

}  // namespace
}  // namespace duello
