// A table in memory with those who are at it, and what they will be told once it is stored.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/doorkeeper.hpp"
#include "server/table.hpp"
#include "server/table_news.hpp"

namespace duello {

// For so long a table is kept in memory as it is after the last client has left.
inline constexpr auto kFresh = std::chrono::seconds(10);

// Why there is no table to be had.
enum class NoTable : std::uint8_t { unknown, damaged, crowded, away };

struct OpenTable;

// Somebody who is connected.
struct HallClient {
  ClientId id;
  std::string address;
  OpenTable* table = nullptr;  // at which they are, and which stays as long as they do
  Outlook outlook{};
  Bookmark told{};  // how far
  bool is_arriving = false;
  std::vector<std::string> early{};  // what they said before they were welcomed
  // What they said while something was on its way to the store, and how they call it.
  std::deque<std::pair<std::string, std::string>> late{};
};

struct OpenTable {
  // Has the table, or hears why not.
  using Use = std::move_only_function<void(std::expected<OpenTable*, NoTable>)>;

  // The input that is applied here and not stored yet, with whoever sent it and what they said: to be told if it cannot
  // be stored, or judged once more if another process was faster. There is one at a time: what is judged behind it must
  // not be stored if it is not.
  struct Pending {
    ClientId client = 0;
    std::string called{};  // by them
    std::string message{};
    bool enters = false;  // it is that of somebody who takes a seat
    // For a request over HTTP: judges it once more with the table as it is then, or hears why there is none.
    std::shared_ptr<Use> retry{};
    std::uint32_t number = 0;  // of the input
  };

  std::string id;
  std::unique_ptr<ServedTable> table;  // nothing while it is loaded
  bool is_loading = false;
  std::shared_ptr<const std::uint32_t> thinking;  // behind which input a program looks for a move, as long as it does
  TableState noted = TableState::open;            // by whoever counts the tables of an address
  std::vector<HallClient*> clients;
  Moment fresh_until{};          // without clients; after that it is loaded again before it is used
  std::array<Moment, 2> gone{};  // since when a player who is not connected has been away
  std::array<Moment, 2> said{};  // when a player last said something
  std::optional<Pending> pending;
  // What is told when that is stored: first what came of it, and how far that goes.
  std::vector<std::pair<HallClient*, TableNews::Place>> news;
  std::string news_texts;
  Bookmark news_end{};
  std::vector<std::move_only_function<void()>> held;
  std::deque<Use> waiting;      // until the table is there and nothing is pending
  std::optional<Moment> again;  // when to try what could not be done
  bool makes_rematch = false;   // another table is on its way to the store
  // What else was said about a rematch meanwhile, to be heard when that is there.
  std::vector<std::move_only_function<void()>> about_rematch;

  void forget_news() {
    constexpr std::size_t kUsual = 2'000;  // bytes, whose room is kept for the next
    news.clear();
    news_texts.clear();
    if (news_texts.capacity() > kUsual) news_texts.shrink_to_fit();
  }
  bool is_settled() const { return table && !pending; }
  bool is_idle() const { return clients.empty() && !pending && waiting.empty() && !thinking && !makes_rematch; }
};

}  // namespace duello
