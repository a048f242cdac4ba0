// Many WebSocket clients in one thread: plain sockets and epoll, so that the load costs little beside what it measures.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duello {

class Load {
 public:
  // `client` counts from 0. What it returns is sent, if it is not empty.
  using OnMessage = std::function<std::string(std::size_t client, std::string_view message)>;

  // All connected and upgraded, or the program ends with a sentence.
  Load(std::uint16_t port, std::size_t clients);
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  void send(std::size_t client, std::string_view message);
  // Until the time is over. What clients have to send leaves with one write each.
  void run(std::chrono::milliseconds time, const OnMessage& on_message);

  std::uint64_t received() const { return received_; }

 private:
  struct Client;
  void flush(Client& client);
  void read(std::size_t place, const OnMessage& on_message);

  std::vector<std::unique_ptr<Client>> clients_;
  int epoll_ = -1;
  std::uint64_t received_ = 0;
};

// What a process has used so far.
struct Usage {
  double processor_seconds = 0;  // of which the kernel took
  double kernel_seconds = 0;
  std::uint64_t resident_bytes = 0;
};
Usage usage_of(int process);

// How long things took.
class Latencies {
 public:
  void add(std::chrono::nanoseconds each) { all_.push_back(each); }
  // In milliseconds: the shortest that so many of a hundred do not exceed.
  double within(double percent);

 private:
  std::vector<std::chrono::nanoseconds> all_;
};

}  // namespace duello
