// A child program that talks in lines. Whatever it does, the host never waits longer than it wants to, and when the
// host is done with it nothing of it is left running.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "engines/line_buffer.hpp"
#include "system/descriptor.hpp"

namespace duello {

// Why a program gave no line. The words are what it did, with "it" left out, and fit to be shown: "crashed (signal
// 11)".
struct EngineTrouble {
  enum class Kind : std::uint8_t { broken, late, interrupted };

  Kind kind = Kind::broken;
  std::string what;
};

// Hears a dialogue line by line: '>' what the host writes, '<' what the program prints, '!' what it prints as errors,
// '#' what becomes of it. What it is told can be shown anywhere.
using EngineLog = std::function<void(char who, std::string_view line)>;

class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;
  // Asked while the host waits, ten times a second: whether it has something better to do.
  using Interrupted = std::function<bool()>;

  // Runs the command in a shell, in a process group of its own. The program is killed when the thread that started it
  // ends, so the same thread must live as long as it is needed.
  static std::expected<std::unique_ptr<EngineProcess>, Complaint> start(const std::string& command,
                                                                        Interrupted interrupted, EngineLog log = {});
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;
  // Asks it to quit, waits a little, then kills it and all that it has left behind.
  ~EngineProcess();

  // Never waits; what the program does not take at once it gets while the host waits for a line.
  void send(std::string_view text);
  // Counts what the program prints from here on, anew.
  void begin_wait() {
    lines_.begin_wait();
    last_look_until_.reset();
  }
  // Waits for it no longer than that, however much else is printed meanwhile.
  std::expected<std::string, EngineTrouble> next_line(Clock::time_point deadline);
  // A line that has come already; nothing if there is none.
  std::expected<std::optional<std::string>, EngineTrouble> pending_line();
  // Nobody has seen it end.
  bool is_running() const;

  // Asks it to quit, and goes on. The time that the destructor gives it begins here.
  void ask_to_quit();

 private:
  EngineProcess(pid_t pid, std::string mark, Descriptor input, Descriptor output, Descriptor errors,
                Interrupted interrupted, EngineLog log)
      : pid_(pid),
        mark_(std::move(mark)),
        input_(std::move(input)),
        output_(std::move(output)),
        errors_(std::move(errors)),
        interrupted_(std::move(interrupted)),
        log_(std::move(log)) {}

  void log(char who, std::string_view lines) const;
  std::expected<std::optional<std::string>, EngineTrouble> buffered_line();
  // Once the deadline has passed.
  bool may_look_again(Clock::time_point now);
  void write_some();
  // Whether anything came of it.
  bool read_output();
  void read_errors();
  bool spin();
  // Moves bytes whichever way they can go, and waits for that at most so long.
  void pump(std::chrono::milliseconds at_most);
  // The end, once everything it has printed is read.
  EngineTrouble ended();
  std::string how_it_ended() const;
  std::string last_error() const;
  void wait_for_end(Clock::time_point deadline);
  void kill_all() const;

  pid_t pid_;
  std::string mark_;  // in the environment of the program and of all that it starts
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  Interrupted interrupted_;
  EngineLog log_;
  std::string unsent_;
  LineBuffer lines_;
  std::optional<Clock::time_point> last_look_until_;  // once the deadline of a wait has passed
  std::optional<Clock::time_point> quit_by_;          // once it was asked to
  std::string last_errors_;
};

}  // namespace duello
