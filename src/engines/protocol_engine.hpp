// Our own engine: the answer to every line of the engine protocol, without any process or pipe around it.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"
#include "core/random.hpp"
#include "players/roster.hpp"

namespace duello {

// A game under the rules that the host has named, and what a player of it needs.
class PreparedGame : public Supplies {
 public:
  virtual const AnyGame& game() const = 0;
};

class ProtocolEngine {
 public:
  // `settings` are of the form key=value.
  using Prepare = std::function<std::expected<std::unique_ptr<PreparedGame>, Complaint>(
      const std::string& id, std::span<const std::string> settings)>;

  // `who` is a player that the roster knows, and a program. `random` gives the seed of a move where the host does not.
  ProtocolEngine(std::string name, std::string who, Random random, Prepare prepare)
      : name_(std::move(name)), who_(std::move(who)), random_(random), prepare_(std::move(prepare)) {}

  // The whole lines of the answer, often none.
  std::string reply(std::string_view line);
  bool has_quit() const { return has_quit_; }

 private:
  using Words = std::vector<std::string>;

  // What the moves of a position line lead to. Of a game with secret moves it is right for the seat to move.
  struct Reached {
    AnyPosition position;
    Seat first = Seat::one;
    std::size_t plies = 0;
    bool swapped = false;
    std::size_t phase = 0;       // how many are over
    std::size_t secrets = 0;     // secret moves in this phase so far
    PerSeat<bool> is_guessed{};  // whether a move of this phase stands for one that is not known
  };

  std::string hello() const;
  std::string begin_game(const Words& words);
  std::string be_ready();
  std::string take_position(const Words& words);
  std::string go(const Words& words);
  std::expected<std::unique_ptr<Player>, Complaint> player(std::uint64_t seed);

  std::expected<Reached, Complaint> reached(const Words& words) const;
  std::expected<Reached, Complaint> after(Reached reached, const std::string& word) const;
  std::optional<std::string> revealed_move(const Reached& reached) const;
  std::expected<AnyMove, Complaint> any_secret_move(const AnyView& view) const;

  std::string name_;
  std::string who_;
  Random random_;
  Prepare prepare_;
  bool has_quit_ = false;
  Words game_words_;
  std::unique_ptr<PreparedGame> prepared_;
  std::vector<Words> revealed_;  // in this game, phase by phase
  std::optional<Reached> reached_;
};

}  // namespace duello
