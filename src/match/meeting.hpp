// Two players who meet for a game or for a series of them: what they have agreed on, the game that is being played, and
// what follows from the agreement for each game. How the players are reached is somebody else's business.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "match/dialogue.hpp"
#include "match/duel.hpp"
#include "match/record.hpp"
#include "match/seeds.hpp"
#include "match/series.hpp"
#include "players/roster.hpp"

namespace duello {

// Tags of the records beside those that every record may have.
inline constexpr std::string_view kStartTag = "Start";  // "random" where every game of a series begins with a toss
inline constexpr std::string_view kMovetimeTag = "Movetime";  // milliseconds for each move of an engine, if not 1000
inline constexpr std::string_view kRandomStart = "random";

// What is settled before the first game. The players are counted by the seats that they have in it.
struct Agreement {
  static constexpr int kMostGames = 1'000'000;  // of a series; and rounds before a coin is tossed
  static constexpr int kLongestMove = 3'600'000;

  std::array<std::string, 2> who{std::string(kHuman), std::string(kHuman)};
  std::array<std::string, 2> names{};     // empty: as the game calls them
  std::optional<Seat> first = Seat::one;  // nothing: a toss before every game
  int best_of = 1;
  int rounds = 10;
  std::uint64_t seed = 0;
  Swapping swapping = Swapping::no;
  int movetime = 1'000;  // milliseconds for each move of an engine
  Consent consent = Consent::at_once;
  std::optional<TimeControl> time{};
};

// What stands against a choice; nothing if all is well. The names are `called` so where they are given.
std::string objection_to_names(const std::array<std::string, 2>& names, const std::array<std::string, 2>& called);
std::string objection_to_first(const Facts& facts, std::optional<Seat> first);
std::string objection_to_swap(const Facts& facts, Swapping swapping);

// What was agreed on before the games of these records were played, as far as it matters for going on.
std::expected<Agreement, Complaint> agreement_in(std::span<const Record> records);
// Whether there is anything left to play.
bool can_be_resumed(std::span<const Record> records);

class Meeting {
 public:
  // `game` outlives the meeting.
  Meeting(const AnyGame& game, Agreement agreement);

  // From where the records leave off.
  std::expected<void, Complaint> take_up(std::span<const Record> records);
  // The next game, unless one has been taken up. `date` as records have it; `now` is when the clock starts, if there is
  // one.
  Duel& begin(std::string_view date, Moment now = {});
  // The game that has begun is over and counts.
  void conclude();

  const Agreement& agreement() const { return agreement_; }
  // What a program calls itself.
  void rename(std::size_t player, std::string name) { programs_[player] = std::move(name); }

  // The game that is played, or was taken up.
  bool is_playing() const { return duel_.has_value(); }
  Duel& duel() { return *duel_; }
  const Duel& duel() const { return *duel_; }
  // Its record without moves and result, once it has begun.
  const Record& head() const { return head_; }
  // How the series stands; a game that is over counts, even if it is not concluded.
  Series standing() const;

  // Of this game, or of the next if none is played; by the seats in which its players begin.
  std::size_t player_at(Seat began) const { return series_.player_at(began); }
  bool is_person(Seat began) const { return agreement_.who[player_at(began)] == kHuman; }
  // What its players draw from, counted from where it began or was taken up.
  GameSeeds seeds() const { return seeds_of_game().after(begun_); }
  // The same for a player who is made anew for every move.
  GameSeeds seeds_of_move() const { return seeds_of_game().after(duel().referee().played()); }
  // For hints, in all games.
  std::uint64_t hints() const { return Seeds(agreement_.seed).after(0).hints; }
  Names names(Paper paper) const;
  // Of whoever looks at the one screen: where one person plays, that person's secrets are kept from nobody.
  std::optional<Seat> audience() const;

  // "Game 2 of at most 3", and of a series that is resumed the score.
  std::string heading(const Names& names) const;
  // Of the series behind a game that is over.
  std::string score(const Names& names) const;

 private:
  // Of the game that is to begin, as the agreement has it. In a series a finished game must not reveal the next one's.
  std::uint64_t agreed_seed() const;
  Seeds seeds_of_game() const { return Seeds(duel().referee().conditions().seed); }
  Record new_head(std::string_view date) const;
  Terms terms(Moment now) const;
  std::string wins(const Names& names) const;
  // A player's name, whichever seat they have.
  const std::string& name(const Names& names, std::size_t player) const {
    return names.player(player_at(Seat::one) == player ? Seat::one : Seat::two);
  }

  const AnyGame& game_;
  Agreement agreement_;
  Series series_;                        // before the game that is played
  std::array<std::string, 2> programs_;  // what each player is, if it is a program
  std::optional<Duel> duel_;
  Record head_;
  std::size_t begun_ = 0;  // moves that had been made when the game was taken up
  bool is_resumed_ = false;
};

}  // namespace duello
