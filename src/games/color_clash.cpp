#include "games/color_clash.hpp"

#include <algorithm>
#include <vector>

#include "core/try.hpp"

namespace duello {

namespace {

std::string disk_name(Seat seat, int number) { return cat(seat == Seat::one ? 'R' : 'B', number); }

// What somebody types: "R4-9", "move R4 9", "r4 9".
struct Wish {
  std::string_view disk;
  std::string_view to;
};

std::optional<Wish> wish_in(std::string_view text) {
  constexpr std::string_view kBetween = " \t-";
  const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
  std::string_view rest = trimmed(text.substr(end));
  if (rest.starts_with('-')) rest = trimmed(rest.substr(1));
  if (end == 0 || rest.empty()) return std::nullopt;
  return Wish{text.substr(0, end), rest};
}

}  // namespace

const StatedFacts ColorClash::kFacts{
    .id = "color-clash",
    .title = "Color Clash",
    .pitch = "Jump your disks ahead of all the enemy's.",
    .seats = {{{{"Red", "Red", Tint::red}, {"Blue", "Blue", Tint::blue}}}},
    .one_starts = true,
    .variants =
        {
            {"roomy", "disks=3 positions=13",
             "Seven free positions instead of one. By the book Red wins whatever happens; here Red needs 19 moves, "
             "only one first move in five wins, and random players are nearly level."},
            {"wide", "disks=4 positions=13",
             "All four disks and five free positions. Red needs 17 moves, and a third of the first moves win."},
        },
};

const std::string_view ColorClash::kExample = "R4-9 B3-7 R3-6 B1-5 R1-2";

RuleBook ColorClash::rule_book() const {
  std::vector<std::string> tips;
  if (rules_ == Rules{})
    tips = {
        "R1-9 wins at once: the only free position is then behind every disk, and Blue cannot move.",
        "The book's advice on advancing, blocking and choosing disks changes nothing under its own rules: Red wins "
        "from every position that can be reached, whatever the two do. With more free positions (--variant roomy or "
        "wide) it starts to matter.",
    };
  const int taken = 2 * rules_.disks;
  std::vector<std::string> placed;
  for (int disk = 1; disk <= rules_.disks; ++disk)
    for (const Seat seat : kSeats) placed.push_back(disk_name(seat, disk));
  const std::string free = rules_.positions == taken + 1
                               ? cat("Position ", rules_.positions, " is free")
                               : cat("Positions ", taken + 1, " to ", rules_.positions, " are free");
  const bool one = rules_.disks == 1;
  return {
      .goal = one ? "Get your disk ahead of the other player's disk."
                  : "Get all your disks ahead of all the other player's disks.",
      .setup = cat("A track of ", rules_.positions, " positions. Red and Blue have ", spelled(rules_.disks),
                   rules_.disks == 1 ? " disk" : " disks",
                   " each, placed in turn from position 1: ", joined(placed, " "), ". ", free, ". Red always starts."),
      .turn = cat(one ? "Move your disk forward to any free position ahead of it. It may jump over the other one."
                      : "Move one of your disks forward to any free position ahead of it. It may jump over any number "
                        "of disks of either color.",
                  " It cannot go back, and a position holds one disk."),
      .end =
          cat("You win when your ",
              one ? "disk is ahead of the other player's" : "hindmost disk is ahead of the other player's foremost one",
              ", or when the other player has to move and cannot. There is no draw."),
      .rulings =
          {
              "A disk cannot land on an occupied position, whoever stands there.",
              "A player who is to move and has no legal move loses at once.",
              cat("After a move the mover's ",
                  one ? "disk is looked at first: ahead" : "disks are looked at first: all ahead",
                  " wins. Only then does it count that the next player is blocked."),
          },
      .tips = tips,
  };
}

std::string ColorClash::Rules::objection() const {
  const int least = 2 * disks + 1;
  if (positions >= least) return {};
  return cat("The rule 'positions' must be ", least, " to ", kMostPositions, " with disks=", disks, ", not '",
             positions, "'");
}

std::vector<ObservedPart> ColorClash::observed_parts() const {
  return {{"mine", "1 where the mover's disk of that row stands", rules_.disks, rules_.positions},
          {"theirs", "1 where a disk of the other player stands", 1, rules_.positions}};
}

std::string ColorClash::write(Move move) const { return cat(disk_name(move.seat, move.disk + 1), '-', move.to + 1); }

std::expected<ColorClash::Move, Complaint> ColorClash::read(const View& view, std::string_view text) const {
  if (view.over) return complaint("The game is over");
  const std::string clean = lowered(trimmed(text));
  if (clean.empty()) return complaint("That was an empty line");
  const bool has_verb = clean.starts_with("move ") || clean.starts_with("move\t");
  const auto wish = wish_in(trimmed(std::string_view(clean).substr(has_verb ? 4 : 0)));
  if (!wish) return complaint(in_quotes(trimmed(text)), " does not name a disk and a position");

  const auto number = whole_number(wish->disk.substr(1));
  const bool is_red = wish->disk.starts_with('r');
  if ((!is_red && !wish->disk.starts_with('b')) || !number || *number < 1 || *number > rules_.disks)
    return complaint("There is no disk ", in_quotes(wish->disk));
  const Seat owner = is_red ? Seat::one : Seat::two;
  const std::string name = disk_name(owner, *number);
  if (owner != view.mover) return complaint(name, " is not your disk");

  DUELLO_TRY(const auto to, whole_number(wish->to));
  if (to < 1 || to > rules_.positions) return complaint("There is no position ", to);
  const auto disk = static_cast<std::uint8_t>(*number - 1);
  const int from = bit_of(view.at.mine, disk) + 1;
  if (to == from) return complaint(name, " stands on position ", to, " already");
  if (to < from) return complaint(name, " cannot move backward from ", from, " to ", to);
  if ((taken(view) >> (to - 1) & 1) != 0) return complaint("Position ", to, " is occupied");
  return Move{owner, disk, static_cast<std::uint8_t>(to - 1)};
}

Stage ColorClash::stage(const View& view, const Pen&) const {
  Stage stage{.columns = rules_.positions, .mover = view.over ? std::nullopt : std::optional(view.mover)};
  for (int number = 1; number <= rules_.positions; ++number)
    stage.cells.push_back(
        {.number = number, .column = number - 1, .label = cat(number), .spoken = cat(number, ", free")});
  // Those that are ahead have won, or those that are stuck have lost.
  const Seat decisive = is_ahead(view) ? other(view.mover) : view.mover;
  for (const Seat seat : kSeats)
    for (int disk = 0; disk < rules_.disks; ++disk) {
      const int at = bit_of(view.at.of(seat, view.mover), static_cast<std::size_t>(disk));
      Cell& cell = stage.cells[static_cast<std::size_t>(at)];
      const std::string name = disk_name(seat, disk + 1);
      cell.pieces.push_back({{seat, shape_of(seat), name, kFacts.seats[seat].tint}});
      cell.decisive = view.over && seat == decisive;
      cell.spoken = cat(cell.label, ", ", name);
    }
  return stage;
}

Steps ColorClash::steps(const View& view, Move move) const {
  return {{bit_of(view.at.mine, move.disk) + 1, Deed::from}, {move.to + 1, Deed::to}};
}

std::string ColorClash::track(const View& view, const Pen& pen) const {
  if (pen.boards == Boards::told) return told(view);
  const int per_line = pen.per_line(rules_.positions >= 10 ? 8 : 7, 2, 5);
  std::string text;
  for (const Cell& cell : stage(view, pen).cells) {
    const bool wide = rules_.positions >= 10 && cell.number < 10;
    const Look& look = cell.top();
    text += cat(wide ? " " : "", cell.label, ": [", look.mark.empty() ? "  " : pen.ink(look.tint, look.mark), ']');
    text += cell.number % per_line == 0 || cell.number == rules_.positions ? "\n" : "  ";
  }
  return text;
}

std::string ColorClash::told(const View& view) const {
  std::string text;
  for (const Seat seat : kSeats) {
    std::vector<std::string> disks;
    for (int disk = 0; disk < rules_.disks; ++disk)
      disks.push_back(cat(disk_name(seat, disk + 1), " on ",
                          bit_of(view.at.of(seat, view.mover), static_cast<std::size_t>(disk)) + 1));
    text += cat(kFacts.seats[seat].color, ": ", joined(disks, ", "), "; ");
  }
  return cat(text, "free ", stretches_of(track_ & ~taken(view)), ".\n");
}

std::string ColorClash::board(const View& view, const Pen& pen) const {
  return cat("Current Positions:\n", track(view, pen));
}

std::string ColorClash::opening(const View& view, const Pen& pen) const { return board(view, pen); }

std::string ColorClash::turn(const View& view, const Pen& pen) const {
  return cat(pen.names[view.mover], "'s Turn:\n");
}

std::string ColorClash::ask(const View& view, const Pen&) const {
  const Moves moves = legal(view);
  const Move last = moves[moves.size() - 1];
  return cat("Enter your move (e.g., move ", disk_name(last.seat, last.disk + 1), ' ', last.to + 1, "): ");
}

std::string ColorClash::hint(const View& view) const {
  std::vector<std::string> disks;
  Cells goals = 0;
  legal(view).for_each([&](Move move) {
    const std::string name = disk_name(move.seat, move.disk + 1);
    if (disks.empty() || disks.back() != name) disks.push_back(name);
    goals |= Cells{1} << move.to;
  });
  return cat("move ", listed(disks, "or"), " forward to a free position: ", listed(numbers_of(goals), "or"));
}

std::string ColorClash::report(const Position&, Move move, const Position& after, std::optional<Seat>,
                               const Pen& pen) const {
  return cat("\nMove Accepted: ", disk_name(move.seat, move.disk + 1), " moved to position ", move.to + 1,
             "\n\nUpdated Positions:\n", track(after, pen));
}

std::string ColorClash::summary(const Position&, const Pen&) const { return {}; }

std::string ColorClash::verdict(const Position& position, const Pen& pen) const {
  const std::string& winner = pen.names[other(position.mover)];
  const std::string& loser = pen.names[position.mover];
  if (outcome(position)->why == kAhead) return cat(winner, " wins: every disk is ahead of all of ", loser, "'s disks!");
  return cat(winner, " wins: ", loser, " has no legal move!");
}

std::string ColorClash::reason(const Position& position) const {
  return outcome(position)->why == kAhead ? "all disks ahead" : "the other player cannot move";
}

}  // namespace duello
