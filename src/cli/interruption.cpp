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
  struct sigaction catching{};
  catching.sa_handler = on_alarm;
  sigaction(SIGALRM, &catching, &alarm_before_);
  catching.sa_handler = on_signal;
  bool is_inner = false;
  for (std::size_t i = 0; i < kCaught.size(); ++i) {
    sigaction(kCaught[i], nullptr, &before_[i]);
    is_inner = is_inner || before_[i].sa_handler == on_signal;
    // As under nohup.
    if (before_[i].sa_handler != SIG_IGN) sigaction(kCaught[i], &catching, nullptr);
  }
  if (!is_inner) g_caught = 0;
  noted_before_ = g_caught;
  sigset_t caught;
  sigemptyset(&caught);
  for (const int signal : kCaught) sigaddset(&caught, signal);
  pthread_sigmask(SIG_UNBLOCK, &caught, &mask_before_);
}

Interruption::~Interruption() {
  pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  if (noted_before_ == 0) alarm(0);
  sigaction(SIGALRM, &alarm_before_, nullptr);
  for (std::size_t i = 0; i < kCaught.size(); ++i) sigaction(kCaught[i], &before_[i], nullptr);
  g_caught = noted_before_;
}

int Interruption::signal() const { return g_caught; }

}  // namespace duello
