#include "cli/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "cli/interruption.hpp"

namespace duello {

namespace {

// A handler knows nothing but what stands here.
volatile std::sig_atomic_t g_signal = 0;

void note_signal(int signal) { g_signal = signal; }

}  // namespace

std::optional<ScreenSize> screen_size(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return std::nullopt;
  return ScreenSize{.rows = size.ws_row, .columns = size.ws_col};
}

void stop_here() {
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  struct sigaction before{};
  sigaction(SIGTSTP, &usual, &before);
  std::raise(SIGTSTP);
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTSTP);
  sigset_t blocked;
  sigprocmask(SIG_UNBLOCK, &stops, &blocked);  // here it stops, if it was blocked
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  sigaction(SIGTSTP, &before, nullptr);
}

Unseen::Unseen(Gives gives) {
  if (tcgetattr(STDIN_FILENO, &before_) != 0) return;
  within_ = before_;
  within_.c_lflag &= ~static_cast<tcflag_t>(gives == Gives::keys ? ECHO | ICANON : ECHO);
  if (gives == Gives::keys) {
    within_.c_cc[VMIN] = 1;
    within_.c_cc[VTIME] = 0;
  }
  active_ = tcsetattr(STDIN_FILENO, TCSADRAIN, &within_) == 0;
}

void Unseen::take() const {
  if (active_) tcsetattr(STDIN_FILENO, TCSADRAIN, &within_);
}

void Unseen::give_back() const {
  if (active_) tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

SignalWatch::SignalWatch() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : kWatched) sigaddset(&watched, signal);
  sigprocmask(SIG_BLOCK, &watched, &outside_);
  waiting_ = outside_;
  for (const int signal : kWatched) sigdelset(&waiting_, signal);
  struct sigaction catching{};
  catching.sa_handler = note_signal;
  for (std::size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i], &catching, &before_[i]);
  g_signal = 0;
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i], &before_[i], nullptr);
  sigprocmask(SIG_SETMASK, &outside_, nullptr);
}

std::optional<int> SignalWatch::wait_for_input(std::chrono::milliseconds most) const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(most);
  const timespec limit{.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds(most - seconds).count()};
  return wait(&limit, STDIN_FILENO, -1);
}

std::optional<int> SignalWatch::wait(const timespec* most, int input, int elsewhere) const {
  std::array<pollfd, 2> polled{pollfd{.fd = input, .events = POLLIN, .revents = 0},
                               pollfd{.fd = elsewhere, .events = POLLIN, .revents = 0}};
  while (true) {
    // It came while nobody waited.
    if (const int signal = Interruption::noted(); signal != 0) return signal;
    const int ready = ppoll(polled.data(), polled.size(), most, &waiting_);
    if (ready == 0) return std::nullopt;
    if (ready > 0) return polled[0].revents != 0 ? 0 : kElsewhere;
    if (errno != EINTR) return SIGHUP;
    if (const int signal = g_signal; signal != 0) {
      g_signal = 0;
      return signal;
    }
  }
}

}  // namespace duello
