// What the tests of matches share: games by name, and a referee that understands lines of moves.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/registry.hpp"
#include "match/replay.hpp"

namespace duello {

inline std::unique_ptr<const AnyGame> game_called(std::string_view id, const std::vector<std::string>& settings = {}) {
  auto game = (*find_game(id))->make(settings);
  if (!game) throw std::invalid_argument(game.error().why);
  return *std::move(game);
}

// The game that a record names, played to the record's end.
struct Replayed {
  std::unique_ptr<const AnyGame> game;
  std::unique_ptr<Referee> referee;
};
inline std::expected<Replayed, Complaint> replayed(const Record& record) {
  const auto entry = find_game(record.game);
  if (!entry) return std::unexpected(entry.error());
  auto game = (*entry)->make(words_of(record.rules));
  if (!game) return std::unexpected(game.error());
  auto referee = refereed(**game, record);
  if (!referee) return std::unexpected(referee.error());
  return Replayed{*std::move(game), *std::move(referee)};
}

inline Pen plain_pen(const AnyGame& game) {
  Pen pen;
  for (const Seat seat : kSeats) pen.names[seat] = game.facts().seats[seat].plain;
  return pen;
}

// Moves separated by blanks; each must be legal.
inline void play(Referee& referee, std::string_view moves) {
  for (const std::string& text : lines_of(wrapped(moves, 1))) {
    const auto move = referee.game().read(referee.view(referee.mover()), text);
    ASSERT_TRUE(move) << text << ": " << move.error().why;
    ASSERT_TRUE(referee.play(*move));
  }
}

inline std::string line_of_moves(const Referee& referee) {
  std::vector<std::string> moves;
  for (const AnyMove& move : referee.moves()) moves.push_back(referee.game().write(move));
  return joined(moves, " ");
}

// All that the seats and the table can tell of a game.
inline std::string everything_shown(const Referee& referee) {
  const AnyGame& game = referee.game();
  std::string text = cat("mover ", number(referee.mover()), '\n');
  for (const auto audience : {std::optional<Seat>(), std::optional(Seat::one), std::optional(Seat::two)}) {
    const AnyView view = referee.view(audience);
    text += game.board(view, plain_pen(game));
    if (!referee.result())
      text += cat(game.turn(view, plain_pen(game)), game.ask(view, plain_pen(game)), game.hint(view), '\n');
  }
  return text;
}

constexpr PerSeat<bool> kTwoPeople{{true, true}};

}  // namespace duello
