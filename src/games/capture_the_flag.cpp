#include "games/capture_the_flag.hpp"

#include "core/try.hpp"

namespace duello {

namespace {

// "-5", "0", "+5".
std::string signed_place(int place) { return cat(place > 0 ? "+" : "", place); }

}  // namespace

const StatedFacts CaptureTheFlag::kFacts{
    .id = "capture-the-flag",
    .title = "Capture the Flag",
    .pitch = "Race to the enemy's flag, or land on the enemy.",
    .seats = {{{{"Player 1", "", Tint::red, "P1>"}, {"Player 2", "", Tint::blue, "<P2"}}}},
    .variants =
        {
            {"marathon", "flag=12 stride=3",
             "A path of 25 places. The second player wins, but only in 12 moves, and more than half of the won "
             "positions have a single winning move."},
        },
};

const std::string_view CaptureTheFlag::kExample = "3 3 2 3 3 1 2";

RuleBook CaptureTheFlag::rule_book() const {
  const std::string up = signed_place(-rules_.flag);
  const std::string down = signed_place(rules_.flag);
  const std::string spaces = rules_.stride == 1   ? "1 place"
                             : rules_.stride == 2 ? "1 or 2 places"
                             : rules_.stride == 3 ? "1, 2 or 3 places"
                                                  : cat("1 to ", rules_.stride, " places");
  RuleBook book{
      .goal = "Bring your token to the other player's flag, or land on the other player's token.",
      .setup = cat("A path of ", path() + 1, " places, ", up, " to ", down, ". Player 1 starts at ", up,
                   " and runs up, player 2 starts at ", down,
                   " and runs down; these two places are also their flags. The players agree who starts."),
      .turn =
          cat("Move your token ", spaces, " forward. You can neither go back, nor stand still, nor run beyond the flag",
              rules_.stride < 3 ? "." : "; two places before it only 1 or 2 are possible."),
      .end = "You win when your token lands on the other flag, or exactly on the other token. There is no draw.",
      .rulings =
          {
              "Landing on the other token wins at once, so two tokens never stand together while the game goes on.",
              "A turn is never lost: short of the flag there is always a move.",
          },
      .tips = tips(),
  };
  // Step by step they can only meet.
  if (rules_.stride > 1)
    book.rulings.insert(book.rulings.begin() + 1,
                        "Running past the other token is allowed and has no effect; only the landing counts.");
  return book;
}

std::vector<std::string> CaptureTheFlag::tips() const {
  if (rules_.stride == 1) return {};  // nobody has a choice
  const int step = rules_.stride + 1;
  std::vector<std::string> tips{
      cat("Count the steps from your token to the other one. Leave the other player a multiple of ", step,
          ": whatever they answer, you can do it again, and in the end you land on their token. Leave "
          "anything else, and the other player can do it to you."),
      "Once the tokens have passed each other it is a race, and only the number of moves to the flag counts: run as "
      "far as you may, and pass only if you need no more moves than the other player will.",
  };
  if (rules_ == Rules{})
    tips.emplace_back(
        "The book says to hold the middle. The middle counts for nothing, the steps between the tokens do: of the "
        "first moves 2, which leaves eight, wins, and 3, which goes farthest, loses soonest.");
  return tips;
}

std::string CaptureTheFlag::Rules::objection() const { return {}; }

int CaptureTheFlag::place(const Position& position, Seat seat) const {
  const int walked = position.walked.of(seat, position.mover);
  return home(seat) + (seat == Seat::one ? walked : -walked);
}

std::vector<ObservedPart> CaptureTheFlag::observed_parts() const {
  return {{"mine", "1 where the mover's token stands, counted from the mover's flag", 1, path() + 1},
          {"theirs", "1 where the other token stands, counted from the other flag", 1, path() + 1}};
}

std::string CaptureTheFlag::write(Move move) const { return cat(move.spaces); }

std::expected<CaptureTheFlag::Move, Complaint> CaptureTheFlag::read(const View& view, std::string_view text) const {
  if (view.over) return complaint("The game is over");
  if (trimmed(text).empty()) return complaint("That was an empty line");
  DUELLO_TRY(const auto spaces, whole_number(trimmed(text)));
  if (spaces < 0) return complaint("You cannot move backward");
  if (spaces == 0) return complaint("You cannot stand still");
  if (spaces > rules_.stride)
    return complaint("A token moves at most ", counted(static_cast<std::uint64_t>(rules_.stride), "space"));
  if (spaces > path() - view.walked.mine) return complaint("That is beyond the flag");
  return Move{static_cast<std::uint8_t>(spaces)};
}

Stage CaptureTheFlag::stage(const View& view, const Pen& pen) const {
  const auto token = [](Seat seat) {
    const SeatWords& words = kFacts.seats[seat];
    return Look{seat, seat == Seat::one ? Shape::right_arrow : Shape::left_arrow, std::string(words.mark), words.tint};
  };
  Stage stage{.columns = path() + 1, .mover = view.over ? std::nullopt : std::optional(view.mover)};
  for (int number = 0; number <= path(); ++number) {
    const int here = number - rules_.flag;
    Cell cell{.number = number, .column = number, .label = signed_place(here)};
    std::vector<std::string> things;
    for (const Seat seat : kSeats) {
      if (here != home(seat)) continue;
      cell.look = {seat, Shape::flag, seat == Seat::one ? "F1" : "F2", kFacts.seats[seat].tint};
      things.push_back(cat(pen.names[seat], "'s flag"));
    }
    // Whoever has just moved stands on top.
    for (const Seat seat : {view.mover, other(view.mover)}) {
      if (here != place(view, seat)) continue;
      cell.pieces.push_back({token(seat)});
      things.push_back(cat(pen.names[seat], "'s token"));
      cell.decisive = view.over && seat != view.mover;
    }
    cell.spoken = cat(cell.label, ", ", things.empty() ? "free" : listed(things));
    stage.cells.push_back(std::move(cell));
  }
  for (const Seat seat : kSeats)
    stage.counters.push_back({.seat = seat,
                              .label = "to the flag",
                              .look = token(seat),
                              .amount = path() - view.walked.of(seat, view.mover),
                              .goal = 0});
  return stage;
}

Steps CaptureTheFlag::steps(const View& view, Move move) const {
  const int from = place(view, view.mover) + rules_.flag;
  const int forward = view.mover == Seat::one ? move.spaces : -move.spaces;
  return {{from, Deed::from}, {from + forward, Deed::to}};
}

std::string CaptureTheFlag::standing(const View& view, const Pen& pen) const {
  std::string text;
  for (const Seat seat : kSeats) {
    const int left = path() - view.walked.of(seat, view.mover);
    text += cat(pen.names[seat], " is at position ", signed_place(place(view, seat)));
    if (pen.boards == Boards::told) text += cat(", ", left, " from the flag at ", signed_place(home(other(seat))));
    text += ".\n";
  }
  return text;
}

// The path from -flag to +flag with tokens (P1>, <P2) and the flags they have left (F1, F2), in lines that fit.
std::string CaptureTheFlag::picture(const View& view, const Pen& pen) const {
  constexpr std::size_t kWidth = 5;
  if (pen.boards == Boards::told) return standing(view, pen);
  const int per_line = pen.per_line(kWidth, 0, 15);
  const auto centered = [](std::string_view text, const std::string& shown) {
    const std::size_t before = (kWidth - text.size()) / 2;
    return std::string(before, ' ') + shown + std::string(kWidth - text.size() - before, ' ');
  };
  const Stage shown = stage(view, pen);
  std::string text;
  for (int begin = 0; begin <= path(); begin += per_line) {
    std::string tokens;
    std::string places;
    for (int here = begin; here <= path() && here < begin + per_line; ++here) {
      const Cell& cell = shown.cells[static_cast<std::size_t>(here)];
      const Look& look = cell.top();
      tokens += look.mark.empty() ? centered(".", pen.ink(Tint::faint, "."))
                                  : centered(look.mark, pen.ink(look.tint, look.mark));
      places += centered(cell.label, cell.label);
    }
    text += cat(without_end_blanks(tokens), '\n', without_end_blanks(places), '\n');
  }
  return text;
}

std::string CaptureTheFlag::board(const View& view, const Pen& pen) const {
  return pen.boards == Boards::told ? standing(view, pen) : cat(standing(view, pen), '\n', picture(view, pen));
}

std::string CaptureTheFlag::opening(const View& view, const Pen& pen) const {
  return pen.boards == Boards::told ? "" : standing(view, pen);
}

std::string CaptureTheFlag::turn(const View& view, const Pen& pen) const {
  return cat(picture(view, pen), '\n', pen.names[view.mover], "'s turn.\n");
}

std::string CaptureTheFlag::range(const View& view) const {
  const std::uint64_t most = legal(view).size();
  return most == 1 ? "1 space" : cat("1-", most, " spaces");
}

std::string CaptureTheFlag::ask(const View& view, const Pen&) const {
  return cat("Enter your move (", range(view), " forward): ");
}

std::string CaptureTheFlag::hint(const View& view) const { return cat("move ", range(view), " forward"); }

std::string CaptureTheFlag::report(const Position& before, Move, const Position& after, std::optional<Seat>,
                                   const Pen& pen) const {
  return cat(pen.names[before.mover], " moves to position ", signed_place(place(after, before.mover)), ".\n");
}

std::string CaptureTheFlag::summary(const Position& position, const Pen& pen) const { return picture(position, pen); }

std::string CaptureTheFlag::verdict(const Position& position, const Pen& pen) const {
  const std::string& winner = pen.names[other(position.mover)];
  const std::string& loser = pen.names[position.mover];
  const std::string deed = outcome(position)->why == kFlag
                               ? cat("has captured ", loser, "'s flag")
                               : cat("has landed on ", loser, "'s token and captured the flag");
  return cat(winner, ' ', deed, "! ", winner, " wins!");
}

std::string CaptureTheFlag::reason(const Position& position) const {
  const std::string where = signed_place(place(position, other(position.mover)));
  return cat(outcome(position)->why == kFlag ? "captured the flag at " : "landed on the other token at ", where);
}

}  // namespace duello
