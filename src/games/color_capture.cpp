#include "games/color_capture.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <vector>

namespace duello {

namespace {

struct Color {
  std::string_view name;
  std::string_view letter;
  Tint tint;
};

constexpr std::array<Color, ColorCapture::kMostColors> kColors{{
    {"Red", "R", Tint::red},
    {"Blue", "B", Tint::blue},
    {"Green", "G", Tint::green},
    {"Yellow", "Y", Tint::yellow},
    {"Purple", "P", Tint::purple},
    {"Orange", "O", Tint::orange},
}};

std::string cell(std::string_view text, Tint tint, const Pen& pen) {
  constexpr std::size_t kWidth = 4;
  return pen.ink(tint, text) + std::string(kWidth - text.size(), ' ');
}

}  // namespace

const Facts ColorCapture::kFacts{
    .id = "color-capture",
    .title = "Color Capture",
    .pitch = "Take tokens from the ends until you own most of a color.",
    .seats = {{{{"Player 1", "", Tint::plain}, {"Player 2", "", Tint::plain}}}},
    .variants =
        {
            {"sixteen", "tokens=16 colors=3",
             "One token more turns the game around: the second player wins, in 14 moves instead of 11, and between "
             "random players the first wins 55 % instead of 71 %."},
            {"rainbow", "tokens=20 colors=5",
             "Four tokens of each of five colors. Perfect play takes 17 moves, the first of two random players wins 57 "
             "%, and half of the won positions have a single winning move."},
        },
};

RuleBook ColorCapture::rule_book() {
  return {
      .goal = "Be the first to hold more than half of the tokens of one color: 3 of its 5.",
      .setup =
          "Fifteen tokens lie in a row: Red, Blue, Green, and so on five times over. Nobody holds any. The players "
          "agree who starts.",
      .turn =
          "Take one token, either the leftmost or the rightmost. The rest close up and are numbered from 1 again, so "
          "the two positions to choose from are 1 and the last. You cannot skip a turn.",
      .end = "The game stops as soon as a player holds three tokens of a color; that player wins. There is no draw.",
      .rulings =
          {
              "A majority wins at once, not when the row is empty. The other reading is the variant majority=end: all "
              "tokens are taken, then whoever has the majority in more colors wins.",
              "Ties: more majorities, then more tokens, then the higher counts compared from the largest down, then "
              "the "
              "player who moved second. With fifteen tokens in three colors none of these is ever needed.",
              "Positions are numbered afresh after every pick.",
          },
      .example = "15 1 1 12 11 1 1 8 1 1",
  };
}

std::string ColorCapture::Rules::objection() const {
  if (colors <= tokens) return {};
  return cat("The rule 'colors' must be 1 to ", tokens, ", the number of tokens, not '", colors, "'");
}

// For every row that can remain: the ways to share out what is gone so that the mover has half of it.
double ColorCapture::position_bound() const {
  const auto colors = static_cast<std::size_t>(rules_.colors);
  double bound = 0;
  for (int left = 0; left <= rules_.tokens; ++left)
    for (int right = 0; left + right <= rules_.tokens; ++right) {
      std::vector<int> gone(colors);
      for (int token = 0; token < rules_.tokens; ++token)
        if (token < left || token >= rules_.tokens - right) ++gone[static_cast<std::size_t>(token % rules_.colors)];
      const auto half = static_cast<std::size_t>((left + right) / 2);
      std::vector<double> ways(half + 1);
      ways[0] = 1;
      for (const int most : gone) {
        std::vector<double> next(half + 1);
        for (std::size_t held = 0; held <= half; ++held)
          for (std::size_t more = 0; more <= static_cast<std::size_t>(most) && held + more <= half; ++more)
            next[held + more] += ways[held];
        ways = next;
      }
      bound += ways[half];
    }
  return bound;
}

std::array<int, ColorCapture::kMostColors> ColorCapture::counts(const Position& position, Seat seat) const {
  std::array<int, kMostColors> counts{};
  for (std::size_t color = 0; color < counts.size(); ++color)
    counts[color] = static_cast<int>(position.held.of(seat, position.mover) >> (8 * color) & 0xff);
  return counts;
}

std::size_t ColorCapture::color_at(const Position& position, int number) const {
  return color_shift_[static_cast<std::size_t>(position.left + number - 1)] / 8U;
}

Outcome ColorCapture::final_outcome(const Position& position) const {
  const Seat last = other(position.mover);
  if (rules_.majority == Rules::kFirst && majorities(position.held.theirs) != 0) return {last, kMajority};

  // The row is drawn out. Whoever is ahead in the first thing that differs has won.
  const auto ahead = [](const auto& one, const auto& two) { return one > two ? Seat::one : Seat::two; };
  const int majorities_one = std::popcount(majorities(position.held.of(Seat::one, position.mover)));
  const int majorities_two = std::popcount(majorities(position.held.of(Seat::two, position.mover)));
  if (majorities_one != majorities_two) return {ahead(majorities_one, majorities_two), kMajorities};

  auto one = counts(position, Seat::one);
  auto two = counts(position, Seat::two);
  const int tokens_one = std::accumulate(one.begin(), one.end(), 0);
  const int tokens_two = std::accumulate(two.begin(), two.end(), 0);
  if (tokens_one != tokens_two) return {ahead(tokens_one, tokens_two), kTokens};

  std::ranges::sort(one, std::greater{});
  std::ranges::sort(two, std::greater{});
  if (one != two) return {ahead(one, two), kCounts};
  return {last, kMovedSecond};  // equal tokens: the row was even, so the last pick was the second player's
}

std::string ColorCapture::write(Move move) const { return cat(move.position); }

std::expected<ColorCapture::Move, Complaint> ColorCapture::read(const View& view, std::string_view text) const {
  const Moves moves = legal(view);
  if (moves.size() == 0) return complaint("The game is over");
  const std::string word = lowered(trimmed(text));
  if (word.empty()) return complaint("That was an empty line");
  if (word == "left" || word == "l") return moves[0];
  if (word == "right" || word == "r") return moves[moves.size() - 1];
  const auto position = whole_number(trimmed(text));
  if (!position) return std::unexpected(position.error());
  if (*position < 1 || *position > view.count) return complaint("There is no position ", *position);
  if (*position != 1 && *position != view.count)
    return complaint("Position ", *position, " is not at an end of the row");
  return Move{static_cast<std::uint8_t>(*position)};
}

std::string ColorCapture::remaining(const View& view, const Pen& pen) const {
  constexpr int kPerLine = 17;
  std::string text = "Remaining Tokens:\n";
  for (int begin = 1; begin <= view.count; begin += kPerLine) {
    std::string numbers = "Position: ";
    std::string tokens = "Token:    ";
    for (int number = begin; number <= view.count && number < begin + kPerLine; ++number) {
      const Color& color = kColors[color_at(view, number)];
      numbers += cell(cat(number), Tint::plain, pen);
      tokens += cell(color.letter, color.tint, pen);
    }
    text += cat(without_end_blanks(numbers), '\n', without_end_blanks(tokens), '\n');
  }
  if (view.count == 0) text += "(none)\n";
  return text;
}

std::string ColorCapture::collection(const Position& position, Seat seat, const Pen& pen) const {
  const auto held = counts(position, seat);
  std::vector<std::string> parts;
  for (std::size_t color = 0; color < held.size(); ++color)
    if (held[color] != 0) parts.push_back(cat(pen.ink(kColors[color].tint, kColors[color].name), ' ', held[color]));
  return cat(pen.names[seat], "'s Collection: ", parts.empty() ? "none yet" : joined(parts, ", "), '\n');
}

std::string ColorCapture::board(const View& view, const Pen& pen) const {
  return remaining(view, pen) + collection(view, Seat::one, pen) + collection(view, Seat::two, pen);
}

std::string ColorCapture::opening(const View&, const Pen&) const { return {}; }

std::string ColorCapture::turn(const View& view, const Pen& pen) const {
  return cat(remaining(view, pen), '\n', pen.names[view.mover], "'s Turn:\n");
}

std::string ColorCapture::ask(const View& view) const {
  const auto choice = [&](int number) {
    return cat("Position ", number, " (", kColors[color_at(view, number)].letter, ')');
  };
  if (view.count == 1) return cat("Choose the last token from ", choice(1), ": ");
  return cat("Choose a token from ", choice(1), " or ", choice(view.count), ": ");
}

std::string ColorCapture::hint(const View& view) const {
  return view.count == 1 ? "only position 1 is left" : cat("choose 1 (left) or ", view.count, " (right)");
}

std::string ColorCapture::report(const Position& before, Move move, const Position& after, std::optional<Seat>,
                                 const Pen& pen) const {
  const Color& color = kColors[color_at(before, move.position)];
  return cat("\nYou picked Position ", move.position, ": ", pen.ink(color.tint, color.name), ".\n",
             collection(after, before.mover, pen));
}

std::string ColorCapture::summary(const Position& position, const Pen& pen) const {
  std::string text = "Game Over!\n";
  for (const Seat seat : kSeats) {
    const auto held = counts(position, seat);
    text += cat("\n", pen.names[seat], "'s Collection:\n");
    for (std::size_t color = 0; color < static_cast<std::size_t>(rules_.colors); ++color)
      text += cat("- ", pen.ink(kColors[color].tint, kColors[color].name), " Tokens: ", held[color], '\n');
  }
  return text;
}

std::string ColorCapture::reason(const Position& position) const {
  const Outcome outcome = final_outcome(position);
  switch (outcome.why) {
    case kMajority: {
      const auto top = static_cast<std::size_t>(std::countr_zero(majorities(position.held.theirs)));
      return cat("a majority of ", kColors[top / 8].name, " tokens");
    }
    case kMajorities:
      return "majorities in more colors";
    case kTokens:
      return "more tokens";
    case kCounts:
      return "more tokens of one color";
    default:
      return "all equal, moved second";
  }
}

std::string ColorCapture::verdict(const Position& position, const Pen& pen) const {
  const Outcome outcome = final_outcome(position);
  const std::string why =
      outcome.why == kMovedSecond ? "having moved second, all else being equal" : cat("collecting ", reason(position));
  return cat("Winner: ", pen.names[outcome.winner], " wins by ", why, '!');
}

}  // namespace duello
