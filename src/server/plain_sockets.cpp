#include "server/plain_sockets.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "server/presence.hpp"

namespace duello {

namespace {

template <class Call>
ssize_t without_interruption(Call call) {
  ssize_t result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace

class PlainSocket final : public WebLine {
 public:
  PlainSocket(PlainSockets& all, Switchboard& board, PlainSockets::Upgraded& upgraded)
      : WebLine(board, upgraded.peer, upgraded.counted),
        all_(all),
        socket_(std::move(upgraded.socket)),
        frames_(board.settings().limits.longest_message) {}

  void begin(const Address& asking, std::span<char> unread) {
    phase_ = Phase::open;
    presence_.emplace(board_, *this, asking);
    if (!take(frames_, unread)) part();
  }
  void serve(std::uint32_t events);
  void flush() override;
  void drop() override;

 private:
  friend class PlainSockets;

  static constexpr std::size_t kMostIgnored = 262'144;

  // What goes wrong with one of them is no trouble for the others.
  template <class Work>
  void attempt(Work work) {
    try {
      work();
    } catch (const std::exception& what) {
      board_.log().tell(LogLevel::error, "trouble with a connection", {{"why", what.what()}});
      drop();
    }
  }
  // As much as there is, or as the buffer holds.
  void read(std::uint32_t events);
  void part();
  void ask_again() {
    if (socket_.is_open() && !all_.watch(*this, EPOLL_CTL_MOD)) drop();
  }
  void shut() { ::shutdown(socket_.number(), SHUT_WR); }

  PlainSockets& all_;
  Descriptor socket_;
  FrameReader frames_;
  std::optional<Presence> presence_;
  std::size_t slot_ = 0;     // among all
  std::size_t ignored_ = 0;  // bytes
};

void PlainSocket::serve(std::uint32_t events) {
  if (!socket_.is_open()) return;
  if ((events & EPOLLOUT) != 0 && std::exchange(is_writing_, false)) flush();
  if ((events & ~std::uint32_t{EPOLLOUT}) != 0 && socket_.is_open()) read(events);
}

void PlainSocket::read(std::uint32_t events) {
  const std::span<char> buffer(all_.buffer_);
  const ssize_t got = without_interruption([&] { return ::recv(socket_.number(), buffer.data(), buffer.size(), 0); });
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) {
    part();
    return drop();
  }
  const auto bytes = buffer.first(static_cast<std::size_t>(got));
  if (!presence_)
    ignored_ += bytes.size();
  else if (!take(frames_, bytes))
    part();
  if (ignored_ > kMostIgnored) return drop();
  // There may be more, of which nobody is told again.
  if (bytes.size() == buffer.size() || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) ask_again();
}

void PlainSocket::flush() {
  is_dirty_ = false;
  if (is_writing_ || queued_.empty() || !socket_.is_open()) return;
  ++board_.figures().writes;
  // Nearly always all of it goes out at once.
  const ssize_t went =
      without_interruption([&] { return ::send(socket_.number(), queued_.data(), queued_.size(), MSG_NOSIGNAL); });
  if (went < 0 && errno != EAGAIN) return drop();
  const std::size_t sent = went < 0 ? 0 : static_cast<std::size_t>(went);
  if (sent < queued_.size()) {
    queued_.erase(0, sent);
    is_writing_ = true;
    return ask_again();
  }
  queued_ = {};
  if (!presence_) shut();
}

// Whoever hangs up while something comes in makes the other side lose what it has not read yet. So it is told that
// there is no more, and read from a little longer.
void PlainSocket::part() {
  presence_.reset();
  phase_ = Phase::closing;
  expire_in(board_.settings().patience.farewell);
  queued_.empty() ? shut() : flush();
}

void PlainSocket::drop() {
  if (!socket_.is_open()) return;
  socket_.close();
  all_.dropped_.push_back(this);
  board_.plan_turn_end();
}

PlainSockets::PlainSockets(Switchboard& board) : board_(board), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}
PlainSockets::~PlainSockets() = default;

bool PlainSockets::watch(PlainSocket& socket, int how) const {
  // What is ready is told once, and then again when it is asked for in this way.
  epoll_event wanted{.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data = {.ptr = &socket}};
  return ::epoll_ctl(epoll_.number(), how, socket.socket_.number(), &wanted) == 0;
}

void PlainSockets::take_over(Upgraded upgraded) {
  PlainSocket& socket = *sockets_.emplace_back(std::make_unique<PlainSocket>(*this, board_, upgraded));
  socket.slot_ = sockets_.size() - 1;
  if (!watch(socket, EPOLL_CTL_ADD)) return socket.drop();
  socket.attempt([&] { socket.begin(upgraded.asking, upgraded.unread); });
}

void PlainSockets::serve() {
  std::array<epoll_event, 512> events;
  const int found = ::epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), 0);
  for (const epoll_event& event : std::span(events).first(static_cast<std::size_t>(std::max(found, 0)))) {
    PlainSocket& socket = *static_cast<PlainSocket*>(event.data.ptr);
    socket.attempt([&] { socket.serve(event.events); });
  }
}

void PlainSockets::let_go() {
  while (!dropped_.empty()) {
    const std::size_t slot = dropped_.back()->slot_;
    dropped_.pop_back();
    std::swap(sockets_[slot], sockets_.back());
    sockets_[slot]->slot_ = slot;
    // Whoever hears that they have left may drop others.
    const auto gone = std::move(sockets_.back());
    sockets_.pop_back();
  }
}

}  // namespace duello
