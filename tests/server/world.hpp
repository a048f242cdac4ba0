// A simulated network: halls that share a store, connections that delay, break and come back, clients who play at
// random. Everything follows from a seed.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "json/reader.hpp"
#include "match/conduct.hpp"
#include "players/random_player.hpp"
#include "server/hall.hpp"
#include "tests/server/memory_store.hpp"

namespace duello {

struct Weather {
  int longest_delay = 50;     // milliseconds of a message or of a commit
  int breaks_per_mille = 0;   // how often a message finds its connection broken
  int doubles_per_mille = 0;  // how often a client sends something twice
};

class World {
 public:
  using Deed = std::move_only_function<void()>;

  explicit World(std::uint64_t seed, Weather forecast = {}) : random(seed), weather(forecast) {}

  Moment now{std::chrono::milliseconds(1'800'000'000'000)};
  Random random;
  Weather weather;
  MemoryStore store;

  std::uint64_t below(std::uint64_t bound) { return random.below(bound); }
  std::chrono::milliseconds delay() {
    return std::chrono::milliseconds(below(static_cast<std::uint64_t>(weather.longest_delay) + 1));
  }
  bool happens(int per_mille) { return below(1'000) < static_cast<std::uint64_t>(per_mille); }
  void at(Moment when, Deed deed) { deeds_.emplace(std::pair(when, ++count_), std::move(deed)); }
  void later(Deed deed) { at(now + delay(), std::move(deed)); }
  // What was to happen does not.
  void forget() { deeds_.clear(); }
  // Until nothing is left to do, or for so long.
  void run(std::chrono::milliseconds longest = std::chrono::hours(1));

 private:
  std::map<std::pair<Moment, std::uint64_t>, Deed> deeds_;
  std::uint64_t count_ = 0;
};

// One process that serves.
class Process final : public Journal, public Outbox, public Thinking {
 public:
  explicit Process(World& world)
      : world_(world),
        hall(
            *this, *this, *this, {}, [this] { return world_.now; },
            [this](const StoreTrouble& trouble) { troubles.push_back(trouble.why); }) {}

 private:
  World& world_;

 public:
  Hall hall;
  std::vector<std::string> troubles;  // that were reported
  std::vector<Process*> others;       // that use the same store
  std::map<ClientId, std::function<void(std::string)>> wires;

  void append(StoredInput input, Journal::Answer<bool> answer) override;
  void add(StoredTable table, Journal::Answer<void> answer) override;
  void load(std::string id, std::uint32_t behind, Journal::Answer<std::optional<LoadedTable>> answer) override;
  void take_seat(std::string id, std::size_t player, std::string hash, Journal::Answer<bool> answer) override;
  void listed(TableState state, int most, Journal::Answer<std::vector<StoredTable>> answer) override;
  void timed(std::string behind, int most, Journal::Answer<std::vector<std::string>> answer) override;
  void send(ClientId client, std::shared_ptr<const std::string> message) override;
  bool think(Task task, Thinking::Answer answer) override;
  // Lets flags fall as time goes by.
  void watch_clocks();

 private:
  // In the order in which they were asked for.
  template <class What>
  void answered(What work) {
    last_ = std::max(last_, world_.now + world_.delay());
    world_.at(last_, std::move(work));
  }
  Moment last_{};
};

// Somebody who plays at random over connections that may break, and notes what they are told.
class Visitor {
 public:
  // `token` is empty for somebody who only watches.
  Visitor(World& world, std::vector<Process*> processes, std::string table, std::string token)
      : world_(world), processes_(std::move(processes)), table_(std::move(table)), token_(std::move(token)) {}

  void come();
  // Which of the cells that may be chosen is taken for another one: what is secret differs, and nothing else does.
  std::size_t shift = 0;
  bool is_lazy = false;  // never moves
  void say(std::string message) { send(std::move(message)); }
  bool is_done() const { return state_ == "over"; }
  const std::vector<std::string>& news() const { return news_; }  // of all games, in order, each once
  const std::vector<std::string>& refusals() const { return refusals_; }
  const std::string& bytes() const { return bytes_; }  // all that ever arrived

 private:
  void hear(ClientId from, const std::string& message);
  void hear_news(const JsonValue& message, const std::string& text);
  void send(std::string message);
  void break_off();
  void act();

  World& world_;
  std::vector<Process*> processes_;
  std::string table_;
  std::string token_;
  Process* process_ = nullptr;
  ClientId client_ = 0;
  std::string state_;
  std::uint64_t game_ = 0;
  std::uint64_t number_ = 0;
  int sent_ = 0;
  std::optional<std::pair<std::string, std::uint64_t>> waits_for_;  // what was sent, behind which number
  JsonValue view_;
  std::vector<std::string> news_;
  std::vector<std::string> refusals_;
  std::string bytes_;
};

}  // namespace duello
