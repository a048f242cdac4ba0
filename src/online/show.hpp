// What happens at a table elsewhere, as it is shown here: the dialogue of a game at home, and who comes, goes and says
// something.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "match/dialogue.hpp"
#include "server/followed_table.hpp"

namespace duello {

class OnlineShow final : public FollowedTable::Listener {
 public:
  // Who sits here, if the table has a seat for them.
  enum class Here : std::uint8_t { person, engine };

  OnlineShow(Console& console, Here here) : console_(console), here_(here) {}

  // How the players are called, once a game has begun.
  const Names& names() const { return *names_; }
  // How many positions there have been; the player to move sees one with the prompt.
  std::uint64_t positions() const { return positions_; }
  // A sentence, above a line that is being typed.
  void say(std::string_view words);

  void began(const FollowedTable& table) override;
  void happened(const FollowedTable& table, const Duel& duel, const Event& event) override;
  void came(const FollowedTable& table, std::size_t player) override;
  void went(const FollowedTable& table, std::size_t player) override;
  void said(const FollowedTable& table, Seat seat, std::string_view phrase) override;
  void wants_rematch(const FollowedTable& table, std::size_t player) override;
  void closing(std::string_view clause) override { say(clause); }

 private:
  void tell_presence(const FollowedTable& table, std::size_t player, std::string_view what);
  void show_to_waiting(const FollowedTable& table);
  void tell_offer(const FollowedTable& table, Seat by);
  void tell_score(const FollowedTable& table);
  const std::string& name_at(const FollowedTable& table, Seat seat) const {
    return names_->player(table.referee().began(seat));
  }
  const std::string& name_of(const FollowedTable& table, std::size_t player) const {
    return names_->player(table.player_at(Seat::one) == player ? Seat::one : Seat::two);
  }

  Console& console_;
  Here here_;
  std::optional<Names> names_;
  std::optional<Dialogue> dialogue_;
  std::uint64_t positions_ = 0;
};

}  // namespace duello
