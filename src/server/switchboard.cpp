#include "server/switchboard.hpp"

#include <algorithm>
#include <utility>

#include "server/web_answer.hpp"

namespace duello {

Switchboard::Switchboard(WebSettings settings, Site site, const Log& log)
    : settings_(std::move(settings)), site_(std::move(site)), log_(log), visitors_(settings_.limits.of_address) {}

void Switchboard::enter(WebLine& line) {
  line.place_ = lines_.size();
  lines_.push_back(&line);
  figures_.open = lines_.size();
}

void Switchboard::leave(const WebLine& line) {
  if (line.is_dirty_) std::erase(dirty_, &line);
  lines_[line.place_] = lines_.back();
  lines_[line.place_]->place_ = line.place_;
  lines_.pop_back();
  figures_.open = lines_.size();
}

ClientId Switchboard::open_socket(WebLine& line) {
  line.id_ = ++last_client_;
  clients_.emplace(line.id_, &line);
  figures_.sockets = clients_.size();
  return line.id_;
}

void Switchboard::close_socket(ClientId client) {
  clients_.erase(client);
  figures_.sockets = clients_.size();
}

WebLine* Switchboard::client(ClientId client) {
  const auto found = clients_.find(client);
  return found == clients_.end() ? nullptr : found->second;
}

void Switchboard::want_flush(WebLine& line) {
  dirty_.push_back(&line);
  plan_turn_end();
}

// Nobody leaves or has more to say while they are flushed: who hangs up is told later.
void Switchboard::flush() {
  constexpr std::size_t kAhead = 4;  // are brought nearer, as they have lain far away since they were last used
  for (std::size_t i = 0; i < dirty_.size(); ++i) {
    if (i + kAhead < dirty_.size()) __builtin_prefetch(dirty_[i + kAhead]);
    dirty_[i]->flush();
  }
  dirty_.clear();
}

void Switchboard::pass_time(WebLine::Time now) {
  for (WebLine* const line : lines_) line->pass_time(now);
  visitors_.forget(now);
}

void Switchboard::give_up_waiting() {
  std::vector<std::weak_ptr<WebLine>> waiting;
  for (WebLine* const line : lines_) waiting.push_back(line->weak_from_this());
  for (const std::weak_ptr<WebLine>& each : waiting)
    if (const auto line = each.lock()) line->give_up_waiting();
}

void Switchboard::say_goodbye(std::string_view why) {
  for (WebLine* const line : lines_) line->say_goodbye(CloseCode::going_away, why);
}

void Switchboard::drop_all() {
  for (WebLine* const line : lines_) line->drop();
}

bool Switchboard::has_queued() const {
  return std::ranges::any_of(lines_, [](const WebLine* line) { return line->has_queued(); });
}

std::string_view Switchboard::date() {
  const std::time_t now = std::time(nullptr);
  if (std::exchange(dated_, now) != now) date_ = date_text(now);
  return date_;
}

std::string Switchboard::metrics() const {
  MetricsText text;
  append_metrics(text, figures_);
  door_->append_metrics(text);
  append_process_metrics(text);
  return text.text();
}

}  // namespace duello
