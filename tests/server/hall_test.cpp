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

constexpr std::string_view kAddress = "192.0.2.1";

struct Seats {
  std::string table;
  std::string mine;
  std::string theirs;
};

std::string text_of(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  return found == nullptr ? "" : found->text;
}

HttpAnswer created(World& world, Process& process, const std::string& wish, std::string_view address = kAddress) {
  HttpAnswer got;
  process.hall().create(wish, address, [&](HttpAnswer answer) { got = std::move(answer); });
  world.run();
  return got;
}

// A table that somebody has asked for.
Seats opened(World& world, Process& process, const std::string& wish) {
  const HttpAnswer answer = created(world, process, wish);
  const auto value = read_json(answer.body);
  EXPECT_EQ(answer.status, 201) << answer.body;
  const std::string invitation = text_of(*value, "invitation");
  const std::string table = text_of(*value, "table");
  if (!invitation.empty()) world.invitations[table] = invitation;
  return {table, text_of(*value, "token"), std::string(invitation.empty() ? "" : kGuestToken)};
}

// One process, a table, the two who may sit there and somebody who watches.
struct Evening {
  explicit Evening(const std::string& wish, std::uint64_t seed = 1)
      : world(seed), seats(opened(world, process, wish)) {}

  // They come one after the other. Those who are lazy never move of themselves.
  enum class Zeal : std::uint8_t { lazy, eager };
  void come(Zeal zeal, std::initializer_list<Visitor*> visitors) {
    for (Visitor* const each : visitors) {
      each->is_lazy = zeal == Zeal::lazy;
      each->come();
    }
    world.run();
  }
  void says(Visitor& who, const std::string& message) {
    who.say(message);
    world.run();
  }

  World world;
  Process process{world};
  Seats seats;
  Visitor ada{world, {&process}, seats.table, seats.mine};
  Visitor bob{world, {&process}, seats.table, seats.theirs};
  Visitor eve{world, {&process}, seats.table, ""};
};
constexpr auto kLazy = Evening::Zeal::lazy;
constexpr auto kEager = Evening::Zeal::eager;

// Processes that use one store.
void acquaint(const std::vector<Process*>& processes) {
  for (Process* const each : processes)
    for (Process* const other : processes)
      if (other != each) each->others.push_back(other);
}

// Where those who have agreed on it play again; empty if they have not.
std::string rematch_in(const Visitor& visitor) {
  constexpr std::string_view kTold = R"("rematch":{"table":")";
  const std::size_t at = visitor.bytes().rfind(kTold);
  return at == std::string::npos ? "" : visitor.bytes().substr(at + kTold.size(), 16);
}

// What the store would tell: the table as it is replayed, and its news.
std::vector<std::string> stored_news(World& world, const std::string& id, Onlooker onlooker, std::uint32_t game) {
  SharedGames games;
  const auto table = restored_table(world.store.tables.at(id), games);
  EXPECT_TRUE(table) << table.error().why;
  EXPECT_EQ((*table)->mark().game, game);
  const std::string text = object_text([&](JsonObject& json) { (*table)->add_news(json, onlooker, {}); });
  std::vector<std::string> news;
  const auto told = read_json(text, {.bytes = 1 << 20});
  for (const JsonValue& each : told->find("events")->values) {
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
  acquaint(known);
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
  Evening evening(R"({"game":"color-bridge","listed":true,"name":"Ada"})");
  std::vector<int> answers;
  for (const std::string_view body : {R"({"name":"Ada"})", R"({"name":" "})", R"({"name":"Bob"})", "{}"}) {
    evening.process.hall().accept(evening.seats.table, body, kAddress,
                                  [&](const HttpAnswer& got) { answers.push_back(got.status); });
    evening.world.run();
  }
  EXPECT_THAT(answers, testing::ElementsAre(400, 400, 200, 409));
}

TEST(Hall, HearsWhatIsSentBehindAnEntryAfterTheWelcome) {
  Evening evening(R"({"game":"color-bridge","first":2})");
  Visitor& bob = evening.bob;
  Visitor lost(evening.world, {&evening.process}, "AAAAAAAAAAAAAAAA", "");
  bob.is_lazy = lost.is_lazy = true;
  for (Visitor* const each : {&bob, &lost}) {
    each->come();
    each->say(R"({"submit":{"move":"5"},"id":"a"})");
  }
  evening.world.run();
  EXPECT_TRUE(bob.bytes().starts_with(R"({"table":)")) << bob.bytes();
  EXPECT_THAT(bob.news(), testing::ElementsAre("1 1 started", "1 2 moved 2 5"));
  EXPECT_THAT(lost.refusals(), testing::ElementsAre("There is no such table.", "Enter a table first."));
  for (int many = 0; many < 20; ++many) bob.say(R"({"enter":")" + evening.seats.table + R"("})");
  evening.world.run();
  EXPECT_THAT(bob.refusals(), testing::Each("Wait until you have entered."));
}

TEST(Hall, TellsThoseWhoWantViewsBeforeThereAreAny) {
  Evening evening(R"({"game":"color-bridge"})");
  evening.come(kLazy, {&evening.eve});
  evening.process.hall().withdraw(evening.seats.table, evening.seats.mine, [](const HttpAnswer&) {});
  evening.world.run();
  EXPECT_TRUE(
      evening.eve.bytes().ends_with("\n"
                                    R"({"at":{"game":0,"number":0},"events":[],"state":"withdrawn"})"
                                    "\n"))
      << evening.eve.bytes();
}

TEST(Hall, LetsPeopleChangeTheirMindsAtTheDoor) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    World world(seed, {.longest_delay = 50, .troubles_per_mille = 100});
    Process one(world);
    Process two(world);
    acquaint({&one, &two});
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
  Evening evening(R"({"game":"color-bridge","best_of":3,"name":"Ada"})");
  evening.come(kLazy, {&evening.ada, &evening.bob, &evening.eve});
  evening.says(evening.bob, R"({"submit":{"resign":true}})");
  EXPECT_THAT(
      evening.eve.bytes(),
      HasSubstr(R"("how":"resigned","reason":"resignation"}],"state":"playing","names":["Ada",""],"wins":[1,0])"));
  EXPECT_THAT(evening.eve.bytes(), Not(HasSubstr(R"("seats":[2,1])")));
  evening.says(evening.ada, R"({"next":true})");
  EXPECT_THAT(evening.eve.bytes(), HasSubstr(R"("at":{"game":2,"number":1},"seats":[2,1],"events":)"));
}

TEST(Hall, SeatsBothWhoComeToARematchAtOnceByDifferentProcesses) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    World world(seed);
    Process one(world);
    Process two(world);
    acquaint({&one, &two});
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
    const std::string table = rematch_in(ada);
    ASSERT_NE(table, "");
    Visitor ada_again(world, {&one}, table, seats.mine);
    Visitor bob_again(world, {&two}, table, seats.theirs);
    ada_again.come();
    bob_again.come();
    world.run();
    EXPECT_TRUE(ada_again.is_done() && bob_again.is_done()) << seed;
  }
}

TEST(Hall, IsWellWhenItCanStore) {
  Evening evening(R"({"game":"color-bridge","first":1})");
  World& world = evening.world;
  const auto status = [&] {
    int got = 0;
    world.now += std::chrono::seconds(2);
    evening.process.hall().health([&](const HttpAnswer& answer) { got = answer.status; });
    world.run(std::chrono::minutes(1));
    return got;
  };
  evening.come(kLazy, {&evening.ada, &evening.bob});
  EXPECT_EQ(status(), 200);
  world.store.trouble = "The disk is full";
  EXPECT_EQ(status(), 503);
  evening.ada.say(R"({"submit":{"move":"5"}})");
  world.run(std::chrono::seconds(1));
  world.store.trouble.clear();
  EXPECT_EQ(status(), 503) << "what was to be stored a moment ago could not be";
  world.now += std::chrono::minutes(1);
  EXPECT_EQ(status(), 200);
}

TEST(Hall, IsSettledWhenTheStoreHasAnswered) {
  Evening evening(R"({"game":"color-bridge","first":1})");
  evening.come(kLazy, {&evening.ada, &evening.bob});
  EXPECT_TRUE(evening.process.hall().is_settled());
  evening.process.hall().withdraw(evening.seats.table, "", [](const HttpAnswer&) {});
  EXPECT_TRUE(evening.process.hall().is_settled()) << "nothing was accepted";
  evening.process.hall().list("open", [](const HttpAnswer&) {});
  EXPECT_FALSE(evening.process.hall().is_settled());
  evening.world.run();
  EXPECT_TRUE(evening.process.hall().is_settled());
}

TEST(Hall, TakesTheNextGameAndARematchOnceAndKnowsWhereItIsPlayed) {
  Evening evening(R"({"game":"color-bridge","best_of":3})");
  Visitor& ada = evening.ada;
  Visitor& bob = evening.bob;
  evening.come(kLazy, {&ada, &bob});
  evening.says(bob, R"({"submit":{"resign":true},"id":"a"})");
  for (int twice = 0; twice < 2; ++twice) evening.says(ada, R"({"next":true,"id":"b"})");
  EXPECT_THAT(ada.bytes(), HasSubstr(R"({"id":"b","at":{"game":2,"number":1}})"));
  evening.says(bob, R"({"submit":{"resign":true},"id":"c"})");
  for (Visitor* const each : {&ada, &bob})
    for (int twice = 0; twice < 2; ++twice) evening.says(*each, R"({"rematch":true,"id":"d"})");
  EXPECT_THAT(ada.bytes(), HasSubstr(R"({"id":"d","at":{"game":2,"number":2}})"));
  EXPECT_THAT(bob.bytes(), HasSubstr(R"({"id":"d","at":{"game":2,"number":2}})"));
  EXPECT_THAT(ada.refusals(), testing::IsEmpty());
  EXPECT_THAT(bob.refusals(), testing::IsEmpty());
  evening.come(kLazy, {&evening.eve});
  EXPECT_THAT(evening.eve.bytes(), HasSubstr(R"("rematch":{"by":2,"table":")"));
}

TEST(Hall, LetsTheFlagFallOfWhoeverDoesNotMove) {
  Evening evening(R"({"game":"color-bridge","time":{"move":60000},"first":1})");
  evening.ada.is_lazy = true;
  for (Visitor* const each : {&evening.ada, &evening.bob}) each->come();
  evening.world.run();
  EXPECT_TRUE(evening.bob.is_done());
  EXPECT_EQ(evening.bob.news().back(), "1 2 ended 2 time");
  EXPECT_EQ(stored_news(evening.world, evening.seats.table, 1, 1), evening.bob.news());
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
    Evening evening(cat(R"({"game":")", entry.facts->id, R"(","players":["human","random"]})"), 2);
    EXPECT_EQ(evening.seats.theirs, "");
    evening.come(kEager, {&evening.ada});
    EXPECT_TRUE(evening.ada.is_done()) << entry.facts->id;
  }
}

// Those of one address take one turn among all who wait for a program, also when nobody knows who has opened the
// tables.
TEST(Hall, KnowsForWhomAProgramThinksThoughTheTableWasOpenedBefore) {
  World world(6);
  Process process(world);
  std::vector<std::unique_ptr<Visitor>> visitors;
  for (int i = 0; i < 3; ++i) {
    const Seats seats = opened(world, process, R"({"game":"color-bridge","players":["human","random"],"first":2})");
    visitors.push_back(std::make_unique<Visitor>(world, std::vector{&process}, seats.table, seats.mine));
    visitors.back()->address = "2001:db8:1:2::";
  }
  EXPECT_THAT(process.owners, testing::ElementsAre(kAddress));
  process.die();
  process.owners.clear();
  for (const auto& each : visitors) each->come();
  world.run();
  EXPECT_THAT(process.owners, testing::ElementsAre("2001:db8:1::"));
}

TEST(Hall, TellsNobodyWhatIsNotStored) {
  Evening evening(R"({"game":"color-bridge","first":1})", 3);
  Visitor& ada = evening.ada;
  Visitor& bob = evening.bob;
  evening.come(kLazy, {&ada, &bob});
  evening.world.store.trouble = "The disk is full";
  evening.says(ada, R"({"submit":{"move":"5"},"id":"a"})");
  EXPECT_THAT(ada.refusals(), testing::ElementsAre("Nothing can be stored just now; try again in a moment."));
  EXPECT_THAT(evening.process.troubles, testing::Contains("The disk is full"));
  EXPECT_EQ(bob.news().size(), 1U);
  evening.world.store.trouble.clear();
  // By the same name, as it never happened.
  ada.say(R"({"submit":{"move":"5"},"id":"a"})");
  evening.says(ada, R"({"submit":{"move":"5"},"id":"a"})");
  EXPECT_EQ(bob.news().back(), "1 2 moved 1 5");
  EXPECT_EQ(ada.news().back(), "1 2 moved 1 5");
}

TEST(Hall, ReadsATableOnceThoughManyAskForIt) {
  Evening evening(R"({"game":"color-bridge","best_of":9})");
  evening.come(kLazy, {&evening.ada, &evening.bob});
  for (Visitor* const each : {&evening.ada, &evening.bob}) evening.says(*each, R"({"leave":true})");
  // What is not in memory cannot be had now.
  evening.world.store.trouble = "The disk is full";
  const auto status = [&](const std::string& table) {
    int got = 0;
    evening.process.hall().facts(table, "", [&](const HttpAnswer& answer) { got = answer.status; });
    evening.world.run();
    return got;
  };
  for (int many = 0; many < 3; ++many) EXPECT_EQ(status(evening.seats.table), 200);
  EXPECT_EQ(status("AAAAAAAAAAAAAAAA"), 503);
  evening.world.now += std::chrono::seconds(10);
  EXPECT_EQ(status(evening.seats.table), 503) << "it may have been deleted meanwhile";
}

TEST(Hall, KeepsOnlySomeTablesThatNobodyUses) {
  World world(12);
  Process process(world);
  process.limits.idle_tables = 3;
  process.die();
  std::vector<Seats> tables;
  for (int many = 0; many < 4; ++many) tables.push_back(opened(world, process, R"({"game":"color-bridge"})"));
  MetricsText text;
  process.hall().append_metrics(text);
  EXPECT_THAT(text.text(), HasSubstr("duello_tables 3\n"));
}

TEST(Hall, RefusesInASentence) {
  Evening evening(R"({"game":"color-bridge","first":1})", 4);
  Visitor& ada = evening.ada;
  Visitor thief(evening.world, {&evening.process}, evening.seats.table, "AAAAAAAAAAAAAAAAAAAAAA");
  Visitor lost(evening.world, {&evening.process}, "AAAAAAAAAAAAAAAA", "");
  evening.come(kLazy, {&ada, &evening.bob, &evening.eve, &thief, &lost});
  EXPECT_THAT(thief.refusals(), testing::ElementsAre("That is no seat at this table."));
  EXPECT_THAT(lost.refusals(), testing::ElementsAre("There is no such table."));
  ada.say("");
  ada.say("[]");
  ada.say(R"({"submit":{"move":"99"},"id":"x"})");
  ada.say(R"({"submit":{"move":"5"},"id":"y","at":{"game":1,"number":7}})");
  ada.say(std::string(5'000, ' '));
  evening.bob.say(R"({"submit":{"move":"5"}})");
  evening.says(evening.eve, R"({"submit":{"move":"5"}})");
  EXPECT_EQ(ada.refusals().size(), 5U);
  EXPECT_THAT(ada.refusals()[2], HasSubstr("There is no position 99"));
  EXPECT_THAT(evening.bob.refusals(), testing::ElementsAre("It is the other player's turn."));
  EXPECT_THAT(evening.eve.refusals(), testing::ElementsAre("You only watch here."));
  EXPECT_EQ(evening.eve.news().size(), 1U);
}

TEST(Hall, BeginsAnotherGameWithTheSeatsChanged) {
  Evening evening(R"({"game":"capture-the-flag"})", 5);
  evening.come(kEager, {&evening.ada, &evening.bob});
  ASSERT_TRUE(evening.ada.is_done());
  evening.says(evening.ada, R"({"rematch":true})");
  EXPECT_THAT(evening.bob.bytes(), HasSubstr(R"({"rematch":{"by":1}})"));
  evening.says(evening.bob, R"({"rematch":true})");
  const std::string table = rematch_in(evening.ada);
  ASSERT_NE(table, "");
  Visitor again(evening.world, {&evening.process}, table, evening.seats.mine);
  Visitor other_one(evening.world, {&evening.process}, table, evening.seats.theirs);
  evening.come(kEager, {&again, &other_one});
  EXPECT_TRUE(again.is_done() && other_one.is_done());
  EXPECT_THAT(again.bytes(), HasSubstr(R"("seat":2)"));
}

std::string listed(World& world, Process& process, std::string_view state) {
  std::string text;
  world.now += std::chrono::seconds(2);  // the last list is forgotten
  process.hall().list(state, [&](const HttpAnswer& answer) { text = answer.body; });
  world.run();
  return text;
}

TEST(Hall, ListsBothNamesThoughNobodyIsAtTheTable) {
  World world(8);
  Process one(world);
  Process two(world);
  const Seats seats = opened(world, one, R"({"game":"color-bridge","listed":true,"name":"Ada"})");
  EXPECT_THAT(listed(world, two, "open"), HasSubstr(R"("names":["Ada",""],"taken":[true,false])"));
  one.hall().accept(seats.table, R"({"name":"Bob"})", kAddress, [](const HttpAnswer&) {});
  world.run();
  for (Process* const each : {&one, &two}) {
    EXPECT_THAT(listed(world, *each, "open"), R"({"tables":[]})");
    const std::string playing = listed(world, *each, "playing");
    EXPECT_THAT(playing, HasSubstr(R"("names":["Ada","Bob"],"taken":[true,true])"));
    // What was once found out is known.
    const auto inputs = std::exchange(world.store.tables.at(seats.table).inputs, {});
    EXPECT_EQ(listed(world, *each, "playing"), playing);
    world.store.tables.at(seats.table).inputs = inputs;
  }
}

TEST(Hall, ListsWhatWasWonWhileItWasLookedUp) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    World world(seed);
    Process here(world);
    Process elsewhere(world);
    here.others = {&elsewhere};
    const Seats seats = opened(world, here, R"({"game":"color-bridge","best_of":5,"listed":true,"name":"Ada"})");
    here.hall().accept(seats.table, "", kAddress, [](const HttpAnswer&) {});
    Visitor ada(world, {&here}, seats.table, seats.mine);
    ada.is_lazy = true;
    ada.come();
    world.run();
    ada.say(R"({"submit":{"resign":true}})");
    elsewhere.hall().list("playing", [](const HttpAnswer&) {});
    world.run();
    EXPECT_THAT(listed(world, elsewhere, "playing"), HasSubstr(R"("wins":[0,1])")) << "seed " << seed;
  }
}

TEST(Hall, ListsWhatWasWonThoughNobodyIsAtTheTable) {
  World world(8);
  Process here(world);
  Process elsewhere(world);
  here.others = {&elsewhere};
  const Seats seats = opened(world, here, R"({"game":"color-bridge","best_of":5,"listed":true,"name":"Ada"})");
  here.hall().accept(seats.table, "", kAddress, [](const HttpAnswer&) {});
  world.run();
  EXPECT_THAT(listed(world, elsewhere, "playing"), HasSubstr(R"("wins":[0,0])"));
  for (const std::string_view wins : {R"("wins":[0,1])", R"("wins":[0,2])"}) {
    Visitor ada(world, {&here}, seats.table, seats.mine);
    ada.is_lazy = true;
    ada.come();
    world.run();
    ada.say(R"({"submit":{"resign":true}})");
    ada.say(R"({"next":true})");
    world.run();
    ada.say(R"({"leave":true})");
    world.run();
    for (Process* const each : {&here, &elsewhere}) EXPECT_THAT(listed(world, *each, "playing"), HasSubstr(wins));
  }
}

TEST(Hall, AnswersAllWhoAskForAListAtATime) {
  World world(8);
  Process process(world);
  std::vector<int> answers;
  for (int many = 0; many < 3; ++many)
    process.hall().list("open", [&](const HttpAnswer& answer) { answers.push_back(answer.status); });
  world.run();
  EXPECT_THAT(answers, testing::ElementsAre(200, 200, 200));
  world.now += std::chrono::seconds(2);
  world.store.trouble = "The disk is full";
  for (int many = 0; many < 2; ++many)
    process.hall().list("open", [&](const HttpAnswer& answer) { answers.push_back(answer.status); });
  world.run();
  EXPECT_THAT(answers, testing::ElementsAre(200, 200, 200, 503, 503));
}

TEST(Hall, KeepsOneAddressFromFillingTheLobby) {
  World world(9);
  Process one(world);
  Process two(world);
  acquaint({&one, &two});
  const std::string challenge = R"({"game":"color-bridge","listed":true})";
  const auto status = [&](std::string_view address = kAddress) {
    return created(world, one, challenge, address).status;
  };
  one.limits.of_address.challenges = 3;
  one.die();
  std::vector<Seats> open;
  for (int many = 0; many < 3; ++many) open.push_back(opened(world, one, challenge));
  EXPECT_THAT(created(world, one, challenge).body,
              R"({"error":"Too many challenges from your address are open; withdraw one, or invite somebody by a )"
              R"(link."})");
  EXPECT_EQ(status("192.0.2.2"), 201);
  EXPECT_EQ(created(world, one, R"({"game":"color-bridge"})").status, 201) << "by a link";
  // One of them begins at another process, one at this one, and one is withdrawn.
  two.hall().accept(open[0].table, "", kAddress, [](const HttpAnswer&) {});
  world.run();
  EXPECT_EQ(status(), 201);
  EXPECT_EQ(status(), 429);
  one.hall().accept(open[1].table, "", kAddress, [](const HttpAnswer&) {});
  world.run();
  EXPECT_EQ(status(), 201);
  EXPECT_EQ(status(), 429);
  one.hall().withdraw(open[2].table, open[2].mine, [](const HttpAnswer&) {});
  world.run();
  EXPECT_EQ(status(), 201);
  EXPECT_EQ(status(), 429);
  world.now += std::chrono::hours(25);
  EXPECT_EQ(status(), 201);
}

TEST(Hall, BoundsHowManyTablesAnAddressOpensInAShortTime) {
  World world(13);
  Process process(world);
  process.limits.of_address.tables = 3;
  process.die();
  const std::string wish = R"({"game":"color-bridge"})";
  const auto come_and_go = [&] {
    const Seats seats = opened(world, process, wish);
    process.hall().withdraw(seats.table, seats.mine, [](const HttpAnswer&) {});
    world.run();
  };
  for (int many = 0; many < 6; ++many) come_and_go();
  EXPECT_THAT(created(world, process, wish).body,
              testing::HasSubstr("opened from your address in a short time; try again in a few minutes."));
  EXPECT_EQ(created(world, process, wish, "192.0.2.2").status, 201);
  // Three in ten minutes, without end.
  for (int many = 0; many < 3; ++many) {
    world.now += std::chrono::seconds(201);
    come_and_go();
    EXPECT_EQ(created(world, process, wish).status, 429);
  }
}

TEST(Hall, CountsTheRematchesOfAnAddress) {
  World world(10);
  Process process(world);
  process.limits.of_address.tables = 2;
  process.die();
  const Seats seats = opened(world, process, R"({"game":"capture-the-flag","players":["human","random"]})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  ada.come();
  world.run();
  ASSERT_TRUE(ada.is_done());
  ada.say(R"({"rematch":true})");
  world.run();
  EXPECT_NE(rematch_in(ada), "");
  EXPECT_EQ(created(world, process, R"({"game":"color-bridge"})").status, 201);
  EXPECT_EQ(created(world, process, R"({"game":"color-bridge"})").status, 429);
  // Whoever has too many already, by rematches or otherwise, gets no other.
  Visitor again(world, {&process}, rematch_in(ada), seats.mine);
  again.come();
  world.run();
  ASSERT_TRUE(again.is_done());
  EXPECT_EQ(created(world, process, R"({"game":"color-bridge"})").status, 201);
  again.say(R"({"rematch":true,"id":"a"})");
  world.run();
  EXPECT_THAT(again.refusals(),
              testing::ElementsAre("Too many games were opened from your address; end or withdraw some."));
}

TEST(Hall, OpensOneTableForARematchHoweverOftenItIsAskedFor) {
  World world(12);
  Process process(world);
  const Seats seats = opened(world, process, R"({"game":"capture-the-flag","players":["human","random"]})");
  Visitor ada(world, {&process}, seats.table, seats.mine);
  ada.come();
  world.run();
  ASSERT_TRUE(ada.is_done());
  for (int i = 0; i < 30; ++i) ada.say(cat(R"({"rematch":true,"id":"r)", i, "\"}"));
  world.run();
  EXPECT_NE(rematch_in(ada), "");
  EXPECT_EQ(world.store.tables.size(), 2U);
  // All were answered: the first was taken.
  EXPECT_EQ(ada.refusals().size(), 29U);
  EXPECT_EQ(created(world, process, R"({"game":"color-bridge"})").status, 201);
}

TEST(Hall, LooksAfterTablesThatMayHaveEndedElsewhere) {
  World world(11);
  Process one(world);
  Process two(world);
  acquaint({&one, &two});
  one.limits.of_address.tables = 1;
  one.limits.idle_tables = 0;
  one.die();
  const Seats seats = opened(world, one, R"({"game":"capture-the-flag","players":["human","random"]})");
  EXPECT_EQ(created(world, one, R"({"game":"color-bridge"})").status, 429);
  Visitor ada(world, {&two}, seats.table, seats.mine);
  ada.come();
  world.run();
  ASSERT_TRUE(ada.is_done());
  EXPECT_EQ(created(world, one, R"({"game":"color-bridge"})").status, 429) << "nobody has looked for a minute";
  world.now += std::chrono::minutes(1);
  EXPECT_EQ(created(world, one, R"({"game":"color-bridge"})").status, 429);
  EXPECT_EQ(created(world, one, R"({"game":"color-bridge"})").status, 201);
}

// What the other player and those who watch were sent, byte for byte, before anything was revealed.
std::string sent_before_the_reveal(std::string_view game, std::size_t shift) {
  Evening evening(cat(R"({"game":")", game, R"(","first":1})"), 6);
  const std::string& table = evening.seats.table;
  evening.ada.shift = shift;
  evening.come(kEager, {&evening.ada, &evening.bob, &evening.eve});
  EXPECT_TRUE(evening.ada.is_done());
  std::string all;
  for (const Visitor* const each : {&evening.bob, &evening.eve}) {
    std::string bytes = each->bytes().substr(0, each->bytes().find("revealed"));
    EXPECT_NE(bytes, each->bytes());
    for (std::size_t at = bytes.find(table); at != std::string::npos; at = bytes.find(table))
      bytes.replace(at, table.size(), "ID");
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
