#include "bench/server/load.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/text.hpp"
#include "system/descriptor.hpp"
#include "tests/server/frame_bytes.hpp"

namespace duello {

namespace {

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::exit(1);
}

constexpr std::string_view kHandshake =
    "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
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
  return made;
}

void write_all(const Descriptor& to, std::string_view text) {
  if (::write(to.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) give_up("write");
}

// The head and the body of an answer of HTTP.
std::pair<std::string, std::string> answer_from(const Descriptor& made) {
  std::string got;
  std::array<char, 4096> piece;
  while (true) {
    const ssize_t count = ::read(made.number(), piece.data(), piece.size());
    if (count <= 0) give_up("read");
    got.append(piece.data(), static_cast<std::size_t>(count));
    const std::size_t end = got.find("\r\n\r\n");
    if (end == got.npos) continue;
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t length = std::min(got.find(kLength), end);
    const std::size_t body = length == end ? 0 : std::strtoul(got.c_str() + length + kLength.size(), nullptr, 10);
    if (got.size() >= end + 4 + body) return {got.substr(0, end), got.substr(end + 4, body)};
  }
}

std::string answer_with(const Descriptor& made, int status) {
  auto [head, body] = answer_from(made);
  if (head.starts_with(cat("HTTP/1.1 ", status))) return std::move(body);
  std::fprintf(stderr, "%s\n\n%s\n", head.c_str(), body.c_str());
  std::exit(1);
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
    for (std::size_t i = begun; i < std::min(begun + kAtOnce, clients); ++i) {
      clients_.push_back(std::make_unique<Client>(Client{.socket = connected_to(port), .unread = {}, .unsent = {}}));
      write_all(clients_.back()->socket, kHandshake);
    }
    for (std::size_t i = begun; i < clients_.size(); ++i) {
      answer_with(clients_[i]->socket, 101);
      epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
      if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, clients_[i]->socket.number(), &event) != 0) give_up("epoll_ctl");
    }
    // The first ones may be asked whether they are still there.
    run(std::chrono::milliseconds(1), [](std::size_t, std::string_view) { return std::string(); });
  }
}

Load::~Load() { ::close(epoll_); }

void Load::send(std::size_t client, std::string_view message) {
  if (clients_[client]->unsent.empty()) dirty_.push_back(client);
  clients_[client]->unsent += masked_frame_bytes(kTextFrame, message);
}

void Load::answer_ping(std::size_t client) {
  constexpr std::string_view kPong("\x8a\x80\0\0\0\0", 6);
  if (clients_[client]->unsent.empty()) dirty_.push_back(client);
  clients_[client]->unsent += kPong;
}

void Load::flush() {
  for (const std::size_t place : std::exchange(dirty_, {})) {
    Client& client = *clients_[place];
    write_all(client.socket, client.unsent);
    client.unsent.clear();
  }
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
    if ((byte(0) & 15) == 9) answer_ping(place);
    rest.remove_prefix(head + size);
  }
  client.unread.erase(0, client.unread.size() - rest.size());
}

void Load::run(std::chrono::milliseconds time, const OnMessage& on_message, const OnTurn& on_turn) {
  const auto end = Clock::now() + time;
  is_stopped_ = false;
  std::vector<epoll_event> events(512);
  while (!is_stopped_) {
    const auto next = on_turn ? std::min(end, on_turn()) : end;
    flush();
    const auto now = Clock::now();
    if (now >= end) return;
    const auto left = std::max(next - now, Clock::duration(0));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    const timespec patience{.tv_sec = seconds.count(), .tv_nsec = (left - seconds).count()};
    const int count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &patience, nullptr);
    for (int i = 0; i < count; ++i) read(events[static_cast<std::size_t>(i)].data.u64, on_message);
  }
}

void allow_descriptors() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::vector<std::string> answers_to(std::uint16_t port, const std::vector<std::string>& requests, int status) {
  std::vector<Descriptor> lines;
  for (std::size_t i = 0; i < std::min<std::size_t>(requests.size(), 32); ++i) lines.push_back(connected_to(port));
  std::vector<std::string> answers;
  while (answers.size() < requests.size()) {
    const std::size_t count = std::min(lines.size(), requests.size() - answers.size());
    for (std::size_t i = 0; i < count; ++i) write_all(lines[i], requests[answers.size() + i]);
    for (std::size_t i = 0; i < count; ++i) answers.push_back(answer_with(lines[i], status));
  }
  return answers;
}

namespace {

// What stands behind its name in /proc/PROCESS/stat; the first is its state.
std::vector<std::string> words_about(std::string_view process) {
  std::ifstream stat(cat("/proc/", process, "/stat"));
  const std::string text(std::istreambuf_iterator<char>(stat), {});
  return words_of(text.substr(std::min(text.size(), text.rfind(')') + 1)));
}

}  // namespace

Usage usage_of(int process) {
  Usage usage;
  const auto words = words_about(cat(process));
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

Usage usage_of_family(int process) {
  Usage sum = usage_of(process);
  for (const auto& each : std::filesystem::directory_iterator("/proc")) {
    const std::string name = each.path().filename();
    const auto number = number_in<int>(name);
    const auto words = number ? words_about(name) : std::vector<std::string>();
    if (words.size() < 2 || words[1] != cat(process)) continue;
    const Usage child = usage_of(*number);
    sum.processor_seconds += child.processor_seconds;
    sum.kernel_seconds += child.kernel_seconds;
    sum.resident_bytes += child.resident_bytes;
  }
  return sum;
}

double Latencies::within(double percent) {
  if (all_.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(static_cast<double>(all_.size() - 1) * percent / 100);
  std::ranges::nth_element(all_, all_.begin() + place);
  return std::chrono::duration<double, std::milli>(all_[static_cast<std::size_t>(place)]).count();
}

}  // namespace duello
