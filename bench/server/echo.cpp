// A server that says what it is told, to measure what the wire itself costs. Prints its port, and ends with its input.
#include <sys/resource.h>

#include <cstdio>
#include <thread>

#include "server/web_server.hpp"
#include "tests/server/echo_door.hpp"

using namespace duello;

int main() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);

  constexpr TokenBucket::Measure kAny{.a_second = 1e9, .at_once = 1e9};
  WebSettings settings;
  settings.listen = {*Endpoint::read("127.0.0.1:0")};
  settings.metrics_readers = {*AddressRange::read("127.0.0.1")};
  settings.limits.connections = 100'000;
  settings.limits.of_address = {.connections = 100'000, .connects = kAny, .requests = kAny, .messages = kAny};
  const Log log(LogLevel::warning);
  const auto server = WebServer::open(settings, {}, log);
  if (!server) {
    std::fprintf(stderr, "%s\n", server.error().why.c_str());
    return 1;
  }
  EchoDoor door;
  door.outbox = server->get();
  std::printf("%d\n", (*server)->endpoints().front().port);
  std::fflush(stdout);
  std::thread([&] {
    while (std::getchar() != EOF) {
    }
    (*server)->stop();
  }).detach();
  (*server)->run(door, StopSignals::heeded);
  return 0;
}
