// The mistakes of a reviewed game as questions, one after the other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "cli/quiz.hpp"
#include "cli/report.hpp"

namespace duello {

class Lesson {
 public:
  // About the mistakes of one player, called by the seat in which they began; or else of those who are people; or, if
  // nobody is, of both.
  Lesson(Console& console, const ReviewedGame& reviewed, std::optional<Seat> player);

  // Nothing, or why it ends before its end.
  std::optional<Leave> give();

 private:
  // Answers what was typed, and says whether that was it.
  using Judge = std::function<bool(const std::string& text, const Quiz::Typed& typed)>;

  std::optional<Leave> ask(const ReviewedMove& move);
  std::optional<Leave> ask(const ReviewedPlacement& each);
  // Until it is found, or Enter alone shows `answer`.
  std::optional<Leave> ask(Quiz& quiz, const std::string& prompt, const std::string& answer, const Judge& judge);
  void say(std::string_view words) { console_.print(sentence(console_, words)); }

  Console& console_;
  const ReviewedGame& reviewed_;
  PerSeat<bool> learns_;
};

}  // namespace duello
