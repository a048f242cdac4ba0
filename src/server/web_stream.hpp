// TCP, with TLS over it where it is asked for: what HTTP and WebSockets of Beast read from and write to, in the server
// and in its clients.
#pragma once

#include <boost/asio/append.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "server/web_tasks.hpp"

namespace duello {

class WebStream {
 public:
  using executor_type = WebExecutor;
  using Tls = boost::asio::ssl::stream<TcpSocket&>;
  using Error = boost::system::error_code;

  explicit WebStream(TcpSocket socket) : socket_(std::move(socket)) {}
  WebStream(const WebStream&) = delete;
  WebStream& operator=(const WebStream&) = delete;
  ~WebStream() = default;

  executor_type get_executor() { return socket_.get_executor(); }
  TcpSocket& socket() { return socket_; }
  void close() {
    Error error;
    [[maybe_unused]] const Error ignored = socket_.close(error);
  }
  // Tells the other side that nothing more will come.
  void end_writing() {
    Error error;
    [[maybe_unused]] const Error ignored = socket_.shutdown(TcpSocket::shutdown_send, error);
  }
  // From here on everything is encrypted; a handshake comes first. The context is not needed any more.
  void secure(boost::asio::ssl::context& context) { tls_ = std::make_unique<Tls>(socket_, context); }
  Tls* tls() { return tls_.get(); }
  // Is read before anything else.
  void put_back(std::string bytes) { unread_ = std::move(bytes); }
  // Calls it whenever bytes were asked for so often since it was called, or since this count began anew.
  void call_at_every(std::size_t reads, std::function<void()> call) {
    most_reads_ = reads;
    at_every_ = std::move(call);
  }
  void forget_reads() { reads_ = 0; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Error, std::size_t)>(
        [this, buffers](auto handler) {
          if (++reads_ > most_reads_) {
            reads_ = 0;
            at_every_();
          }
          if (!unread_.empty()) {
            const std::size_t taken = boost::asio::buffer_copy(buffers, boost::asio::buffer(unread_));
            unread_.erase(0, taken);
            boost::asio::post(get_executor(), boost::asio::append(std::move(handler), Error(), taken));
          } else if (tls_) {
            tls_->async_read_some(buffers, std::move(handler));
          } else {
            socket_.async_read_some(buffers, std::move(handler));
          }
        },
        token);
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Error, std::size_t)>(
        [this, buffers](auto handler) {
          if (tls_)
            tls_->async_write_some(buffers, std::move(handler));
          else
            socket_.async_write_some(buffers, std::move(handler));
        },
        token);
  }

  // What Beast calls by these names, when a WebSocket has been closed or has waited too long.
  template <class Handler>
  friend void async_teardown(boost::beast::role_type role, WebStream& stream, Handler&& handler) {
    using boost::beast::websocket::async_teardown;
    if (stream.tls_)
      async_teardown(role, *stream.tls_, std::forward<Handler>(handler));
    else
      async_teardown(role, stream.socket_, std::forward<Handler>(handler));
  }
  friend void beast_close_socket(WebStream& stream) { stream.close(); }

 private:
  TcpSocket socket_;
  std::unique_ptr<Tls> tls_;
  std::string unread_;
  std::size_t reads_ = 0;
  std::size_t most_reads_ = std::numeric_limits<std::size_t>::max();
  std::function<void()> at_every_;
};

// Without compression: what is said is short, and the length of compressed secrets tells of them.
using WebSocketStream = boost::beast::websocket::stream<WebStream, false>;

}  // namespace duello
