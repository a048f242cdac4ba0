#include "cli/interruption.hpp"

#include <unistd.h>

#include <cstddef>

namespace duello {

namespace {

volatile std::sig_atomic_t g_caught = 0;

constexpr unsigned kGrace = 10;  // seconds

void on_signal(int signal) {
  if (g_caught == 0) alarm(kGrace);
  g_caught = signal;
}

void on_alarm(int) { _exit(128 + g_caught); }

}  // namespace

Interruption::Interruption() {
  g_caught = 0;
  struct sigaction catching{};
  catching.sa_handler = on_alarm;
  sigaction(SIGALRM, &catching, &alarm_before_);
  catching.sa_handler = on_signal;
  for (std::size_t i = 0; i < kCaught.size(); ++i) {
    sigaction(kCaught[i], nullptr, &before_[i]);
    // As under nohup.
    if (before_[i].sa_handler != SIG_IGN) sigaction(kCaught[i], &catching, nullptr);
  }
}

Interruption::~Interruption() {
  alarm(0);
  sigaction(SIGALRM, &alarm_before_, nullptr);
  for (std::size_t i = 0; i < kCaught.size(); ++i) sigaction(kCaught[i], &before_[i], nullptr);
}

int Interruption::signal() const { return g_caught; }

}  // namespace duello
