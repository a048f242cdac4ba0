#include "server/link.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace duello {
namespace {

const std::string kTable = "793ZDLiQK0N0up4s";
const std::string kToken = "qcSWeEMK2NBr72UjZHOGoD";

TEST(ServerAddress, IsReadAndWrittenAsPeopleDo) {
  struct Case {
    std::string text, host, port, path, written;
  };
  for (const auto& [text, host, port, path, written] : std::vector<Case>{
           {"http://localhost:8080", "localhost", "8080", "", "http://localhost:8080"},
           {"https://duello.example/", "duello.example", "443", "", "https://duello.example"},
           {"HTTPS://duello.example:443/a/b//", "duello.example", "443", "/a/b", "https://duello.example/a/b"},
           {"wss://duello.example:8443", "duello.example", "8443", "", "https://duello.example:8443"},
           {"ws://127.0.0.1", "127.0.0.1", "80", "", "http://127.0.0.1"},
           {"http://[::1]:8080/x", "::1", "8080", "/x", "http://[::1]:8080/x"},
       }) {
    const auto address = ServerAddress::read(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->host, host);
    EXPECT_EQ(address->port, port);
    EXPECT_EQ(address->path, path);
    EXPECT_EQ(address->text(), written);
    EXPECT_EQ(ServerAddress::read(written)->text(), written);
  }
}

TEST(ServerAddress, IsNothingElse) {
  for (const std::string text :
       {"", "localhost:8080", "ftp://host", "http://", "http://:80", "http://host:0", "http://host:65536",
        "http://host:port", "http://ho st", "http://user@host", "http://[::1", "http://[::1]x", "http://[]",
        "http://a:1:2", "http://host/a b", "http://host/?q", "http://host/\033[2J", "http://host/\r\nX: y", "http"}) {
    const auto address = ServerAddress::read(text);
    ASSERT_FALSE(address) << text << " is " << address->text();
    EXPECT_TRUE(is_printable(address.error().why));
  }
}

TEST(TableLink, LeadsToATableWithASeatOrWithout) {
  for (const std::string& text : {cat("https://duello.example/#/online/", kTable, '/', kToken),
                                  cat("http://127.0.0.1:8080/games/#/online/", kTable)}) {
    const auto link = TableLink::read(text);
    ASSERT_TRUE(link) << text;
    EXPECT_EQ(link->text(), text);
    EXPECT_EQ(link->table, kTable);
  }
}

TEST(TableLink, OfAnotherProgramIsNone) {
  for (const std::string& text : std::vector<std::string>{
           "https://lichess.org/abcdefgh", cat("https://duello.example/#/online/", kTable, "/short"),
           "https://duello.example/#/online/short",
           cat("https://duello.example/#/online/", kTable, '/', kToken, "/more"),
           cat("duello.example/#/online/", kTable), cat("\033[2J#/online/", kTable)}) {
    const auto link = TableLink::read(text);
    ASSERT_FALSE(link) << text;
    EXPECT_TRUE(is_printable(link.error().why));
  }
}

TEST(Clause, IsWhatAnybodyMayRead) {
  EXPECT_EQ(clause_of("It is late."), "It is late");
  EXPECT_EQ(clause_of("..."), "It gives no reason");
  EXPECT_TRUE(is_printable(clause_of("\033]0;title\007")));
  EXPECT_LT(clause_of(std::string(100'000, 'x')).size(), 400U);
}

}  // namespace
}  // namespace duello
