// What may be typed wherever somebody is asked for a move: the move, or a word that helps to find it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/console.hpp"
#include "core/any_game.hpp"
#include "players/player.hpp"

namespace duello {

// A word that can be typed, and what it does. An empty one is the Enter key alone.
struct Word {
  std::string_view word;
  std::string_view does;
};

inline constexpr Word kHelpWord{"help", "this list"};
inline constexpr Word kRulesWord{"rules", "the rules of the game"};
inline constexpr Word kMovesWord{"moves", "the moves that are legal now"};
inline constexpr Word kBoardWord{"board", "the board again; board plain: in words"};

// A position before somebody who is to move in it.
class Prompt {
 public:
  // `view` is of the seat to move, and `shown` what the screen may show: the same, or what everybody may know. `words`
  // are all that can be typed, in the order in which help tells them.
  Prompt(const Console& console, const AnyGame& game, const AnyView& view, const AnyView& shown,
         std::vector<Word> words)
      : console_(console), game_(game), view_(view), shown_(shown), words_(std::move(words)) {}

  const AnyView& shown() const { return shown_; }
  std::vector<std::string> words() const;
  // The moves that are legal, or some of them.
  std::vector<std::string> moves() const;

  // To help, rules, moves and board; nothing to any other word. `told` writes boards in words.
  std::optional<std::string> answer_to(std::string_view word, const Pen& pen, const Pen& told) const;
  // The move that is typed, or a sentence about why it is none.
  std::expected<AnyMove, std::string> move_in(const std::string& line) const;

 private:
  std::string help() const;
  std::string legal_moves() const;

  const Console& console_;
  const AnyGame& game_;
  const AnyView& view_;
  const AnyView& shown_;
  std::vector<Word> words_;
};

// A sentence: one line on a pipe, however long; on a terminal as many as it takes.
std::string sentence(const Console& console, std::string_view words);

// What it means for the game that nothing more is typed.
Leave leave_after(NoLine why);

}  // namespace duello
