// The conversation at the table: what is shown of a game as it goes, and a person's side of it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "match/conduct.hpp"

namespace duello {

// Shows a game to everybody who looks at the screen.
class Dialogue : public Listener {
 public:
  using Print = std::function<void(std::string_view)>;

  // `audience` is the seat whose secrets the screen may show; nobody's unless it is one person's alone. A seat that
  // types here has already seen its own turn.
  Dialogue(Print print, Pen pen, std::optional<Seat> audience, PerSeat<bool> types_here)
      : print_(std::move(print)), pen_(std::move(pen)), audience_(audience), types_here_(types_here) {}

  void started(const Referee& referee) override;
  void moved(const Referee& referee) override;
  void took_back(const Referee& referee, int moves) override;
  void refused(const Complaint& complaint) override;
  void ended(const Referee& referee) override;

 private:
  Print print_;
  Pen pen_;
  std::optional<Seat> audience_;
  PerSeat<bool> types_here_;
};

// A person at the console. Two of them may share it.
class Person final : public Player {
 public:
  explicit Person(Console& console) : console_(console) {}

  // Before each game: how the players are called, and whether the other one looks at this screen.
  void sit_down(const Pen& pen, bool other_looks_on);

  Answer answer(const Turn& turn) override;
  std::optional<Leave> told_of_forced(const Turn& turn) override;
  bool is_person() const override { return true; }

 private:
  // How the typed moves of a hidden game are kept from the other player.
  enum class Shelter : std::uint8_t { none, page, no_echo };
  // An answer, or words to show before asking again.
  using Reply = std::variant<Answer, std::string>;

  Shelter shelter(const Turn& turn) const;
  Answer answer_here(const Turn& turn);
  Answer answer_on_page(const Turn& turn);
  std::optional<Leave> hand_over(const Turn& turn);
  Reply reply_to(const std::string& line, const Turn& turn, const AnyView& shown) const;
  std::string page_head(const Turn& turn) const;
  std::string sentence(std::string words) const;
  std::string legal_moves(const Turn& turn, const AnyView& shown) const;

  Console& console_;
  Pen pen_;
  bool other_looks_on_ = false;
};

}  // namespace duello
