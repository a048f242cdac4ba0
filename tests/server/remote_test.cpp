#include "server/remote.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "server/web_client.hpp"
#include "system/descriptor.hpp"
#include "tests/patience.hpp"
#include "tests/server/frame_bytes.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using Told = RemoteEvent::Kind;

const std::string kAnyTable = "AAAAAAAAAAAAAAAA";
const std::string kAnyToken = "BBBBBBBBBBBBBBBBBBBBBB";
const std::string kShortWelcome = R"({"table":"AAAAAAAAAAAAAAAA"})";

// A server of few words: what it says stands in the test.
class FakeServer {
 public:
  FakeServer() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(listener_.number(), 4), 0);
    ::getsockname(listener_.number(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }

  TableLink link() const { return {*ServerAddress::read(cat("http://127.0.0.1:", port_)), kAnyTable, kAnyToken}; }

  // The head of the request that somebody sends who comes.
  std::string meet() {
    line_ = Descriptor(::accept(listener_.number(), nullptr, nullptr));
    unread_.clear();
    std::string head;
    while (!head.ends_with("\r\n\r\n") && read_some()) head += bytes_;
    return head;
  }
  void let_in() {
    const std::string head = meet();
    EXPECT_TRUE(head.starts_with(cat("GET /api/socket?table=", kAnyTable, " HTTP/1.1\r\n"))) << head;
    const std::size_t at = head.find("Sec-WebSocket-Key: ") + 19;
    say(cat("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ",
            handshake_answer(head.substr(at, 24)), "\r\n\r\n"));
  }
  void say(std::string_view bytes) { ::send(line_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  void say_frame(std::string_view message) { say(frame_bytes(kTextFrame, message)); }
  // The next message, which is masked as it should be; empty if there is none.
  std::string hear() {
    if (!has(2)) return "";
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(unread_[i])); };
    EXPECT_TRUE((byte(1) & 0x80) != 0);
    const std::size_t head = byte(1) == 0xfe ? 8 : 6;
    if (!has(head)) return "";
    const std::size_t size = head == 6 ? byte(1) & 0x7f : byte(2) << 8 | byte(3);
    if (!has(head + size)) return "";
    masks_.push_back(unread_.substr(head - 4, 4));
    std::string message = unread_.substr(head, size);
    for (std::size_t i = 0; i < size; ++i) message[i] = static_cast<char>(message[i] ^ masks_.back()[i % 4]);
    const bool is_message = static_cast<unsigned char>(unread_.front()) == kTextFrame;
    unread_.erase(0, head + size);
    return is_message ? message : "no message";
  }
  void hang_up() { line_.close(); }
  const std::vector<std::string>& masks() const { return masks_; }

 private:
  static std::string handshake_answer(const std::string& key) {
    const std::string hashed = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    ::EVP_Digest(hashed.data(), hashed.size(), digest.data(), &size, ::EVP_sha1(), nullptr);
    std::array<unsigned char, 64> text{};
    const int length = ::EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(size));
    return {text.begin(), text.begin() + length};
  }
  bool has(std::size_t bytes) {
    while (unread_.size() < bytes && read_some()) unread_ += bytes_;
    return unread_.size() >= bytes;
  }
  bool read_some() {
    bytes_.resize(4'096);
    const ssize_t got = ::recv(line_.number(), bytes_.data(), bytes_.size(), 0);
    bytes_.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return got > 0;
  }

  Descriptor listener_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  Descriptor line_;
  std::uint16_t port_ = 0;
  std::string bytes_;
  std::string unread_;
  std::vector<std::string> masks_;
};

// The next of all that comes.
RemoteEvent next_of(Remote& remote, std::vector<RemoteEvent>& rest) {
  while (rest.empty()) {
    pollfd polled{.fd = remote.descriptor(), .events = POLLIN, .revents = 0};
    if (::poll(&polled, 1, std::chrono::milliseconds(kTestPatience).count()) <= 0)
      return {.kind = Told::failed, .why = "nothing came"};
    rest = remote.take();
  }
  RemoteEvent first = std::move(rest.front());
  rest.erase(rest.begin());
  return first;
}

TEST(Remote, ComesBackWithWhatItHasAndSaysAgainWhatWasNotAnswered) {
  FakeServer server;
  Remote remote(server.link(), "Ann");
  std::vector<RemoteEvent> rest;
  server.let_in();
  EXPECT_EQ(server.hear(), R"({"enter":"AAAAAAAAAAAAAAAA","token":"BBBBBBBBBBBBBBBBBBBBBB","name":"Ann"})");
  server.say_frame(kShortWelcome);
  EXPECT_EQ(next_of(remote, rest).kind, Told::message);
  remote.follow({1, 7});
  remote.send("x1", R"({"id":"x1"})");
  EXPECT_EQ(server.hear(), R"({"id":"x1"})");
  remote.send("x2", R"({"id":"x2"})");
  EXPECT_EQ(server.hear(), R"({"id":"x2"})");
  server.say_frame(R"({"id":"x1","at":{"game":1,"number":8}})");
  EXPECT_EQ(next_of(remote, rest).kind, Told::message);
  server.hang_up();

  const RemoteEvent lost = next_of(remote, rest);
  EXPECT_EQ(lost.kind, Told::lost);
  EXPECT_EQ(lost.why, "it hung up");
  remote.send("", R"({"say":1})");  // nobody hears it
  remote.send("x3", R"({"id":"x3"})");
  server.let_in();
  EXPECT_THAT(server.hear(), HasSubstr(R"("since":{"game":1,"number":7})"));
  server.say_frame(kShortWelcome);
  EXPECT_EQ(server.hear(), R"({"id":"x2"})");
  EXPECT_EQ(server.hear(), R"({"id":"x3"})");
  EXPECT_EQ(next_of(remote, rest).kind, Told::back);
  EXPECT_EQ(next_of(remote, rest).kind, Told::message);
  std::vector<std::string> masks = server.masks();
  std::ranges::sort(masks);
  EXPECT_EQ(std::ranges::adjacent_find(masks), masks.end());  // each is fresh
}

// As proxies may do it: the other side need not say why, nor hang up first.
TEST(Remote, ComesBackWhereAConnectionIsClosedWithoutAReason) {
  FakeServer server;
  Remote remote(server.link(), "");
  std::vector<RemoteEvent> rest;
  server.let_in();
  server.say_frame(kShortWelcome);
  EXPECT_EQ(next_of(remote, rest).kind, Told::message);
  server.say(std::string_view("\x88\x00", 2));
  const RemoteEvent lost = next_of(remote, rest);
  EXPECT_EQ(lost.kind, Told::lost);
  EXPECT_EQ(lost.why, "it hung up");
}

TEST(Remote, IsToldWhyItIsTurnedAwayLater) {
  FakeServer server;
  Remote remote(server.link(), "");
  std::vector<RemoteEvent> rest;
  server.let_in();
  server.say_frame(kShortWelcome);
  EXPECT_EQ(next_of(remote, rest).kind, Told::message);
  server.hang_up();
  EXPECT_EQ(next_of(remote, rest).kind, Told::lost);
  server.let_in();
  server.say_frame(R"({"error":"There is no such table."})");
  const RemoteEvent again = next_of(remote, rest);
  EXPECT_EQ(again.kind, Told::lost);
  EXPECT_EQ(again.why, "it says: There is no such table");
}

TEST(Remote, AnswersPingsAndTakesMessagesInPieces) {
  FakeServer server;
  Remote remote(server.link(), "");
  std::vector<RemoteEvent> rest;
  server.let_in();
  server.hear();
  server.say(std::string_view("\x89\x02hi\x01\x05{\"tab", 11));
  EXPECT_EQ(server.hear(), "no message");
  server.say(std::string_view("\x80\x16le\":\"AAAAAAAAAAAAAAA\"}", 24));
  EXPECT_EQ(next_of(remote, rest).message.find("table")->text, "AAAAAAAAAAAAAAA");
}

TEST(Remote, GivesUpOnWhatIsNoServerOfGames) {
  const std::vector<std::pair<std::string, std::string>> answers{
      {"", "it hung up"},
      {"SSH-2.0-OpenSSH_9.2p1\r\n", "it does not speak HTTP"},
      {"HTTP/1.1 404 Not Found\r\n\r\n", "there is no server of games there"},
      {"HTTP/1.1 503 Service Unavailable\r\n\r\n", "it has no room just now (status 503)"},
      {"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: AAAA\r\n\r\n", "there is no server of games there"}};
  for (const auto& [answer, why] : answers) {
    FakeServer server;
    Remote remote(server.link(), "");
    std::vector<RemoteEvent> rest;
    server.meet();
    server.say(answer);
    server.hang_up();
    const RemoteEvent event = next_of(remote, rest);
    EXPECT_EQ(event.kind, Told::failed);
    EXPECT_THAT(event.why, testing::EndsWith(why));
  }
}

TEST(Remote, GivesUpOnASenselessServer) {
  for (const std::string& bytes : {masked_frame_bytes(kTextFrame, kShortWelcome), frame_bytes(kTextFrame, "nonsense"),
                                   std::string("\x81\x7f\x00\x00\x00\x7f\x00\x00\x00\x00", 10)}) {
    FakeServer server;
    Remote remote(server.link(), "");
    std::vector<RemoteEvent> rest;
    server.let_in();
    server.say(bytes);
    const RemoteEvent event = next_of(remote, rest);
    EXPECT_EQ(event.kind, Told::failed);
    EXPECT_THAT(event.why, HasSubstr("makes no sense"));
  }
}

// What belongs to no body must not fill the memory either.
TEST(Asking, TakesNoEndlessAnswer) {
  const std::string name(100'000, 'x');
  for (const std::string& answer :
       {cat("HTTP/1.1 200 OK\r\n", name), cat("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", name),
        cat("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", name)}) {
    FakeServer server;
    std::thread saying([&] {
      server.meet();
      server.say(answer);
    });
    const auto received = asked(server.link().server, {.target = "/"});
    ASSERT_FALSE(received);
    EXPECT_THAT(received.error().why, testing::EndsWith(": its answer is too long"));
    saying.join();
  }
}

// Nobody who leaves waits for a server.
TEST(Remote, CanBeLeftAtAnyTime) {
  // Otherwise it would wait fifteen seconds for an answer.
  EXPECT_TRUE(is_sooner(std::chrono::seconds(12), [] {
    FakeServer server;
    const Remote remote(server.link(), "");
    server.meet();
  }));
}

}  // namespace
}  // namespace duello
