// Boards on screens of any width, and boards told in words.
#include <gtest/gtest.h>

#include <map>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

template <class G>
Pen pen_of(std::size_t width, Boards boards = Boards::drawn) {
  Pen pen = plain_pen<G>();
  pen.width = width;
  pen.boards = boards;
  return pen;
}

std::size_t any_width() { return *rc::gen::inRange<std::size_t>(20, 130); }

// What a drawn board says stands on each number, read from the columns of its lines.
using Seen = std::map<int, std::string>;

std::string cut(const std::string& line, std::size_t begin, std::size_t count) {
  return begin < line.size() ? std::string(trimmed(line.substr(begin, count))) : "";
}

// Two lines of cells of one width, the numbers in one and what stands there in the other.
void read_cells(Seen& seen, const std::string& numbers, const std::string& cells, std::size_t begin,
                std::size_t width) {
  for (std::size_t at = begin; at < numbers.size(); at += width) {
    std::string number = cut(numbers, at, width);
    if (number.starts_with('+')) number.erase(0, 1);
    RC_ASSERT(whole_number(number).has_value());
    seen[*whole_number(number)] = cut(cells, at, width);
  }
}

void expect_fits(const std::vector<std::string>& lines, std::size_t width) {
  for (const std::string& line : lines)
    if (columns(line) > width) RC_FAIL(cat(width, " columns: ", line));
}

TEST(CaptureTheFlagBoard, BreaksPlacesAndNumbersInStep) {
  check([] {
    const std::size_t width = any_width();
    walk_anywhere<CaptureTheFlag>([&](const CaptureTheFlag& game, const auto& position) {
      const auto lines = lines_of(game.summary(position, pen_of<CaptureTheFlag>(width)));
      expect_fits(lines, width);
      Seen seen;
      for (std::size_t i = 0; i + 1 < lines.size(); i += 2) read_cells(seen, lines[i + 1], lines[i], 0, 5);
      const int flag = seen.rbegin()->first;
      RC_ASSERT(seen.begin()->first == -flag && static_cast<int>(seen.size()) == 2 * flag + 1);
      const Seat last = other(game.mover(position));
      const int walked = position.walked.of(last, position.mover);
      RC_ASSERT(seen[last == Seat::one ? walked - flag : flag - walked] == (last == Seat::one ? "P1>" : "<P2"));
    });
  });
}

TEST(ColorBridgeBoard, BreaksCellsAndNumbersInStep) {
  check([] {
    const std::size_t width = any_width();
    walk_anywhere<ColorBridge>([&](const ColorBridge& game, const auto& position) {
      const auto lines = lines_of(game.board(position, pen_of<ColorBridge>(width)));
      expect_fits(lines, width);
      Seen seen;
      const std::string* tens = nullptr;
      const std::string* ones = nullptr;
      for (const std::string& line : lines) {
        if (line == "Current Track:") continue;
        const bool is_ruler = line.find_first_not_of("0123456789 ") == std::string::npos;
        if (is_ruler) {
          tens = ones;
          ones = &line;
          continue;
        }
        for (std::size_t at = ones->find_first_not_of(' '); at < ones->size(); at += 2) {
          const std::string ten = tens == nullptr ? "" : cut(*tens, at, 1);
          seen[*whole_number(ten + ones->substr(at, 1))] = line.substr(at, 1);
        }
        tens = ones = nullptr;
      }
      int number = 0;
      for (const auto& [at, shown] : seen) {
        RC_ASSERT(at == ++number);
        const auto bit = ColorBridge::Cells{1} << (at - 1);
        const bool red = (position.owned.of(Seat::one, position.mover) & bit) != 0;
        const bool blue = (position.owned.of(Seat::two, position.mover) & bit) != 0;
        RC_ASSERT(shown == (red ? "R" : blue ? "B" : "_"));
      }
    });
  });
}

TEST(ColorCaptureBoard, BreaksTokensAndNumbersInStep) {
  check([] {
    const std::size_t width = any_width();
    const auto rules = *any_rules<ColorCapture>();
    const ColorCapture game(rules);
    walk(game, any_seat(), any_picks(), [&](const ColorCapture::Position& position) {
      Seen seen;
      const auto lines = lines_of(game.board(position, pen_of<ColorCapture>(width)));
      for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!lines[i].starts_with("Position: ")) continue;
        expect_fits({lines[i], lines[i + 1]}, width);
        RC_ASSERT(lines[i + 1].starts_with("Token:    "));
        read_cells(seen, lines[i], lines[i + 1], 10, 4);
      }
      RC_ASSERT(static_cast<int>(seen.size()) == position.count);
      for (const auto& [at, shown] : seen) {
        const auto color = static_cast<std::size_t>((position.left + at - 1) % rules.colors);
        RC_ASSERT(shown == std::string(1, "RBGYPO"[color]));
      }
    });
  });
}

TEST(ColorClashBoard, KeepsEveryPositionWithItsNumber) {
  check([] {
    const std::size_t width = any_width();
    walk_anywhere<ColorClash>([&](const ColorClash& game, const auto& position) {
      const std::string board = game.board(position, pen_of<ColorClash>(width));
      expect_fits(lines_of(board), width);
      for (const std::string& line : lines_of(board))
        if (line != "Current Positions:") RC_ASSERT(line.ends_with(']'));
    });
  });
}

TEST(Boards, AreToldInWords) {
  const auto told = [](const auto& table) {
    using G = std::remove_cvref_t<decltype(table.game())>;
    return table.game().board(table.view(), pen_of<G>(80, Boards::told));
  };
  EXPECT_EQ(told(Table<ColorBridge>().play("5-6 7")), "Current Track: Red 5, 6; Blue 7; free 1 to 4, 8 to 11.\n");
  EXPECT_EQ(
      told(Table<CaptureTheFlag>().play("3")),
      "Player 1 is at position -2, 7 from the flag at +5.\nPlayer 2 is at position +5, 10 from the flag at -5.\n");
  EXPECT_EQ(told(Table<ColorClash>({"disks=2", "positions=6"}).play("R2-6")),
            "Current Positions:\nRed: R1 on 1, R2 on 6; Blue: B1 on 2, B2 on 4; free 3, 5.\n");
  EXPECT_EQ(told(Table<ColorCapture>({"tokens=4"}).play("1")),
            "Remaining Tokens, 3 from left to right: Blue, Green, Red.\n"
            "Player 1's Collection: Red 1\nPlayer 2's Collection: none yet\n");
  EXPECT_EQ(told(Table<EnergyCapture>({"nodes=1"}).play("1:5 1:3")),
            "Allocation Phase\nNode 1: neutral, you have placed 5 units\n");
}

template <class G>
class ToldBoards : public ::testing::Test {};
TYPED_TEST_SUITE(ToldBoards, EveryGameType);

// Nothing that is drawn, lined up or meant to be looked at.
TYPED_TEST(ToldBoards, HaveNothingToLookAt) {
  check([] {
    const Pen pen = pen_of<TypeParam>(80, Boards::told);
    const TypeParam game(*any_rules<TypeParam>());
    auto before = game.start(any_seat());
    std::string said = game.opening(game.view(before, game.mover(before)), pen);
    for (const std::uint32_t pick : any_picks()) {
      if (game.outcome(before)) break;
      const auto view = game.view(before, game.mover(before));
      const auto move = picked(game.legal(before), pick);
      const auto after = game.after(before, move);
      said += cat(game.board(view, pen), game.turn(view, pen), game.ask(view, pen),
                  game.report(before, move, after, std::nullopt, pen));
      before = after;
    }
    if (game.outcome(before)) said += game.summary(before, pen);
    for (const std::string& line : lines_of(said)) {
      const std::string text(trimmed(line));
      if (text.find_first_of("_[]<>|") != std::string::npos || text.find("  ") != std::string::npos) RC_FAIL(line);
    }
  });
}

TEST(EnergyCaptureBoard, OfAGameWithoutSecretsShowsBothSides) {
  const auto table = Table<EnergyCapture>({"nodes=3"}).play("1:5 1:6,2:1");
  EXPECT_EQ(table.game().laid_open(table.position(), plain_pen<EnergyCapture>()),
            "Allocation Phase\n"
            "Node 1: neutral, Player 1 5 units, Player 2 6 units\n"
            "Node 2: neutral, Player 1 0 units, Player 2 1 unit\n"
            "Node 3: neutral, Player 1 0 units, Player 2 0 units\n");
}

}  // namespace
}  // namespace duello
