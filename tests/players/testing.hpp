// What the tests of the players share: a game with all that can be known of it, and games between named players.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/chosen_game.hpp"
#include "match/conduct.hpp"
#include "players/engine.hpp"
#include "players/roster.hpp"

namespace duello {

// No engine that works takes so long, however busy the machine is.
inline constexpr EngineTimes kPatient{.move = std::chrono::seconds(10),
                                      .grace = std::chrono::seconds(10),
                                      .hello = std::chrono::seconds(30),
                                      .ready = std::chrono::seconds(30)};

// A game, solved.
class KnownGame final : public Supplies {
 public:
  explicit KnownGame(std::string_view id, const std::vector<std::string>& settings = {})
      : chosen_(ChosenGame::from({.id = std::string(id), .variant = {}, .settings = settings, .table = {}}).value()),
        knowledge_(chosen_.knowledge(go_on).value()) {}

  const AnyGame& game() const { return chosen_.game(); }
  const Oracle& oracle() const { return *open_in(knowledge_); }
  HiddenOracle& hidden_oracle() const { return *hidden_in(knowledge_); }
  Value value_at_start() const { return oracle().value(game().view(game().start(Seat::one), Seat::one)); }

  std::expected<Knowledge, Complaint> knowledge() override { return knowledge_; }

  std::unique_ptr<Player> player(std::string_view who, Random random) {
    auto made = make_player(who, random, *this);
    if (!made) throw std::invalid_argument(made.error().why);
    return *std::move(made);
  }

 private:
  ChosenGame chosen_;
  Knowledge knowledge_;
};

// Plays a game out.
inline Referee played(const AnyGame& game, const Conditions& conditions, Player& one, Player& two) {
  const PerSeat<Player*> players{{&one, &two}};
  Duel duel(Referee(game, conditions), terms_for(players));
  Listener nobody;
  EXPECT_FALSE(conduct(duel, players, nobody));
  return duel.referee();
}

// How many of so many games somebody won, and what that says about the chance to win one.
struct Score {
  int wins = 0;
  int games = 0;

  double share() const { return static_cast<double>(wins) / games; }
  // Half the width of the interval that holds the true share in all but a few cases: 1.96 for 95 %, 3.29 for 99.9 %.
  double margin(double deviations) const { return deviations * std::sqrt(share() * (1 - share()) / games); }
  double at_least(double deviations = 1.96) const { return share() - margin(deviations); }
};

inline std::ostream& operator<<(std::ostream& out, const Score& score) {
  return out << 100 * score.share() << " % +- " << 100 * score.margin(1.96) << " (95 %) of " << score.games << " games";
}

// The first player's score against the second, who changes seats with it after every game.
inline Score score_of(KnownGame& known, std::string_view first, std::string_view second, int games,
                      std::uint64_t seed = 1) {
  const auto one = known.player(first, Random(seed, 0));
  const auto two = known.player(second, Random(seed, 1));
  Random coin(seed, 2);
  Score score{.games = games};
  for (int i = 0; i < games; ++i) {
    const Seat seat = i % 2 == 0 ? Seat::one : Seat::two;
    const Conditions conditions{.seed = coin()};
    const Referee referee =
        seat == Seat::one ? played(known.game(), conditions, *one, *two) : played(known.game(), conditions, *two, *one);
    score.wins += static_cast<int>(referee.result()->winner == seat);
  }
  return score;
}

}  // namespace duello
