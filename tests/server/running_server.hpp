// The web server with real sockets, and an echo where the hall is.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/web_server.hpp"
#include "tests/patience.hpp"
#include "tests/server/echo_door.hpp"

namespace duello {

inline WebSettings usual() {
  WebSettings settings;
  settings.listen = {*Endpoint::read("127.0.0.1:0")};
  settings.metrics_readers = {*AddressRange::read("127.0.0.1")};
  settings.patience.farewell = std::chrono::milliseconds(100);
  return settings;
}

// Runs until it goes.
class Running {
 public:
  explicit Running(const WebSettings& settings = usual(), Site site = {}) {
    auto opened = WebServer::open(settings, std::move(site), log_);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().why);
    server_ = *std::move(opened);
    door_.outbox = server_.get();
    door_.post = [this](auto work) { server_->post(std::move(work)); };
    thread_ = std::thread([this] { server_->run(door_, StopSignals::ignored); });
  }
  ~Running() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  std::uint16_t port() const { return server_->endpoints().front().port; }
  // Whether it comes to this while the server runs; asked in the server's own thread.
  bool comes_to(const std::function<bool(const EchoDoor&, const WebFigures&)>& state) {
    const auto until = std::chrono::steady_clock::now() + kTestPatience;
    while (std::chrono::steady_clock::now() < until) {
      std::promise<bool> is_so;
      server_->post([&] { is_so.set_value(state(door_, server_->figures())); });
      if (is_so.get_future().get()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  bool is_left_by_all() {
    return comes_to(
        [](const EchoDoor& door, const WebFigures& figures) { return door.present.empty() && figures.open == 0; });
  }
  // Once the thread has ended.
  const WebFigures& figures() {
    stop();
    return server_->figures();
  }
  const EchoDoor& door() {
    stop();
    return door_;
  }
  std::vector<HttpReply> unanswered() {
    stop();
    return std::move(door_.never);
  }
  std::string logged() const { return logged_; }

 private:
  std::string logged_;
  Log log_{LogLevel::debug, [this](std::string_view line) { logged_ += line; }};
  EchoDoor door_;
  std::unique_ptr<WebServer> server_;
  std::thread thread_;
};

}  // namespace duello
