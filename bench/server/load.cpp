#include "bench/server/load.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "core/text.hpp"
#include "server/frames.hpp"
#include "system/descriptor.hpp"

namespace duello {

namespace {

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::exit(1);
}

constexpr std::string_view kHandshake =
    "GET /api/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

Descriptor connected_to(std::uint16_t port) {
  Descriptor made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  ::setsockopt(made.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::connect(made.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) give_up("connect");
  if (::write(made.number(), kHandshake.data(), kHandshake.size()) < 0) give_up("write");
  return made;
}

void await_handshake(const Descriptor& made) {
  std::string got;
  std::array<char, 1024> piece;
  while (!got.ends_with("\r\n\r\n")) {
    const ssize_t count = ::read(made.number(), piece.data(), piece.size());
    if (count <= 0) give_up("handshake");
    got.append(piece.data(), static_cast<std::size_t>(count));
  }
  if (!got.starts_with("HTTP/1.1 101")) {
    std::fprintf(stderr, "%s", got.c_str());
    std::exit(1);
  }
}

}  // namespace

struct Load::Client {
  Descriptor socket;
  std::string unread;
  std::string unsent;
};

Load::Load(std::uint16_t port, std::size_t clients) : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  constexpr std::size_t kAtOnce = 100;  // so that nobody's queue overflows
  for (std::size_t begun = 0; begun < clients; begun += kAtOnce) {
    for (std::size_t i = begun; i < std::min(begun + kAtOnce, clients); ++i)
      clients_.push_back(std::make_unique<Client>(Client{.socket = connected_to(port), .unread = {}, .unsent = {}}));
    for (std::size_t i = begun; i < clients_.size(); ++i) {
      await_handshake(clients_[i]->socket);
      epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
      if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, clients_[i]->socket.number(), &event) != 0) give_up("epoll_ctl");
    }
  }
}

Load::~Load() { ::close(epoll_); }

void Load::send(std::size_t client, std::string_view message) {
  append_masked_text_frame(clients_[client]->unsent, message, 0x5a17c3d2);
}

void Load::flush(Client& client) {
  if (client.unsent.empty()) return;
  if (::write(client.socket.number(), client.unsent.data(), client.unsent.size()) !=
      static_cast<ssize_t>(client.unsent.size()))
    give_up("write");
  client.unsent.clear();
}

// Frames of a server: not masked, each a whole message.
void Load::read(std::size_t place, const OnMessage& on_message) {
  Client& client = *clients_[place];
  std::array<char, 65536> piece;
  const ssize_t got = ::read(client.socket.number(), piece.data(), piece.size());
  if (got <= 0) give_up("read");
  client.unread.append(piece.data(), static_cast<std::size_t>(got));
  std::string_view rest = client.unread;
  while (rest.size() >= 2) {
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(rest[i])); };
    const std::size_t head = byte(1) == 126 ? 4 : 2;
    if (rest.size() < head) break;
    const std::size_t size = head == 2 ? byte(1) : byte(2) << 8 | byte(3);
    if (rest.size() < head + size) break;
    if ((byte(0) & 15) == 1) {
      ++received_;
      const std::string answer = on_message(place, rest.substr(head, size));
      if (!answer.empty()) send(place, answer);
    }
    rest.remove_prefix(head + size);
  }
  client.unread.erase(0, client.unread.size() - rest.size());
  flush(client);
}

void Load::run(std::chrono::milliseconds time, const OnMessage& on_message) {
  const auto end = std::chrono::steady_clock::now() + time;
  for (const auto& client : clients_) flush(*client);
  std::vector<epoll_event> events(512);
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    if (left <= 0) return;
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), static_cast<int>(left));
    for (int i = 0; i < count; ++i) read(events[static_cast<std::size_t>(i)].data.u64, on_message);
  }
}

Usage usage_of(int process) {
  Usage usage;
  std::ifstream stat(cat("/proc/", process, "/stat"));
  std::string text(std::istreambuf_iterator<char>(stat), {});
  const auto words = words_of(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  const auto tick = static_cast<double>(::sysconf(_SC_CLK_TCK));
  if (words.size() > 12) {
    usage.kernel_seconds = number_in<double>(words[12]).value_or(0) / tick;
    usage.processor_seconds = number_in<double>(words[11]).value_or(0) / tick + usage.kernel_seconds;
  }
  std::ifstream memory(cat("/proc/", process, "/statm"));
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  memory >> whole >> resident;
  usage.resident_bytes = resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return usage;
}

double Latencies::within(double percent) {
  if (all_.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(static_cast<double>(all_.size() - 1) * percent / 100);
  std::ranges::nth_element(all_, all_.begin() + place);
  return std::chrono::duration<double, std::milli>(all_[static_cast<std::size_t>(place)]).count();
}

}  // namespace duello
