// The web server with real sockets, and an echo where the hall is.
#include "server/web_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <thread>

#include "tests/server/echo_door.hpp"
#include "tests/server/wire.hpp"

namespace duello {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "duelloXXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  std::string put(const std::string& name, std::string_view contents) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << contents;
    return path_ / name;
  }
  std::string path() const { return path_; }

 private:
  fs::path path_;
};

WebSettings usual() {
  WebSettings settings;
  settings.listen = {*Endpoint::read("127.0.0.1:0")};
  settings.metrics_readers = {*AddressRange::read("127.0.0.1")};
  settings.patience.farewell = milliseconds(100);
  return settings;
}

// Runs until it goes.
class Running {
 public:
  explicit Running(const WebSettings& settings = usual(), Site site = {}) {
    auto opened = WebServer::open(settings, std::move(site), log_);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().why);
    server_ = *std::move(opened);
    door_.outbox = server_.get();
    door_.post = [this](auto work) { server_->post(std::move(work)); };
    thread_ = std::thread([this] { server_->run(door_, StopSignals::ignored); });
  }
  ~Running() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  std::uint16_t port() const { return server_->endpoints().front().port; }
  // Whether it comes to this while the server runs; asked in the server's own thread.
  bool comes_to(const std::function<bool(const EchoDoor&, const WebFigures&)>& state) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < patience) {
      std::promise<bool> is_so;
      server_->post([&] { is_so.set_value(state(door_, server_->figures())); });
      if (is_so.get_future().get()) return true;
      std::this_thread::sleep_for(milliseconds(1));
    }
    return false;
  }
  bool is_left_by_all() {
    return comes_to(
        [](const EchoDoor& door, const WebFigures& figures) { return door.present.empty() && figures.open == 0; });
  }
  // Once the thread has ended.
  const WebFigures& figures() {
    stop();
    return server_->figures();
  }
  const EchoDoor& door() {
    stop();
    return door_;
  }
  std::vector<HttpReply> unanswered() {
    stop();
    return std::move(door_.never);
  }
  std::string logged() const { return logged_; }

 private:
  std::string logged_;
  Log log_{LogLevel::debug, [this](std::string_view line) { logged_ += line; }};
  EchoDoor door_;
  std::unique_ptr<WebServer> server_;
  std::thread thread_;
};

TEST(WebServer, RoutesWhatIsAskedToTheDoorkeeper) {
  Running server;
  Wire wire(server.port());
  const auto created = wire.ask("POST", "/api/tables", "", R"({"game":1})");
  EXPECT_EQ(created.status, 201);
  EXPECT_EQ(created.body, R"({"game":1}|127.0.0.1)");
  EXPECT_EQ(wire.ask("GET", "/api/tables?state=open").body, "state open");
  EXPECT_EQ(wire.ask("GET", "/api/tables").body, "state ");
  EXPECT_EQ(wire.ask("GET", cat("/api/tables/", EchoDoor::kTable)).status, 200);
  EXPECT_EQ(wire.ask("GET", "/api/tables/abc/record").body, "record abc");
  EXPECT_EQ(wire.ask("POST", "/api/tables/abc/accept", "", "{}").body, "abc|{}");
  EXPECT_EQ(wire.ask("DELETE", "/api/tables/abc", "Authorization: bearer t\r\n").body, "gone abc|t");
  EXPECT_EQ(wire.ask("DELETE", "/api/tables/abc").body, "gone abc|");
  EXPECT_EQ(wire.ask("GET", "/healthz").body, R"({"well":true})");
  EXPECT_THAT(wire.ask("GET", "/metrics").body, HasSubstr("\nduello_requests_total 10\n"));
}

TEST(WebServer, RefusesWithASentenceAndTheRightStatus) {
  Running server;
  Wire wire(server.port());
  const auto unknown = wire.ask("GET", "/api/frob");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(unknown.body, R"({"refused":"There is nothing at this address."})");
  EXPECT_EQ(wire.ask("GET", "/frob").status, 404);
  EXPECT_EQ(wire.ask("GET", "/frob").header("Content-Type"), "text/plain; charset=utf-8");
  const auto wrong = wire.ask("PUT", "/api/tables", "", "x");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.header("Allow"), "GET, HEAD, POST");
  EXPECT_EQ(wire.ask("POST", "/", "", "x").status, 405);
  EXPECT_EQ(wire.ask("GET", "/api/tables/nobody").body, EchoDoor::kUnknown);
  EXPECT_EQ(wire.ask("GET", "/api/socket").status, 426);
  EXPECT_TRUE(wire.is_over());
  EXPECT_EQ(Wire(server.port()).ask("GET", "/api/tables/a%20b").status, 404);
}

TEST(WebServer, LimitsHeadsAndBodies) {
  Running server;
  Wire body(server.port());
  const auto too_long = body.ask("POST", "/api/tables", "", std::string(20'000, 'x'));
  EXPECT_EQ(too_long.status, 413);
  EXPECT_THAT(too_long.body, StartsWith(R"({"refused":)"));
  EXPECT_TRUE(body.is_over());
  Wire head(server.port());
  EXPECT_EQ(head.ask("GET", "/healthz", cat("X-Long: ", std::string(9000, 'x'), "\r\n")).status, 431);
  EXPECT_TRUE(head.is_over());
  Wire target(server.port());
  EXPECT_EQ(target.ask("GET", cat('/', std::string(9000, 'x'))).status, 431);
  Wire chunked(server.port());
  EXPECT_EQ(chunked.ask("POST", "/api/tables", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n").body,
            "hello|127.0.0.1");
}

TEST(WebServer, RefusesWhatIsNoRequest) {
  Running server;
  for (const std::string_view bytes : {"frob\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01",
                                       "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"}) {
    Wire wire(server.port());
    wire.say(bytes);
    EXPECT_EQ(wire.reply().status, 400) << bytes;
  }
}

TEST(WebServer, KeepsConnectionsAndAnswersPipelinedRequestsInOrder) {
  Running server;
  Wire wire(server.port());
  std::string many;
  for (int i = 0; i < 20; ++i) many += cat("GET /api/tables?state=", i, " HTTP/1.1\r\nHost: here\r\n\r\n");
  wire.say(many);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(wire.reply().body, cat("state ", i));
  EXPECT_EQ(wire.ask("GET", "/healthz", "Connection: close\r\n").header("Connection"), "close");
  EXPECT_TRUE(wire.is_over());
  Wire old(server.port());
  old.say("GET /healthz HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.reply().status, 200);
  EXPECT_TRUE(old.is_over());
}

TEST(WebServer, AnswersHeadWithoutABody) {
  Running server;
  Wire wire(server.port());
  const auto head = wire.ask("HEAD", "/healthz");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("Content-Length"), "13");
  EXPECT_EQ(wire.ask("GET", "/healthz").body, R"({"well":true})");
}

TEST(WebServer, SendsSecurityHeadersWithEveryAnswer) {
  const Folder folder;
  folder.put("index.html", "<p>");
  Running server(usual(), *Site::read(folder.path()));
  Wire wire(server.port());
  for (const std::string_view target : {"/", "/frob", "/api/tables", "/api/frob", "/healthz", "/metrics"}) {
    const auto reply = wire.ask("GET", target);
    EXPECT_EQ(reply.header("X-Content-Type-Options"), "nosniff") << target;
    EXPECT_EQ(reply.header("Referrer-Policy"), "no-referrer") << target;
    EXPECT_THAT(reply.header("Content-Security-Policy"), HasSubstr("frame-ancestors 'none'")) << target;
    EXPECT_NE(reply.header("Date"), "") << target;
    EXPECT_EQ(reply.header("Strict-Transport-Security"), "") << target;
  }
}

TEST(WebServer, ServesThePage) {
  const Folder folder;
  folder.put("index.html", "<p>page");
  folder.put("assets/index-AbCd_-12.js", "script");
  folder.put("assets/index-AbCd_-12.js.gz", "zipped");
  Running server(usual(), *Site::read(folder.path()));
  Wire wire(server.port());
  const auto page = wire.ask("GET", "/?x=1");
  EXPECT_EQ(page.body, "<p>page");
  EXPECT_EQ(page.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("Cache-Control"), "no-cache");
  EXPECT_EQ(page.header("Duello-Tables"), "here");
  const auto known = wire.ask("GET", "/", cat("If-None-Match: ", page.header("ETag"), "\r\n"));
  EXPECT_EQ(known.status, 304);
  const auto zipped = wire.ask("GET", "/assets/index-AbCd_-12.js", "Accept-Encoding: gzip, br\r\n");
  EXPECT_EQ(zipped.body, "zipped");
  EXPECT_EQ(zipped.header("Content-Encoding"), "gzip");
  EXPECT_EQ(zipped.header("Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(wire.ask("GET", "/assets/index-AbCd_-12.js").body, "script");
  for (const std::string_view target :
       {"/../index.html", "/%2e%2e/etc/passwd", "/assets", "//index.html", "/%", "/%zz"})
    EXPECT_EQ(wire.ask("GET", target).status, 404) << target;
}

TEST(WebServer, SaysAtTheRootThatThereIsNoPage) {
  Running server;
  EXPECT_THAT(Wire(server.port()).ask("GET", "/").body, HasSubstr("but not its page"));
}

TEST(WebServer, EchoesOverAWebSocket) {
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

TEST(WebServer, TakesFramesInPiecesAndMessagesInFragments) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  std::string frame;
  append_masked_text_frame(frame, "byte by byte", 7);
  for (const char c : frame) wire.say({&c, 1});
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

// More than is read at once, of which the kernel tells only once.
TEST(WebServer, HearsAllOfWhatCameTogether) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  std::string frames;
  for (const char c : std::string_view("abcdefghijklmnopqrst"))
    append_masked_text_frame(frames, std::string(4000, c), 7);
  wire.say(frames);
  for (const char c : std::string_view("abcdefghijklmnopqrst")) ASSERT_EQ(wire.frame().payload, std::string(4000, c));
}

TEST(WebServer, AnswersWhatWasSaidBeforeTheOtherSideEnded) {
  Running server;
  for (const std::size_t size : {5U, 4096U}) {
    Wire wire(server.port());
    wire.upgrade();
    std::string frames;
    for (int i = 0; i < 8; ++i) append_masked_text_frame(frames, std::string(size, 'x'), 7);
    wire.say(frames);
    wire.end_saying();
    for (int i = 0; i < 8; ++i) ASSERT_EQ(wire.frame().payload, std::string(size, 'x')) << i;
    EXPECT_TRUE(wire.is_over());
  }
  EXPECT_TRUE(server.is_left_by_all());
}

// Each of these goes on with a message that has nothing in it yet, and so never counts as one.
TEST(WebServer, EndsMessagesThatHaveNoEnd) {
  Running server;
  Wire whole(server.port());
  whole.upgrade();
  whole.say_raw_frame(0x01, "");
  for (int i = 0; i < 99; ++i) whole.say_raw_frame(0x00, "x");
  whole.say_raw_frame(0x80, "x");
  EXPECT_EQ(whole.frame().payload, std::string(100, 'x'));
  Wire endless(server.port());
  endless.upgrade();
  endless.say_raw_frame(0x01, "");
  for (int i = 0; i < 100; ++i) endless.say_raw_frame(0x00, "");
  EXPECT_EQ(endless.frame().code(), 1008);
}

TEST(WebServer, AnswersOthersWhileOneNeverStopsTalking) {
  WebSettings settings = usual();
  settings.limits.of_address.messages = {.a_second = 1e9, .at_once = 1e9};
  Running server(settings);
  Wire endless(server.port());
  endless.upgrade();
  std::string frames;
  for (int i = 0; i < 10'000; ++i) {
    append_masked_text_frame(frames, "", 7);
    frames[frames.size() - 6] = static_cast<char>(0x8a);  // a pong, which is not answered
  }
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

TEST(WebServer, ForgetsThoseWhoVanishInTheMiddleOfAnAnswer) {
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

TEST(WebServer, ServesTheOthersBehindTroubleWithOne) {
  Running server;
  Wire other(server.port());
  other.upgrade();
  std::string frame;
  append_masked_text_frame(frame, "trouble", 7);
  Wire late(server.port());
  late.upgrade();
  late.say(frame);
  EXPECT_TRUE(late.is_over());
  Wire early(server.port());
  early.say(
      cat("GET /api/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
          frame));
  EXPECT_TRUE(early.is_over());
  other.say_frame("hello");
  EXPECT_EQ(other.frame().payload, "hello");
  EXPECT_EQ(server.door().present.size(), 0U);
  EXPECT_THAT(server.logged(), HasSubstr("the doorkeeper stumbled"));
}

TEST(WebServer, TakesFramesThatComeWithTheHandshake) {
  Running server;
  Wire wire(server.port());
  std::string frame;
  append_masked_text_frame(frame, "eager", 7);
  wire.say(
      cat("GET /api/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
          frame));
  EXPECT_EQ(wire.reply().status, 101);
  EXPECT_EQ(wire.frame().payload, "eager");
}

TEST(WebServer, ClosesWithACodeThatSaysWhatIsBroken) {
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

TEST(WebServer, AnswersACloseAndForgetsTheClient) {
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

TEST(WebServer, LetsOnlyItsOwnPageIn) {
  WebSettings settings = usual();
  settings.origin = "https://duello.example";
  Running server(settings);
  const auto status = [&](std::string_view origin) {
    return Wire(server.port()).upgrade(cat("Origin: ", origin, "\r\n")).status;
  };
  EXPECT_EQ(status("http://here"), 101);
  EXPECT_EQ(status("https://HERE"), 101);
  EXPECT_EQ(status("https://duello.example"), 101);
  EXPECT_EQ(status("https://duello.example.evil"), 403);
  EXPECT_EQ(status("http://elsewhere"), 403);
  EXPECT_EQ(status("null"), 403);
  EXPECT_EQ(status(""), 403);
  EXPECT_EQ(Wire(server.port()).upgrade().status, 101);
  EXPECT_EQ(Wire(server.port()).ask("POST", "/api/tables", "Origin: http://elsewhere\r\n", "x").status, 403);
}

TEST(WebServer, DropsSlowRequests) {
  WebSettings settings = usual();
  settings.patience.request = milliseconds(100);
  Running server(settings);
  Wire silent(server.port());
  Wire slow(server.port());
  slow.say("GET / HTTP/1.1\r\nHost:");
  EXPECT_TRUE(silent.is_over());
  EXPECT_TRUE(slow.is_over());
}

TEST(WebServer, MayDropARequestWhileItIsUpgraded) {
  WebSettings settings = usual();
  settings.patience.request = milliseconds(0);
  Running server(settings);
  for (int i = 0; i < 500; ++i) Wire(server.port()).upgrade();
  EXPECT_EQ(server.figures().open, 0U);
  EXPECT_THAT(server.logged(), Not(HasSubstr("trouble")));
}

TEST(WebServer, AsksSilentClientsWhetherTheyAreThereAndDropsThoseThatAreNot) {
  WebSettings settings = usual();
  settings.patience.quiet = milliseconds(60);
  settings.patience.pong = milliseconds(1'000);  // in which even a busy machine answers
  Running server(settings);
  Wire dead(server.port());
  dead.upgrade();
  Wire alive(server.port());
  alive.upgrade();
  // Longer than the other has.
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(alive.frame().opcode, 9);
    alive.say_raw_frame(0x8a, "");
  }
  EXPECT_TRUE(dead.is_over());
  alive.say_frame("hello");
  auto frame = alive.frame();
  while (frame.opcode == 9) frame = alive.frame();
  EXPECT_EQ(frame.payload, "hello");
  EXPECT_EQ(server.figures().gone, 1U);
}

TEST(WebServer, DropsReadersThatDoNotRead) {
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

TEST(WebServer, GathersWhatOneTurnHasBroughtIntoOneWrite) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  wire.say_frame("burst 50");
  for (int i = 0; i < 50; ++i) EXPECT_EQ(wire.frame().payload.size(), 1000U);
  const std::string figures = Wire(server.port()).ask("GET", "/metrics").body;
  EXPECT_THAT(figures, HasSubstr("\nduello_messages_sent_total 50\n"));
  EXPECT_THAT(figures, HasSubstr("\nduello_socket_writes_total 1\n"));
}

TEST(WebServer, WritesOnWhereASlowReaderComesBack) {
  Running server;
  Wire wire(server.port(), 4096);
  wire.upgrade();
  wire.say_frame("burst 200");
  std::this_thread::sleep_for(milliseconds(50));
  for (int i = 0; i < 200; ++i) ASSERT_EQ(wire.frame().payload, std::string(1000, 'x')) << i;
}

TEST(WebServer, EndsFloods) {
  WebSettings settings = usual();
  settings.limits.of_address.messages = {.a_second = 0.01, .at_once = 10};
  settings.limits.of_address.requests = {.a_second = 0.1, .at_once = 5};
  Running server(settings);
  Wire wire(server.port());
  wire.upgrade();
  for (int i = 0; i < 20; ++i) wire.say_frame("x");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(wire.frame().payload, "x");
  EXPECT_EQ(wire.frame().code(), 1008);
  Wire asking(server.port());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(asking.ask("GET", "/healthz").status, 200);
  const auto refused = asking.ask("GET", "/api/tables");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.header("Retry-After"), "2");
}

TEST(WebServer, LimitsConnections) {
  WebSettings settings = usual();
  settings.limits.of_address.connections = 2;
  Running server(settings);
  Wire one(server.port());
  Wire two(server.port());
  EXPECT_EQ(one.ask("GET", "/healthz").status, 200);
  EXPECT_EQ(two.ask("GET", "/healthz").status, 200);
  EXPECT_TRUE(Wire(server.port()).is_over());
  one.hang_up();
  EXPECT_TRUE(server.comes_to([](const EchoDoor&, const WebFigures& figures) { return figures.open == 1; }));
  EXPECT_EQ(Wire(server.port()).ask("GET", "/healthz").status, 200);
}

TEST(WebServer, BelievesOnlyItsProxies) {
  WebSettings settings = usual();
  Running plain(settings);
  constexpr std::string_view kForwarded = "X-Forwarded-For: 6.6.6.6, 1.2.3.4\r\n";
  EXPECT_EQ(Wire(plain.port()).ask("POST", "/api/tables", kForwarded, "x").body, "x|127.0.0.1");
  settings.proxies = {*AddressRange::read("127.0.0.0/8")};
  settings.limits.of_address.connections = 1;
  Running behind(settings);
  Wire wire(behind.port());
  EXPECT_EQ(wire.ask("POST", "/api/tables", kForwarded, "x").body, "x|1.2.3.4");
  EXPECT_EQ(wire.ask("GET", "/metrics", kForwarded).status, 403);
  Wire first(behind.port());
  EXPECT_EQ(first.upgrade("X-Forwarded-For: 1.2.3.4\r\n").status, 101);
  EXPECT_EQ(Wire(behind.port()).upgrade("X-Forwarded-For: 1.2.3.4\r\n").status, 429);
  EXPECT_EQ(Wire(behind.port()).upgrade("X-Forwarded-For: 1.2.3.5\r\n").status, 101);
}

TEST(WebServer, CallsTheDoorkeeperWhenItsTimeHasCome) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  wire.say_frame("alarm");
  EXPECT_EQ(wire.frame().payload, "it rings");
  EXPECT_EQ(server.door().alarms, 1);
}

TEST(WebServer, TellsClientsThatItStops) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  Wire idle(server.port());
  EXPECT_EQ(idle.ask("GET", "/healthz").status, 200);
  std::thread stopping([&] { server.stop(); });
  EXPECT_THAT(wire.frame().payload, StartsWith(R"({"closing":)"));
  EXPECT_EQ(wire.frame().code(), 1001);
  wire.hang_up();
  stopping.join();
  EXPECT_TRUE(idle.is_over());
  EXPECT_FALSE(Wire(server.port()).is_connected());
}

TEST(WebServer, StopsWhereClientsDoNotAnswer) {
  Running server;
  Wire wire(server.port());
  wire.upgrade();
  server.stop();
  EXPECT_TRUE(wire.is_over());
}

TEST(WebServer, SurvivesHalfOpenConnections) {
  Running server;
  Wire wire(server.port());
  wire.say("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
  wire.end_saying();
  EXPECT_EQ(wire.reply().status, 200);
  EXPECT_TRUE(wire.is_over());
  Wire socket(server.port());
  socket.upgrade();
  socket.end_saying();
  EXPECT_TRUE(socket.is_over());
}

TEST(WebServer, DoesNotWaitForAnswersThatWereForgotten) {
  Running server;
  Wire wire(server.port());
  EXPECT_EQ(wire.ask("GET", "/api/tables/forgotten").status, 503);
  EXPECT_EQ(wire.ask("GET", "/healthz").status, 200);
}

TEST(WebServer, DropsWhoeverGetsNoAnswer) {
  WebSettings settings = usual();
  settings.patience.request = milliseconds(60);
  Running server(settings);
  Wire wire(server.port());
  EXPECT_EQ(wire.ask("GET", "/api/tables/never").status, 0);
  EXPECT_TRUE(server.comes_to([](const EchoDoor&, const WebFigures& figures) { return figures.too_slow == 1; }));
}

TEST(WebServer, MayGoBeforeWhoeverOwesItAnAnswer) {
  std::vector<HttpReply> late;
  {
    Running server;
    Wire wire(server.port());
    wire.say("GET /api/tables/never HTTP/1.1\r\nHost: here\r\n\r\n");
    EXPECT_TRUE(server.comes_to([](const EchoDoor& door, const WebFigures&) { return door.never.size() == 1; }));
    late = server.unanswered();
  }
  ASSERT_EQ(late.size(), 1U);
  late.front()({.body = "{}"});
}

TEST(WebServer, SaysInASentenceWhereItCannotListen) {
  Running server;
  WebSettings settings = usual();
  settings.listen = {{.address = *Address::read("127.0.0.1"), .port = server.port()}};
  const Log log(LogLevel::error);
  const auto opened = WebServer::open(settings, {}, log);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().why, cat("Nobody can listen at 127.0.0.1:", server.port(), ": Address already in use"));
}

// Made once: it takes a while.
class Tls : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new Folder;
    const std::string command =
        cat("cd ", folder_->path(),
            " && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            " -subj /CN=localhost -keyout key.pem -out cert.pem 2>/dev/null"
            " && openssl ecparam -name prime256v1 -genkey -noout -out other.pem 2>/dev/null");
    ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT: a test, and every word of it is ours
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string file(const std::string& name) { return cat(folder_->path(), '/', name); }
  static WebSettings settings() {
    WebSettings settings = usual();
    settings.certificate = file("cert.pem");
    settings.key = file("key.pem");
    return settings;
  }
  static std::string why_not(const WebSettings& settings) {
    const Log log(LogLevel::error);
    const auto opened = WebServer::open(settings, {}, log);
    return opened ? "" : opened.error().why;
  }
  static Folder* folder_;  // NOLINT: private, as far as a fixture can be
};
Folder* Tls::folder_ = nullptr;

TEST_F(Tls, CarriesRequestsAndMessages) {
  Running server(settings());
  Wire wire(server.port());
  ASSERT_TRUE(wire.start_tls());
  EXPECT_EQ(wire.ask("GET", "/healthz").header("Strict-Transport-Security"), "max-age=31536000");
  EXPECT_EQ(wire.upgrade().status, 101);
  wire.say_frame("secret");
  EXPECT_EQ(wire.frame().payload, "secret");
  wire.say_frame("burst 200");
  for (int i = 0; i < 200; ++i) ASSERT_EQ(wire.frame().payload.size(), 1000U) << i;
}

TEST_F(Tls, DropsWhoeverDoesNotSpeakIt) {
  Running server(settings());
  Wire wire(server.port());
  wire.say("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
  EXPECT_EQ(wire.reply().status, 0);
  EXPECT_EQ(server.figures().broken, 1U);
}

TEST_F(Tls, TellsWhatIsWrongWithItsFiles) {
  WebSettings wrong = settings();
  wrong.certificate = file("missing.pem");
  EXPECT_EQ(why_not(wrong), cat('\'', wrong.certificate, "' cannot be read: No such file or directory"));
  wrong.certificate = file("key.pem");
  EXPECT_EQ(why_not(wrong), cat('\'', wrong.certificate, "' holds no certificate in PEM form"));
  wrong = settings();
  wrong.key = file("other.pem");
  EXPECT_THAT(why_not(wrong), HasSubstr("holds no key in PEM form that belongs to the certificate"));
}

}  // namespace
}  // namespace duello
