// Lines as what several clients of two halls with one store send, ask and suffer. The first letter says what happens:
//   0-3 a client sends the rest (0 and 1 are at the first hall); d and a digit: it goes and comes back
//   c somebody opens a table; a, f, r, w, l: accepts, asks for facts, a record, withdraws with the rest, lists
//   s some of what the stores were asked for is done; x, y: the next is refused, or done without saying so
//   n the halls hear what the other one has stored; t time passes
// $T in a line is the last table, $A and $B are its tokens. Whatever happens, what is sent is JSON without tokens,
// unless somebody has made one a name or the like, and what is stored is a game.
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "core/random.hpp"
#include "json/reader.hpp"
#include "match/conduct.hpp"
#include "players/random_player.hpp"
#include "server/hall.hpp"
#include "server/table.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/server/asked_journal.hpp"

using namespace duello;

namespace {

constexpr std::string_view kAddress = "192.0.2.1";

struct Bench;

// A hall and what it asks for, which is done when the script says so.
struct Side final : AskedJournal<Side>, Outbox, Thinking {
  explicit Side(Bench& whole);

  void send(ClientId client, std::string_view message) override;
  bool think(Task task, Thinking::Answer answer) override;

  bool is_settled() const override;

  template <class What, class Ask>
  void ask(Journal::Answer<What> answer, Ask ask);
  void stored(const std::string& /*table*/) {}  // the script says who hears of it, and when

  Bench& bench;
  Hall hall;
};

struct Bench {
  explicit Bench(std::string_view text) : chance(std::hash<std::string_view>{}(text)) {}

  MemoryStore store;
  std::deque<std::move_only_function<void()>> deeds;
  Moment now{std::chrono::milliseconds(1'800'000'000'000)};
  Random chance;  // the same input does the same, and none can hold the tokens that it will get
  enum class Luck : std::uint8_t { good, refused, unsaid } luck = Luck::good;
  std::array<Side, 2> sides{Side(*this), Side(*this)};
  std::array<ClientId, 4> clients{1, 2, 3, 4};
  ClientId last = 4;
  std::string table = "AAAAAAAAAAAAAAAA";
  std::array<std::string, 2> tokens;
  std::set<std::string> published;  // tokens that were said where anything is repeated

  Side& side(std::size_t client) { return sides[client / 2]; }
  void do_some(std::size_t count) {
    for (; count > 0 && !deeds.empty(); --count) {
      auto deed = std::move(deeds.front());
      deeds.pop_front();
      deed();
    }
  }
  void check(const HttpAnswer& answer, std::string_view what) const;
  void opened(const HttpAnswer& answer);
  std::string filled(std::string_view text);
  bool tells_token(std::string_view text) const;
  void act(char what, std::string_view rest);
};

Side::Side(Bench& whole)
    : AskedJournal(whole.store),
      bench(whole),
      hall(
          *this, *this, *this, {.of_address = {.tables = 1'000, .challenges = 1'000}, .is_alone = false},
          [this] { return bench.now; }, [this] { return bench.chance(); },
          [](const StoreTrouble& trouble) { must(!trouble.why.contains("damaged")); }) {}

bool Side::is_settled() const { return bench.deeds.empty(); }

template <class What, class Ask>
void Side::ask(Journal::Answer<What> answer, Ask ask) {
  bench.deeds.emplace_back([this, answer = std::move(answer), ask = std::move(ask)]() mutable {
    const auto luck = std::exchange(bench.luck, Bench::Luck::good);
    std::expected<What, StoreTrouble> got = store_trouble(StoreTrouble::Kind::lost, "It is away");
    if (luck != Bench::Luck::refused) got = ask();
    if (luck == Bench::Luck::unsaid) got = store_trouble(StoreTrouble::Kind::lost, "It is away");
    answer(std::move(got));
  });
}

void Side::send(ClientId /*client*/, std::string_view message) {
  must(read_json(message, {.bytes = 1 << 20, .depth = 16}).has_value());
  must(!bench.tells_token(message));
}

bool Side::think(Task task, Thinking::Answer answer) {
  bench.deeds.emplace_back([task = std::move(task), answer = std::move(answer)]() mutable {
    RandomPlayer player{Random(task.seed)};
    answer(player.answer(*TurnOfDuel(task.duel)).value());
  });
  return true;
}

void Bench::check(const HttpAnswer& answer, std::string_view what) const {
  if (what != "record" || answer.status != 200)
    must(read_json(answer.body, {.bytes = 1 << 20, .depth = 16}).has_value());
  must(!tells_token(answer.body));
}

void Bench::opened(const HttpAnswer& answer) {
  const auto value = read_json(answer.body);
  must(value.has_value());
  const auto text = [&](std::string_view key) { return value->find(key) == nullptr ? "" : value->find(key)->text; };
  if (answer.status != 201) return;
  table = text("table");
  tokens = {text("token"), text("invitation")};
}

bool Bench::tells_token(std::string_view text) const {
  return std::ranges::any_of(tokens, [&](const std::string& token) {
    return !token.empty() && !published.contains(token) && text.contains(token);
  });
}

std::string Bench::filled(std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '$' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (next != 'T' && next != 'A' && next != 'B') {
      all += text[i];
      continue;
    }
    const std::string& meant = next == 'T' ? table : tokens[next == 'A' ? 0 : 1];
    const bool is_named = all.ends_with(R"("token":")") || all.ends_with(R"("invitation":")");
    if (next != 'T' && !all.empty() && !is_named) published.insert(meant);
    all += meant;
    ++i;
  }
  return all;
}

void Bench::act(char what, std::string_view rest) {
  const std::string text = filled(rest);
  Hall& hall = sides[rest.size() % 2].hall;
  const auto reply = [this](std::string_view of) {
    return [this, of](const HttpAnswer& answer) { check(answer, of); };
  };
  const std::size_t client = rest.empty() ? 0 : static_cast<std::size_t>(rest[0]) % 4;
  switch (what) {
    case '0':
    case '1':
    case '2':
    case '3':
      return side(static_cast<std::size_t>(what - '0'))
          .hall.received(clients[static_cast<std::size_t>(what - '0')], text);
    case 'd':
      side(client).hall.left(clients[client]);
      clients[client] = ++last;
      return side(client).hall.connected(last, kAddress);
    case 'c':
      return hall.create(text, kAddress, [this](const HttpAnswer& answer) { opened(answer); });
    case 'a':
      return hall.accept(table, text, kAddress, [this](const HttpAnswer& answer) {
        if (answer.status == 200) tokens[1] = read_json(answer.body)->find("token")->text;
      });
    case 'f':
      return hall.facts(text.empty() ? table : text, tokens[rest.size() % 2], reply("facts"));
    case 'r':
      return hall.record(text.empty() ? table : text, reply("record"));
    case 'w':
      return hall.withdraw(table, text, reply("withdraw"));
    case 'l':
      return hall.list(text, reply("list"));
    case 's':
      return do_some(1 + rest.size());
    case 'x':
      luck = Luck::refused;
      return;
    case 'y':
      luck = Luck::unsaid;
      return;
    case 'n':
      for (Side& each : sides) each.hall.changed_elsewhere(rest.empty() ? table : "");
      return;
    case 't':
      now += std::chrono::seconds(1 + rest.size());
      for (Side& each : sides) each.hall.pass_time();
      return;
    default:
      do_some(1'000);
  }
}

// Whoever comes later finds a game.
void check_stored(const MemoryStore& store) {
  SharedGames games;
  for (const auto& [id, stored] : store.tables) {
    const auto table = restored_table(stored, games);
    must(table.has_value());
    must((*table)->state() == stored.table.state);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto bench = std::make_unique<Bench>(text);
  for (std::size_t i = 0; i < 4; ++i) bench->side(i).hall.connected(bench->clients[i], kAddress);
  for (const std::string& line : lines_of(text))
    if (!line.empty()) bench->act(line[0], std::string_view(line).substr(1));
  bench->luck = Bench::Luck::good;
  bench->do_some(10'000);
  check_stored(bench->store);
  bench->deeds.clear();
  return 0;
}
