// What a screen shows of a game, and what it keeps from those who look at it.
#include "match/dialogue.hpp"

#include <gmock/gmock.h>

#include "match/series.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::Not;

Paper plain_paper_of_test() {
  return [] { return Pen{}; };
}

// A game of these players, and a screen for an audience; nobody types at it.
class Shown {
 public:
  Shown(std::string_view id, const std::vector<std::string>& settings, std::optional<Seat> audience,
        const PerSeat<Known>& known = {})
      : game_(game_called(id, settings)),
        referee_(*game_, {}),
        dialogue_([this](std::string_view text) { text_ += text; }, {plain_paper_of_test(), game_->facts(), known},
                  audience, {}) {}

  Dialogue& dialogue() { return dialogue_; }
  Referee& referee() { return referee_; }
  // What is shown of these moves.
  std::string moved(std::string_view moves) {
    text_.clear();
    for (const std::string& text : words_of(moves)) {
      play(referee_, text);
      dialogue_.moved(referee_);
    }
    return std::exchange(text_, {});
  }

 private:
  std::unique_ptr<const AnyGame> game_;
  Referee referee_;
  std::string text_;
  Dialogue dialogue_;
};

const std::vector<std::string> kSmall{"units=3", "nodes=3", "extra=2"};

TEST(Dialogue, ShowsAHiddenMoveToWhoeverMadeItOnly) {
  const auto shown = [](std::optional<Seat> audience) {
    return Shown("energy-capture", kSmall, audience).moved("1:2,2:1");
  };
  EXPECT_THAT(shown(Seat::one), HasSubstr("1:2,2:1\n"));
  EXPECT_THAT(shown(Seat::one), Not(HasSubstr(kHiddenLine)));
  for (const auto audience : {std::optional<Seat>(), std::optional(Seat::two)}) {
    EXPECT_THAT(shown(audience), HasSubstr(cat(kHiddenLine, "\n")));
    EXPECT_THAT(shown(audience), Not(HasSubstr("1:2,2:1")));
  }
}

TEST(Dialogue, ShowsAnOpenMoveToEverybody) {
  for (const auto audience : {std::optional<Seat>(), std::optional(Seat::one), std::optional(Seat::two)}) {
    const std::string text = Shown("color-bridge", {}, audience).moved("5-6 7");
    EXPECT_THAT(text, HasSubstr("> 5-6\n"));
    EXPECT_THAT(text, HasSubstr("> 7\n"));
    EXPECT_THAT(text, Not(HasSubstr(kHiddenLine)));
  }
}

TEST(Dialogue, ShowsAllOfAGameThatIsOver) {
  Shown shown("energy-capture", kSmall, std::nullopt);
  shown.dialogue().keep_no_secrets();
  EXPECT_THAT(shown.moved("1:2,2:1"), HasSubstr("1:2,2:1\n"));
}

TEST(Dialogue, AsksNoProgram) {
  PerSeat<Known> known;
  known[Seat::one].program = "perfect";
  const std::string text = Shown("color-bridge", {}, std::nullopt, known).moved("5-6");
  EXPECT_THAT(text, Not(HasSubstr("> 5-6\n")));
  EXPECT_THAT(text, HasSubstr("perfect"));
}

TEST(Dialogue, SaysNothingOfATurnToWhoeverTypedIt) {
  const auto game = game_called("color-bridge");
  std::string text;
  Dialogue dialogue([&](std::string_view more) { text += more; }, {plain_paper_of_test(), game->facts(), {}}, {},
                    {{true, false}});
  Referee referee(*game, {});
  play(referee, "5-6");
  dialogue.moved(referee);
  EXPECT_THAT(text, Not(HasSubstr("> 5-6\n")));
  play(referee, "7");
  dialogue.moved(referee);
  EXPECT_THAT(text, HasSubstr("> 7\n"));
}

TEST(Dialogue, CountsTheMovesThatWereTakenBack) {
  const auto game = game_called("color-bridge");
  std::string text;
  Dialogue dialogue([&](std::string_view more) { text += more; }, {plain_paper_of_test(), game->facts(), {}}, {}, {});
  Duel duel(Referee(*game, {}), {});
  const auto move = [&](std::string_view word) {
    return *game->read(duel.referee().view(duel.referee().mover()), word);
  };
  for (const std::string_view word : {"5-6", "7"})
    dialogue.heard(duel, *duel.submit(duel.referee().mover(), move(word), {}));
  text.clear();
  dialogue.heard(duel, *duel.submit(Seat::one, Undo{}, {}));
  EXPECT_THAT(text, testing::StartsWith("Took back 1 move.\n"));
  text.clear();
  dialogue.heard(duel, *duel.submit(Seat::two, Resign{}, {}));
  EXPECT_THAT(text, HasSubstr("resign"));
  text.clear();
  dialogue.refused({"No"});
  EXPECT_EQ(text, "No.\n");
}

// --- Names

PerSeat<Known> both(Known one, Known two) {
  PerSeat<Known> known;
  known[Seat::one] = std::move(one);
  known[Seat::two] = std::move(two);
  return known;
}

std::string names_of(const PerSeat<Known>& known) {
  const auto game = game_called("color-bridge");
  const Names names(plain_paper_of_test(), game->facts(), known);
  return cat(names.player(Seat::one), names.is_program(Seat::one) ? "*" : "", '|', names.player(Seat::two),
             names.is_program(Seat::two) ? "*" : "");
}

TEST(Names, AreTheirOwnOrTheProgramsOrTheNumbersOrTheSeats) {
  const std::string seats = names_of({});
  EXPECT_EQ(seats, "Player 1 (Red)|Player 2 (Blue)");
  EXPECT_EQ(names_of(both({"Ann", "", 0}, {"", "perfect", 0})), "Ann|perfect*");
  EXPECT_EQ(names_of(both({"", "", 2}, {"", "", 1})), "Player 2|Player 1");
  EXPECT_EQ(names_of(both({"", "random", 0}, {"", "random", 0})), "random 1*|random 2*");
  EXPECT_EQ(names_of(both({"", "random", 2}, {"", "random", 1})), "random 2*|random 1*");
  EXPECT_EQ(names_of(both({"Ann", "random", 0}, {"Ann", "", 0})), "Ann 1*|Ann 2");
}

TEST(Names, LeaveRoomForAMarginAndKnowWhoHasChangedSeats) {
  const auto game = game_called("color-bridge");
  const Names names(plain_paper_of_test(), game->facts(), both({"Ann", "", 0}, {"", "perfect", 0}));
  const Pen pen = names.pen(false);
  EXPECT_THAT(pen.names[Seat::one], HasSubstr("Ann"));
  EXPECT_TRUE(pen.programs[Seat::two]);
  EXPECT_FALSE(pen.programs[Seat::one]);
  const Pen swapped = names.pen(true);
  EXPECT_THAT(swapped.names[Seat::two], HasSubstr("Ann"));
  EXPECT_TRUE(swapped.programs[Seat::one]);
  EXPECT_EQ(names.indented(4).pen(false).width, pen.width - 4);
  EXPECT_EQ(names.indented(100'000).pen(false).width, 0U);
}

TEST(Names, InARecordAreCountedAsThePlayersBeganWhereSeatsMayChange) {
  const auto game = game_called("color-bridge");
  const auto names = [&](std::string_view series, std::string_view swap) {
    Record record = record_of(*game, {});
    record.players = {{"human", "human"}};
    if (!series.empty()) record.set(kSeriesTag, series);
    if (!swap.empty()) record.set(kSwapTag, swap);
    const Names found = names_in(record, *game, plain_paper_of_test());
    return cat(found.player(Seat::one), '|', found.player(Seat::two));
  };
  EXPECT_EQ(names("1 of 3", ""), "Player 1|Player 2");
  EXPECT_EQ(names("2 of 3", ""), "Player 2|Player 1");
  EXPECT_EQ(names("3 of 3", ""), "Player 1|Player 2");
  EXPECT_EQ(names("", "yes"), "Player 1|Player 2");
  EXPECT_EQ(names("", ""), "Player 1 (Red)|Player 2 (Blue)");
}

TEST(Names, InARecordAreThoseOfItsProgramsIfTheyHaveNoOther) {
  const auto game = game_called("color-bridge");
  const auto name = [&](std::string_view who, std::string_view called) {
    Record record = record_of(*game, {});
    record.players[Seat::one] = who;
    if (!called.empty()) record.set(kNameTags[0], called);
    const Names found = names_in(record, *game, plain_paper_of_test());
    return cat(found.player(Seat::one), found.is_program(Seat::one) ? "*" : "");
  };
  EXPECT_EQ(name("perfect", ""), "perfect*");
  EXPECT_EQ(name("perfect", "Deep"), "Deep*");
  EXPECT_EQ(name("human", "Ann"), "Ann");
  EXPECT_EQ(name("human", ""), "Player 1 (Red)");
  EXPECT_EQ(name("", ""), "Player 1 (Red)") << "it is not known who played";
  EXPECT_EQ(name(std::string(30, 'x'), ""), std::string(30, 'x') + '*');
  EXPECT_EQ(name(std::string(31, 'x'), ""), std::string(30, 'x') + "...*");
  EXPECT_EQ(name("", std::string(31, 'x')), std::string(30, 'x') + "...");
}

}  // namespace
}  // namespace duello
