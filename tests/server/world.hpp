// A simulated network: halls that share a store, connections that delay, break and come back, clients who play at
// random. Everything follows from a seed.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "json/reader.hpp"
#include "match/conduct.hpp"
#include "players/random_player.hpp"
#include "server/hall.hpp"
#include "tests/server/asked_journal.hpp"

namespace duello {

struct Weather {
  int longest_delay = 50;      // milliseconds of a message or of a commit
  int breaks_per_mille = 0;    // how often a message finds its connection broken
  int doubles_per_mille = 0;   // how often a client sends something twice
  int troubles_per_mille = 0;  // how often the store does not do what it is asked, or does it and says so late
  int deaf_per_mille = 0;      // how often a process does not hear of what others have stored, before it hears of all
  int deaths_per_mille = 0;    // how often a process dies when it is asked to store something, or just when it has
};

class World {
 public:
  using Deed = std::move_only_function<void()>;

  explicit World(std::uint64_t seed, Weather forecast = {}) : random(seed), weather(forecast) {}

  Moment now{std::chrono::milliseconds(1'800'000'000'000)};
  Random random;
  Weather weather;
  MemoryStore store;
  std::map<std::string, std::string> invitations;  // by table

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
class Process final : public AskedJournal<Process>, public Outbox, public Thinking {
 public:
  explicit Process(World& world) : AskedJournal(world.store), world_(world), hall_(fresh_hall()) {}

  Hall& hall() { return *hall_; }
  // All that it knew and was about to do is gone, and another one takes its place.
  void die();

  HallLimits limits{.is_alone = false};  // of the hall that takes the place of one that dies
  std::vector<std::string> troubles;     // that were reported
  std::set<std::string> owners;          // for whom programs have thought
  std::vector<Process*> others;          // that use the same store
  std::map<ClientId, std::function<void(std::string)>> wires;

  bool is_settled() const override { return unanswered_ == 0; }
  void send(ClientId client, std::string_view message) override;
  bool think(Task task, Thinking::Answer answer) override;
  // Lets flags fall as time goes by.
  void watch_clocks();

 private:
  friend class AskedJournal<Process>;

  std::unique_ptr<Hall> fresh_hall();

  // Something that this process does later, if it still lives.
  template <class Do>
  void then(Moment when, Do deed) {
    world_.at(when, [this, life = life_, deed = std::move(deed)]() mutable {
      if (life == life_) deed();
    });
  }

  // Done at one moment, and known at another one, in the order in which it was asked for.
  template <class What, class Ask>
  void ask(Journal::Answer<What> answer, Ask ask) {
    ++unanswered_;
    last_ = std::max(last_, world_.now + world_.delay());
    then(last_, [this, ask = std::move(ask), answer = std::move(answer)]() mutable {
      const bool is_troubled = world_.happens(world_.weather.troubles_per_mille);
      if (world_.happens(world_.weather.deaths_per_mille)) return die();
      // What is answered with trouble is not done. Where nobody knows, it takes a while to find out.
      const bool is_late = is_troubled && world_.below(2) == 0;
      std::expected<What, StoreTrouble> got = lost();
      if (!is_troubled || is_late) got = ask();
      if (world_.happens(world_.weather.deaths_per_mille)) return die();
      known_ = std::max(known_, world_.now + world_.delay() * (is_late ? 40 : 1));
      then(known_, [this, answer = std::move(answer), got = std::move(got)]() mutable {
        answer(std::move(got));
        --unanswered_;
        watch_clocks();
      });
    });
  }
  void stored(const std::string& table);
  static std::unexpected<StoreTrouble> lost() {
    return std::unexpected(StoreTrouble{StoreTrouble::Kind::lost, "The line is dead"});
  }

  World& world_;
  Moment last_{};   // something was asked
  Moment known_{};  // something was answered
  int life_ = 0;
  int unanswered_ = 0;
  std::unique_ptr<Hall> hall_;
};

// The token of all visitors who come by an invitation.
inline constexpr std::string_view kGuestToken = "GuestGuestGuestGuest22";

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
  std::string address = "192.0.2.1";
  void say(const std::string& message) { send(message); }
  bool is_done() const { return state_ == "over"; }
  const std::vector<std::string>& news() const { return news_; }  // of all games, in order, each once
  const std::vector<std::string>& refusals() const { return refusals_; }
  const std::string& bytes() const { return bytes_; }  // all that ever arrived
  // What was sent on the connection that there is now and has no answer yet.
  const std::set<std::string>& unanswered() const { return unanswered_; }

 private:
  void accept(const std::string& invitation);
  void enter();
  void hear(ClientId from, const std::string& message);
  void hear_news(const JsonValue& message, const std::string& text);
  void send(const std::string& message);
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
  bool is_accepted_ = false;           // the invitation is
  bool is_accepting_ = false;          // and nothing is sent before
  std::vector<std::string> unsent_{};  // meanwhile
  int sent_ = 0;
  std::optional<std::pair<std::string, std::uint64_t>> waits_for_;  // what was sent, behind which number
  JsonValue view_;
  std::vector<std::string> news_;
  std::vector<std::string> refusals_;
  std::string bytes_;
  std::set<std::string> unanswered_;
};

}  // namespace duello
