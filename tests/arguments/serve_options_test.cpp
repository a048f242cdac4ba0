#include "arguments/serve_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(ServeOptions, AreRefusedByTheNameOfTheProgram) {
  EXPECT_EQ(complaint_about({"--frob"}), "serve does not take '--frob'; serve --help says what it takes");
  EXPECT_EQ(complaint_about({"games"}), "serve does not take 'games'; serve --help says what it takes");
  EXPECT_EQ(complaint_about({"--store"}), "--store needs a value");
  EXPECT_EQ(complaint_about({"--store=a", "--store=b"}), "--store may be given once, not 2 times");
}

}  // namespace
}  // namespace duello
