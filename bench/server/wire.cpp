// What the wire costs: bench_wire PORT PROCESS CLIENTS [SECONDS]. Every client says something, waits for the
// echo and says it again. Without seconds: what idle connections cost in memory.
#include <cstdio>
#include <utility>

#include "bench/server/load.hpp"
#include "core/text.hpp"

using namespace duello;

namespace {

using SteadyClock = std::chrono::steady_clock;

void measure_idle(std::uint16_t port, int process, std::size_t clients) {
  const Usage before = usage_of(process);
  Load load(port, clients);
  load.run(std::chrono::seconds(2), [](std::size_t, std::string_view) { return std::string(); });
  const Usage after = usage_of(process);
  std::printf("%zu idle connections: %.2f kB each\n", clients,
              static_cast<double>(after.resident_bytes - before.resident_bytes) / 1000 / static_cast<double>(clients));
}

void measure_echo(std::uint16_t port, int process, std::size_t clients, int seconds) {
  const std::string message = R"({"submit":{"move":"4-5"},"id":"x17","at":{"game":1,"number":7}})";
  Load load(port, clients);
  std::vector<SteadyClock::time_point> sent(clients, SteadyClock::now());
  Latencies latencies;
  for (std::size_t i = 0; i < clients; ++i) load.send(i, message);
  const Usage before = usage_of(process);
  load.run(std::chrono::seconds(seconds), [&](std::size_t client, std::string_view) {
    const auto now = SteadyClock::now();
    latencies.add(now - std::exchange(sent[client], now));
    return std::string(message);
  });
  const Usage after = usage_of(process);
  const auto count = static_cast<double>(load.received());
  std::printf(
      "%zu connections: %.0f messages a second, %.2f us each, %.2f of them the kernel's; 99 %% within %.2f ms\n",
      clients, count / seconds, (after.processor_seconds - before.processor_seconds) / count * 1e6,
      (after.kernel_seconds - before.kernel_seconds) / count * 1e6, latencies.within(99));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "bench_wire PORT PROCESS CLIENTS [SECONDS]\n");
    return 2;
  }
  allow_descriptors();
  const auto port = number_in<std::uint16_t>(argv[1]).value_or(0);
  const int process = number_in<int>(argv[2]).value_or(0);
  const auto clients = number_in<std::size_t>(argv[3]).value_or(1);
  const int seconds = argc > 4 ? number_in<int>(argv[4]).value_or(0) : 0;
  if (seconds == 0) {
    measure_idle(port, process, clients);
  } else {
    measure_echo(port, process, clients, seconds);
  }
  return 0;
}
