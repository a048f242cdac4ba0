// Scenes as pictures.
#include "core/picture.hpp"

#include <gmock/gmock.h>

namespace duello {
namespace {

using testing::HasSubstr;
using testing::Not;

const PerSeat<std::string> kNames{{"Ann & Bob", "<Eve>"}};

Scene scene() {
  Scene scene;
  scene.stage.columns = 2;
  scene.stage.mover = Seat::two;
  scene.stage.cells = {
      {.number = 1, .column = 0, .label = "a", .look = {.shape = Shape::flag, .mark = "F"}},
      {.number = 2, .column = 1, .label = "b", .pieces = {{.look = {.shape = Shape::disk}, .amount = 7}}}};
  scene.stage.counters = {{.seat = Seat::one, .label = "left", .amount = 3, .goal = 5}};
  scene.stage.notes = {"A note"};
  scene.sentence = "One \"board\".";
  return scene;
}

TEST(Picture, HasAllThatIsSeen) {
  const std::string svg = svg_of(scene(), kNames);
  EXPECT_THAT(svg, HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""));
  EXPECT_THAT(svg, HasSubstr("<title>One &quot;board&quot;.</title>"));
  for (const char* const seen : {">a<", ">b<", ">F<", ">7<", ">A note<"}) EXPECT_THAT(svg, HasSubstr(seen));
  EXPECT_THAT(svg, HasSubstr("Ann &amp; Bob, left: 3 of 5"));
  EXPECT_THAT(svg, HasSubstr("&lt;Eve&gt; to move"));
  EXPECT_THAT(svg, Not(HasSubstr("<Eve>")));
}

TEST(Picture, SaysNothingOfAMoverWhenTheGameIsOver) {
  Scene over = scene();
  over.stage.mover = std::nullopt;
  EXPECT_THAT(svg_of(over, kNames), Not(HasSubstr("to move")));
}

TEST(Picture, ShowsWhatWasDecisive) {
  Scene won = scene();
  const std::string before = svg_of(won, kNames);
  won.stage.cells[1].decisive = true;
  EXPECT_THAT(svg_of(won, kNames), HasSubstr("stroke-width=\"4\""));
  EXPECT_THAT(before, Not(HasSubstr("stroke-width=\"4\"")));
}

// The width in the picture's own words.
int width_of(const std::string& svg) { return std::stoi(svg.substr(svg.find("width=\"") + 7)); }

TEST(Picture, BreaksLongRows) {
  Scene wide;
  wide.stage.columns = 60;
  for (int i = 0; i < 60; ++i) wide.stage.cells.push_back({.number = i, .column = i, .label = cat(i)});
  EXPECT_LT(width_of(svg_of(wide, kNames)), 1000);
  EXPECT_THAT(svg_of(wide, kNames), HasSubstr(">59<"));
}

TEST(Picture, OfNothingIsAPicture) { EXPECT_THAT(svg_of({}, kNames), HasSubstr("</svg>")); }

}  // namespace
}  // namespace duello
