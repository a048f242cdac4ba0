#include "server/hall.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/registry.hpp"
#include "server/table.hpp"
#include "tests/server/world.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Seats {
  std::string table;
  std::string mine;
  std::string theirs;
};

std::string text_of(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  return found == nullptr ? "" : found->text;
}

// A table that somebody has asked for.
Seats opened(World& world, Process& process, const std::string& wish) {
  Seats seats;
  process.hall.create(wish, "192.0.2.1", world.now, [&](const HttpAnswer& answer) {
    const auto value = read_json(answer.body);
    EXPECT_EQ(answer.status, 201) << answer.body;
    seats = {text_of(*value, "table"), text_of(*value, "token"), text_of(*value, "invitation")};
  });
  world.run();
  return seats;
}

// What the store would tell: the table as it is replayed, and its news.
std::vector<std::string> stored_news(World& world, const std::string& id, Onlooker onlooker, std::uint32_t game) {
  const auto loaded = world.store.load(id, 0);
  auto setup = read_setup((*loaded)->table.setup);
  auto chosen = std::make_shared<ChosenGame>(
      *ChosenGame::from({.id = setup->game, .variant = {}, .settings = words_of(setup->rules), .table = {}}));
  ServedTable table(*setup, chosen);
  for (const std::string& input : (*loaded)->inputs) EXPECT_TRUE(table.replay(input)) << input;
  EXPECT_EQ(table.mark().game, game);
  std::string text;
  {
    JsonObject json(text);
    table.add_news(json, onlooker, {});
  }
  std::vector<std::string> news;
  const auto told = read_json(text, {.bytes = 1 << 20});
  for (const JsonValue& each : told->find("news")->values) {
    std::string noted = cat(game, ' ', text_of(each, "number"), ' ', text_of(each, "event"));
    for (const std::string_view key : {"seat", "move", "winner", "how"})
      if (const JsonValue* const part = each.find(key)) noted += cat(' ', part->text);
    news.push_back(noted);
  }
  return news;
}

std::vector<std::string> of_game(const std::vector<std::string>& news, std::uint32_t game) {
  std::vector<std::string> some;
  for (const std::string& each : news)
    if (each.starts_with(cat(game, ' '))) some.push_back(each);
  return some;
}

struct Case {
  std::string game;
  std::uint64_t seed;
  int processes;
};

class Games : public testing::TestWithParam<Case> {};

TEST_P(Games, AreTheSameForEverybodyWhateverTheNetworkDoes) {
  const auto& [game, seed, processes] = GetParam();
  World world(seed, {.longest_delay = 200, .breaks_per_mille = 60, .doubles_per_mille = 60});
  std::vector<std::unique_ptr<Process>> all;
  std::vector<Process*> known;
  for (int each = 0; each < processes; ++each)
    known.push_back(all.emplace_back(std::make_unique<Process>(world)).get());
  for (Process* const each : known)
    for (Process* const other : known)
      if (other != each) each->others.push_back(other);
  const Seats seats = opened(world, *known[0], cat(R"({"game":")", game, R"(","best_of":3,"name":"Ada"})"));
  ASSERT_NE(seats.theirs, "");
  Visitor ada(world, known, seats.table, seats.mine);
  Visitor bob(world, known, seats.table, seats.theirs);
  Visitor eve(world, known, seats.table, "");
  for (Visitor* const each : {&ada, &bob, &eve}) each->come();
  world.run(std::chrono::minutes(30));
  ASSERT_TRUE(ada.is_done() && bob.is_done() && eve.is_done())
      << ada.bytes().substr(ada.bytes().size() > 3'000 ? ada.bytes().size() - 3'000 : 0);
  const auto last = static_cast<std::uint32_t>(std::stoul(ada.news().back()));
  EXPECT_EQ(of_game(ada.news(), last), stored_news(world, seats.table, 0, last));
  EXPECT_EQ(of_game(bob.news(), last), stored_news(world, seats.table, 1, last));
  EXPECT_EQ(of_game(eve.news(), last), stored_news(world, seats.table, std::nullopt, last));
  EXPECT_THAT(bob.bytes() + eve.bytes(), Not(HasSubstr(seats.mine)));
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const GameEntry& entry : all_games())
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      all.push_back({std::string(entry.facts->id), seed, 1 + static_cast<int>(seed % 3)});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Seeded, Games, testing::ValuesIn(cases()), [](const auto& each) {
  std::string name = cat(each.param.game, '_', each.param.seed);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace duello
