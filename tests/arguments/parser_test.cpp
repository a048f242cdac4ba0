#include "arguments/parser.hpp"

#include <gmock/gmock.h>

#include "tests/arguments/command_words.hpp"

namespace duello {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A program with two commands.
class ParserTest : public ::testing::Test {
 protected:
  ParserTest() {
    everywhere_.version();
    everywhere_.help();
    everywhere_.choice({"--color", "WHEN", "Use color"}, color_, {{"auto", 0}, {"always", 1}});
    go_.name({"GAME", "", "A game"}, game_).required().naming_game().completed_by({"chess", "checkers"});
    go_.number({"DEPTH", "", "How deep"}, depth_, 0, 9);
    go_.flag("--json", "Print JSON", json_, true);
    go_.text({"--moves", "MOVES", "The moves so far"}, moves_).completed_by([](const Begun& begun) {
      return std::vector<std::string>{begun.game + ":e4", begun.game + ":d4"};
    });
    join_.name({"LINK", "", "A link"}, link_).required().kept_secret();
    join_.name({"--log", "FILE", "A file"}, log_).completed_by(any_file());
    join_.name({"--a-very-long-option", "VALUE", "A long one"}, log_);
  }

  std::string complaint_about(const std::vector<std::string>& words) {
    try {
      parser_.accept(parser_.parse(CommandWords(words)));
    } catch (const WrongOptions& wrong) {
      return wrong.what();
    }
    return {};
  }
  std::vector<std::string> completions(const std::vector<std::string>& words) {
    return parser_.completions(CommandWords(words));
  }

  int color_ = 0;
  std::string game_;
  int depth_ = 0;
  bool json_ = false;
  std::string moves_;
  std::string link_;
  std::string log_;
  Options everywhere_;
  Options go_;
  Options join_;
  Parser parser_{
      {.name = "prog", .version = "1.2", .about = "A program", .footer = "See prog(1)."},
      everywhere_,
      {{.name = "go", .about = "Go on", .options = &go_}, {.name = "join", .about = "Join it", .options = &join_}}};
};

TEST_F(ParserTest, TakesOptionsBeforeAndAfterArguments) {
  EXPECT_EQ(complaint_about({"--color", "always", "go", "--json", "chess", "--moves=a=b", "3"}), "");
  EXPECT_EQ(color_, 1);
  EXPECT_TRUE(json_);
  EXPECT_EQ(game_, "chess");
  EXPECT_EQ(moves_, "a=b");
  EXPECT_EQ(depth_, 3);
}

TEST_F(ParserTest, TakesTheWordAfterAnOptionForItsValueWhateverItIs) {
  EXPECT_EQ(complaint_about({"go", "chess", "--moves", "--json"}), "");
  EXPECT_EQ(moves_, "--json");
  EXPECT_FALSE(json_);
}

TEST_F(ParserTest, TakesNoOptionsAfterTwoDashes) {
  EXPECT_EQ(complaint_about({"go", "--", "--json"}), "");
  EXPECT_EQ(game_, "--json");
}

TEST_F(ParserTest, TakesADashForAnArgument) {
  EXPECT_EQ(complaint_about({"join", "-"}), "");
  EXPECT_EQ(link_, "-");
}

TEST_F(ParserTest, TellsOfNoCommandWhereNoneIsNamed) {
  EXPECT_EQ(parser_.parse(CommandWords({})).command, nullptr);
  EXPECT_EQ(parser_.parse(CommandWords({"go", "chess"})).command->name, "go");
}

TEST_F(ParserTest, NamesWhatNobodyTakes) {
  EXPECT_EQ(complaint_about({"go", "chess", "--frob"}),
            "prog go does not take '--frob'; prog help go says what it takes");
  EXPECT_EQ(complaint_about({"go", "chess", "3", "4"}), "prog go does not take '4'; prog help go says what it takes");
  EXPECT_EQ(complaint_about({"--json"}), "prog does not take '--json'; prog help says what it takes");
  EXPECT_EQ(complaint_about({"frobnicate"}), "There is no command 'frobnicate'; the commands are go and join");
}

TEST_F(ParserTest, NamesWhatWasMistyped) {
  EXPECT_EQ(complaint_about({"go", "chess", "--jsno"}),
            "prog go does not take '--jsno', but it takes --json; prog help go says what it takes");
  EXPECT_EQ(complaint_about({"go", "chess", "--move=e4"}),
            "prog go does not take '--move=e4', but it takes --moves; prog help go says what it takes");
  EXPECT_EQ(complaint_about({"jion"}), "There is no command 'jion', but there is join");
  EXPECT_EQ(complaint_about({"JOIN"}), "There is no command 'JOIN', but there is join");
}

TEST_F(ParserTest, NamesWhatIsMissing) {
  EXPECT_EQ(complaint_about({"go"}), "GAME is missing in prog go GAME; it is a game");
  EXPECT_EQ(complaint_about({"go", "chess", "--moves"}), "--moves needs a value");
  EXPECT_EQ(complaint_about({"go", "chess", "--json=no"}), "--json takes no value");
  EXPECT_EQ(complaint_about({"go", "chess", "--moves=a", "--moves", "b"}), "--moves may be given once, not 2 times");
}

TEST_F(ParserTest, WipesASecretFromTheCommandLine) {
  const CommandWords line({"join", "https://link", "--log", "file"});
  parser_.accept(parser_.parse(line));
  EXPECT_EQ(link_, "https://link");
  EXPECT_THAT(line.words(), ElementsAre("join", "xxxxxxxxxxxx", "--log", "file"));
}

TEST_F(ParserTest, AnswersWithTheVersion) {
  EXPECT_EQ(parser_.parse(CommandWords({"--version"})).answer, "prog 1.2\n");
  EXPECT_EQ(parser_.parse(CommandWords({"go", "--version"})).answer, "prog 1.2\n");
}

TEST_F(ParserTest, AnswersWithHelpForTheProgram) {
  EXPECT_EQ(parser_.parse(CommandWords({"-h"})).answer, R"(A program
Usage: prog [OPTIONS] [COMMAND]

Options:
  --version         Print the version
  -h, --help        Print this help
  --color WHEN      Use color

Commands:
  go                Go on
  join              Join it

See prog(1).
)");
}

TEST_F(ParserTest, AnswersWithHelpForACommand) {
  const std::string help = R"(Join it
Usage: prog join [OPTIONS] LINK

Arguments:
  LINK              A link

Options:
  --log FILE        A file
  --a-very-long-option VALUE
                    A long one
  --version         Print the version
  -h, --help        Print this help
  --color WHEN      Use color
)";
  EXPECT_EQ(parser_.parse(CommandWords({"join", "--help"})).answer, help);
  EXPECT_EQ(parser_.parse(CommandWords({"--help", "join"})).answer, help);
  EXPECT_EQ(parser_.help("join"), help);
}

TEST_F(ParserTest, CompletesCommandsOptionsAndValues) {
  EXPECT_THAT(completions({""}), ElementsAre("go", "join"));
  EXPECT_THAT(completions({"--color", "always", "j"}), ElementsAre("join"));
  EXPECT_THAT(completions({"go", "--j"}), ElementsAre("--json"));
  EXPECT_THAT(completions({"go", "-"}), ElementsAre("--json", "--moves", "--version", "--help", "--color"));
  EXPECT_THAT(completions({"go", "--color", "al"}), ElementsAre("always"));
  EXPECT_THAT(completions({"go", "--color=a"}), ElementsAre("--color=auto", "--color=always"));
  EXPECT_THAT(completions({"go", "ch"}), ElementsAre("chess", "checkers"));
  EXPECT_THAT(completions({"go", "chess", ""}), IsEmpty());
  EXPECT_THAT(completions({"go", "chess", "--moves", "chess:d"}), ElementsAre("chess:d4"));
  EXPECT_THAT(completions({"join", "--log", "fi"}), ElementsAre(kAnyFile));
  EXPECT_THROW(completions({"frobnicate", ""}), WrongOptions);
}

}  // namespace
}  // namespace duello
