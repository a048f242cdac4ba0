// Whoever sits at the table: a person, a program, a script. A player is told what its seat may know, nothing more.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/any_game.hpp"

namespace duello {

// The game so far as one seat may know it, and nobody can ask it for more.
class Story {
 public:
  virtual ~Story() = default;

  virtual Seat seat() const = 0;
  virtual Seat first() const = 0;
  // In the order of play; "?" stands for a move that is still secret, "swap" for a change of seats.
  virtual std::vector<std::string> told() const = 0;
};

inline constexpr std::string_view kSecretMove = "?";
inline constexpr std::string_view kSwapMove = "swap";

struct Turn {
  const AnyGame& game;
  const Story& story;
  Seat seat;
  AnyView view;   // the seat's own
  AnyView table;  // what everybody may know
  bool may_swap = false;
  bool may_be_swapped = false;  // by the other player, after this move
  bool swapped = false;         // the players have changed seats
  bool new_round = false;       // one has just begun, and not the first
  std::string no_undo{};        // for people: why no move can be taken back; empty if one can
};

struct Undo {};
struct Resign {};
// Changes seats with the other player, who is then to move; where the game is played so, after its first move.
struct Swap {};
// The player is gone and the game stays unfinished.
enum class Leave : std::uint8_t { quit, end_of_input, interrupted };
// The player cannot or will not play by the rules, and loses. The reason is a clause such as "it crashed".
struct Forfeit {
  std::string why;
};

// The answers to an offer to take back moves.
struct Agree {};
struct Decline {};
// What whoever sits at a seat wants to do.
using Request = std::variant<AnyMove, Undo, Agree, Decline, Swap, Resign, Forfeit>;
using Answer = std::expected<Request, Leave>;

class Player {
 public:
  virtual ~Player() = default;

  virtual Answer answer(const Turn& turn) = 0;
  // The rules move for the player, who has no choice and is only told. A player who leaves instead says so.
  virtual std::optional<Leave> told_of_forced(const Turn&) { return std::nullopt; }
  // The game is over, however it ended; the story is that of the seat where the player sat in the end.
  virtual void game_over(const Story&) {}
  // What a program calls itself; nothing if it has no name of its own.
  virtual std::string name() const { return {}; }
  // Takes moves back, and is the one who gets the turn again when somebody does.
  virtual bool is_person() const { return false; }
};

}  // namespace duello
