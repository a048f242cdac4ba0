// A person at the console: asks for a line, answers words such as help, and turns the rest into moves.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "cli/console.hpp"
#include "cli/prompt.hpp"
#include "core/random.hpp"
#include "match/dialogue.hpp"
#include "players/player.hpp"
#include "solve/knowledge.hpp"
#include "study/hints.hpp"

namespace duello {

// A person at the console. Two of them may share it.
class Person final : public Player {
 public:
  // `know` finds out what is known of the game when a hint is asked for.
  using Know = std::function<std::expected<Knowledge, Complaint>()>;

  Person(Console& console, Know know, Random random) : console_(console), know_(std::move(know)), random_(random) {}

  // Before each game: how the players are called, and whether the other one looks at this screen.
  void sit_down(const Names& names, bool other_looks_on);

  Answer answer(const Turn& turn) override;
  std::optional<Leave> told_of_forced(const Turn& turn) override;
  bool is_person() const override { return true; }

 private:
  // How the typed moves of a hidden game are kept from the other player.
  enum class Shelter : std::uint8_t { none, page, no_echo };
  // An answer, or words to show before asking again.
  using Reply = std::variant<Answer, std::string>;

  std::optional<Leave> take_shelter(const Turn& turn);
  void explain_no_echo();
  Answer answer_here(const Turn& turn);
  Answer answer_on_page(const Turn& turn);
  std::optional<Leave> hand_over(const Turn& turn);
  Answer confirm(const Turn& turn, const AnyMove& move);
  Reply reply_to(const std::string& line, const Turn& turn, const Prompt& prompt);
  std::string hint(const Turn& turn);
  std::string page_head(const Turn& turn) const;

  Console& console_;
  Know know_;
  Random random_;
  std::optional<Names> names_;
  Pen pen_;
  bool other_looks_on_ = false;
  Shelter shelter_ = Shelter::none;  // in this turn
  Hint hint_;
  int hints_ = 0;  // given in this turn
};

}  // namespace duello
