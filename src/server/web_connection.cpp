#include "server/web_connection.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/web_socket.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

// A message may be cut into as many fragments as it has bytes, and each may come alone. So many reads that complete no
// message, for example of empty fragments, count as one message.
constexpr std::size_t kReadsOfAMessage = 16;
constexpr int kMostIgnored = 16;  // times as many reads, once the connection is being closed

bool breaks_rules(const error_code& error) {
  return error.category() == error_code(websocket::error::closed).category() && error != websocket::error::closed;
}

}  // namespace

WebConnection::WebConnection(std::unique_ptr<Socket> socket, const WebLimits& limits, const WebPatience& patience,
                             WebFigures& figures)
    : socket_(std::move(socket)),
      limits_(limits),
      patience_(patience),
      figures_(figures),
      deadline_(Clock::now() + patience.request) {}

WebConnection::~WebConnection() = default;

WebStream& WebConnection::stream() { return socket_->beast.next_layer(); }

void WebConnection::drop() { stream().close(); }

void WebConnection::converse() {
  phase_ = Phase::open;
  socket_->beast.read_message_max(limits_.longest_message);
  socket_->beast.auto_fragment(false);
  socket_->beast.control_callback([this](websocket::frame_type kind, auto /*payload*/) {
    if (kind == websocket::frame_type::close)
      is_taking_leave_ = true;
    else
      hear_control();
  });
  stream().call_at_every(kReadsOfAMessage, [this] {
    if (phase_ == Phase::open ? may_say(Clock::now()) : ++ignored_ < kMostIgnored) return;
    if (phase_ == Phase::open) ++figures_.flooding;
    drop();
  });
  hear(Clock::now());
  read();
}

void WebConnection::hear(Time now) {
  if (phase_ != Phase::open) return;
  awaits_pong_ = false;
  deadline_ = now + patience_.quiet;
}

void WebConnection::read() {
  socket_->beast.async_read_some(asio::buffer(socket_->piece),
                                 [self = shared_from_this()](error_code error, std::size_t size) {
                                   if (!error) return self->take(size);
                                   if (self->is_broken_ || breaks_rules(error)) return self->end(End::broken);
                                   self->end(self->awaits_pong_ ? End::silent : End::hung_up);
                                 });
}

void WebConnection::take(std::size_t size) {
  const Time now = Clock::now();
  hear(now);
  // What comes while the connection is being closed is ignored; Beast waits for the answer to its close frame.
  if (phase_ != Phase::open) return end(End::hung_up);
  WebSocketStream& beast = socket_->beast;
  if (beast.got_binary()) {
    say_goodbye(CloseCode::unsupported, "");
    return end(End::broken);
  }
  const std::string_view piece(socket_->piece.data(), size);
  const bool is_whole = socket_->message.empty() && beast.is_message_done();
  if (!is_whole) socket_->message += piece;
  if (beast.is_message_done()) {
    stream().forget_reads();
    if (!may_say(now)) {
      flood();
      return end(End::hung_up);
    }
    ++figures_.received;
    const std::string message = std::exchange(socket_->message, {});
    try {
      received(is_whole ? piece : message);
    } catch (const std::exception& what) {
      stumbled(what.what());
      drop();
      return end(End::hung_up);
    }
  }
  phase_ == Phase::open ? read() : end(End::hung_up);
}

// A ping is answered by Beast.
void WebConnection::hear_control() {
  const Time now = Clock::now();
  hear(now);
  if (may_say(now)) return;
  asio::post(stream().get_executor(), [self = shared_from_this()] { self->flood(); });
}

void WebConnection::flood() {
  if (phase_ != Phase::open) return;
  ++figures_.flooding;
  say_goodbye(CloseCode::policy, "Too many messages");
}

void WebConnection::send(std::string_view message) {
  if (phase_ != Phase::open) return;
  ++figures_.sent;
  queued_bytes_ += message.size();
  if (queued_bytes_ > limits_.longest_queue) {
    ++figures_.too_slow;
    phase_ = Phase::closing;
    return drop();
  }
  queued_.emplace_back(message);
  write();
}

void WebConnection::write() {
  if (is_writing_ || queued_.empty()) return;
  is_writing_ = true;
  ++figures_.writes;
  socket_->beast.async_write(asio::buffer(queued_.front()),
                             [self = shared_from_this()](error_code error, std::size_t /*size*/) {
                               self->is_writing_ = false;
                               self->queued_bytes_ -= self->queued_.front().size();
                               self->queued_.pop_front();
                               // The rest goes nowhere.
                               if (error) self->queued_.clear();
                               self->write();
                               self->close_when_written();
                             });
}

void WebConnection::say_goodbye(CloseCode code, std::string_view why) {
  if (phase_ == Phase::waiting) drop();
  if (phase_ != Phase::open) return;
  phase_ = Phase::closing;
  goodbye_code_ = code;
  goodbye_ = why;
  has_goodbye_ = true;
  expire_in(patience_.farewell);
  close_when_written();
}

void WebConnection::close_when_written() {
  if (!has_goodbye_ || is_writing_ || !queued_.empty()) return;
  has_goodbye_ = false;
  if (!socket_->beast.is_open()) return;
  websocket::close_reason reason(static_cast<std::uint16_t>(goodbye_code_));
  reason.reason.assign(goodbye_.data(), std::min(goodbye_.size(), reason.reason.max_size()));
  socket_->beast.async_close(reason, [self = shared_from_this()](error_code /*error*/) {});
}

void WebConnection::pass_time(Time now) {
  if (phase_ == Phase::open && !socket_->beast.is_open()) {
    // Beast has closed it, and waits until the other side has hung up.
    phase_ = Phase::closing;
    deadline_ = now + patience_.farewell;
    is_broken_ = !is_taking_leave_;
  }
  if (now < deadline_) return;
  if (phase_ == Phase::open && !awaits_pong_) {
    awaits_pong_ = true;
    expire_in(patience_.pong);
    return ask();
  }
  if (phase_ == Phase::open) ++figures_.gone;
  if (phase_ == Phase::answering) ++figures_.too_slow;
  deadline_ = Time::max();
  drop();
}

void WebConnection::ask() {
  if (std::exchange(is_asking_, true)) return;
  socket_->beast.async_ping({}, [self = shared_from_this()](error_code /*error*/) { self->is_asking_ = false; });
}

void WebConnection::end(End how) {
  if (how == End::broken) ++figures_.broken;
  if (phase_ == Phase::open) {
    phase_ = Phase::closing;
    expire_in(patience_.farewell);
  }
  ended(how);
}

}  // namespace duello
