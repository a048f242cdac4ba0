// The terminal as the system has it: its modes, its size, and the signals that come with it.
#pragma once

#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace duello {

struct ScreenSize {
  std::size_t rows;
  std::size_t columns;
};

// The size of the screen that a descriptor stands for; nothing if it is none, or does not know.
std::optional<ScreenSize> screen_size(int descriptor);

// Does what Ctrl-Z does to a program that takes no notice of it, and returns when it goes on: at once where it would
// never be woken, as no shell is there to do it.
void stop_here();

// While this lives, a terminal does not show what is typed. It gives whole lines, or every key at once.
class Unseen {
 public:
  enum class Gives : std::uint8_t { lines, keys };

  explicit Unseen(Gives gives);
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
  ~Unseen() { give_back(); }

  bool is_active() const { return active_; }
  void take() const;
  void give_back() const;

 private:
  termios before_{};
  termios within_{};
  bool active_ = false;
};

// While this lives, the signals that concern a terminal wait until `wait_for_input` lets them through. One may live
// within another.
class SignalWatch {
 public:
  SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

  // What `wait_for_input` says if there is something to read from the other descriptor only.
  static constexpr int kElsewhere = -1;

  // 0 when there is something to read, or else the signal that came first. Nothing if neither comes in time.
  int wait_for_input() const { return *wait(nullptr, STDIN_FILENO, -1); }
  std::optional<int> wait_for_input(std::chrono::milliseconds most) const;
  // The same, where something may also come in elsewhere.
  int wait_for_input_or(int elsewhere) const { return *wait(nullptr, STDIN_FILENO, elsewhere); }
  // Only there: what is typed meanwhile stays unread.
  int wait_for(int elsewhere) const { return *wait(nullptr, -1, elsewhere); }

 private:
  static constexpr std::array kWatched{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP};

  // A negative descriptor is none.
  std::optional<int> wait(const timespec* most, int input, int elsewhere) const;

  sigset_t outside_{};
  sigset_t waiting_{};  // lets through what is watched
  std::array<struct sigaction, kWatched.size()> before_{};
};

}  // namespace duello
