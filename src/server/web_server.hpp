// HTTP and WebSocket on one loop in one thread. It carries what others say and decides nothing but who may talk, how
// much and for how long.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "server/doorkeeper.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/site.hpp"
#include "server/visitors.hpp"
#include "server/web_limits.hpp"

namespace duello {

struct WebSettings {
  std::vector<Endpoint> listen{};
  std::string origin{};  // under which we are known, like https://duello.example; empty if only by the address
  // Files in PEM form; without them there is no TLS.
  std::string certificate{};
  std::string key{};
  std::vector<AddressRange> proxies{};          // whose X-Forwarded-For counts
  std::vector<AddressRange> metrics_readers{};  // who may see the figures
  WebLimits limits{};
  WebPatience patience{};
};

// Whether signals that usually end a program stop the server: the first in good order, the second at once.
enum class StopSignals : std::uint8_t { ignored, heeded };

class WebServer final : public Outbox {
 public:
  // Listens when it comes back, but answers nobody before `run`. The log outlives the server.
  static std::expected<std::unique_ptr<WebServer>, Complaint> open(WebSettings settings, Site site, const Log& log);
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;
  ~WebServer() override;

  // Where it really listens, in the order of the settings.
  const std::vector<Endpoint>& endpoints() const;
  bool has_tls() const;
  // In the thread of the loop.
  void send(ClientId client, std::string_view message) override;
  const WebFigures& figures() const;

  // Until it is stopped.
  void run(Doorkeeper& door, StopSignals signals);

  // From any thread: has something done in that of the loop.
  void post(std::move_only_function<void()> work);
  // From any thread: tells the clients, waits until all is stored and told, and lets `run` come back.
  void stop();

  class Loop;

 private:
  explicit WebServer(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace duello
