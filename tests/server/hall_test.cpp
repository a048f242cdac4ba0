#include "server/hall.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

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
  process.hall().create(wish, "192.0.2.1", [&](const HttpAnswer& answer) {
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

// What was sent once is played once.
void expect_no_id_twice(World& world, const std::string& id) {
  std::set<std::string> known;
  for (const std::string& input : world.store.tables.at(id).inputs) {
    const auto value = read_json(input);
    const std::string name = text_of(*value, "id");
    EXPECT_TRUE(name.empty() || known.insert(cat(text_of(*value, "player"), ' ', name)).second) << input;
  }
}

std::vector<std::string> of_game(const std::vector<std::string>& news, std::uint32_t game) {
  std::vector<std::string> some;
  for (const std::string& each : news)
    if (each.starts_with(cat(game, ' '))) some.push_back(each);
  return some;
}

struct Course {
  std::string game;
  std::uint64_t seed;
  int processes;
};

// Every other world has a store that fails and processes that die.
Weather weather_of(std::uint64_t seed) {
  Weather weather{.longest_delay = 200, .breaks_per_mille = 60, .doubles_per_mille = 60};
  if (seed % 2 == 0) weather.troubles_per_mille = weather.deaf_per_mille = weather.deaths_per_mille = 40;
  return weather;
}

class Games : public testing::TestWithParam<Course> {};

TEST_P(Games, AreTheSameForEverybodyWhateverTheNetworkDoes) {
  const auto& [game, seed, processes] = GetParam();
  World world(seed);
  std::vector<std::unique_ptr<Process>> all;
  std::vector<Process*> known;
  for (int each = 0; each < processes; ++each)
    known.push_back(all.emplace_back(std::make_unique<Process>(world)).get());
  for (Process* const each : known)
    for (Process* const other : known)
      if (other != each) each->others.push_back(other);
  const std::string_view time = seed % 3 == 0 ? R"(,"time":{"game":8000,"increment":300})" : "";
  const Seats seats = opened(world, *known[0], cat(R"({"game":")", game, R"(","best_of":3,"name":"Ada")", time, '}'));
  ASSERT_NE(seats.theirs, "");
  world.weather = weather_of(seed);
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
  expect_no_id_twice(world, seats.table);
  for (const Visitor* const each : {&ada, &bob}) EXPECT_THAT(each->unanswered(), testing::IsEmpty());
  EXPECT_THAT(bob.bytes() + eve.bytes(), Not(HasSubstr(seats.mine)));
}

TEST(Hall, KeepsASeatFreeForABetterName) {
  World world(1);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","listed":true,"name":"Ada"})");
  std::vector<int> answers;
  for (const std::string_view body : {R"({"name":"Ada"})", R"({"name":" "})", R"({"name":"Bob"})", "{}"}) {
    process.hall().accept(seats.table, body, [&](const HttpAnswer& got) { answers.push_back(got.status); });
    world.run();
  }
  EXPECT_THAT(answers, testing::ElementsAre(400, 400, 200, 409));
}

TEST(Hall, HearsWhatIsSentBehindAnEntryAfterTheWelcome) {
  World world(1);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","first":2})");
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  Visitor lost(world, {&process}, "AAAAAAAAAAAAAAAA", "");
  bob.is_lazy = lost.is_lazy = true;
  for (Visitor* const each : {&bob, &lost}) {
    each->come();
    each->say(R"({"submit":{"move":"5"},"id":"a"})");
  }
  world.run();
  EXPECT_TRUE(bob.bytes().starts_with(R"({"table":)")) << bob.bytes();
  EXPECT_THAT(bob.news(), testing::ElementsAre("1 1 started", "1 2 moved 2 5"));
  EXPECT_THAT(lost.refusals(), testing::ElementsAre("There is no such table.", "Enter a table first."));
  for (int many = 0; many < 20; ++many) bob.say(R"({"enter":")" + seats.table + R"("})");
  world.run();
  EXPECT_THAT(bob.refusals(), testing::Each("Wait until you have entered."));
}

TEST(Hall, TellsThoseWhoWantViewsBeforeThereAreAny) {
  World world(1);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge"})");
  std::vector<std::string> told;
  constexpr ClientId kWatcher = 99;
  process.wires[kWatcher] = [&](std::string message) { told.push_back(std::move(message)); };
  process.hall().connected(kWatcher);
  process.hall().received(kWatcher, cat(R"({"enter":")", seats.table, R"(","views":true})"));
  world.run();
  process.hall().withdraw(seats.table, seats.mine, [](const HttpAnswer&) {});
  world.run();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[1], R"({"at":{"game":0,"number":0},"news":[],"state":"withdrawn"})");
}

TEST(Hall, LetsPeopleChangeTheirMindsAtTheDoor) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    World world(seed, {.longest_delay = 50, .troubles_per_mille = 100});
    Process one(world);
    Process two(world);
    one.others = {&two};
    two.others = {&one};
    world.weather.troubles_per_mille = 0;
    const Seats here = opened(world, one, R"({"game":"color-bridge","first":1})");
    const Seats there = opened(world, one, R"({"game":"color-bridge","first":1})");
    world.weather.troubles_per_mille = 100;
    Visitor ada(world, {&one, &two}, here.table, here.mine);
    Visitor bob(world, {&one, &two}, here.table, here.theirs);
    Visitor eve(world, {&one, &two}, there.table, there.theirs);
    for (Visitor* const each : {&ada, &bob, &eve}) each->is_lazy = true;
    for (Visitor* const each : {&ada, &bob, &eve}) each->come();
    for (int times = 0; times < 3; ++times)
      for (Visitor* const each : {&ada, &bob, &eve}) {
        each->say(R"({"submit":{"move":"6"},"id":"a"})");
        each->say(cat(R"({"enter":")", times % 2 == 0 ? there.table : here.table, R"("})"));
        each->say(cat(R"({"enter":")", here.table, R"(","token":")", here.mine, R"("})"));
        each->say(R"({"leave":true})");
      }
    world.run(std::chrono::minutes(10));
  }
}

TEST(Hall, SaysWhoSitsWhere) {
  World world(1);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","best_of":3,"name":"Ada"})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  Visitor eve(world, {&process}, seats.table, "");
  for (Visitor* const each : {&ada, &bob, &eve}) {
    each->is_lazy = true;
    each->come();
    world.run();
  }
  bob.say(R"({"submit":{"resign":true}})");
  world.run();
  EXPECT_THAT(
      eve.bytes(),
      HasSubstr(R"("how":"resigned","reason":"resignation"}],"state":"playing","names":["Ada",""],"wins":[1,0])"));
  EXPECT_THAT(eve.bytes(), Not(HasSubstr(R"("sitting":[2,1])")));
  ada.say(R"({"next":true})");
  world.run();
  EXPECT_THAT(eve.bytes(), HasSubstr(R"("at":{"game":2,"number":1},"sitting":[2,1],"news":)"));
}

TEST(Hall, SeatsBothWhoComeToARematchAtOnceByDifferentProcesses) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    World world(seed);
    Process one(world);
    Process two(world);
    one.others = {&two};
    two.others = {&one};
    const Seats seats = opened(world, one, R"({"game":"capture-the-flag"})");
    Visitor ada(world, {&one}, seats.table, seats.mine);
    Visitor bob(world, {&two}, seats.table, seats.theirs);
    for (Visitor* const each : {&ada, &bob}) each->come();
    world.run();
    ASSERT_TRUE(ada.is_done() && bob.is_done());
    for (Visitor* const each : {&ada, &bob}) {
      each->say(R"({"rematch":true})");
      world.run();
    }
    const std::size_t at = ada.bytes().rfind(R"("rematch":{"table":")");
    ASSERT_NE(at, std::string::npos);
    const std::string table = ada.bytes().substr(at + 20, 16);
    Visitor ada_again(world, {&one}, table, seats.mine);
    Visitor bob_again(world, {&two}, table, seats.theirs);
    ada_again.come();
    bob_again.come();
    world.run();
    EXPECT_TRUE(ada_again.is_done() && bob_again.is_done()) << seed;
  }
}

TEST(Hall, IsWellWhenItCanStore) {
  World world(1);
  Process process(world);
  const auto status = [&] {
    int got = 0;
    world.now += std::chrono::seconds(2);
    process.hall().health([&](const HttpAnswer& answer) { got = answer.status; });
    world.run(std::chrono::minutes(1));
    return got;
  };
  const Seats seats = opened(world, process, R"({"game":"color-bridge","first":1})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  ada.is_lazy = bob.is_lazy = true;
  ada.come();
  bob.come();
  world.run();
  EXPECT_EQ(status(), 200);
  world.store.trouble = "The disk is full";
  EXPECT_EQ(status(), 503);
  ada.say(R"({"submit":{"move":"5"}})");
  world.run(std::chrono::seconds(1));
  world.store.trouble.clear();
  EXPECT_EQ(status(), 503) << "what was to be stored a moment ago could not be";
  world.now += std::chrono::minutes(1);
  EXPECT_EQ(status(), 200);
}

TEST(Hall, TakesTheNextGameAndARematchOnceAndKnowsWhereItIsPlayed) {
  World world(1);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","best_of":3})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  for (Visitor* const each : {&ada, &bob}) {
    each->is_lazy = true;
    each->come();
    world.run();
  }
  const auto says = [&](Visitor& who, const std::string& message) {
    who.say(message);
    world.run();
  };
  says(bob, R"({"submit":{"resign":true},"id":"a"})");
  for (int twice = 0; twice < 2; ++twice) says(ada, R"({"next":true,"id":"b"})");
  EXPECT_THAT(ada.bytes(), HasSubstr(R"({"id":"b","at":{"game":2,"number":1}})"));
  says(bob, R"({"submit":{"resign":true},"id":"c"})");
  for (Visitor* const each : {&ada, &bob})
    for (int twice = 0; twice < 2; ++twice) says(*each, R"({"rematch":true,"id":"d"})");
  EXPECT_THAT(ada.bytes(), HasSubstr(R"({"id":"d","at":{"game":2,"number":2}})"));
  EXPECT_THAT(bob.bytes(), HasSubstr(R"({"id":"d","at":{"game":2,"number":2}})"));
  EXPECT_THAT(ada.refusals(), testing::IsEmpty());
  EXPECT_THAT(bob.refusals(), testing::IsEmpty());
  Visitor late(world, {&process}, seats.table, "");
  late.come();
  world.run();
  EXPECT_THAT(late.bytes(), HasSubstr(R"("rematch":{"by":2,"table":")"));
}

TEST(Hall, LetsTheFlagFallOfWhoeverDoesNotMove) {
  World world(1);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","time":{"move":60000},"first":1})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  ada.is_lazy = true;
  ada.come();
  bob.come();
  world.run();
  EXPECT_TRUE(bob.is_done());
  EXPECT_EQ(bob.news().back(), "1 2 ended 2 time");
  EXPECT_EQ(stored_news(world, seats.table, 1, 1), bob.news());
}

TEST(Hall, LetsTheFlagFallOfGamesThatItTakesUp) {
  World world(7);
  auto process = std::make_unique<Process>(world);
  const Seats seats = opened(world, *process, R"({"game":"color-bridge","time":{"move":86400000},"first":1})");
  Visitor ada(world, {process.get()}, seats.table, seats.mine);
  Visitor bob(world, {process.get()}, seats.table, seats.theirs);
  ada.is_lazy = true;
  ada.come();
  bob.come();
  world.run(std::chrono::minutes(1));
  // It is gone, and nobody is there when the time is over.
  world.forget();
  process = std::make_unique<Process>(world);
  process->hall().take_up();
  world.run(std::chrono::minutes(1));
  process->watch_clocks();
  world.run(std::chrono::hours(48));
  EXPECT_EQ(stored_news(world, seats.table, 1, 1).back(), "1 2 ended 2 time");
}

TEST(Hall, PlaysAgainstItsOwnPrograms) {
  for (const GameEntry& entry : all_games()) {
    World world(2);
    Process process(world);
    const Seats seats =
        opened(world, process, cat(R"({"game":")", entry.facts->id, R"(","players":["human","random"]})"));
    EXPECT_EQ(seats.theirs, "");
    Visitor ada(world, {&process}, seats.table, seats.mine);
    ada.come();
    world.run();
    EXPECT_TRUE(ada.is_done()) << entry.facts->id;
  }
}

TEST(Hall, TellsNobodyWhatIsNotStored) {
  World world(3);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","first":1})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  ada.is_lazy = bob.is_lazy = true;
  ada.come();
  bob.come();
  world.run();
  world.store.trouble = "The disk is full";
  ada.say(R"({"submit":{"move":"5"},"id":"a"})");
  world.run();
  EXPECT_THAT(ada.refusals(), testing::ElementsAre("Nothing can be stored just now; try again in a moment."));
  EXPECT_THAT(process.troubles, testing::Contains("The disk is full"));
  EXPECT_EQ(bob.news().size(), 1U);
  world.store.trouble.clear();
  // By the same name, as it never happened.
  ada.say(R"({"submit":{"move":"5"},"id":"a"})");
  ada.say(R"({"submit":{"move":"5"},"id":"a"})");
  world.run();
  EXPECT_EQ(bob.news().back(), "1 2 moved 1 5");
  EXPECT_EQ(ada.news().back(), "1 2 moved 1 5");
}

TEST(Hall, RefusesInASentence) {
  World world(4);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"color-bridge","first":1})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  Visitor eve(world, {&process}, seats.table, "");
  Visitor thief(world, {&process}, seats.table, "AAAAAAAAAAAAAAAAAAAAAA");
  Visitor lost(world, {&process}, "AAAAAAAAAAAAAAAA", "");
  for (Visitor* const each : {&ada, &bob, &eve, &thief, &lost}) {
    each->is_lazy = true;
    each->come();
  }
  world.run();
  EXPECT_THAT(thief.refusals(), testing::ElementsAre("That is no seat at this table."));
  EXPECT_THAT(lost.refusals(), testing::ElementsAre("There is no such table."));
  ada.say("");
  ada.say("[]");
  ada.say(R"({"submit":{"move":"99"},"id":"x"})");
  ada.say(R"({"submit":{"move":"5"},"id":"y","behind":{"game":1,"number":7}})");
  ada.say(std::string(5'000, ' '));
  bob.say(R"({"submit":{"move":"5"}})");
  eve.say(R"({"submit":{"move":"5"}})");
  world.run();
  EXPECT_EQ(ada.refusals().size(), 5U);
  EXPECT_THAT(ada.refusals()[2], HasSubstr("There is no position 99"));
  EXPECT_THAT(bob.refusals(), testing::ElementsAre("It is the other player's turn."));
  EXPECT_THAT(eve.refusals(), testing::ElementsAre("You only watch here."));
  EXPECT_EQ(eve.news().size(), 1U);
}

TEST(Hall, BeginsAnotherGameWithTheSeatsChanged) {
  World world(5);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"capture-the-flag"})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  ada.come();
  bob.come();
  world.run();
  ASSERT_TRUE(ada.is_done());
  ada.say(R"({"rematch":true})");
  world.run();
  EXPECT_THAT(bob.bytes(), HasSubstr(R"({"rematch":{"by":1}})"));
  bob.say(R"({"rematch":true})");
  world.run();
  const std::size_t at = ada.bytes().rfind(R"("rematch":{"table":")");
  ASSERT_NE(at, std::string::npos);
  const std::string table = ada.bytes().substr(at + 20, 16);
  Visitor again(world, {&process}, table, seats.mine);
  Visitor other_one(world, {&process}, table, seats.theirs);
  again.come();
  other_one.come();
  world.run();
  EXPECT_TRUE(again.is_done() && other_one.is_done());
  EXPECT_THAT(again.bytes(), HasSubstr(R"("seat":2)"));
}

// What the other player and those who watch were sent, byte for byte, before anything was revealed.
std::string sent_before_the_reveal(std::string_view game, std::size_t shift) {
  World world(6);
  Process process(world);
  const Seats seats = opened(world, process, cat(R"({"game":")", game, R"(","first":1})"));
  Visitor ada(world, {&process}, seats.table, seats.mine);
  Visitor bob(world, {&process}, seats.table, seats.theirs);
  Visitor eve(world, {&process}, seats.table, "");
  ada.shift = shift;
  for (Visitor* const each : {&ada, &bob, &eve}) each->come();
  world.run();
  EXPECT_TRUE(ada.is_done());
  std::string all;
  for (const Visitor* const each : {&bob, &eve}) {
    std::string bytes = each->bytes().substr(0, each->bytes().find("revealed"));
    EXPECT_NE(bytes, each->bytes());
    for (std::size_t at = bytes.find(seats.table); at != std::string::npos; at = bytes.find(seats.table))
      bytes.replace(at, seats.table.size(), "ID");
    // The last line has the end of the phase in it.
    all += bytes.substr(0, bytes.rfind('\n'));
  }
  return all;
}

TEST(Hall, SendsNobodyWhatIsHidden) {
  int hidden = 0;
  for (const GameEntry& entry : all_games()) {
    if (!entry.facts->hidden) continue;
    ++hidden;
    const std::string one = sent_before_the_reveal(entry.facts->id, 0);
    EXPECT_GT(one.size(), 1'000U);
    for (const std::size_t shift : {1U, 2U}) EXPECT_EQ(sent_before_the_reveal(entry.facts->id, shift), one);
  }
  EXPECT_GT(hidden, 0);
}

std::vector<Course> cases() {
  std::vector<Course> all;
  for (const GameEntry& entry : all_games())
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
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
