#include "arguments/serve_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "arguments/settings.hpp"
#include "tests/arguments/command_words.hpp"

namespace duello {
namespace {

using ::testing::ElementsAre;
using Variables = std::map<std::string, std::string>;

// A file as it may be named by --config.
struct File {
  std::string text;
};

ServeSettings settings(const std::vector<std::string>& words, const Variables& variables = {}, const File& file = {}) {
  Options options;
  ServeSettings settings;
  add_serve_options(options, settings);
  const Parser parser({.name = "serve", .version = "1", .about = "", .footer = ""}, options);
  ParsedLine line = parser.parse(CommandWords(words));
  add_settings(line.given, options, "DUELLO_SERVE", [&](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
  add_lines(line.given, options, file.text, "file");
  parser.accept(line);
  return settings;
}

std::string refusal_of(const std::vector<std::string>& words, const Variables& variables = {}, const File& file = {}) {
  try {
    settings(words, variables, file);
  } catch (const WrongOptions& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(ServeOptions, AreHandedOnAsTheyWereGiven) {
  Options options;
  ServeSettings unused;
  std::vector<std::string> arguments;
  add_serve_options(options, unused);
  options.hand_on_to(arguments);
  const Parser parser({.name = "serve", .version = "1", .about = "", .footer = ""}, options);
  parser.accept(parser.parse(CommandWords({"--listen", "127.0.0.1:1", "--store", "", "--listen=[::1]:2", "--site",
                                           "a b", "--tls-key=-x", "--backup", "copy", "--config", "serve.conf"})));
  EXPECT_THAT(arguments, ElementsAre("--listen=127.0.0.1:1", "--store=", "--listen=[::1]:2", "--site=a b",
                                     "--tls-key=-x", "--backup=copy", "--config=serve.conf"));
  EXPECT_EQ(unused.site, "");
}

TEST(ServeOptions, CountOnTheCommandLineThenInTheEnvironmentThenInTheFile) {
  const Variables variables{{"DUELLO_SERVE_SITE", "b"}, {"DUELLO_SERVE_LIMIT_TABLES", "2"}, {"DUELLO_SERVE_KEEP", ""}};
  const File file{"site = c\nlimit-tables=3\n# nothing\nlimit-connections = 3\n\nlisten = a b\nlisten = c\n"};
  const ServeSettings found = settings({"--site", "a"}, variables, file);
  EXPECT_EQ(found.site, "a");
  EXPECT_EQ(found.tables, 2);
  EXPECT_EQ(found.connections, 3);
  EXPECT_THAT(found.listen, ElementsAre("a", "b", "c"));
  EXPECT_THAT(settings({}, {{"DUELLO_SERVE_LISTEN", "x y"}}, file).listen, ElementsAre("x", "y"));
}

TEST(ServeOptions, SayWhereAWrongValueComesFrom) {
  EXPECT_EQ(refusal_of({"--site="}), "--site must not be empty");
  EXPECT_EQ(refusal_of({}, {{"DUELLO_SERVE_LOG_LEVEL", "loud"}}),
            "DUELLO_SERVE_LOG_LEVEL must be debug, info, warning or error, not 'loud'");
  EXPECT_EQ(refusal_of({}, {}, {"\nsite ="}), "file: Line 2: 'site' must not be empty");
  EXPECT_EQ(refusal_of({}, {}, {"listen ="}), "file: Line 1: 'listen' must not be empty");
  EXPECT_EQ(refusal_of({}, {}, {"keep = x"}),
            "file: Line 1: 'keep' must be like open=7d,over=90d with periods like 12h, 7d or forever, not 'x'");
}

TEST(ServeOptions, AreNotAllForTheEnvironmentAndTheFile) {
  EXPECT_EQ(settings({}, {{"DUELLO_SERVE_BACKUP", "copy"}}).backup, "");
  EXPECT_THAT(refusal_of({}, {}, {"backup = copy"}), ::testing::StartsWith("file: Line 1 sets 'backup', which is "));
  EXPECT_THAT(refusal_of({}, {}, {"config = more"}), ::testing::StartsWith("file: Line 1 sets 'config', which is "));
}

TEST(ServeOptions, SayHowLongGamesAreKept) {
  using std::chrono::days;
  using std::chrono::hours;
  for (const auto& [value, open, over] : {std::tuple{"open=12h", hours(12), hours(days(90))},
                                          {"over=1d", hours(days(7)), hours(24)},
                                          {"over=30d, open=1h", hours(1), hours(days(30))},
                                          {"open=forever,over=2d", hours(days(36'500)), hours(48)}}) {
    const ServeSettings kept = settings({"--keep", value});
    EXPECT_EQ(kept.keep_open, open) << value;
    EXPECT_EQ(kept.keep_over, over) << value;
  }
  for (const char* const value : {"", "open", "open=", "open=7", "open=0d", "open=7d,", "over=d", "playing=7d", "7d",
                                  "open=-1d", "open=9999999999999999d", "open=36501d", "open=7d;over=1d"})
    EXPECT_EQ(refusal_of({"--keep", value}),
              cat("--keep must be like open=7d,over=90d with periods like 12h, 7d or forever, not '", value, "'"));
}

TEST(ServeOptions, AreRefusedByTheNameOfTheProgram) {
  EXPECT_EQ(refusal_of({"--frob"}), "serve does not take '--frob'; serve --help says what it takes");
  EXPECT_EQ(refusal_of({"games"}), "serve does not take 'games'; serve --help says what it takes");
  EXPECT_EQ(refusal_of({"--store"}), "--store needs a value");
  EXPECT_EQ(refusal_of({"--store=a", "--store=b"}), "--store may be given once, not 2 times");
}

}  // namespace
}  // namespace duello
