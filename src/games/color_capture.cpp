#include "games/color_capture.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "core/try.hpp"

namespace duello {

namespace {

struct Color {
  std::string_view name;
  std::string_view letter;
  Tint tint;
  Shape shape;

  Look look() const { return {.shape = shape, .mark = std::string(letter), .tint = tint}; }
};

constexpr std::array<Color, ColorCapture::kMostColors> kColors{{
    {"Red", "R", Tint::red, Shape::disk},
    {"Blue", "B", Tint::blue, Shape::diamond},
    {"Green", "G", Tint::green, Shape::triangle},
    {"Yellow", "Y", Tint::yellow, Shape::square},
    {"Purple", "P", Tint::purple, Shape::hexagon},
    {"Orange", "O", Tint::orange, Shape::star},
}};

constexpr std::size_t kLabel = 10;  // columns in front of the cells
constexpr std::size_t kCell = 4;

std::string cell(std::string_view text, Tint tint, const Pen& pen) {
  return pen.ink(tint, text) + std::string(kCell - text.size(), ' ');
}

}  // namespace

const StatedFacts ColorCapture::kFacts{
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

const std::string_view ColorCapture::kExample = "15 1 1 12 11 1 1 8 1 1";

// "3 of its 5", or "6 of 11 in Red and 6 of 10 in Blue and Green" where the colors are not equally many.
std::string ColorCapture::majority_text() const {
  const int least = rules_.tokens / rules_.colors;
  const int with_one_more = rules_.tokens % rules_.colors;
  const auto share = [](int total, std::string_view between) { return cat(total / 2 + 1, between, total); };
  if (with_one_more == 0) return share(least, " of its ");
  std::vector<std::string> names = color_names();
  const std::vector<std::string> more(names.begin(), names.begin() + with_one_more);
  names.erase(names.begin(), names.begin() + with_one_more);
  return cat(share(least + 1, " of "), " in ", listed(more), ", ", share(least, " of "), " in ", listed(names));
}

std::vector<std::string> ColorCapture::color_names() const {
  std::vector<std::string> names;
  for (int color = 0; color < rules_.colors; ++color) names.emplace_back(kColors[static_cast<std::size_t>(color)].name);
  return names;
}

RuleBook ColorCapture::rule_book() const {
  const bool at_once = rules_.majority == Rules::kFirst;
  const std::string row = rules_.colors == 1               ? "all of them Red"
                          : rules_.colors == rules_.tokens ? listed(color_names())
                                                           : cat(joined(color_names(), ", "), ", and so on");
  RuleBook book{
      .goal = cat(at_once ? "Be the first to hold" : "Hold, in more colors than the other player,",
                  " more than half of the tokens of ", at_once ? "one color: " : "a color: ", majority_text(), '.'),
      .setup = cat(rules_.tokens == 1 ? "1 token, a Red one" : cat(rules_.tokens, " tokens lie in a row: ", row),
                   ". Nobody holds any. The players agree who starts."),
      .turn = rules_.tokens == 1
                  ? "Take it. You cannot skip a turn."
                  : "Take one token, either the leftmost or the rightmost. The rest close up and are numbered from 1 "
                    "again, so the two positions to choose from are 1 and the last. You cannot skip a turn.",
      .end = at_once
                 ? "The game stops as soon as a player holds more than half of a color; that player wins. There is "
                   "no draw."
                 : "The game stops when the row is empty. Whoever has the majority in more colors wins. There is no "
                   "draw.",
      .rulings = {at_once ? "A majority wins at once, not when the row is empty. The other reading is the variant "
                            "majority=end: all tokens are taken, then whoever has the majority in more colors wins."
                          : "Majorities are counted when the row is empty. The other reading is majority=first: the "
                            "first majority wins at once."},
      .tips = {},
  };
  const std::string needed = rules_ == Rules{} ? cat(" With ", rules_.tokens, " tokens in ", spelled(rules_.colors),
                                                     " colors none of these is ever needed.")
                                               : "";
  book.rulings.push_back(
      cat("Ties: more majorities, then more tokens, then the higher counts compared from the largest "
          "down, then the player who moved second.",
          needed));
  book.rulings.emplace_back("Positions are numbered afresh after every pick.");
  if (rules_ == Rules{})
    book.tips = {
        "With right play the first player wins, by the eleventh pick at the latest and whichever end comes first; the "
        "second player needs a mistake.",
        "Look at the ends that your pick leaves: if a color of which the other player holds two lies there, the next "
        "pick wins.",
        "The book weighs blocking against building. Where one pick wins, the other loses and you hold more of one of "
        "the two colors, take that one: it is right in 22 of 32 positions. To take what the other player holds more of "
        "is right in 10 of 32 only.",
    };
  return book;
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

std::vector<ObservedPart> ColorCapture::observed_parts() const {
  return {{"row", "1 where the token is still in the row, in its first order", 1, rules_.tokens},
          {"mine", "tokens of each color that the mover holds", 1, rules_.colors},
          {"theirs", "tokens of each color that the other player holds", 1, rules_.colors}};
}

std::string ColorCapture::write(Move move) const { return cat(move.position); }

std::expected<ColorCapture::Move, Complaint> ColorCapture::read(const View& view, std::string_view text) const {
  const Moves moves = legal(view);
  if (moves.size() == 0) return complaint("The game is over");
  const std::string word = lowered(trimmed(text));
  if (word.empty()) return complaint("That was an empty line");
  if (word == "left" || word == "l") return moves[0];
  if (word == "right" || word == "r") return moves[moves.size() - 1];
  DUELLO_TRY(const auto position, whole_number(trimmed(text)));
  if (position < 1 || position > view.count) return complaint("There is no position ", position);
  if (position != 1 && position != view.count) return complaint("Position ", position, " is not at an end of the row");
  return Move{static_cast<std::uint8_t>(position)};
}

int ColorCapture::majority_of(std::size_t color) const {
  return (rules_.tokens + rules_.colors - 1 - static_cast<int>(color)) / rules_.colors / 2 + 1;
}

Stage ColorCapture::stage(const View& view, const Pen&) const {
  Stage stage{.columns = rules_.tokens, .mover = view.over ? std::nullopt : std::optional(view.mover)};
  for (int number = 1; number <= view.count; ++number) {
    const Color& color = kColors[color_at(view, number)];
    stage.cells.push_back({.number = view.left + number,
                           .column = view.left + number - 1,
                           .label = cat(number),
                           .look = color.look(),
                           .spoken = cat(number, ", ", color.name)});
  }
  for (const Seat seat : kSeats)
    for (std::size_t color = 0; color < static_cast<std::size_t>(rules_.colors); ++color) {
      const int held = counts(view, seat)[color];
      const int goal = majority_of(color);
      stage.counters.push_back({.seat = seat,
                                .label = std::string(kColors[color].name),
                                .look = kColors[color].look(),
                                .amount = held,
                                .goal = goal,
                                .decisive = view.over && final_outcome(view).winner == seat && held >= goal});
    }
  return stage;
}

Steps ColorCapture::steps(const View& view, Move move) const { return {{view.left + move.position, Deed::take}}; }

std::string ColorCapture::remaining(const View& view, const Pen& pen) const {
  if (pen.boards == Boards::told) return told(view);
  const std::vector<Cell> cells = stage(view, pen).cells;
  const auto per_line = static_cast<std::size_t>(pen.per_line(kCell, 0, 17, kLabel));
  std::string text = "Remaining Tokens:\n";
  for (std::size_t begin = 0; begin < cells.size(); begin += per_line) {
    std::string numbers = "Position: ";
    std::string tokens = "Token:    ";
    for (const Cell& each : std::span(cells).subspan(begin, std::min(per_line, cells.size() - begin))) {
      numbers += cell(each.label, Tint::plain, pen);
      tokens += cell(each.look.mark, each.look.tint, pen);
    }
    text += cat(without_end_blanks(numbers), '\n', without_end_blanks(tokens), '\n');
  }
  if (view.count == 0) text += "(none)\n";
  return text;
}

std::string ColorCapture::told(const View& view) const {
  std::vector<std::string> tokens;
  for (int number = 1; number <= view.count; ++number) tokens.emplace_back(kColors[color_at(view, number)].name);
  if (tokens.empty()) return "Remaining Tokens: none.\n";
  return cat("Remaining Tokens, ", tokens.size(), " from left to right: ", joined(tokens, ", "), ".\n");
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

std::string ColorCapture::ask(const View& view, const Pen& pen) const {
  const auto choice = [&](int number) {
    const Color& color = kColors[color_at(view, number)];
    return cat("Position ", number, " (", pen.boards == Boards::told ? color.name : color.letter, ')');
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
  const std::string who = pen.programs[before.mover] ? pen.names[before.mover] : "\nYou";
  return cat(who, " picked Position ", move.position, ": ", pen.ink(color.tint, color.name), ".\n",
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
