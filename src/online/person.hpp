// A person at this console who plays or watches at a table elsewhere: is asked, gets words such as help answered, and
// what is left is what they want of the table.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/console.hpp"
#include "cli/prompt.hpp"
#include "match/duel.hpp"
#include "server/followed_table.hpp"

namespace duello {

// One of the phrases, counted from 1.
struct Phrase {
  std::size_t number;
};
using Wish = std::variant<Request, Phrase, Claim, Leave>;

class OnlinePerson {
 public:
  // Asks for a line; `news` if something is heard meanwhile that changes what is asked.
  using ReadLine = std::function<std::expected<std::string, NoLine>(const std::string& question,
                                                                    const std::vector<std::string>& offers)>;

  OnlinePerson(Console& console, FollowedTable& table, ReadLine read_line)
      : console_(console), table_(table), read_line_(std::move(read_line)) {}

  // A game is being played, and this is the so-many-th position, which is shown once. Nothing if something is heard
  // first.
  std::optional<Wish> ask(const Names& names, std::uint64_t position);

 private:
  std::optional<Wish> ask_move(const Names& names, std::uint64_t position);
  std::optional<Wish> tell_forced(const AnyMove& move);
  std::optional<Wish> ask_meanwhile(const Names& names);
  // Goes on asking as long as words are typed that only this console has an answer to.
  std::optional<Wish> ask_until(const Names& names, const Prompt& prompt, const std::string& question,
                                const std::vector<std::string>& offers);
  // What is wanted, or words to show before it is asked again.
  std::variant<Wish, std::string> reply_to(const std::string& line, const Names& names, const Prompt& prompt);
  std::variant<Wish, std::string> phrase_in(std::string_view word) const;
  std::optional<Wish> request_in(std::string_view word) const;
  std::vector<Word> words() const;
  std::string values(const Names& names);
  std::string clock_text(const Names& names) const;

  bool is_own_turn() const { return table_.seat() == table_.referee().mover(); }
  bool must_answer() const { return table_.seat() && table_.offer() && table_.offer() != table_.seat(); }
  bool may_see_values() const;
  bool may_claim() const;
  const std::string& name_at(const Names& names, Seat seat) const { return names.player(table_.referee().began(seat)); }

  Console& console_;
  FollowedTable& table_;
  ReadLine read_line_;
  std::uint64_t seen_ = 0;  // the last position that was shown
};

}  // namespace duello
