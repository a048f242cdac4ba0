// The host's side of the engine protocol: starts an engine, tells it the game and asks it for moves.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"
#include "engines/engine_process.hpp"

namespace duello {

// How long an engine may take for what it is asked.
struct EngineTimes {
  std::chrono::milliseconds move{1'000};
  std::chrono::milliseconds grace{1'000};  // for an answer that is on its way
  std::chrono::milliseconds hello{10'000};
  std::chrono::milliseconds ready{60'000};  // it may solve the game first
};

// What an engine is asked: the game as its seat may know it.
struct EngineQuestion {
  Seat first = Seat::one;
  std::vector<std::string> moves;  // "?" for one that is secret
  std::uint64_t seed = 0;
  bool may_swap = false;
};

// Serves one player at a time, any number of games one after the other.
class Engine {
 public:
  static constexpr int kProtocol = 1;

  // Starts the command and greets it. The thread that does so must live as long as the engine.
  static std::expected<std::shared_ptr<Engine>, Complaint> start(std::string command, EngineTimes times,
                                                                 EngineProcess::Interrupted interrupted = {},
                                                                 EngineLog log = {});

  const std::string& command() const { return command_; }
  // As it calls itself; empty if it does not.
  const std::string& name() const { return name_; }

  // Whether it can be asked: it runs, and no trouble has come of it since it was started.
  bool is_alive() const { return process_ && process_->is_running(); }
  // Ends what is left of it, and starts it anew.
  std::expected<void, EngineTrouble> restart();

  // Each makes it unfit to be asked again if trouble comes of it, an interruption too. A game may be begun beforehand,
  // to see whether the engine plays it.
  std::expected<void, EngineTrouble> begin_game(const AnyGame& game);
  // What it answers: a move, "resign", or "swap".
  std::expected<std::string, EngineTrouble> ask(const EngineQuestion& question);
  void tell_revealed(const std::vector<std::string>& moves);

  // The time to end in good order begins; what comes after this is the destructor.
  void ask_to_quit() {
    if (process_) process_->ask_to_quit();
  }

  // As a sentence for whoever named the engine on a command line.
  Complaint complaint_of(const EngineTrouble& trouble) const;

 private:
  using Clock = EngineProcess::Clock;

  Engine(std::string command, EngineTimes times, EngineProcess::Interrupted interrupted, EngineLog log)
      : command_(std::move(command)), times_(times), interrupted_(std::move(interrupted)), log_(std::move(log)) {}

  std::expected<void, EngineTrouble> greet();
  std::expected<void, EngineTrouble> be_ready(const AnyGame& game);
  std::expected<void, EngineTrouble> hear_unasked(Clock::time_point deadline);
  std::expected<std::string, EngineTrouble> best_move(const EngineQuestion& question);
  // The rest of the first line that begins with the word. Others may come before it: some mean trouble, most nothing.
  std::expected<std::string, EngineTrouble> wait_for(std::string_view word, Clock::time_point deadline);
  template <class T>
  std::expected<T, EngineTrouble> unless_unfit(std::expected<T, EngineTrouble> result);

  std::string command_;
  EngineTimes times_;
  EngineProcess::Interrupted interrupted_;
  EngineLog log_;
  std::unique_ptr<EngineProcess> process_;
  std::string name_;
  std::string protocol_;
  std::string begun_;  // the line of a game in which nothing has been asked yet
};

}  // namespace duello
