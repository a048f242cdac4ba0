// Many games between many players: which are played, how they go, and what they come to. The same plan gives the same
// games, however many are played at once and however often it is interrupted.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/openings.hpp"
#include "arena/ratings.hpp"
#include "match/conduct.hpp"
#include "match/record.hpp"
#include "match/seeds.hpp"
#include "players/roster.hpp"

namespace duello {

// As they are called: "none", "random", "balanced".
std::optional<OpeningKind> opening_kind(std::string_view name);

enum class Pairings : std::uint8_t { everybody, gauntlet };  // in a gauntlet the first player meets all others

struct ArenaPlan {
  static constexpr std::uint64_t kMostGames = 1'000'000'000;  // in all; a byte of memory each
  static constexpr int kMostOpeningMoves = 1000;
  static constexpr std::size_t kMostPlayers = 256;
  static constexpr std::size_t kLongestText = 1 << 20;  // so that it fits into a tag

  std::vector<std::string> players;
  Pairings pairings = Pairings::everybody;
  std::uint64_t games = 0;  // for each pairing; even
  OpeningKind openings = OpeningKind::random;
  int opening_moves = 0;  // at most
  int rounds = 10;
  int movetime = 0;  // milliseconds that an engine has for a move
  std::uint64_t seed = 0;
  std::optional<Sprt> sprt{};

  // Who meets whom, as places in the list of players.
  std::vector<std::array<std::size_t, 2>> meetings() const;
  std::uint64_t all_games() const;

  // Why this cannot be played; empty if it can.
  std::string objection() const;

  // As in a record's tag Event. Reading it back gives the same plan.
  std::string text() const;
  static std::expected<ArenaPlan, Complaint> read(std::string_view text);
};

// Tags of an arena's records.
inline constexpr std::string_view kEventTag = "Event";      // the plan
inline constexpr std::string_view kRoundTag = "Round";      // the game's number in the plan, from 1
inline constexpr std::string_view kOpeningTag = "Opening";  // how many of the moves were given

struct Standing {
  std::size_t player = 0;
  Rating rating;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t forfeits = 0;
};

struct Standings {
  std::uint64_t planned = 0;
  std::uint64_t played = 0;
  std::uint64_t counted = 0;      // games behind the decision of a test do not count
  std::vector<Standing> players;  // best first
  std::vector<Encounter> encounters;
  Share first;  // won by whoever moved first
  std::optional<double> log_likelihood_ratio{};
  Sprt::Verdict verdict = Sprt::Verdict::open;
};

class Arena {
 public:
  // Both outlive the arena. `oracle` is needed for balanced openings.
  Arena(const AnyGame& game, ArenaPlan plan, const Oracle* oracle);

  const ArenaPlan& plan() const { return plan_; }
  std::uint64_t planned() const { return results_.size(); }
  std::uint64_t played() const { return played_; }

  // Counts a game of the same plan that was played before.
  std::expected<void, Complaint> count(const Record& record);

  // What one worker plays with, and where finished games go. Both are used by that worker alone.
  struct Desk {
    std::unique_ptr<Supplies> supplies;
    // Nothing if no records are wanted. May add tags. False if it could not be kept; the arena then stops.
    std::function<bool(Record&)> keep;
  };

  // One game of the plan, counted from 0, from its first move to its end; nothing if somebody stopped it. The same
  // number gives the same game. It is not counted, so that many may do this at once.
  std::optional<Duel> conducted(std::uint64_t game, Supplies& supplies, Listener& listener) const;
  Record record_of(std::uint64_t game, const Duel& duel) const;

  // Plays what has not been played, with one thread for each desk. `goes_on` is asked now and then, and before every
  // game; the standings can be asked for in the meantime. What a thread's engines are doing is ended before it returns.
  void play(std::vector<Desk> desks, const std::function<bool()>& goes_on);

  Standings standings() const;

 private:
  // Of one game of the plan.
  struct Fixture {
    std::size_t pairing;
    std::uint64_t opening;
    PerSeat<std::size_t> players;
  };
  struct Ending {
    Seat winner;
    bool by_forfeit;
  };

  // The sums of the pairs from the beginning of the plan.
  struct Tally {
    std::vector<Standing> players;  // by their places in the plan
    std::vector<Encounter> encounters;
    std::uint64_t counted = 0;
    std::uint64_t first_wins = 0;
    std::uint64_t pairs = 0;
  };

  Fixture fixture(std::uint64_t game) const;
  Tally new_tally() const;
  // False, and nothing is added, if `whole` is set and a game of the next pair has not been played.
  bool add_pair(Tally& tally, bool whole) const;
  void work(Desk& desk);
  bool play_one(std::uint64_t game, Desk& desk);
  void note(std::uint64_t game, const Ending& ending);
  void advance_test();

  const AnyGame& game_;
  ArenaPlan plan_;
  std::string event_;
  Seeds seeds_;
  Openings openings_;
  std::vector<std::array<std::size_t, 2>> pairings_;
  std::vector<std::atomic<std::uint8_t>> results_;  // by the game's number
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> played_ = 0;
  std::atomic<bool> stopped_ = false;

  // A sequential test looks at the pairs in their order, whatever order they were played in.
  mutable std::mutex test_mutex_;
  std::uint64_t tested_ = 0;  // pairs
  std::array<std::uint64_t, 3> test_pairs_{};
  std::atomic<std::uint64_t> decided_at_;  // games that count; all until the test decides

  // Pairs that are complete are added up once, as the standings are asked for again and again.
  mutable std::mutex tally_mutex_;
  mutable Tally complete_;
  std::atomic<std::uint64_t> played_end_ = 0;  // no game from this number on has been played
};

}  // namespace duello
