#include "arguments/serve_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "arguments/parser.hpp"

namespace duello {
namespace {

using ::testing::ElementsAre;

ServeRequest parsed(std::vector<std::string> arguments) {
  const Options none;
  Options options;
  ServeRequest request;
  add_serve_options(options, request);
  Parser parser({.name = "serve", .version = "1", .about = "", .footer = ""}, none);
  parser.add(options);
  arguments.insert(arguments.begin(), "serve");
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  const auto line = parser.parse(static_cast<int>(words.size()), words.data());
  options.accept(line->given);
  return request;
}

std::string complaint_about(const std::vector<std::string>& arguments) {
  try {
    parsed(arguments);
  } catch (const WrongOptions& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(ServeOptions, AreHandedOnAsTheyWereGiven) {
  const ServeRequest request = parsed({"--listen", "127.0.0.1:1", "--store", "", "--listen=[::1]:2", "--site", "a b",
                                       "--tls-key=-x", "--backup", "copy", "--config", "serve.conf"});
  EXPECT_THAT(request.values.at("listen"), ElementsAre("127.0.0.1:1", "[::1]:2"));
  EXPECT_THAT(request.values.at("store"), ElementsAre(""));
  const ServeRequest again = parsed(serve_arguments(request));
  EXPECT_EQ(again.values, request.values);
  EXPECT_EQ(again.backup, "copy");
}

TEST(ServeOptions, AreNoneIfNoneWereGiven) { EXPECT_THAT(serve_arguments(parsed({})), ElementsAre()); }

TEST(ServeOptions, SayHowLongGamesAreKept) {
  using std::chrono::days;
  using std::chrono::hours;
  const auto nothing = [](const std::string&) { return std::optional<std::string>(); };
  const auto kept = [&](const std::string& value) { return serve_settings({{"keep", {value}}}, nothing); };
  for (const auto& [value, open, over] : {std::tuple{"open=12h", hours(12), hours(days(90))},
                                          {"over=1d", hours(days(7)), hours(24)},
                                          {"over=30d, open=1h", hours(1), hours(days(30))},
                                          {"open=forever,over=2d", hours(days(36'500)), hours(48)}}) {
    const auto settings = kept(value);
    ASSERT_TRUE(settings) << settings.error().why;
    EXPECT_EQ(settings->keep_open, open) << value;
    EXPECT_EQ(settings->keep_over, over) << value;
  }
  for (const char* const value : {"", "open", "open=", "open=7", "open=0d", "open=7d,", "over=d", "playing=7d", "7d",
                                  "open=-1d", "open=9999999999999999d", "open=36501d", "open=7d;over=1d"}) {
    const auto settings = kept(value);
    ASSERT_FALSE(settings) << value;
    EXPECT_EQ(settings.error().why,
              cat("--keep must be like open=7d,over=90d with periods like 12h, 7d or forever, not '", value, "'"));
  }
}

TEST(ServeOptions, AreRefusedByTheNameOfTheProgram) {
  EXPECT_EQ(complaint_about({"--frob"}), "serve does not take '--frob'; serve --help says what it takes");
  EXPECT_EQ(complaint_about({"games"}), "serve does not take 'games'; serve --help says what it takes");
  EXPECT_EQ(complaint_about({"--store"}), "--store needs a value");
  EXPECT_EQ(complaint_about({"--store=a", "--store=b"}), "--store may be given once, not 2 times");
}

}  // namespace
}  // namespace duello
