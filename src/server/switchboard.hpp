// All connections of the web server and what they have in common: who answers them, how much they may have, and what is
// counted. Knows no loop; who does derives from it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/served_connection.hpp"
#include "server/visitors.hpp"
#include "server/web_server.hpp"

namespace duello {

class Switchboard {
 public:
  Switchboard(WebSettings settings, Site site, const Log& log);
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;
  virtual ~Switchboard() = default;

  const WebSettings& settings() const { return settings_; }
  const Site& site() const { return site_; }
  const Log& log() const { return log_; }
  WebFigures& figures() { return figures_; }
  Visitors& visitors() { return visitors_; }
  bool has_tls() const { return !settings_.certificate.empty(); }
  bool is_https() const { return has_tls() || settings_.origin.starts_with("https://"); }
  bool is_stopping() const { return is_stopping_; }
  // Nobody, once the loop has come to its end.
  Doorkeeper* door() { return door_; }

  void enter(ServedConnection& connection);
  void leave(const ServedConnection& connection);
  ClientId open_socket(ServedConnection& connection);
  void close_socket(ClientId client);
  ServedConnection* client(ClientId client);

  // The door was asked something and may want to be called at another time.
  virtual void plan_alarm() = 0;
  std::string_view date();
  std::string metrics() const;

 protected:
  void pass_time(WebConnection::Time now);
  // A connection that waits for an answer is kept by nobody but itself.
  void give_up_waiting();
  void say_goodbye(std::string_view why);
  void drop_all();
  bool is_empty() const { return connections_.empty(); }
  bool is_full() const { return connections_.size() >= settings_.limits.connections; }
  bool has_queued() const;

  Doorkeeper* door_ = nullptr;
  bool is_stopping_ = false;

 private:
  WebSettings settings_;
  Site site_;
  const Log& log_;
  WebFigures figures_;
  Visitors visitors_;
  std::vector<ServedConnection*> connections_;
  boost::unordered_flat_map<ClientId, ServedConnection*> clients_;
  ClientId last_client_ = 0;
  std::time_t dated_ = 0;
  std::string date_;
};

}  // namespace duello
