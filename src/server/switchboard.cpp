#include "server/switchboard.hpp"

#include <algorithm>
#include <utility>

#include "server/web_answer.hpp"

namespace duello {

Switchboard::Switchboard(WebSettings settings, Site site, const Log& log)
    : settings_(std::move(settings)), site_(std::move(site)), log_(log), visitors_(settings_.limits.of_address) {}

void Switchboard::enter(ServedConnection& connection) {
  connection.place_ = connections_.size();
  connections_.push_back(&connection);
  figures_.open = connections_.size();
}

void Switchboard::leave(const ServedConnection& connection) {
  connections_[connection.place_] = connections_.back();
  connections_[connection.place_]->place_ = connection.place_;
  connections_.pop_back();
  figures_.open = connections_.size();
}

ClientId Switchboard::open_socket(ServedConnection& connection) {
  connection.id_ = ++last_client_;
  clients_.emplace(connection.id_, &connection);
  figures_.sockets = clients_.size();
  return connection.id_;
}

void Switchboard::close_socket(ClientId client) {
  clients_.erase(client);
  figures_.sockets = clients_.size();
}

ServedConnection* Switchboard::client(ClientId client) {
  const auto found = clients_.find(client);
  return found == clients_.end() ? nullptr : found->second;
}

void Switchboard::pass_time(WebConnection::Time now) {
  for (ServedConnection* const connection : connections_) connection->pass_time(now);
  visitors_.forget(now);
}

void Switchboard::give_up_waiting() {
  std::vector<std::weak_ptr<WebConnection>> waiting;
  for (ServedConnection* const connection : connections_) waiting.push_back(connection->weak_from_this());
  for (const std::weak_ptr<WebConnection>& each : waiting)
    if (const auto connection = each.lock()) static_cast<ServedConnection&>(*connection).give_up_waiting();
}

void Switchboard::say_goodbye(std::string_view why) {
  for (ServedConnection* const connection : connections_) connection->say_goodbye(CloseCode::going_away, why);
}

void Switchboard::drop_all() {
  for (ServedConnection* const connection : connections_) connection->drop();
}

bool Switchboard::has_queued() const {
  return std::ranges::any_of(connections_, [](const ServedConnection* connection) { return connection->has_queued(); });
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
