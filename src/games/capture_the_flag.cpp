#include "games/capture_the_flag.hpp"

namespace duello {

namespace {

// "-5", "0", "+5".
std::string signed_place(int place) { return cat(place > 0 ? "+" : "", place); }

}  // namespace

const Facts CaptureTheFlag::kFacts{
    .id = "capture-the-flag",
    .title = "Capture the Flag",
    .pitch = "Race to the enemy's flag, or land on the enemy.",
    .seats = {{{{"Player 1", "", Tint::red}, {"Player 2", "", Tint::blue}}}},
    .variants =
        {
            {"marathon", "flag=12 stride=3",
             "A path of 25 places. The second player wins, but only in 12 moves, and more than half of the won "
             "positions have a single winning move."},
        },
};

RuleBook CaptureTheFlag::rule_book() {
  return {
      .goal = "Bring your token to the other player's flag, or land on the other player's token.",
      .setup =
          "A path of eleven places, -5 to +5. Player 1 starts at -5 and runs up, player 2 starts at +5 and runs "
          "down; these two places are also their flags. The players agree who starts.",
      .turn =
          "Move your token 1, 2 or 3 places forward. You can neither go back, nor stand still, nor run beyond the "
          "flag; two places before it only 1 or 2 are possible.",
      .end = "You win when your token lands on the other flag, or exactly on the other token. There is no draw.",
      .rulings =
          {
              "Landing on the other token wins at once, so two tokens never stand together while the game goes on.",
              "Running past the other token is allowed and has no effect; only the landing counts.",
              "A turn is never lost: short of the flag there is always a move.",
          },
      .example = "3 3 2 3 3 1 2",
  };
}

std::string CaptureTheFlag::Rules::objection() const { return {}; }

int CaptureTheFlag::place(const Position& position, Seat seat) const {
  const int from_flag = position.walked.of(seat, position.mover) - rules_.flag;
  return seat == Seat::one ? from_flag : -from_flag;
}

std::string CaptureTheFlag::write(Move move) const { return cat(move.spaces); }

std::expected<CaptureTheFlag::Move, Complaint> CaptureTheFlag::read(const View& view, std::string_view text) const {
  if (view.over) return complaint("The game is over");
  if (trimmed(text).empty()) return complaint("That was an empty line");
  const auto spaces = whole_number(trimmed(text));
  if (!spaces) return std::unexpected(spaces.error());
  if (*spaces < 0) return complaint("You cannot move backward");
  if (*spaces == 0) return complaint("You cannot stand still");
  if (*spaces > rules_.stride)
    return complaint("A token moves at most ", counted(static_cast<std::uint64_t>(rules_.stride), "space"));
  if (*spaces > path() - view.walked.mine) return complaint("That is beyond the flag");
  return Move{static_cast<std::uint8_t>(*spaces)};
}

std::string CaptureTheFlag::standing(const View& view, const Pen& pen) const {
  std::string text;
  for (const Seat seat : kSeats)
    text += cat(pen.names[seat], " is at position ", signed_place(place(view, seat)), ".\n");
  return text;
}

// The path from -flag to +flag with tokens (P1>, <P2) and the flags they have left (F1, F2), in lines that fit.
std::string CaptureTheFlag::picture(const View& view, const Pen& pen) const {
  constexpr int kPerLine = 15;
  constexpr std::size_t kWidth = 5;
  const auto centered = [](std::string_view text, const std::string& shown) {
    const std::size_t before = (kWidth - text.size()) / 2;
    return std::string(before, ' ') + shown + std::string(kWidth - text.size() - before, ' ');
  };
  const auto mark = [&](int here) -> std::pair<std::string_view, Tint> {
    // Whoever has just moved stands on top.
    for (const Seat seat : {other(view.mover), view.mover})
      if (here == place(view, seat)) return {seat == Seat::one ? "P1>" : "<P2", kFacts.seats[seat].tint};
    if (here == -rules_.flag) return {"F1", kFacts.seats[Seat::one].tint};
    if (here == rules_.flag) return {"F2", kFacts.seats[Seat::two].tint};
    return {".", Tint::faint};
  };
  std::string text;
  for (int begin = -rules_.flag; begin <= rules_.flag; begin += kPerLine) {
    std::string tokens;
    std::string places;
    for (int here = begin; here <= rules_.flag && here < begin + kPerLine; ++here) {
      const auto [token, tint] = mark(here);
      tokens += centered(token, pen.ink(tint, token));
      places += centered(signed_place(here), signed_place(here));
    }
    text += cat(without_end_blanks(tokens), '\n', without_end_blanks(places), '\n');
  }
  return text;
}

std::string CaptureTheFlag::board(const View& view, const Pen& pen) const {
  return cat(standing(view, pen), '\n', picture(view, pen));
}

std::string CaptureTheFlag::opening(const View& view, const Pen& pen) const { return standing(view, pen); }

std::string CaptureTheFlag::turn(const View& view, const Pen& pen) const {
  return cat(picture(view, pen), '\n', pen.names[view.mover], "'s turn.\n");
}

std::string CaptureTheFlag::range(const View& view) const {
  const std::uint64_t most = legal(view).size();
  return most == 1 ? "1 space" : cat("1-", most, " spaces");
}

std::string CaptureTheFlag::ask(const View& view) const { return cat("Enter your move (", range(view), " forward): "); }

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
