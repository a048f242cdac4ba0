// Figures of the running server as Prometheus reads them. They count; they name nobody and no table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace duello {

// The text format, line by line.
class MetricsText {
 public:
  void counter(std::string_view name, std::string_view help, std::uint64_t value);
  void gauge(std::string_view name, std::string_view help, std::uint64_t value);
  // In thousandths of a second, told in seconds.
  void counter_of_time(std::string_view name, std::string_view help, std::uint64_t milliseconds);
  // One more value of what comes next: `label` is like `reason="slow"`.
  void head(std::string_view name, std::string_view help, std::string_view type);
  void labelled(std::string_view name, std::string_view label, std::uint64_t value);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// What the web server counts.
struct WebFigures {
  std::uint64_t accepted = 0;
  std::uint64_t open = 0;
  std::uint64_t sockets = 0;  // of those that are open, how many are WebSockets
  std::uint64_t requests = 0;
  std::uint64_t refused_requests = 0;  // answered with a 4xx
  std::uint64_t failed_requests = 0;   // answered with a 5xx
  std::uint64_t received = 0;          // messages
  std::uint64_t sent = 0;
  std::uint64_t writes = 0;  // system calls that it took
  // Connections that were ended by us, and why.
  std::uint64_t too_many = 0;
  std::uint64_t too_slow = 0;  // readers whose queue was full, and requests that took too long
  std::uint64_t gone = 0;      // did not answer a ping
  std::uint64_t flooding = 0;
  std::uint64_t broken = 0;  // what they sent was no WebSocket frame, or no TLS
};

void append_metrics(MetricsText& text, const WebFigures& figures);
// Processor time, memory and descriptors of this process.
void append_process_metrics(MetricsText& text);

}  // namespace duello
