// Scenes: what a page draws and lets people choose, of every game under all its rules.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>

#include "tests/games/generators.hpp"
#include "tests/games/scene_text.hpp"

namespace duello {
namespace {

// The book's rules, those of a variant, or any.
template <class G>
rc::Gen<typename G::Rules> any_known_rules() {
  std::vector<typename G::Rules> named{{}};
  for (const Variant& variant : G::kFacts.variants)
    named.push_back(*read_rules<typename G::Rules>(words_of(variant.settings)));
  return rc::gen::oneOf(rc::gen::elementOf(named), any_rules<G>());
}

// A random game; `visit` gets every position of it.
template <class G, class Visit>
void walk_known(Visit visit) {
  const G game(*any_known_rules<G>());
  walk(game, any_seat(), any_picks(), [&](const typename G::Position& position) { visit(game, position); });
}

// Of a game without secrets everybody sees the same.
template <class G>
std::vector<std::optional<Seat>> audiences() {
  if constexpr (HasSecretMoves<G>) return {Seat::one, Seat::two, std::nullopt};
  return {std::nullopt};
}

// The scenes that somebody may see of a random game.
template <class G, class Visit>
void see_anywhere(Visit visit) {
  walk_known<G>([&](const G& game, const typename G::Position& position) {
    for (const auto audience : audiences<G>()) {
      const auto view = game.view(position, audience);
      visit(game, view, scene_of(game, view, plain_pen<G>()));
    }
  });
}

// How a look is told from others without its color and its owner, which are not drawn by themselves.
std::string print_of(const Look& look) { return cat(name_of(look.shape), ' ', look.mark); }

std::string print_of(const Cell& cell) {
  std::string text = print_of(cell.look);
  for (const Piece& piece : cell.pieces)
    text += cat(" + ", print_of(piece.look), piece.amount ? cat(" x", *piece.amount) : "");
  return text;
}

std::string colored_print_of(const Cell& cell) {
  std::string text = look_text(cell.look);
  for (const Piece& piece : cell.pieces) text += cat(" + ", look_text(piece.look));
  return text;
}

std::set<int> cells_of(const Steps& steps) {
  std::set<int> cells;
  for (const Step& step : steps) cells.insert(step.cell);
  return cells;
}

// What is on each cell, by its number.
std::map<int, std::string> seen_on(const Stage& stage) {
  std::map<int, std::string> seen;
  for (const Cell& cell : stage.cells) seen[cell.number] = print_of(cell);
  return seen;
}

template <class G>
class Scenes : public ::testing::Test {};
TYPED_TEST_SUITE(Scenes, EveryGameType);

TYPED_TEST(Scenes, EveryCellHasANumberAPlaceAndALabelOfItsOwn) {
  check([] {
    see_anywhere<TypeParam>([](const TypeParam&, const auto&, const Scene& scene) {
      std::set<int> numbers;
      std::set<std::pair<int, int>> places;
      std::set<std::string> labels;
      for (const Cell& cell : scene.stage.cells) {
        RC_ASSERT(cell.column >= 0 && cell.column < scene.stage.columns);
        RC_ASSERT(cell.row >= 0 && cell.row < scene.stage.rows);
        RC_ASSERT(!cell.label.empty() && is_printable(cell.label));
        RC_ASSERT(numbers.insert(cell.number).second);
        RC_ASSERT(places.insert({cell.column, cell.row}).second);
        RC_ASSERT(labels.insert(cell.label).second);
      }
    });
  });
}

TYPED_TEST(Scenes, ACellKeepsItsPlaceAndTheBoardItsSize) {
  check([] {
    std::map<int, std::pair<int, int>> places;
    std::set<std::pair<int, int>> sizes;
    see_anywhere<TypeParam>([&](const TypeParam&, const auto&, const Scene& scene) {
      sizes.insert({scene.stage.columns, scene.stage.rows});
      for (const Cell& cell : scene.stage.cells) {
        const std::pair place(cell.column, cell.row);
        RC_ASSERT(places.emplace(cell.number, place).first->second == place);
      }
    });
    RC_ASSERT(sizes.size() == 1U);
  });
}

TYPED_TEST(Scenes, OfferTheLegalMovesAsTheyAreWritten) {
  check([] {
    see_anywhere<TypeParam>([](const TypeParam& game, const auto& view, const Scene& scene) {
      if constexpr (!MovesAmounts<TypeParam>) {
        std::vector<std::string> texts;
        for (const Offer& offer : scene.offers) texts.push_back(offer.move);
        RC_ASSERT(texts == written(game, game.legal(view)));
      }
      for (const Offer& offer : scene.offers) {
        const auto move = game.read(view, offer.move);
        RC_ASSERT(move.has_value());
        RC_ASSERT(game.write(*move) == offer.move);
        RC_ASSERT(game.steps(view, *move) == offer.steps);
      }
      const bool can_choose = !scene.offers.empty() || scene.amounts.has_value();
      RC_ASSERT(can_choose == (game.legal(view).size() != 0));
    });
  });
}

TYPED_TEST(Scenes, PointingAtCellsFindsOneMove) {
  check([] {
    see_anywhere<TypeParam>([](const TypeParam&, const auto&, const Scene& scene) {
      const auto seen = seen_on(scene.stage);
      std::set<std::set<int>> chosen;
      for (const Offer& offer : scene.offers) {
        for (const int cell : cells_of(offer.steps)) RC_ASSERT(seen.contains(cell));
        RC_ASSERT(cells_of(offer.steps).size() == offer.steps.size());
        RC_ASSERT(chosen.insert(cells_of(offer.steps)).second);
      }
    });
  });
}

TYPED_TEST(Scenes, AMoveChangesTheCellsThatItTouchesAndNoOthers) {
  check([] {
    const TypeParam game(*any_known_rules<TypeParam>());
    auto before = game.start(any_seat());
    for (const std::uint32_t pick : any_picks()) {
      if (game.outcome(before)) break;
      const Seat mover = game.mover(before);
      const auto move = picked(game.legal(before), pick);
      const auto after = game.after(before, move);
      const auto seen = [&](const auto& position) {
        return seen_on(game.stage(game.view(position, mover), plain_pen<TypeParam>()));
      };
      const auto was = seen(before);
      const auto is = seen(after);
      std::set<int> changed;
      for (const auto& [cell, print] : was)
        if (!is.contains(cell) || is.at(cell) != print) changed.insert(cell);
      bool cleared = HasSecretMoves<TypeParam> && game.outcome(after);
      if constexpr (PlayedInRounds<TypeParam>) cleared = cleared || game.begins_round(after);
      RC_ASSERT(cleared || changed == cells_of(game.steps(game.view(before, mover), move)));
      before = after;
    }
  });
}

TYPED_TEST(Scenes, ColorOnlyRepeatsWhatAShapeOrAMarkSays) {
  check([] {
    std::map<std::string, std::string> cells;
    std::map<std::string, std::string> counters;
    see_anywhere<TypeParam>([&](const TypeParam&, const auto&, const Scene& scene) {
      for (const Cell& cell : scene.stage.cells) {
        const std::string colored = colored_print_of(cell);
        RC_ASSERT(cells.emplace(print_of(cell), colored).first->second == colored);
      }
      for (const Counter& counter : scene.stage.counters) {
        const std::string whose = counter.seat ? cat(number(*counter.seat)) : "";
        const std::string colored = look_text(counter.look);
        const std::string print = cat(whose, ' ', counter.label, ' ', print_of(counter.look));
        RC_ASSERT(counters.emplace(print, colored).first->second == colored);
      }
    });
  });
}

TYPED_TEST(Scenes, WhoListensHearsWhatIsOnACell) {
  check([] {
    see_anywhere<TypeParam>([](const TypeParam&, const auto&, const Scene& scene) {
      std::map<std::string, std::string> heard;
      for (const Cell& cell : scene.stage.cells) {
        RC_ASSERT(is_printable(cell.spoken));
        const std::size_t at = cell.spoken.find(cell.label);
        RC_ASSERT(at != std::string::npos);
        const std::string said = std::string(cell.spoken).replace(at, cell.label.size(), "");
        RC_ASSERT(heard.emplace(said, print_of(cell)).first->second == print_of(cell));
      }
    });
  });
}

TYPED_TEST(Scenes, HaveTheToldBoardAsTheirSentence) {
  check([] {
    see_anywhere<TypeParam>([](const TypeParam& game, const auto& view, const Scene& scene) {
      RC_ASSERT(scene.sentence == game.board(view, plain_pen<TypeParam>().told()));
    });
  });
}

TYPED_TEST(Scenes, AreTheSameForEveryPenThatNamesTheSamePlayers) {
  check([] {
    Pen pen = plain_pen<TypeParam>();
    pen.ink.colored = true;
    pen.width = *rc::gen::inRange<std::size_t>(20, 130);
    see_anywhere<TypeParam>([&](const TypeParam& game, const auto& view, const Scene& scene) {
      RC_ASSERT(scene_of(game, view, pen) == scene);
    });
  });
}

TYPED_TEST(Scenes, OfAFinishedGameNameNoMoverAndOfferNothing) {
  check([] {
    walk_known<TypeParam>([](const TypeParam& game, const auto& position) {
      const Scene scene = scene_of(game, game.view(position, std::nullopt), plain_pen<TypeParam>());
      const bool over = game.outcome(position).has_value();
      RC_ASSERT(scene.stage.mover == (over ? std::nullopt : std::optional(game.mover(position))));
      const bool decided = std::ranges::any_of(scene.stage.cells, &Cell::decisive) ||
                           std::ranges::any_of(scene.stage.counters, &Counter::decisive);
      RC_ASSERT(over || !decided);
      RC_ASSERT(!over || (scene.offers.empty() && !scene.amounts));
    });
  });
}

TYPED_TEST(Scenes, LaidOpenHaveNothingToChoose) {
  check([] {
    walk_known<TypeParam>([](const TypeParam& game, const auto& position) {
      const Pen pen = plain_pen<TypeParam>();
      const Scene scene = laid_open_scene_of(game, position, pen);
      RC_ASSERT(scene.offers.empty() && !scene.amounts);
      if constexpr (HasSecretMoves<TypeParam>) {
        RC_ASSERT(scene.sentence == game.laid_open(position, pen.told()));
      } else {
        RC_ASSERT(scene.stage == game.stage(position, pen));
        RC_ASSERT(scene.sentence == game.board(position, pen.told()));
      }
    });
  });
}

TYPED_TEST(Scenes, AreTheSameForAGameOfUnknownType) {
  check([] {
    const auto rules = *any_known_rules<TypeParam>();
    const TypeParam game(rules);
    const Erased<TypeParam> erased(rules);
    const AnyGame& any = erased;
    const Pen pen = plain_pen<TypeParam>();
    walk(game, any_seat(), any_picks(), [&](const typename TypeParam::Position& position) {
      const auto view = game.view(position, game.mover(position));
      const AnyView any_view = AnyView::of(view);
      RC_ASSERT(any.scene(any_view, pen) == scene_of(game, view, pen));
      RC_ASSERT(any.laid_open_scene(AnyPosition::of(position), pen) == laid_open_scene_of(game, position, pen));
      for (const auto& move : some_moves<TypeParam>(game.legal(view)))
        RC_ASSERT(any.steps(any_view, AnyMove::of(move)) == game.steps(view, move));
      if constexpr (!MovesAmounts<TypeParam>) RC_ASSERT(!any.composed(any_view, {}).has_value());
    });
  });
}

// A move that is made of amounts.
TEST(Amounts, WithinTheirLimitsAreALegalMove) {
  check([] {
    walk_known<EnergyCapture>([](const EnergyCapture& game, const auto& position) {
      const auto view = game.view(position, game.mover(position));
      const auto amounts = game.amounts(view);
      if (!amounts) return;
      std::vector<CellAmount> chosen;
      int total = 0;
      for (const int cell : amounts->cells) {
        chosen.push_back({cell, *rc::gen::inRange(0, amounts->most - total + 1)});
        total += chosen.back().amount;
      }
      const auto move = game.composed(view, chosen);
      RC_ASSERT(move.has_value() == (total > 0));
      if (!move) return;
      RC_ASSERT(holds(game.legal(view), *move));
      const auto read = game.read(view, game.write(*move));
      RC_ASSERT(read.has_value());
      RC_ASSERT(*read == *move);
      std::erase_if(chosen, [](const CellAmount& each) { return each.amount == 0; });
      const Steps steps = game.steps(view, *move);
      RC_ASSERT(steps.size() == chosen.size());
      for (std::size_t i = 0; i < steps.size(); ++i)
        RC_ASSERT(steps[i].cell == chosen[i].cell && steps[i].amount == chosen[i].amount);
    });
  });
}

TEST(Amounts, BeyondTheirLimitsGetTheGamesOwnComplaint) {
  const auto table = Table<EnergyCapture>();
  const auto objection = [&](const std::vector<CellAmount>& amounts) {
    const auto move = table.game().composed(table.view(), amounts);
    return move ? cat("accepted: ", table.game().write(*move)) : move.error().why;
  };
  constexpr int kHuge = std::numeric_limits<int>::max();
  constexpr int kTiny = std::numeric_limits<int>::min();
  EXPECT_EQ(objection({{1, 9}, {2, 7}}), table.complaint("1:9,2:7"));
  EXPECT_EQ(objection({{1, kHuge}}), "That is more units than you have");
  EXPECT_EQ(objection({{1, 15}, {2, kHuge}}), "That is more units than you have");
  EXPECT_EQ(objection({{1, -1}, {2, 3}}), "Units cannot be taken back");
  EXPECT_EQ(objection({{1, kTiny}}), "Units cannot be taken back");
  EXPECT_EQ(objection({{1, 0}, {2, 0}}), "An allocation places at least one unit");
  EXPECT_EQ(objection({}), "An allocation places at least one unit");
  EXPECT_EQ(objection({{1, 2}, {1, 3}}), "A node is named twice");
  for (const int cell : {0, 6, -1, kHuge, kTiny}) EXPECT_EQ(objection({{cell, 1}}), "There is no such node");
  EXPECT_EQ(objection({{1, 9}, {2, 6}}), "accepted: 1:9,2:6");
}

TEST(Amounts, AreChosenByTheSeatToMoveAlone) {
  const auto table = Table<EnergyCapture>().play("1:5");
  const auto amounts = [&](std::optional<Seat> audience) {
    return table.game().amounts(table.game().view(table.position(), audience));
  };
  EXPECT_TRUE(amounts(Seat::two));
  EXPECT_FALSE(amounts(Seat::one));
  EXPECT_FALSE(amounts(std::nullopt));
  const auto view = table.game().view(table.position(), Seat::one);
  EXPECT_EQ(table.game().composed(view, std::vector<CellAmount>{{1, 1}}).error().why, "It is not your turn");
}

}  // namespace
}  // namespace duello
