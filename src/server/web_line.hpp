// What is known of any connection of the web server, whatever carries it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "server/doorkeeper.hpp"
#include "server/frames.hpp"
#include "server/visitors.hpp"

namespace duello {

class Switchboard;

class WebLine : public std::enable_shared_from_this<WebLine> {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;
  enum class Phase : std::uint8_t {
    waiting,    // for a request
    answering,  // one
    open,       // a WebSocket
    closing,    // nothing more is said but what is queued
  };

  // Those of a proxy are nobody's.
  WebLine(Switchboard& board, const Address& peer, Visitors::Visitor* counted);
  WebLine(const WebLine&) = delete;
  WebLine& operator=(const WebLine&) = delete;
  virtual ~WebLine();

  // One message more; leaves when the loop has done its turn.
  void send(std::string_view message);
  void say_goodbye(CloseCode code, std::string_view why);
  // Writes what is queued.
  virtual void flush() = 0;
  // Hangs up. Whoever waits for the other side finds out later.
  virtual void drop() = 0;

  void pass_time(Time now);
  // What it has waited for, if it still does.
  void answer(HttpAnswer answer);
  // Nothing will come any more.
  void give_up_waiting() { const auto waited = std::exchange(waits_, {}); }
  bool has_queued() const { return !queued_.empty() || !written_.empty(); }

 protected:
  void expire_in(Clock::duration patience) { deadline_ = Clock::now() + patience; }
  // Takes apart what has come; false if nothing more is to be read.
  bool take(FrameReader& frames, std::span<char> bytes);

  Switchboard& board_;
  Address peer_;
  Visitors::Visitor* counted_;  // whose connection it is, if that is known
  HttpReply waits_;             // for the doorkeeper's answer
  std::string queued_;
  std::string written_;  // just being so
  Phase phase_ = Phase::waiting;
  bool is_dirty_ = false;
  bool is_writing_ = false;

 private:
  friend class Switchboard;

  bool meet(const FrameEvent& event, Time now);
  void want_flush();

  Time deadline_;
  std::size_t place_ = 0;  // among all
  ClientId id_ = 0;        // if it is a WebSocket
  bool awaits_pong_ = false;
};

}  // namespace duello
