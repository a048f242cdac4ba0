// Asks somebody for a move in a given position, and answers the words that help to find it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/console.hpp"
#include "core/any_game.hpp"
#include "players/player.hpp"

namespace duello {

class Quiz {
 public:
  // A word that has a meaning beside those that every quiz knows: help, rules, moves, board and quit. An empty one is
  // the Enter key alone.
  struct Word {
    std::string_view word;
    std::string_view does;
  };
  // A legal move; one of the words, lowered; or why nothing came.
  using Typed = std::variant<AnyMove, std::string, Leave>;

  // `view` is of the seat to move.
  Quiz(Console& console, const AnyGame& game, const AnyView& view, Pen pen, std::vector<Word> words)
      : console_(console), game_(game), view_(view), pen_(std::move(pen)), words_(std::move(words)) {}

  // Asks until something comes that the caller must answer.
  Typed ask(const std::string& prompt);

 private:
  std::string answer_to(std::string_view word) const;
  std::string help() const;
  std::string legal_moves() const;

  Console& console_;
  const AnyGame& game_;
  AnyView view_;
  Pen pen_;
  std::vector<Word> words_;
};

// A sentence: one line on a pipe, however long; on a terminal as many as it takes.
std::string sentence(const Console& console, std::string_view words);

}  // namespace duello
