// A table whose players are elsewhere. It is what its setup and its inputs make of it: whoever replays the same inputs
// has the same table, clocks and series included. It sends nothing, stores nothing and looks at no clock.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/chosen_game.hpp"
#include "json/fields.hpp"
#include "json/writer.hpp"
#include "match/meeting.hpp"
#include "server/setup.hpp"
#include "server/shared_games.hpp"
#include "server/store.hpp"

namespace duello {

// How far somebody has followed: behind that event of that game of the series, both counted from 1.
struct Bookmark {
  std::uint32_t game = 0;
  std::uint32_t number = 0;
  friend auto operator<=>(const Bookmark&, const Bookmark&) = default;
};
void append_mark(std::string& text, Bookmark mark);
// Under that key; nothing if it is not there.
std::optional<Bookmark> read_mark(JsonFields& fields, std::string_view key);

// What everybody may know of a table, as far as that is settled before a game.
void add_facts(JsonObject& json, const TableSetup& setup, const AnyGame& game, TableState state,
               const std::array<bool, 2>& taken);

// When an input came, and how whoever sent it calls it; empty if they do not.
struct Stamp {
  Moment at{};
  std::string id{};
};

// What a token opens: a seat, an invitation that is still free, an invitation that has been used, or nothing.
enum class Ticket : std::uint8_t { unknown, seat, invitation, used };
std::string_view name_of(Ticket ticket);

// What a player may claim whose opponent is away.
enum class Claim : std::uint8_t { win, abort };

// An input that was accepted.
struct Taken {
  std::string text;  // as it is stored
  Bookmark before;   // how far the table was
};

// Those who look at a table: one of its two players, counted as they sit in the first game, or anybody.
using Onlooker = std::optional<std::size_t>;

class ServedTable {
 public:
  static constexpr std::size_t kRememberedIds = 64;  // of each player
  static constexpr std::size_t kLongestId = 32;
  // A player may take back so often before the game is longer than it ever was.
  static constexpr int kMostUndos = 3;
  // Bytes of stored inputs. They bound what a client is sent when it enters, and what it costs to load a table.
  static constexpr std::size_t kLongestGame = std::size_t{96} * 1024;
  // Bytes of a game's events as a player sees them, where moves are hidden: a reveal lists every move in detail.
  static constexpr std::size_t kLongestTelling = std::size_t{192} * 1024;
  static constexpr std::size_t kLongestTable = std::size_t{256} * 1024;

  using Outcome = std::expected<Taken, Complaint>;

  // `chosen` is the setup's game. `hashes` are those of the tokens that the table was opened with: of the players'
  // seats, or of the invitation to one of them.
  ServedTable(TableSetup setup, std::shared_ptr<ChosenGame> chosen, std::array<std::string, 2> hashes);

  // What a token with that hash opens.
  Ticket ticket(std::string_view hash) const;
  // The player whose seat it is.
  std::optional<std::size_t> player_of(std::string_view hash) const;
  const std::array<std::string, 2>& seat_hashes() const { return seat_hashes_; }

  // Why whoever sits there cannot be called so; empty if they can.
  std::string objection_to_name(std::size_t player, std::string_view name) const;
  // One of the players is there. The game begins when both are. If a hash is given, the seat is from now on that of the
  // token with this hash, and no invitation opens it any more.
  Outcome sit(std::size_t player, std::string_view name, std::string_view seat_hash, const Stamp& stamp);
  // A request as json/requests.hpp reads it. A move that was chosen `behind` something that is not the position any
  // more comes too late.
  Outcome submit(std::size_t player, const JsonValue& request, std::optional<Bookmark> behind, const Stamp& stamp);
  // What the program whose turn it is wants to do.
  Outcome answer(const Request& request, const Stamp& stamp);
  // The next game of the series.
  Outcome next(std::size_t player, const Stamp& stamp);
  // Wants another game when all is over. `table` is where it is played: given by whoever is the second to want it.
  Outcome want_rematch(std::size_t player, std::string_view table, const Stamp& stamp);
  Outcome withdraw(std::size_t player, const Stamp& stamp);
  // The other player has been away for long enough.
  Outcome claim(std::size_t player, Claim what, const Stamp& stamp);
  // The flag falls, if it does.
  std::optional<Taken> pass_time(Moment now);
  // What was stored, in its order.
  std::expected<void, Complaint> replay(std::string_view text);

  const TableSetup& setup() const { return setup_; }
  const std::shared_ptr<ChosenGame>& chosen() const { return chosen_; }
  TableState state() const { return state_; }
  Bookmark mark() const;
  std::uint32_t inputs() const { return inputs_; }
  bool is_taken(std::size_t player) const { return taken_[player]; }
  // Games of the series, once it has begun.
  std::array<int, 2> wins() const;
  // Nothing before the first game has begun.
  const Meeting* meeting() const { return meeting_ ? &*meeting_ : nullptr; }
  std::optional<Moment> flag_at() const;
  bool is_programs_turn() const;
  std::optional<std::size_t> wants_rematch() const { return wants_rematch_; }
  const std::string& rematch() const { return rematch_; }
  // Whether the game has reached the length at which it accepts no more moves.
  bool is_too_long() const { return bytes_ - bytes_before_game_ >= kLongestGame || told_bytes_ >= kLongestTelling; }
  // Where an input of that id has left the table, if it was taken not long ago.
  std::optional<Bookmark> mark_of(std::size_t player, std::string_view id) const;
  // How it would be set up again, with the seats changed.
  TableSetup again(std::uint64_t seed) const;

  // What the onlooker is told of what happened behind the mark: how far the table is and where they sit, and then what
  // is the same for everybody where nothing is secret.
  void add_news(JsonObject& json, Onlooker onlooker, Bookmark behind) const {
    add_place(json, onlooker);
    add_events(json, onlooker, behind);
  }
  void add_place(JsonObject& json, Onlooker onlooker) const;
  void add_events(JsonObject& json, Onlooker onlooker, Bookmark behind) const;
  void add_clock(JsonObject& json, Moment now) const;
  void add_view(JsonObject& json, Onlooker onlooker) const;
  // Where moves are hidden: how much longer a message to a player may be than the same one to the audience, at most.
  std::size_t secret_room(bool views) const;
  // What everybody may know of the table.
  void add_facts(JsonObject& json) const;
  // What of that is not the same any more: the state, and when a game has begun or is over the names and who has won.
  void add_standing(JsonObject& json, Bookmark behind) const;
  // Of all games, once the last is over: before that seeds and moves in it are only veiled.
  std::optional<std::string> record() const;
  std::optional<Seat> seat_of(Onlooker onlooker) const;

 private:
  bool is_playing() const { return meeting_ && meeting_->is_playing(); }
  // A complaint unless the game has begun and is not over.
  std::expected<void, Complaint> check_is_on() const;
  // Why the player may not ask for that although the rules allow it; empty if they may.
  std::string objection_to(std::size_t player, const Request& request) const;
  void count(std::size_t player, const Request& request, Bookmark before);
  const Referee& referee() const { return meeting_->duel().referee(); }
  std::size_t player_at(Seat seat) const;
  Names names() const;
  // That of the game that is played.
  void append_record(std::string& records) const;
  Moment moment(Moment at);
  // Notes that it was taken, and writes it down; `add_rest` adds what is peculiar to it.
  template <class AddRest>
  Taken noted(Onlooker player, const Stamp& stamp, Bookmark before, const AddRest& add_rest);
  void remember(std::size_t player, std::string_view id);
  Outcome take(std::size_t player, Seat seat, const Request& request, const Stamp& stamp);
  void settle();
  Outcome replay(JsonFields& input);

  TableSetup setup_;
  std::shared_ptr<ChosenGame> chosen_;
  std::optional<Meeting> meeting_;
  TableState state_ = TableState::open;
  std::array<std::string, 2> opening_hashes_;
  std::array<std::string, 2> seat_hashes_;
  std::array<bool, 2> taken_{};
  std::uint32_t inputs_ = 0;
  std::size_t bytes_ = 0;                                          // of all inputs
  std::size_t bytes_before_game_ = 0;                              // of those before this game
  std::size_t told_bytes_ = 0;                                     // by this game's events, if moves are hidden
  std::size_t most_plies_ = 0;                                     // that this game ever had
  std::array<int, 2> undos_{};                                     // by each player, since then
  mutable std::optional<std::array<std::size_t, 2>> secret_room_;  // without views, and with them
  std::uint32_t games_ = 0;                                        // that have begun
  Moment last_{};
  std::string ended_;  // the records of the games before this one
  // Ids by their hashes: whoever had two with the same would cheat nobody else.
  struct KnownIds {
    std::vector<std::size_t> hashes;  // the newest in the place of the oldest; apart, as every input looks through them
    std::vector<Bookmark> marks;
    std::size_t next = 0;  // place
  };
  std::array<KnownIds, 2> ids_;
  std::optional<std::size_t> wants_rematch_;
  std::string rematch_;
};

// As its inputs have left it.
std::expected<std::unique_ptr<ServedTable>, Complaint> restored_table(const LoadedTable& loaded, SharedGames& games);

}  // namespace duello
