#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace duello {

namespace {

using namespace std::chrono_literals;

volatile std::sig_atomic_t g_stop = 0;

void on_interrupt(int) { g_stop = 1; }

constexpr auto kPatience = 400ms;
constexpr auto kPause = 100ms;

std::string rate_text(double rate) {
  return rate < 1e6 ? fmt::format("{:.0f} a second", rate) : fmt::format("{:.0f} million a second", rate / 1e6);
}

}  // namespace

ProgressBar::ProgressBar(std::string what)
    : what_(std::move(what)), on_terminal_(isatty(STDERR_FILENO) == 1), next_(begin_ + kPatience) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total) {
  if (!on_terminal_) return;
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kPause;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done) / seconds;
  if (total == 0) {
    fmt::print(stderr, "\r\033[K{}: {:.1f} million positions, {:.1f} million a second", what_,
               static_cast<double>(done) / 1e6, rate / 1e6);
  } else {
    constexpr int kWidth = 24;
    const double share = static_cast<double>(done) / static_cast<double>(total);
    const int filled = static_cast<int>(share * kWidth);
    fmt::print(stderr, "\r\033[K{} [{:#<{}}{:.<{}}] {:.0f} %, {}, {:.0f} s left", what_, "", filled, "",
               kWidth - filled, share * 100, rate_text(rate), static_cast<double>(total - done) / rate);
  }
  std::fflush(stderr);
}

Progress::Progress(std::string what) : bar_(std::move(what)) {
  g_stop = 0;
  struct sigaction catching{};
  catching.sa_handler = on_interrupt;
  sigaction(SIGINT, &catching, &before_);
}

Progress::~Progress() { sigaction(SIGINT, &before_, nullptr); }

bool Progress::show(std::uint64_t done, std::uint64_t total) {
  if (g_stop != 0) return false;
  bar_.show(done, total);
  return true;
}

}  // namespace duello
