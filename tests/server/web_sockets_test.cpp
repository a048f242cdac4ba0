// What comes and goes over WebSockets once they are open.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/server/running_server.hpp"
#include "tests/server/wire.hpp"

namespace duello {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

TEST(WebSockets, EchoesOverAWebSocket) {
  Running server;
  Wire wire(server.port());
  const auto reply =
      wire.upgrade("Sec-WebSocket-Protocol: other, duello.1\r\nSec-WebSocket-Extensions: permessage-deflate\r\n");
  EXPECT_EQ(reply.status, 101);
  EXPECT_EQ(reply.header("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(reply.header("Sec-WebSocket-Protocol"), "duello.1");
  EXPECT_EQ(reply.header("Sec-WebSocket-Extensions"), "");
  for (const std::string& message : {std::string("hello"), std::string(125, 'a'), std::string(126, 'b'),
                                     std::string(4096, 'c'), std::string("\xc3\xa4")}) {
    wire.say_frame(message);
    EXPECT_EQ(wire.frame().payload, message);
  }
}

TEST(WebSockets, TakesFramesInPiecesAndMessagesInFragments) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  for (const char c : masked_frame_bytes(kTextFrame, "byte by byte")) wire.say({&c, 1});
  EXPECT_EQ(wire.frame().payload, "byte by byte");
  wire.say_raw_frame(0x01, "one, ");
  wire.say_raw_frame(0x89, "ping");
  wire.say_raw_frame(0x00, "two, ");
  wire.say_raw_frame(0x80, "three");
  const auto pong = wire.frame();
  EXPECT_EQ(pong.opcode, 10);
  EXPECT_EQ(pong.payload, "ping");
  EXPECT_EQ(wire.frame().payload, "one, two, three");
}

TEST(WebSockets, HearsAllOfWhatCameTogether) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  std::string frames;
  for (const char c : std::string_view("abcdefghijklmnopqrst"))
    frames += masked_frame_bytes(kTextFrame, std::string(4000, c));
  wire.say(frames);
  for (const char c : std::string_view("abcdefghijklmnopqrst")) ASSERT_EQ(wire.frame().payload, std::string(4000, c));
}

TEST(WebSockets, AnswersWhatWasSaidBeforeTheOtherSideEnded) {
  Running server;
  for (const std::size_t size : {5U, 4096U}) {
    Wire wire(server.port());
    wire.upgrade();
    std::string frames;
    for (int i = 0; i < 8; ++i) frames += masked_frame_bytes(kTextFrame, std::string(size, 'x'));
    wire.say(frames);
    wire.end_saying();
    for (int i = 0; i < 8; ++i) ASSERT_EQ(wire.frame().payload, std::string(size, 'x')) << i;
    EXPECT_TRUE(wire.is_over());
  }
  EXPECT_TRUE(server.is_left_by_all());
}

TEST(WebSockets, TakesAMessageInAsManyFragmentsAsItHasBytes) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  std::string frames = masked_frame_bytes(0x01, "");
  for (int i = 0; i < 4095; ++i) frames += masked_frame_bytes(0x00, "x") + masked_frame_bytes(0x00, "");
  frames += masked_frame_bytes(0x80, "x");
  wire.say(frames);
  EXPECT_EQ(wire.frame().payload, std::string(4096, 'x'));
  wire.say_raw_frame(0x01, std::string(4096, 'x'));
  wire.say_raw_frame(0x80, "x");
  EXPECT_EQ(wire.frame().code(), 1009);
}

// Each of these goes on with a message that has nothing in it yet, and so never counts as one.
TEST(WebSockets, EndsMessagesThatHaveNoEnd) {
  WebSettings settings = usual();
  settings.limits.of_address.messages = {.a_second = 0.01, .at_once = 10};
  Running server(settings);
  Wire endless(server.port());
  endless.upgrade();
  std::string frames = masked_frame_bytes(0x01, "");
  for (int i = 0; i < 10'000; ++i) frames += masked_frame_bytes(0x00, "");
  endless.say(frames);
  while (endless.say(masked_frame_bytes(0x00, ""))) {
  }
  EXPECT_TRUE(endless.is_over());
  EXPECT_EQ(server.figures().flooding, 1U);
}

TEST(WebSockets, AnswersOthersWhileOneNeverStopsTalking) {
  WebSettings settings = usual();
  settings.limits.of_address.messages = {.a_second = 1e9, .at_once = 1e9};
  Running server(settings);
  Wire endless(server.port());
  endless.upgrade();
  std::string frames;
  for (int i = 0; i < 10'000; ++i) frames += masked_frame_bytes(0x8a, "");  // a pong, which is not answered
  std::atomic<bool> is_enough = false;
  std::thread talking([&] {
    while (!is_enough && endless.say(frames)) {
    }
  });
  for (int i = 0; i < 50; ++i) {
    Wire wire(server.port());
    wire.upgrade();
    wire.say_frame("hello");
    EXPECT_EQ(wire.frame().payload, "hello");
  }
  is_enough = true;
  talking.join();
}

TEST(WebSockets, ForgetsThoseWhoVanishInTheMiddleOfAnAnswer) {
  Running server;
  for (int i = 0; i < 20; ++i) {
    Wire wire(server.port(), 4096);
    wire.upgrade();
    wire.say_frame("burst 200");
    wire.heard(1);
    wire.hang_up();  // with something unread, which resets the connection
  }
  EXPECT_TRUE(server.is_left_by_all());
}

TEST(WebSockets, ServesTheOthersBehindTroubleWithOne) {
  Running server;
  Wire other(server.port());
  other.upgrade();
  const std::string frame = masked_frame_bytes(kTextFrame, "trouble");
  Wire late(server.port());
  late.upgrade();
  late.say(frame);
  EXPECT_TRUE(late.is_over());
  Wire early(server.port());
  early.say(
      cat("GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
          frame));
  EXPECT_TRUE(early.is_over());
  other.say_frame("hello");
  EXPECT_EQ(other.frame().payload, "hello");
  EXPECT_EQ(server.door().present.size(), 0U);
  EXPECT_THAT(server.logged(), HasSubstr("the doorkeeper stumbled"));
}

TEST(WebSockets, TakesFramesThatComeWithTheHandshake) {
  Running server;
  Wire wire(server.port());
  const std::string frame = masked_frame_bytes(kTextFrame, "eager");
  wire.say(
      cat("GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
          frame));
  EXPECT_EQ(wire.reply().status, 101);
  EXPECT_EQ(wire.frame().payload, "eager");
}

TEST(WebSockets, ClosesWithACodeThatSaysWhatIsBroken) {
  struct Case {
    std::string bytes;
    int code;
  };
  const std::string mask(4, '\0');
  const std::vector<Case> cases{
      {cat("\x81\x05", "hello"), 1002},                           // not masked
      {cat("\xc1\x80", mask), 1002},                              // a bit of an extension
      {cat("\x83\x80", mask), 1002},                              // no such kind
      {cat("\x80\x80", mask), 1002},                              // goes on with nothing
      {cat("\x09\x80", mask), 1002},                              // a ping in fragments
      {cat("\x89\xfe", std::string("\0\x7e", 2), mask), 1002},    // a long ping
      {cat("\x81\xfe", std::string("\0\x05", 2), mask), 1002},    // a size that is not told in the shortest way
      {cat("\x82\x80", mask), 1003},                              // binary
      {cat("\x81\x82", mask, "\xc3\x28"), 1007},                  // no UTF-8
      {cat("\x81\xfe", std::string("\x10\x01", 2), mask), 1009},  // 4097 bytes
      {cat("\x81\xff", std::string("\x7f\xff\xff\xff\xff\xff\xff\xff", 8), mask), 1009},
      {cat("\x88\x81", mask, "x"), 1002},                         // half a code
      {cat("\x88\x82", mask, std::string("\x03\xed", 2)), 1002},  // a code that is never said
  };
  Running server;
  for (const Case& each : cases) {
    Wire wire(server.port());
    wire.upgrade();
    wire.say(each.bytes);
    const auto frame = wire.frame();
    EXPECT_EQ(frame.opcode, 8) << spelled_out(each.bytes);
    EXPECT_EQ(frame.code(), each.code) << spelled_out(each.bytes);
    EXPECT_TRUE(wire.is_over());
  }
  EXPECT_EQ(server.figures().broken, cases.size());
}

TEST(WebSockets, AnswersACloseAndForgetsTheClient) {
  Running server;
  Wire polite(server.port());
  polite.upgrade();
  polite.say_raw_frame(0x88, std::string("\x03\xe8", 2));
  const auto frame = polite.frame();
  EXPECT_EQ(frame.opcode, 8);
  EXPECT_EQ(frame.code(), 1000);
  EXPECT_TRUE(polite.is_over());
  {
    Wire rude(server.port());
    rude.upgrade();
    rude.say_frame("hello");
    rude.frame();
  }
  EXPECT_TRUE(server.is_left_by_all());
}

TEST(WebSockets, DoesNotTakeACloseWithoutAReasonForABrokenRule) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  wire.say_raw_frame(0x88, "");
  EXPECT_EQ(wire.frame().code(), 1000);
  EXPECT_TRUE(server.is_left_by_all());  // though the other side has not hung up
  EXPECT_EQ(server.figures().broken, 0U);
}

TEST(WebSockets, MayDropARequestWhileItIsUpgraded) {
  WebSettings settings = usual();
  settings.patience.request = milliseconds(0);
  Running server(settings);
  for (int i = 0; i < 500; ++i) Wire(server.port()).upgrade();
  EXPECT_EQ(server.figures().open, 0U);
  EXPECT_THAT(server.logged(), Not(HasSubstr("trouble")));
}

TEST(WebSockets, AsksSilentClientsWhetherTheyAreThereAndDropsThoseThatAreNot) {
  WebSettings settings = usual();
  settings.patience.quiet = milliseconds(60);
  settings.patience.pong = milliseconds(5'000);
  Running server(settings);
  Wire dead(server.port());
  dead.upgrade();
  Wire alive(server.port());
  alive.upgrade();
  std::atomic<bool> is_dead_dropped = false;
  std::jthread waiting([&] {
    EXPECT_TRUE(dead.is_over());
    is_dead_dropped = true;
  });
  auto answered = std::chrono::steady_clock::now();
  while (!is_dead_dropped) {
    const auto asked = alive.frame();
    if (asked.opcode != 9 && std::chrono::steady_clock::now() - answered >= settings.patience.pong)
      GTEST_SKIP() << "This machine is too busy for a client that answers in time.";
    ASSERT_EQ(asked.opcode, 9);
    alive.say_raw_frame(0x8a, "");
    answered = std::chrono::steady_clock::now();
  }
  alive.say_frame("hello");
  auto frame = alive.frame();
  while (frame.opcode == 9) frame = alive.frame();
  EXPECT_EQ(frame.payload, "hello");
  EXPECT_EQ(server.figures().gone, 1U);
}

TEST(WebSockets, DropsReadersThatDoNotRead) {
  WebSettings settings = usual();
  settings.limits.longest_queue = 100'000;
  Running server(settings);
  Wire slow(server.port(), 4096);
  slow.upgrade();
  for (int i = 0; i < 200; ++i) slow.say_frame("burst 50");
  Wire other(server.port());
  other.upgrade();
  other.say_frame("hello");
  EXPECT_EQ(other.frame().payload, "hello");
  EXPECT_TRUE(slow.is_over());
  EXPECT_EQ(server.figures().too_slow, 1U);
}

TEST(WebSockets, WritesOnWhereASlowReaderComesBack) {
  Running server;
  Wire wire(server.port(), 4096);
  wire.upgrade();
  wire.say_frame("burst 200");
  std::this_thread::sleep_for(milliseconds(50));
  for (int i = 0; i < 200; ++i) ASSERT_EQ(wire.frame().payload, std::string(1000, 'x')) << i;
}

}  // namespace
}  // namespace duello
