// The other end of the wire for tests: a plain socket, blocking, with a limit on how long it waits.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "system/descriptor.hpp"
#include "tests/patience.hpp"
#include "tests/server/frame_bytes.hpp"

namespace duello {

class Wire {
 public:
  explicit Wire(std::uint16_t port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{.tv_sec = kTestPatience.count(), .tv_usec = 0};
    ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (receive_buffer > 0)
      ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ = ::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }

  bool is_connected() const { return is_connected_; }

  // From here on everything is encrypted. False if the handshake fails.
  bool start_tls() {
    context_.reset(SSL_CTX_new(TLS_client_method()));
    tls_.reset(SSL_new(context_.get()));
    SSL_set_fd(tls_.get(), socket_.number());
    return SSL_connect(tls_.get()) == 1;
  }

  // False if nobody takes it any more.
  bool say(std::string_view text) {
    if (tls_) return SSL_write(tls_.get(), text.data(), static_cast<int>(text.size())) > 0;
    return ::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }
  void say_frame(std::string_view message) { say(masked_frame_bytes(kTextFrame, message)); }
  // A frame of any kind; the first byte is as it goes over the wire.
  void say_raw_frame(unsigned char first, std::string_view payload) { say(masked_frame_bytes(first, payload)); }
  void hang_up() { socket_.close(); }
  void end_saying() { ::shutdown(socket_.number(), SHUT_WR); }

  // At least so many bytes of what was not looked at yet; fewer if the other side has ended or is silent too long.
  std::string_view heard(std::size_t bytes) {
    while (heard_.size() < bytes && hear()) {
    }
    return heard_;
  }
  // Whether the other side hung up, after whatever it said.
  bool is_over() {
    while (hear()) {
    }
    return is_over_;
  }
  // Whether the other side has said that no more will come, so that nobody can have cut it short.
  bool is_over_as_agreed() { return is_over() && tls_ && (SSL_get_shutdown(tls_.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }
  std::string rest() {
    is_over();
    return std::exchange(heard_, {});
  }

  struct Reply {
    int status = 0;
    std::string head;
    std::string body;

    // Empty if there is none.
    std::string header(std::string_view name) const {
      const std::size_t at = head.find(cat("\r\n", name, ": "));
      if (at == head.npos) return {};
      const std::size_t begin = at + name.size() + 4;
      return head.substr(begin, head.find('\r', begin) - begin);
    }
  };
  // The next answer over HTTP; status 0 if there is none.
  Reply reply(std::string_view method = "GET") {
    std::size_t end = 0;
    while ((end = heard_.find("\r\n\r\n")) == heard_.npos)
      if (!hear()) return {};
    Reply got{.status = number_in<int>(std::string_view(heard_).substr(9, 3)).value_or(0),
              .head = heard_.substr(0, end + 2),
              .body = {}};
    heard_.erase(0, end + 4);
    const auto length = number_in<std::size_t>(got.header("Content-Length")).value_or(0);
    if (method == "HEAD" || got.status == 101) return got;
    got.body = std::string(heard(length).substr(0, length));
    heard_.erase(0, got.body.size());
    return got;
  }
  Reply ask(std::string_view method, std::string_view target, std::string_view headers = "",
            std::string_view body = "") {
    say(cat(method, ' ', target, " HTTP/1.1\r\nHost: localhost\r\n", headers,
            body.empty() ? "" : cat("Content-Length: ", body.size(), "\r\n"), "\r\n", body));
    return reply(method);
  }
  Reply upgrade(std::string_view headers = "") {
    return ask("GET", "/api/socket",
               cat("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                   headers));
  }

  struct Frame {
    int opcode = -1;  // -1 if there is none
    std::string payload;
    // Of a close frame.
    int code() const {
      return payload.size() < 2 ? 0
                                : static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
    }
  };
  Frame frame() {
    std::string_view got = heard(2);
    if (got.size() < 2) return {};
    const int opcode = got[0] & 0x0f;
    std::size_t size = static_cast<unsigned char>(got[1]);
    std::size_t head = 2;
    if (size == 126) {
      got = heard(4);
      size = static_cast<std::size_t>(static_cast<unsigned char>(got[2]) << 8 | static_cast<unsigned char>(got[3]));
      head = 4;
    }
    got = heard(head + size);
    if (got.size() < head + size) return {};
    Frame frame{.opcode = opcode, .payload = std::string(got.substr(head, size))};
    heard_.erase(0, head + size);
    return frame;
  }

 private:
  bool hear() {
    std::array<char, 16384> piece;
    const ssize_t got = tls_ ? SSL_read(tls_.get(), piece.data(), static_cast<int>(piece.size()))
                             : ::recv(socket_.number(), piece.data(), piece.size(), 0);
    is_over_ = got == 0 || (got < 0 && (tls_ || errno == ECONNRESET));
    if (got > 0) heard_.append(piece.data(), static_cast<std::size_t>(got));
    return got > 0;
  }

  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(SSL* tls) const { SSL_free(tls); }
  };

  Descriptor socket_;
  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<SSL, Free> tls_;
  std::string heard_;
  bool is_connected_ = false;
  bool is_over_ = false;
};

}  // namespace duello
