#include "cli/interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <utility>

namespace duello {

namespace {

volatile std::sig_atomic_t g_caught = 0;
std::atomic<bool> g_is_looked_at = false;

volatile std::sig_atomic_t g_has_more_time = 0;

constexpr unsigned kGrace = 10;     // seconds until somebody must have looked
constexpr unsigned kToFinish = 60;  // and to end in good order then

void on_signal(int signal) {
  if (g_caught == 0) {
    g_has_more_time = 0;
    alarm(kGrace);
  }
  g_caught = signal;
  g_is_looked_at = false;
}

void on_alarm(int) {
  if (!g_is_looked_at || g_has_more_time != 0) _exit(128 + g_caught);
  g_has_more_time = 1;
  alarm(kToFinish);
}

}  // namespace

Interruption::Interruption() {
  bool is_inner = false;
  for (std::size_t i = 0; i < kCaught.size(); ++i) {
    sigaction(kCaught[i], nullptr, &before_[i]);
    is_inner = is_inner || before_[i].sa_handler == on_signal;
  }
  if (!is_inner) g_caught = 0;
  noted_before_ = g_caught;
  was_looked_at_before_ = g_is_looked_at;
  struct sigaction catching{};
  catching.sa_handler = on_alarm;
  sigaction(SIGALRM, &catching, &alarm_before_);
  catching.sa_handler = on_signal;
  for (std::size_t i = 0; i < kCaught.size(); ++i)
    if (before_[i].sa_handler != SIG_IGN) sigaction(kCaught[i], &catching, nullptr);  // as under nohup
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
  const int caught = std::exchange(g_caught, noted_before_);
  if (caught == noted_before_) return;
  if (!g_is_looked_at.exchange(was_looked_at_before_)) std::raise(caught);
}

int Interruption::signal() const {
  const int caught = g_caught;
  if (caught != 0) g_is_looked_at = true;
  return caught;
}

int Interruption::noted() { return g_caught; }

}  // namespace duello
