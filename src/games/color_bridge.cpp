#include "games/color_bridge.hpp"

#include <vector>

#include "core/try.hpp"

namespace duello {

namespace {

constexpr ColorBridge::Cells cell(int number) { return ColorBridge::Cells{1} << (number - 1); }

// "1-3, 8 and 10".
std::string ranges_of(ColorBridge::Cells cells) {
  std::vector<std::string> stretches;
  while (cells != 0) {
    const int first = std::countr_zero(cells);
    const int last = first + std::countr_one(cells >> first) - 1;
    stretches.push_back(first == last ? cat(first + 1) : cat(first + 1, '-', last + 1));
    cells &= ~((ColorBridge::Cells{2} << last) - 1);
  }
  return listed(stretches);
}

// The cells that somebody names: "5", "5 6", "6,5", "5-6-7".
std::expected<std::vector<int>, Complaint> named_cells(std::string_view text) {
  constexpr std::string_view kBetween = " \t,-";
  std::vector<int> cells;
  for (text = trimmed(text); !text.empty();) {
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    if (end == 0) return complaint("A number is missing before ", in_quotes(text));
    DUELLO_TRY(const auto number, whole_number(text.substr(0, end)));
    cells.push_back(number);
    const std::string_view rest = trimmed(text.substr(end));
    const bool separated = rest.starts_with(',') || rest.starts_with('-');
    text = separated ? trimmed(rest.substr(1)) : rest;
    if (separated && text.empty()) return complaint("A number is missing at the end");
  }
  return cells;
}

// How many cells a move may color: no more than there are.
int most_at_once(const ColorBridge::Rules& rules) { return std::min<int>(rules.reach, rules.length); }

}  // namespace

const StatedFacts ColorBridge::kFacts{
    .id = "color-bridge",
    .title = "Color Bridge",
    .pitch = "Color a track; make a run of exactly three of your own.",
    .seats = {{{{"Player 1 (Red)", "Red", Tint::red}, {"Player 2 (Blue)", "Blue", Tint::blue}}}},
    .variants =
        {
            {"steady", "length=11 run=3 reach=1",
             "One cell a move. Neither side can force a win, where by the book the first player wins in 3 moves."},
            {"fives", "length=13 run=5 reach=2",
             "Runs of five on a longer track. Neither side can force a win, and of the won positions most have a "
             "single winning move."},
        },
};

const std::string_view ColorBridge::kExample = "5-6 7 4";

RuleBook ColorBridge::rule_book() const {
  const bool by_the_book = rules_ == Rules{};
  const std::string run = spelled(rules_.run);
  const std::string_view cells = rules_.run == 1 ? " cell" : " cells";
  const int most = most_at_once(rules_);
  RuleBook book{
      .goal = cat("Make a run of exactly ", run, rules_.run == 1 ? "" : " neighboring", cells, " in your color."),
      .setup = cat("A track of ", counted(static_cast<std::uint64_t>(rules_.length), "cell"),
                   rules_.length == 1 ? "" : cat(", numbered 1 to ", rules_.length),
                   ", without color (_). Player 1 is Red (R), player 2 is Blue (B). The players agree who starts."),
      .turn = most == 1   ? "Color one free cell. Type its number."
              : most == 2 ? "Color one free cell, or two free cells that are neighbors. Type one number, or two."
                          : cat("Color one free cell, or up to ", spelled(most),
                                " free cells side by side. Type their numbers."),
      .end = cat("You win when your move leaves a run of exactly ", run, cells,
                 " in your color, anywhere on the track. There is no draw."),
      .rulings = {cat("A run of ", run,
                      rules_.run == rules_.length
                          ? " fills the track and wins at once."
                          : " wins at once, whatever stands or could still stand beside it, as long as neither "
                            "neighbor has your color.",
                      by_the_book ? " After 5-6, 4 and 7, Red has 5 6 7 and has won." : "")},
      .tips = {},
  };
  if (rules_.run < rules_.length)
    book.rulings.push_back(cat("A run of ", spelled(rules_.run + 1), " or more is allowed and wins nothing. Where a ",
                               "longer run stands beside one of exactly ", run, ", the latter wins. Only the mover's ",
                               "runs count."));
  if (most > 1)
    book.rulings.emplace_back(most == 2 ? "Two cells that are not neighbors cannot be colored together."
                                        : "Cells with a gap between them cannot be colored together.");
  book.rulings.emplace_back(
      "When the track is full and nobody has won it is wiped, a new round begins, and the turns go on alternating. "
      "After ten undecided rounds in a row (--rounds) a coin decides.");
  if (by_the_book)
    book.tips = {
        "Look for a win on the spot first: a pair with a free cell at its end, a cell with two free ones beside it, or "
        "a gap to close. Four of five won positions are won by the next move, and a block must leave none of these.",
        "Begin on any cells but a single one of 1, 2, 10 and 11: those four first moves lose, the other 17 win.",
        "One cell or two? Where only one of them wins, it is the single cell twice as often as the pair.",
        "The book calls a run that is too long a waste. It mostly is, but it can be the only move that wins, as it "
        "takes a cell away from the other player: where Red has 6 to 9 and Blue 1, 3, 4, 10 and 11, Red wins with 5 "
        "and with nothing else.",
    };
  return book;
}

std::string ColorBridge::Rules::objection() const {
  if (run <= length) return {};
  return cat("The rule 'run' must be 1 to ", length, ", the length of the track, not '", run, "'");
}

std::vector<ObservedPart> ColorBridge::observed_parts() const {
  return {{"mine", "1 where the mover owns the cell", 1, rules_.length},
          {"theirs", "1 where the other player does", 1, rules_.length}};
}

std::string ColorBridge::write(Move move) const { return joined(numbers_of(move.cells), "-"); }

std::expected<ColorBridge::Move, Complaint> ColorBridge::read(const View& view, std::string_view text) const {
  if (view.won) return complaint("The game is over");
  DUELLO_TRY(const auto cells, named_cells(text));
  if (cells.empty()) return complaint("That was an empty line");
  for (const int number : cells)
    if (number < 1 || number > rules_.length) return complaint("There is no position ", number);
  if (cells.size() > static_cast<std::size_t>(most_at_once(rules_)))
    return complaint("A move colors at most ", counted(static_cast<std::uint64_t>(most_at_once(rules_)), "position"));
  Cells named = 0;
  for (const int number : cells) {
    if ((named & cell(number)) != 0) return complaint("Position ", number, " is named twice");
    named |= cell(number);
    for (const Seat seat : kSeats)
      if ((view.owned.of(seat, view.mover) & cell(number)) != 0)
        return complaint("Position ", number, " is already ", kFacts.seats[seat].color);
  }
  const Cells stretch = named >> std::countr_zero(named);
  if ((stretch & (stretch + 1)) != 0) return complaint("Positions ", listed(numbers_of(named)), " are not adjacent");
  return Move{named};
}

Stage ColorBridge::stage(const View& view, const Pen&) const {
  Stage stage{.columns = rules_.length, .mover = view.won ? std::nullopt : std::optional(view.mover)};
  for (int number = 1; number <= rules_.length; ++number) {
    Cell each{.number = number, .column = number - 1, .label = cat(number)};
    std::string_view state = "free";
    for (const Seat seat : kSeats) {
      if ((view.owned.of(seat, view.mover) & cell(number)) == 0) continue;
      state = kFacts.seats[seat].color;
      each.look = {seat, shape_of(seat), std::string(state.substr(0, 1)), kFacts.seats[seat].tint};
    }
    each.decisive = (winning_run(view) & cell(number)) != 0;
    each.spoken = cat(number, ", ", state);
    stage.cells.push_back(std::move(each));
  }
  return stage;
}

Steps ColorBridge::steps(const View&, Move move) const {
  Steps steps;
  for (Cells rest = move.cells; rest != 0; rest &= rest - 1) steps.push_back({std::countr_zero(rest) + 1, Deed::put});
  return steps;
}

// Some of the cells, in a line.
std::string ColorBridge::row(const Position& position, Stretch stretch, const Pen& pen) const {
  const Stage shown = stage(position, pen);
  std::vector<std::string> cells;
  for (int number = stretch.first; number <= stretch.last; ++number) {
    const Look& look = shown.cells[static_cast<std::size_t>(number - 1)].look;
    cells.push_back(look.mark.empty() ? "_" : pen.ink(look.tint, look.mark));
  }
  return joined(cells, " ") + "\n";
}

// The cells' numbers, one above each cell; those of two digits stand upright.
std::string ColorBridge::ruler(Stretch stretch, std::size_t indent) {
  std::string tens(indent, ' ');
  std::string ones(indent, ' ');
  for (int number = stretch.first; number <= stretch.last; ++number) {
    tens += cat(number < 10 ? std::string(" ") : cat(number / 10), ' ');
    ones += cat(number % 10, ' ');
  }
  ones.pop_back();
  tens.pop_back();
  return stretch.last < 10 ? ones + "\n" : cat(tens, '\n', ones, '\n');
}

// A narrow screen has the track below its label, in rows that have their numbers with them.
std::string ColorBridge::track(std::string_view label, Numbers numbers, const Position& position,
                               const Pen& pen) const {
  if (pen.boards == Boards::told) return cat(label, told(position));
  const int behind_label = pen.per_line(1, 1, rules_.length, label.size());
  const Stretch whole{1, rules_.length};
  if (behind_label == rules_.length)
    return cat(numbers == Numbers::shown ? ruler(whole, label.size()) : "", label, row(position, whole, pen));
  std::string text = without_end_blanks(std::string(label)) + "\n";
  const int below = pen.per_line(1, 1, rules_.length);
  for (int first = 1; first <= rules_.length; first += below) {
    const Stretch stretch{first, std::min(first + below - 1, rules_.length)};
    text += ruler(stretch, 0) + row(position, stretch, pen);
  }
  return text;
}

// "Red 5, 6; Blue 7; free 1 to 4, 8 to 11."
std::string ColorBridge::told(const Position& position) const {
  std::string text;
  for (const Seat seat : kSeats)
    text += cat(kFacts.seats[seat].color, ' ', stretches_of(position.owned.of(seat, position.mover)), "; ");
  return cat(text, "free ", stretches_of(track_ & ~taken(position)), ".\n");
}

std::string ColorBridge::board(const View& view, const Pen& pen) const {
  return track("Current Track: ", Numbers::shown, view, pen);
}

std::string ColorBridge::opening(const View&, const Pen&) const { return {}; }

std::string ColorBridge::turn(const View& view, const Pen& pen) const {
  const int most = most_at_once(rules_);
  const std::string how_many = most == 1   ? "one position"
                               : most == 2 ? "one or two positions"
                                           : cat("one to ", spelled(most), " positions");
  if (pen.programs[view.mover]) return board(view, pen);
  return cat(board(view, pen), pen.names[view.mover], ", choose position(s) to color (", how_many, "):\n");
}

std::string ColorBridge::ask(const View&, const Pen& pen) const {
  return pen.boards == Boards::told ? "Position(s): " : "> ";
}

std::string ColorBridge::hint(const View& view) const {
  const std::string_view how = most_at_once(rules_) == 1 ? "choose one" : "choose one, or adjacent ones,";
  return cat(how, " of the free positions ", ranges_of(track_ & ~taken(view)));
}

std::string ColorBridge::report(const Position& before, Move move, const Position& after, std::optional<Seat>,
                                const Pen& pen) const {
  Position colored = before;
  colored.owned.mine |= move.cells;
  const std::string who =
      pen.programs[before.mover] ? cat(pen.names[before.mover], " colors ", listed(numbers_of(move.cells)), ".\n") : "";
  std::string text = cat(who, '\n', track("Updated Track: ", Numbers::left_out, colored, pen));
  if (!after.won) text += remark(colored.owned.mine, move);
  if (begins_round(after)) text += "\nThe track is full and nobody has won.\n";
  return text;
}

// Said of a move that makes a run too long to win.
std::string ColorBridge::remark(Cells owned, Move move) const {
  int first = std::countr_zero(move.cells);
  while (first > 0 && (owned >> (first - 1) & 1) != 0) --first;
  const int length = std::countr_one(owned >> first);
  if (length <= rules_.run) return {};
  return cat("That is a run of ", spelled(length), ", ", first + 1, " to ", first + length,
             ": allowed, but only a run of exactly ", spelled(rules_.run), " wins.\n");
}

std::string ColorBridge::new_round(const Position&, const Pen&) const {
  return "It is wiped, and a new round begins.\n";
}

std::string ColorBridge::summary(const Position&, const Pen&) const { return {}; }

ColorBridge::Cells ColorBridge::winning_run(const Position& position) const {
  if (!position.won) return 0;
  return ((Cells{1} << rules_.run) - 1) << std::countr_zero(exact_runs(position.owned.theirs));
}

std::string ColorBridge::verdict(const Position& position, const Pen& pen) const {
  const std::vector<std::string> cells = numbers_of(winning_run(position));
  return cat(pen.names[other(position.mover)], " wins by forming a sequence at position",
             cells.size() == 1 ? " " : "s ", joined(cells, ", "), '!');
}

std::string ColorBridge::reason(const Position& position) const {
  return cat(spelled(rules_.run), " in a row at ", joined(numbers_of(winning_run(position)), " "));
}

}  // namespace duello
