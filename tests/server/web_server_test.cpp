// What the web server answers to requests, and whom it lets in.
#include "server/web_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/server/running_server.hpp"
#include "tests/server/wire.hpp"

namespace duello {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::HasSubstr;
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
  EXPECT_EQ(wire.ask("GET", "/healthz").body, R"({"ok":true})");
  EXPECT_THAT(wire.ask("GET", "/metrics").body, HasSubstr("\nduello_requests_total 10\n"));
}

TEST(WebServer, RefusesWithASentenceAndTheRightStatus) {
  Running server;
  Wire wire(server.port());
  const auto unknown = wire.ask("GET", "/api/frob");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(unknown.body, R"({"error":"There is nothing at this address."})");
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
  EXPECT_THAT(too_long.body, StartsWith(R"({"error":)"));
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

TEST(WebServer, DoesNotGuessWhereABodyEndsThatIsCodedInAnotherWay) {
  Running server;
  for (const std::string_view coding : {"gzip", "gzip, chunked", "chunked, gzip", "identity", "xchunked"}) {
    Wire wire(server.port());
    wire.say(cat("POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: ", coding,
                 "\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    const auto reply = wire.reply();
    EXPECT_EQ(reply.status, 501) << coding;
    EXPECT_THAT(reply.body, StartsWith(R"({"error":)"));
    EXPECT_EQ(wire.rest(), "") << coding;
  }
}

// A program that speaks HTTP/1.0 does not know this coding, so it may see two requests where we see one.
TEST(WebServer, TakesNoCodedBodyFromAnOldVersion) {
  Running server;
  Wire wire(server.port());
  wire.say(
      "POST /api/tables HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
      "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(wire.reply().status, 400);
  EXPECT_EQ(wire.rest(), "");
}

TEST(WebServer, TakesNoFieldsOfTheHeadFromTheEndOfABody) {
  WebSettings settings = usual();
  settings.proxies = {*AddressRange::read("127.0.0.0/8")};
  settings.metrics_readers = {*AddressRange::read("6.6.6.6")};
  Running server(settings);
  Wire wire(server.port());
  const auto body_with = [](std::string_view field) {
    return cat("X-Forwarded-For: 1.2.3.4\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", field);
  };
  EXPECT_EQ(wire.ask("POST", "/api/tables", body_with("X-Forwarded-For: 6.6.6.6\r\n")).body, "x|1.2.3.4");
  EXPECT_EQ(wire.ask("GET", "/metrics", body_with("X-Forwarded-For: 6.6.6.6\r\n")).status, 403);
  EXPECT_EQ(wire.ask("POST", "/api/tables", body_with("Host: elsewhere\r\n")).status, 201);
  EXPECT_EQ(wire.ask("DELETE", "/api/tables/abc", body_with("Authorization: bearer t\r\n")).body, "gone abc|");
  EXPECT_EQ(wire.ask("GET", "/healthz", body_with("Connection: close\r\n")).header("Connection"), "");
  EXPECT_EQ(wire.ask("GET", "/healthz").status, 200);
}

TEST(WebServer, AsksForABodyThatIsOnlySentOnceItIsWanted) {
  Running server;
  Wire wire(server.port());
  const auto ask = [&](std::string_view version, std::string_view length) {
    wire.say(cat("POST /api/tables HTTP/", version, "\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Length: ",
                 length, "\r\nExpect: 100-continue\r\n\r\n"));
  };
  ask("1.1", "2");
  EXPECT_EQ(wire.reply("HEAD").status, 100);
  wire.say("{}");
  EXPECT_EQ(wire.reply().body, "{}|127.0.0.1");
  ask("1.0", "2");
  wire.say("{}");
  EXPECT_EQ(wire.reply().body, "{}|127.0.0.1");
  ask("1.1", "0");
  EXPECT_EQ(wire.reply().body, "|127.0.0.1");
  ask("1.1", "20000");
  EXPECT_EQ(wire.reply().status, 413);
}

TEST(WebServer, KeepsConnectionsAndAnswersPipelinedRequestsInOrder) {
  Running server;
  Wire wire(server.port());
  std::string many;
  for (int i = 0; i < 20; ++i) many += cat("GET /api/tables?state=", i, " HTTP/1.1\r\nHost: localhost\r\n\r\n");
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
  EXPECT_EQ(head.header("Content-Length"), "11");
  EXPECT_EQ(wire.ask("GET", "/healthz").body, R"({"ok":true})");
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

TEST(WebServer, LetsOnlyItsOwnPageIn) {
  WebSettings settings = usual();
  settings.origin = "https://duello.example";
  Running server(settings);
  const auto status = [&](std::string_view origin) {
    return Wire(server.port()).upgrade(cat("Origin: ", origin, "\r\n")).status;
  };
  EXPECT_EQ(status("http://localhost"), 101);
  EXPECT_EQ(status("https://LOCALHOST"), 101);
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

TEST(WebServer, GivesLongAnswersMoreTime) {
  const Folder folder;
  folder.put("index.html", "<p>");
  // More than the system takes for a reader who does not read.
  std::string text;
  text.resize(16'000'000, 'x');
  folder.put("long.js", text);
  WebSettings settings = usual();
  settings.patience.request = milliseconds(100);
  Running server(settings, *Site::read(folder.path()));
  Wire wire(server.port(), 4096);
  wire.say("GET /long.js HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(wire.reply().body.size(), 16'000'000U);
  EXPECT_EQ(server.figures().too_slow, 0U);
}

TEST(WebServer, EndsFloods) {
  WebSettings settings = usual();
  settings.limits.of_address.messages = {.a_second = 0.01, .at_once = 10};
  settings.limits.of_address.requests = {.a_second = 0.01, .at_once = 5};
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

TEST(WebServer, LimitsNewConnections) {
  WebSettings settings = usual();
  settings.limits.of_address.connects = {.a_second = 0.01, .at_once = 2};
  Running server(settings);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Wire(server.port()).ask("GET", "/healthz").status, 200);
  EXPECT_TRUE(Wire(server.port()).is_over());
  EXPECT_EQ(server.figures().too_many, 1U);
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
  wire.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
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

TEST(WebServer, OutlivesADoorkeeperThatStumblesOverARequest) {
  Running server;
  for (int i = 0; i < 3; ++i) {
    Wire wire(server.port());
    EXPECT_EQ(wire.ask("POST", "/api/tables", "", "trouble").status, 503);
  }
  EXPECT_EQ(Wire(server.port()).ask("GET", "/healthz").status, 200);
  EXPECT_TRUE(server.is_left_by_all());
  server.stop();
  EXPECT_THAT(server.logged(), HasSubstr("the doorkeeper stumbled"));
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
    wire.say("GET /api/tables/never HTTP/1.1\r\nHost: localhost\r\n\r\n");
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

TEST_F(Tls, SaysThatNoMoreWillCome) {
  Running server(settings());
  Wire wire(server.port());
  ASSERT_TRUE(wire.start_tls());
  EXPECT_EQ(wire.ask("GET", "/healthz", "Connection: close\r\n").status, 200);
  EXPECT_TRUE(wire.is_over_as_agreed());
  Wire socket(server.port());
  ASSERT_TRUE(socket.start_tls());
  EXPECT_EQ(socket.upgrade().status, 101);
  socket.say_raw_frame(0x88, "");
  EXPECT_TRUE(socket.is_over_as_agreed());
  EXPECT_TRUE(server.is_left_by_all());  // though nothing was said to that
}

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
  wire.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
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
