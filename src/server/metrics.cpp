#include "server/metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include "core/text.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

std::uint64_t milliseconds_of(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1000 + static_cast<std::uint64_t>(time.tv_usec) / 1000;
}

std::uint64_t resident_bytes() {
  constexpr std::size_t kResident = 1;  // among the numbers there, in pages
  const auto text = contents_of("/proc/self/statm", 4096);
  const auto numbers = text ? words_of(*text) : std::vector<std::string>();
  if (numbers.size() <= kResident) return 0;
  return number_in<std::uint64_t>(numbers[kResident]).value_or(0) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void MetricsText::head(std::string_view name, std::string_view help, std::string_view type) {
  text_ += cat("# HELP ", name, ' ', help, "\n# TYPE ", name, ' ', type, '\n');
}

void MetricsText::labelled(std::string_view name, std::string_view label, std::uint64_t value) {
  text_ += cat(name, '{', label, "} ", value, '\n');
}

void MetricsText::counter(std::string_view name, std::string_view help, std::uint64_t value) {
  head(name, help, "counter");
  text_ += cat(name, ' ', value, '\n');
}

void MetricsText::gauge(std::string_view name, std::string_view help, std::uint64_t value) {
  head(name, help, "gauge");
  text_ += cat(name, ' ', value, '\n');
}

void MetricsText::counter_of_time(std::string_view name, std::string_view help, std::uint64_t milliseconds) {
  head(name, help, "counter");
  const std::string fraction = cat(1000 + milliseconds % 1000);
  text_ += cat(name, ' ', milliseconds / 1000, '.', fraction.substr(1), '\n');
}

void append_metrics(MetricsText& text, const WebFigures& figures) {
  text.counter("duello_connections_total", "Connections that were accepted", figures.accepted);
  text.gauge("duello_connections", "Connections that are open", figures.open);
  text.gauge("duello_sockets", "WebSockets that are open", figures.sockets);
  text.counter("duello_requests_total", "HTTP requests", figures.requests);
  text.counter("duello_requests_refused_total", "HTTP requests answered with 4xx", figures.refused_requests);
  text.counter("duello_requests_failed_total", "HTTP requests answered with 5xx", figures.failed_requests);
  text.counter("duello_messages_received_total", "WebSocket messages from clients", figures.received);
  text.counter("duello_messages_sent_total", "WebSocket messages to clients", figures.sent);
  text.counter("duello_socket_writes_total", "Writes that carried them", figures.writes);
  constexpr std::string_view kDropped = "duello_connections_dropped_total";
  text.head(kDropped, "Connections that the server ended", "counter");
  text.labelled(kDropped, R"(reason="too many")", figures.too_many);
  text.labelled(kDropped, R"(reason="too slow")", figures.too_slow);
  text.labelled(kDropped, R"(reason="gone")", figures.gone);
  text.labelled(kDropped, R"(reason="flooding")", figures.flooding);
  text.labelled(kDropped, R"(reason="broken")", figures.broken);
}

void append_process_metrics(MetricsText& text) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  text.counter_of_time("process_cpu_seconds_total", "Processor time",
                       milliseconds_of(usage.ru_utime) + milliseconds_of(usage.ru_stime));
  text.gauge("process_resident_memory_bytes", "Memory", resident_bytes());
}

}  // namespace duello
