// A connection over TCP, with or without TLS: HTTP first and then, perhaps, the messages of a WebSocket. The server and
// its clients derive from it. This end of the conversation is here: messages are queued for slow readers, a silent peer
// gets a ping, and frames that break the rules end the connection with a code.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "server/metrics.hpp"
#include "server/web_limits.hpp"

namespace duello {

class WebStream;

// Why a WebSocket is closed, as it is said on the wire.
enum class CloseCode : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  unsupported = 1003,
  policy = 1008,
};

class WebConnection : public std::enable_shared_from_this<WebConnection> {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;
  enum class Phase : std::uint8_t {
    waiting,    // for a request
    answering,  // one
    open,       // a WebSocket
    closing,    // nothing more is said but what is queued
  };
  // What has ended a conversation.
  enum class End : std::uint8_t { hung_up, broken, silent };

  WebConnection(const WebConnection&) = delete;
  WebConnection& operator=(const WebConnection&) = delete;
  virtual ~WebConnection();

  // One message more.
  void send(std::string_view message);
  void say_goodbye(CloseCode code, std::string_view why);
  // Hangs up. What waits for the other side fails later, from the loop.
  void drop();
  // To be called now and then.
  void pass_time(Time now);
  bool has_queued() const { return !queued_.empty(); }

 protected:
  // What knows Beast.
  struct Socket;

  // What it is given outlives it.
  WebConnection(std::unique_ptr<Socket> socket, const WebLimits& limits, const WebPatience& patience,
                WebFigures& figures);

  virtual void received(std::string_view message) = 0;
  // Whether another frame may come, or so many bytes that belong to none.
  virtual bool may_say(Time /*now*/) { return true; }
  // Once, after which nothing is received.
  virtual void ended(End how) = 0;
  // What an exception was thrown by.
  virtual void stumbled(std::string_view /*why*/) {}

  WebStream& stream();
  Socket& socket() { return *socket_; }
  void expire_in(Clock::duration patience) { deadline_ = Clock::now() + patience; }
  // From the end of the handshake; keeps this alive until it has ended.
  void converse();

  Phase phase_ = Phase::waiting;

 private:
  void read();
  void take(std::size_t size);
  void hear(Time now);
  void hear_control();
  void flood();
  void write();
  void ask();
  void close_when_written();
  void end(End how);

  std::unique_ptr<Socket> socket_;
  const WebLimits& limits_;
  const WebPatience& patience_;
  WebFigures& figures_;
  Time deadline_;
  std::list<std::string> queued_;  // the first of them is being written
  std::size_t queued_bytes_ = 0;
  int ignored_ = 0;
  std::string goodbye_;
  CloseCode goodbye_code_ = CloseCode::normal;
  bool is_writing_ = false;
  bool is_asking_ = false;
  bool awaits_pong_ = false;
  bool has_goodbye_ = false;
  bool is_taking_leave_ = false;  // the other side, with a close frame
  bool is_broken_ = false;        // by the other side
};

}  // namespace duello
