// Asks somebody for a move in a given position until it comes, outside a game.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/prompt.hpp"

namespace duello {

class Quiz {
 public:
  // A legal move; one of the words, lowered; or why nothing came.
  using Typed = std::variant<AnyMove, std::string, Leave>;

  // `view` is of the seat to move. `words` have a meaning beside those that every quiz knows: help, rules, moves, board
  // and quit.
  Quiz(Console& console, const AnyGame& game, const AnyView& view, Pen pen, const std::vector<Word>& words);
  Quiz(const Quiz&) = delete;
  Quiz& operator=(const Quiz&) = delete;

  // Asks until something comes that the caller must answer.
  Typed ask(const std::string& prompt);

 private:
  Console& console_;
  AnyView view_;
  Pen pen_;
  std::vector<Word> words_;
  Prompt prompt_;
};

}  // namespace duello
