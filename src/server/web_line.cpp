#include "server/web_line.hpp"

#include "server/switchboard.hpp"

namespace duello {

WebLine::WebLine(Switchboard& board, const Address& peer, Visitors::Visitor* counted)
    : board_(board), peer_(peer), counted_(counted), deadline_(Clock::now() + board.settings().patience.request) {
  board_.enter(*this);
}

WebLine::~WebLine() {
  if (counted_ != nullptr) counted_->disconnect();
  board_.leave(*this);
}

void WebLine::want_flush() {
  if (!std::exchange(is_dirty_, true)) board_.want_flush(*this);
}

void WebLine::send(std::string_view message) {
  if (phase_ != Phase::open) return;
  append_text_frame(queued_, message);
  ++board_.figures().sent;
  if (queued_.size() + written_.size() > board_.settings().limits.longest_queue) {
    ++board_.figures().too_slow;
    phase_ = Phase::closing;
    queued_ = {};
    drop();
    return;
  }
  want_flush();
}

void WebLine::say_goodbye(CloseCode code, std::string_view why) {
  if (phase_ == Phase::waiting) drop();
  if (phase_ != Phase::open) return;
  phase_ = Phase::closing;
  append_close_frame(queued_, code, why);
  expire_in(board_.settings().patience.farewell);
  want_flush();
}

void WebLine::answer(HttpAnswer answer) {
  if (auto waited = std::exchange(waits_, {})) waited(std::move(answer));
}

void WebLine::pass_time(Time now) {
  if (now < deadline_) return;
  if (phase_ == Phase::open && !awaits_pong_) {
    awaits_pong_ = true;
    expire_in(board_.settings().patience.pong);
    append_ping_frame(queued_);
    want_flush();
    return;
  }
  if (phase_ == Phase::open) ++board_.figures().gone;
  if (phase_ == Phase::answering) ++board_.figures().too_slow;
  deadline_ = Time::max();
  drop();
}

bool WebLine::take(FrameReader& frames, std::span<char> bytes) {
  const Time now = Clock::now();
  if (phase_ == Phase::open) {
    awaits_pong_ = false;
    deadline_ = now + board_.settings().patience.quiet;
  }
  frames.take(bytes);
  while (const auto event = frames.next())
    if (!meet(*event, now)) return false;
  return true;
}

bool WebLine::meet(const FrameEvent& event, Time now) {
  using enum FrameEvent::Kind;
  if (event.kind == broken) {
    ++board_.figures().broken;
    say_goodbye(event.code, "");
    return false;
  }
  if (event.kind == close) {
    say_goodbye(event.code, "");
    return false;
  }
  if (phase_ != Phase::open) return true;
  if (!counted_->may_say(now)) {
    ++board_.figures().flooding;
    say_goodbye(CloseCode::policy, "Too many messages");
    return false;
  }
  if (event.kind == ping && queued_.size() + written_.size() < board_.settings().limits.longest_queue) {
    append_pong_frame(queued_, event.payload);
    want_flush();
  }
  if (event.kind == message) {
    ++board_.figures().received;
    board_.door()->received(id_, event.payload);
    board_.plan_turn_end();
  }
  return true;
}

}  // namespace duello
