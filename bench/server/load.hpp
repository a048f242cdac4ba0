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
  using Clock = std::chrono::steady_clock;
  // `client` counts from 0. What it returns is sent, if it is not empty.
  using OnMessage = std::function<std::string(std::size_t client, std::string_view message)>;
  // Called at every turn; returns when it wants to be called again at the latest.
  using OnTurn = std::function<Clock::time_point()>;

  // All connected and upgraded, or the program ends with a sentence.
  Load(std::uint16_t port, std::size_t clients);
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  void send(std::size_t client, std::string_view message);
  // Until the time is over. What clients have to send leaves with one write each.
  void run(std::chrono::milliseconds time, const OnMessage& on_message, const OnTurn& on_turn = {});
  // Lets `run` come back before its time.
  void stop() { is_stopped_ = true; }

  std::uint64_t received() const { return received_; }

 private:
  struct Client;
  void answer_ping(std::size_t client);
  void flush();
  void read(std::size_t place, const OnMessage& on_message);

  std::vector<std::unique_ptr<Client>> clients_;
  std::vector<std::size_t> dirty_;  // those that have something to send
  int epoll_ = -1;
  std::uint64_t received_ = 0;
  bool is_stopped_ = false;
};

// As many open files as this process may have.
void allow_descriptors();
// The answers to requests over HTTP, some of them at a time; the program ends if one is not answered with `status`.
std::vector<std::string> answers_to(std::uint16_t port, const std::vector<std::string>& requests, int status);

// What processes have used so far.
struct Usage {
  double processor_seconds = 0;  // of which the kernel took
  double kernel_seconds = 0;
  std::uint64_t resident_bytes = 0;

  Usage operator-(const Usage& before) const {
    return {processor_seconds - before.processor_seconds, kernel_seconds - before.kernel_seconds,
            resident_bytes - before.resident_bytes};
  }
};
// Of all its threads.
Usage usage_of(int process);
// Together with the processes that it has started and that are still there. Memory that they share is counted again.
Usage usage_of_family(int process);

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
