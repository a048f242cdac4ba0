// What a view looks like and what may be chosen in it, as data: enough to draw any game and to play it by pointing,
// without knowing which game it is.
//
// A scene is made of a view, so it holds no more than its reader may know. Color only ever repeats what a shape, a mark
// or a word says. A cell keeps its number and its place as long as the game lasts, and no two cells of a scene share
// either; what is gone from the board is gone from the scene.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/pen.hpp"

namespace duello {

// Plain figures, to be drawn as their names say. A `space` is an outline with nothing in it.
enum class Shape : std::uint8_t {
  space,
  disk,
  diamond,
  triangle,
  square,
  hexagon,
  star,
  flag,
  right_arrow,
  left_arrow,
  stack,
};

// What tells the seats' pieces apart where a game has no figures of its own.
constexpr Shape shape_of(Seat seat) { return seat == Seat::one ? Shape::disk : Shape::diamond; }

// How something is told from other things of its kind: by its shape or by its mark, whatever the color.
struct Look {
  std::optional<Seat> owner{};
  Shape shape = Shape::space;
  std::string mark{};  // a few letters to stand on it, or none
  Tint tint = Tint::plain;
  friend bool operator==(const Look&, const Look&) = default;
};

// Something that lies on a cell. A piece that moves is known again by its look.
struct Piece {
  Look look{};
  std::optional<int> amount{};  // how many it stands for
  friend bool operator==(const Piece&, const Piece&) = default;
};

struct Cell {
  int number = 0;     // by which steps name it
  int column = 0;     // in cells, from the left
  int row = 0;        // from the top
  std::string label;  // as players call it
  Look look{};
  std::vector<Piece> pieces{};  // the last one on top
  bool decisive = false;        // part of what has won the game
  std::string spoken{};         // the cell and what is on it, for people who listen

  // What is seen first.
  const Look& top() const { return pieces.empty() ? look : pieces.back().look; }
  friend bool operator==(const Cell&, const Cell&) = default;
};

// Something that is counted beside the board: what a seat has taken, or has left.
struct Counter {
  std::optional<Seat> seat{};  // whose it is
  std::string label{};
  Look look{};
  int amount = 0;
  std::optional<int> goal{};  // the amount at which something is won or reached
  bool decisive = false;
  friend bool operator==(const Counter&, const Counter&) = default;
};

// All that is seen.
struct Stage {
  int columns = 0;  // of the whole board, at the start as at the end
  int rows = 1;
  std::optional<Seat> mover{};  // nobody if the game is over
  std::vector<Cell> cells{};
  std::vector<Counter> counters{};
  std::vector<std::string> notes{};  // what else is to be seen, each a line of words
  friend bool operator==(const Stage&, const Stage&) = default;
};

// What a move does to a cell: a piece leaves it, one comes to it, the cell itself is taken away, or something is put on
// it.
enum class Deed : std::uint8_t { from, to, take, put };

struct Step {
  int cell = 0;
  Deed deed = Deed::put;
  std::optional<int> amount{};  // how many, where that is a choice
  friend bool operator==(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;  // in the order of the move

// A move that is chosen whole. No two offers of a scene touch the same cells, so pointing at them in any order finds
// the move; one without steps (a pass) needs a button of its own.
struct Offer {
  std::string move;  // as it is written
  Steps steps{};
  friend bool operator==(const Offer&, const Offer&) = default;
};

// A move that is made of amounts on cells, at least one in all: `AnyGame::composed` makes it of them.
struct Amounts {
  std::vector<int> cells{};  // that may have any
  int most = 0;              // in all
  friend bool operator==(const Amounts&, const Amounts&) = default;
};

struct CellAmount {
  int cell = 0;
  int amount = 0;
};
using ChosenAmounts = std::span<const CellAmount>;

// The choices are the mover's, and there only if the view is one in which a move can be made.
struct Scene {
  Stage stage{};
  std::vector<Offer> offers{};
  std::optional<Amounts> amounts{};
  std::string sentence{};  // the whole of it, for people who listen: the board as it is told
  friend bool operator==(const Scene&, const Scene&) = default;
};

constexpr std::string_view name_of(Shape shape) {
  constexpr std::array<std::string_view, 11> kNames{"space", "disk", "diamond",     "triangle",   "square", "hexagon",
                                                    "star",  "flag", "right-arrow", "left-arrow", "stack"};
  return kNames[static_cast<std::size_t>(shape)];
}
constexpr std::string_view name_of(Deed deed) {
  constexpr std::array<std::string_view, 4> kNames{"from", "to", "take", "put"};
  return kNames[static_cast<std::size_t>(deed)];
}

// A game that can be looked at. `steps` takes the view in which the move is made. A game whose secrets are out says
// what is then seen with `laid_open_stage`; one whose moves are amounts says so with `amounts` and `composed`.
template <class G>
concept HasScenes = Game<G> && requires(const G game, typename G::View view, typename G::Move move, Pen pen) {
  { game.stage(view, pen) } -> std::same_as<Stage>;
  { game.steps(view, move) } -> std::same_as<Steps>;
};

template <class G>
concept MovesAmounts = requires(const G game, typename G::View view, ChosenAmounts amounts) {
  { game.amounts(view) } -> std::same_as<std::optional<Amounts>>;
  { game.composed(view, amounts) } -> std::same_as<std::expected<typename G::Move, Complaint>>;
};

// A pen for what is heard: words, and no color in them.
inline Pen speaking(const Pen& pen) {
  Pen speaking = pen.told();
  speaking.ink = {};
  return speaking;
}

template <HasScenes G>
Scene scene_of(const G& game, const typename G::View& view, const Pen& pen) {
  const Pen words = speaking(pen);
  Scene scene{.stage = game.stage(view, words), .sentence = game.board(view, words)};
  const auto offer = [&](const typename G::Move& move) {
    scene.offers.push_back({game.write(move), game.steps(view, move)});
  };
  if constexpr (MovesAmounts<G>) {
    scene.amounts = game.amounts(view);
    game.listed(view, offer);
    std::erase_if(scene.offers, [](const Offer& each) { return !each.steps.empty(); });
  } else {
    game.legal(view).for_each(offer);
  }
  return scene;
}

// With nothing kept back, and nothing to choose. Only for games whose secrets are out.
template <HasScenes G>
Scene laid_open_scene_of(const G& game, const typename G::Position& position, const Pen& pen) {
  const Pen words = speaking(pen);
  if constexpr (HasSecretMoves<G>) {
    return {.stage = game.laid_open_stage(position, words), .sentence = game.laid_open(position, words)};
  } else {
    const typename G::View view = game.view(position, std::nullopt);
    return {.stage = game.stage(view, words), .sentence = game.board(view, words)};
  }
}

}  // namespace duello
