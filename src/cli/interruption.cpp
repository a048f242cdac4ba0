#include "cli/interruption.hpp"

#include <cstddef>

namespace duello {

namespace {

volatile std::sig_atomic_t g_caught = 0;

void on_signal(int signal) { g_caught = signal; }

}  // namespace

Interruption::Interruption() {
  g_caught = 0;
  struct sigaction catching{};
  catching.sa_handler = on_signal;
  for (std::size_t i = 0; i < kCaught.size(); ++i) {
    sigaction(kCaught[i], nullptr, &before_[i]);
    // As under nohup.
    if (before_[i].sa_handler != SIG_IGN) sigaction(kCaught[i], &catching, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kCaught.size(); ++i) sigaction(kCaught[i], &before_[i], nullptr);
}

int Interruption::signal() const { return g_caught; }

}  // namespace duello
