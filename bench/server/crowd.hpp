// Many games at a server at the same time, each between two connections: opened over HTTP and played as scripts have
// it. Whoever misses a move, hears another one or is refused ends the program.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/server/load.hpp"
#include "bench/server/scripts.hpp"

namespace duello {

class Crowd {
 public:
  // What came of a while of playing.
  struct Harvest {
    std::uint64_t moves = 0;  // that both have heard of
    double seconds = 0;
    Latencies latencies{};  // from when a move was due to when the other one heard of it
  };

  // Comes back when all games have begun. The scripts outlive it.
  Crowd(std::uint16_t port, std::size_t games, const Scripts& scripts);

  // `rate` is in moves a second, all games together; 0 for as fast as both hear of the last one.
  Harvest play(std::chrono::milliseconds time, double rate);
  // Nobody says anything.
  void rest(std::chrono::milliseconds time);
  // All enter their tables again, with a mark of how far they have heard. How many did.
  std::uint64_t come_back();

 private:
  using Clock = Load::Clock;

  // One of the two at a table.
  struct Player {
    std::string token;
    Seat seat = Seat::one;
    std::uint32_t game = 0;
    std::size_t heard = 0;  // moves of this game
    bool has_heard_end = false;
  };
  struct Table {
    std::string id;
    std::array<Player, 2> players;
    const Script* script = nullptr;
    std::uint32_t number = 0;  // of the last event
    std::size_t sent = 0;      // moves of this game
    bool is_series_over = false;
    bool is_changing = false;  // to another game
    bool is_ready = false;     // for a move
    Clock::time_point due{};
  };

  static std::vector<Table> opened(std::uint16_t port, std::size_t games, const Scripts& scripts);
  std::string heard(std::size_t client, std::string_view message);
  std::string heard_rematch(std::size_t client, std::string_view message);
  void hear_moves(Table& table, std::size_t who, std::string_view message);
  void go_on(std::size_t place);
  void submit(std::size_t place);
  Clock::time_point submit_due();
  void settle();

  const Scripts& scripts_;
  std::vector<Table> tables_;
  Load load_;
  std::uint64_t ids_ = 0;
  std::uint64_t welcomes_ = 0;
  std::size_t unready_ = 0;  // tables
  bool is_playing_ = false;
  Clock::duration pause_{};  // between two moves of a game; none if there is none
  using Due = std::pair<Clock::time_point, std::size_t>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  Harvest harvest_;
};

}  // namespace duello
