// Notices that the user wants to stop, so that what was started can be ended in good order.
#pragma once

#include <array>
#include <csignal>

namespace duello {

// While this lives, the signals that usually end a program are remembered, and whoever looks can end in good order. If
// nobody does so for a while, the program ends all the same. One within another is told of what comes while it lives,
// and the outer one is not; what came before, both are told. What nobody has looked at in the end is passed on to
// whoever gets the signals then. Signals that somebody holds back are let through.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // 0 if none has come.
  int signal() const;
  // What the innermost one that lives has been told; 0 if none has come, or none lives.
  static int noted();

 private:
  static constexpr std::array kCaught{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  std::array<struct sigaction, kCaught.size()> before_{};
  struct sigaction alarm_before_{};
  sigset_t mask_before_{};
  int noted_before_ = 0;
  bool was_looked_at_before_ = false;
};

}  // namespace duello
