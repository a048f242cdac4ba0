// What comes from outside is taken apart without a socket.
#include "server/routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text.hpp"
#include "server/log.hpp"
#include "server/visitors.hpp"

namespace duello {
namespace {

using Kind = Route::Kind;
using std::chrono::seconds;

TEST(Routes, AreThoseOfTheInterface) {
  EXPECT_EQ(route_of("POST", "/api/tables").kind, Kind::create);
  EXPECT_EQ(route_of("GET", "/api/tables?a=b&state=open&c").state, "open");
  EXPECT_EQ(route_of("HEAD", "/api/tables").kind, Kind::list);
  EXPECT_TRUE(route_of("HEAD", "/api/tables").is_head);
  EXPECT_EQ(route_of("GET", "/api/tables/A-_9").table, "A-_9");
  EXPECT_EQ(route_of("DELETE", "/api/tables/a").kind, Kind::withdraw);
  EXPECT_EQ(route_of("POST", "/api/tables/a/accept").kind, Kind::accept);
  EXPECT_EQ(route_of("GET", "/api/tables/a/record").kind, Kind::record);
  EXPECT_EQ(route_of("GET", "/api/socket?token=no").kind, Kind::socket);
  EXPECT_EQ(route_of("GET", "/apis").kind, Kind::page);
  EXPECT_EQ(route_of("GET", "/").path, "");
  EXPECT_EQ(route_of("GET", "/a/b?c#d").path, "a/b");
}

TEST(Routes, TellWhatIsNotThereFromWhatIsNotAllowed) {
  for (const std::string_view target : {"/api", "/api/", "/api/tables/", "/api/tables/a/b", "/api/tables/a/record/",
                                        "/api/tables/%41", "/api/tables/../x", "*", "", "http://x/api/tables"})
    EXPECT_EQ(route_of("GET", target).kind, Kind::nothing) << target;
  EXPECT_EQ(route_of("POST", "/api/tables/a").allows, "GET, HEAD, DELETE");
  EXPECT_EQ(route_of("GET", "/api/tables/a/accept").allows, "POST");
  EXPECT_EQ(route_of("FROB", "/").kind, Kind::not_allowed);
}

TEST(Hosts, AreOursIfNobodyElseCanHaveThemPointHere) {
  const auto is_known = [](std::string_view host) { return is_known_host(host, "https://Duello.example:8443"); };
  for (const std::string_view ours :
       {"localhost", "LOCALHOST:80", "a.localhost", "localhost.", "127.0.0.1", "1.2.3.4:5", "[::1]", "[2001:db8::1]:80",
        "duello.example", "duello.example:1", "DUELLO.example."})
    EXPECT_TRUE(is_known(ours)) << ours;
  for (const std::string_view other :
       {"", ":", ":80", ".", "[", "[]", "[x]", "[::1", "evil.example", "x.duello.example", "duello.example.evil",
        "alocalhost", "localhost.evil", "1.2.3", "0x7f000001"})
    EXPECT_FALSE(is_known(other)) << other;
  EXPECT_FALSE(is_known_host("duello.example", ""));
  EXPECT_FALSE(is_known_host("", ""));
}

TEST(BearerToken, IsWhatStandsBehindTheWord) {
  EXPECT_EQ(bearer_token("Bearer abc"), "abc");
  EXPECT_EQ(bearer_token("bearer  abc "), "abc");
  EXPECT_EQ(bearer_token("Basic abc"), "");
  EXPECT_EQ(bearer_token("Bearer"), "");
  EXPECT_EQ(bearer_token(""), "");
}

TEST(Addresses, AreReadAndWritten) {
  EXPECT_EQ(Address::read("127.0.0.1")->text(), "127.0.0.1");
  EXPECT_EQ(Address::read("::ffff:1.2.3.4")->text(), "1.2.3.4");
  EXPECT_EQ(Address::read("2001:db8::1:2:3:4")->household().text(), "2001:db8::");
  EXPECT_EQ(Address::read("1.2.3.4")->household().text(), "1.2.3.4");
  EXPECT_EQ(Address::read("2001:db8:1:2:3:4:5:6")->household().text(), "2001:db8:1:2::");
  EXPECT_EQ(Address::read("2001:db8:1:2:3:4:5:6")->site().text(), "2001:db8:1::");
  EXPECT_EQ(Address::read("1.2.3.4")->site().text(), "1.2.3.4");
  for (const std::string_view wrong : {"", "1.2.3", "localhost", "1.2.3.4 ", "::g", "1.2.3.4:5"})
    EXPECT_FALSE(Address::read(wrong)) << wrong;
  EXPECT_EQ(Endpoint::read("[::1]:80")->text(), "[::1]:80");
  EXPECT_EQ(Endpoint::read("0.0.0.0:0")->text(), "0.0.0.0:0");
  for (const std::string_view wrong : {"", "80", ":80", "::1:80", "[1.2.3.4]:80", "1.2.3.4:65536", "1.2.3.4:", "[::1]"})
    EXPECT_FALSE(Endpoint::read(wrong)) << wrong;
}

TEST(Addresses, AreHeldByRanges) {
  const auto holds = [](std::string_view range, std::string_view address) {
    return AddressRange::read(range)->holds(*Address::read(address));
  };
  EXPECT_TRUE(holds("10.0.0.0/8", "10.255.1.2"));
  EXPECT_FALSE(holds("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(holds("10.128.0.0/9", "10.129.0.0"));
  EXPECT_FALSE(holds("10.128.0.0/9", "10.127.0.0"));
  EXPECT_TRUE(holds("0.0.0.0/0", "1.2.3.4"));
  EXPECT_FALSE(holds("0.0.0.0/0", "::1"));
  EXPECT_TRUE(holds("::/0", "::1"));
  EXPECT_TRUE(holds("::1", "::1"));
  for (const std::string_view wrong : {"", "1.2.3.4/33", "1.2.3.4/", "::/129", "1.2.3.4/-1", "x/8"})
    EXPECT_FALSE(AddressRange::read(wrong)) << wrong;
}

TEST(Addresses, OfThoseWhoAskAreTakenFromProxiesOnly) {
  const std::vector<AddressRange> proxies{*AddressRange::read("10.0.0.0/8")};
  const auto asking = [&](std::string_view peer, std::string_view forwarded) {
    return asking_address(*Address::read(peer), forwarded, proxies).text();
  };
  EXPECT_EQ(asking("1.1.1.1", "2.2.2.2"), "1.1.1.1");
  EXPECT_EQ(asking("10.0.0.1", "2.2.2.2"), "2.2.2.2");
  EXPECT_EQ(asking("10.0.0.1", "3.3.3.3, 2.2.2.2"), "2.2.2.2");
  EXPECT_EQ(asking("10.0.0.1", "3.3.3.3,2.2.2.2,10.0.0.2"), "2.2.2.2");
  EXPECT_EQ(asking("10.0.0.1", "10.0.0.3, 10.0.0.2"), "10.0.0.3");
  EXPECT_EQ(asking("10.0.0.1", "2.2.2.2:99"), "2.2.2.2");
  EXPECT_EQ(asking("10.0.0.1", "[2001:db8::1]:99"), "2001:db8::1");
  EXPECT_EQ(asking("10.0.0.1", "2001:db8::1"), "2001:db8::1");
  EXPECT_EQ(asking("10.0.0.1", "frob"), "10.0.0.1");
  EXPECT_EQ(asking("10.0.0.1", ""), "10.0.0.1");
  EXPECT_EQ(asking("10.0.0.1", ",,"), "10.0.0.1");
}

TEST(Visitors, HaveSoMuchASecondAndSomeSavedUp) {
  const VisitorLimits limits{.connections = 1, .requests = {.a_second = 2, .at_once = 3}, .messages = {}};
  Visitors visitors(limits);
  const TokenBucket::Time begin{};
  auto& visitor = visitors.at(*Address::read("1.2.3.4"), begin);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(visitor.may_ask(begin));
  EXPECT_FALSE(visitor.may_ask(begin));
  EXPECT_TRUE(visitor.may_ask(begin + seconds(1)));
  EXPECT_TRUE(visitor.may_ask(begin + seconds(1)));
  EXPECT_FALSE(visitor.may_ask(begin + seconds(1)));
  EXPECT_TRUE(visitors.at(*Address::read("1.2.3.5"), begin).may_ask(begin));
}

TEST(Visitors, AreForgottenWhenTheyAreAsIfTheyHadNeverCome) {
  Visitors visitors(VisitorLimits{.connections = 1});
  const TokenBucket::Time begin{};
  auto& visitor = visitors.at(*Address::read("1.2.3.4"), begin);
  EXPECT_TRUE(visitor.connect(begin));
  EXPECT_FALSE(visitor.connect(begin));
  visitors.forget(begin + seconds(1000));
  EXPECT_EQ(visitors.size(), 1U);
  visitor.disconnect();
  visitors.forget(begin + seconds(1000));
  EXPECT_EQ(visitors.size(), 0U);
}

TEST(Log, IsOneObjectALine) {
  std::string written;
  const Log log(LogLevel::info, [&](std::string_view line) { written += line; });
  log.tell(LogLevel::debug, "hidden");
  log.tell(LogLevel::warning, "a \"thing\"", {{"count", std::int64_t{3}}, {"why", "line\nline"}});
  EXPECT_THAT(written, testing::StartsWith(R"({"time":"20)"));
  EXPECT_THAT(written, testing::EndsWith(
                           cat(R"(Z","level":"warning","event":"a \"thing\"","count":3,"why":"line\nline"})", '\n')));
}

}  // namespace
}  // namespace duello
