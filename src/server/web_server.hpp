// HTTP and WebSocket on one loop in one thread. It carries what others say and decides nothing but who may talk, how
// much and for how long. What one turn of the loop has brought for a connection leaves in one write.
#pragma once

#include <chrono>
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

namespace duello {

struct WebLimits {
  std::size_t connections = 20'000;  // at a time
  VisitorLimits of_address{};
  std::size_t longest_head = 8'192;  // of a request, in bytes, as all that follow
  std::size_t longest_body = 16'384;
  std::size_t longest_message = 4'096;
  std::size_t longest_queue = 262'144;  // what waits for a slow reader
};

struct WebPatience {
  using Duration = std::chrono::milliseconds;

  Duration request{10'000};  // until a request is there as a whole, and until its answer has been taken
  Duration between{60'000};  // two requests
  Duration quiet{30'000};    // until a client that says nothing is asked whether it is there
  Duration pong{20'000};     // until it must have answered that
  Duration farewell{2'000};  // until the other side must have hung up
  Duration settling{5'000};  // at most, until everything is stored when the server is stopped
};

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
