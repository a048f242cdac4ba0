#include "server/followed_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/registry.hpp"
#include "core/random.hpp"
#include "players/random_player.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Moment kBegin{std::chrono::milliseconds(1'800'000'000'000)};

// Notes what it hears.
struct Ear : FollowedTable::Listener {
  std::vector<std::string> heard{};

  void began(const FollowedTable& table) override { heard.push_back(cat("began ", table.mark().game)); }
  void happened(const FollowedTable& /*table*/, const Duel& duel, const Event& event) override {
    if (event.is<event::Ended>()) heard.push_back(cat("ended ", number(duel.referee().result()->winner)));
  }
  void came(const FollowedTable& /*table*/, std::size_t player) override { heard.push_back(cat("came ", player)); }
  void went(const FollowedTable& /*table*/, std::size_t player) override { heard.push_back(cat("went ", player)); }
  void said(const FollowedTable& /*table*/, Seat seat, std::string_view phrase) override {
    heard.push_back(cat(number(seat), ": ", phrase));
  }
  void wants_rematch(const FollowedTable& /*table*/, std::size_t player) override {
    heard.push_back(cat("wants ", player));
  }
  void closing(std::string_view clause) override { heard.push_back(cat("closing: ", clause)); }
};

Pen told_pen() {
  Pen pen;
  pen.boards = Boards::told;
  pen.names[Seat::one] = "Ann";
  pen.names[Seat::two] = "Bob";
  return pen;
}

// A table as a server has it, and what it would send.
struct Served {
  std::shared_ptr<ChosenGame> chosen;
  ServedTable table;

  explicit Served(TableSetup setup, const std::shared_ptr<ChosenGame>& game)
      : chosen(game), table(std::move(setup), game, {}) {
    EXPECT_TRUE(table.sit(0, "Ann", {}, {kBegin, {}}));
    EXPECT_TRUE(table.sit(1, "Bob", {}, {kBegin, {}}));
  }

  static Served of(std::string_view id, const Agreement& agreement) {
    auto chosen = std::make_shared<ChosenGame>(
        *ChosenGame::from({.id = std::string(id), .variant = {}, .settings = {}, .table = {}}));
    TableSetup setup;
    setup.game = id;
    setup.rules = settings_text(chosen->game().rules());
    setup.agreement = agreement;
    setup.agreement.consent = Consent::asked;
    return Served(std::move(setup), chosen);
  }

  std::string message(Onlooker onlooker, Bookmark have, bool is_welcome) const {
    std::string text;
    {
      JsonObject json(text);
      if (is_welcome) {
        json.add("table", "AAAAAAAAAAAAAAAA");
        table.add_facts(json);
      } else {
        table.add_standing(json, have);
      }
      table.add_news(json, onlooker, have);
    }
    return text;
  }
};

// Somebody who is told, sometimes late.
struct Follower {
  Onlooker onlooker;
  FollowedTable table{};
  Ear ear{};
  bool is_away = false;

  void hear(const Served& served, bool is_welcome) {
    const auto message = read_json(served.message(onlooker, table.is_known() ? table.mark() : Bookmark{}, is_welcome),
                                   {.bytes = 1 << 20});
    ASSERT_TRUE(message);
    const auto taken = table.take(*message, {}, ear);
    ASSERT_TRUE(taken) << taken.error().why;
    must_see_the_same(served);
  }

  void must_see_the_same(const Served& served) const {
    const Referee& theirs = served.table.meeting()->duel().referee();
    const Referee& ours = table.referee();
    const auto seat = served.table.seat_of(onlooker);
    ASSERT_EQ(table.seat(), seat);
    ASSERT_EQ(table.mark(), served.table.mark());
    ASSERT_EQ(table.state(), served.table.state());
    ASSERT_EQ(ours.mover(), theirs.mover());
    ASSERT_EQ(ours.swapped(), theirs.swapped());
    ASSERT_EQ(table.offer(), served.table.meeting()->duel().offer());
    const AnyGame& game = theirs.game();
    ASSERT_EQ(game.board(ours.view(seat), told_pen()), game.board(theirs.view(seat), told_pen()));
    ASSERT_EQ(ours.result().has_value(), theirs.result().has_value());
    if (theirs.result()) {
      ASSERT_EQ(ours.closing(told_pen()), theirs.closing(told_pen()));
    }
    for (std::size_t player = 0; player < 2; ++player)
      ASSERT_EQ(table.wins(player), served.table.meeting()->standing().wins(player));
  }
};

JsonValue request_of(const std::string& text) { return *read_json(text); }

// Something that whoever is to move might want.
std::string any_request(const Served& served, Random& random) {
  const Duel& duel = served.table.meeting()->duel();
  const Referee& referee = duel.referee();
  if (random.below(60) == 0) return R"({"resign":true})";
  RandomPlayer player(random);
  random();
  const TurnOfDuel turn(duel);
  const Request answer = player.answer(*turn).value();
  if (std::holds_alternative<Swap>(answer)) return R"({"swap":true})";
  std::string text;
  JsonObject(text).add("move", referee.game().write(std::get<AnyMove>(answer)));
  return text;
}

class EveryGame : public testing::TestWithParam<std::string> {};

TEST_P(EveryGame, LooksToWhoeverFollowsItAsItIs) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    Agreement agreement{.best_of = 3, .rounds = 2, .seed = seed};
    const Served by_the_book = Served::of(GetParam(), agreement);
    if (!by_the_book.chosen->facts().hidden) agreement.swapping = Swapping::yes;
    Served served = Served::of(GetParam(), agreement);
    std::array<Follower, 3> followers{Follower{0}, Follower{1}, Follower{std::nullopt}};
    for (Follower& each : followers) each.hear(served, true);
    for (int i = 0; i < 400 && served.table.state() != TableState::over; ++i) {
      const Referee& referee = served.table.meeting()->duel().referee();
      const auto player = served.table.seat_of(0) == referee.mover() ? std::size_t{0} : std::size_t{1};
      if (referee.result()) {
        ASSERT_TRUE(served.table.next(player, {kBegin, {}}));
      } else if (random.below(6) == 0) {
        // Whether it can be taken back or not, everybody goes on knowing the same.
        [[maybe_unused]] const auto asked =
            served.table.submit(player, request_of(R"({"undo":true})"), {}, {kBegin, {}});
        [[maybe_unused]] const auto answered = served.table.submit(
            1 - player, request_of(random.below(2) == 0 ? R"({"agree":true})" : R"({"decline":true})"), {},
            {kBegin, {}});
      } else {
        const auto done = served.table.submit(player, request_of(any_request(served, random)), {}, {kBegin, {}});
        ASSERT_TRUE(done) << done.error().why;
      }
      // Whoever has missed something is welcomed anew.
      for (Follower& each : followers)
        if (random.below(3) != 0)
          each.hear(served, std::exchange(each.is_away, false));
        else
          each.is_away = true;
    }
    for (Follower& each : followers) each.hear(served, each.is_away);
  }
}

std::vector<std::string> ids_of_games() {
  std::vector<std::string> ids;
  for (const GameEntry& entry : all_games()) ids.emplace_back(entry.facts->id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(All, EveryGame, testing::ValuesIn(ids_of_games()), [](const auto& given) {
  std::string name = given.param;
  std::erase(name, '-');
  return name;
});

// A table whose welcome has been heard.
struct Welcomed {
  Served served = Served::of("color-bridge", {.best_of = 3});
  Follower reader{0};

  Welcomed() { reader.hear(served, true); }
  std::expected<void, Complaint> take(const std::string& text) {
    const auto value = read_json(text, {.bytes = 1 << 20});
    return reader.table.take(*value, {}, reader.ear);
  }
};

TEST(FollowedTable, TellsWhoComesAndGoesAndWhatTheySay) {
  Welcomed table;
  table.reader.ear.heard.clear();
  ASSERT_TRUE(table.take(R"({"present":[true,true]})"));
  ASSERT_TRUE(table.take(R"({"present":[false,false]})"));  // of oneself there is nothing to tell
  ASSERT_TRUE(table.take(R"({"present":[true,true]})"));
  ASSERT_TRUE(table.take(R"({"said":{"seat":2,"phrase":3}})"));
  ASSERT_TRUE(table.take(R"({"said":{"seat":2,"phrase":300}})"));  // of a newer program
  ASSERT_TRUE(table.take(R"({"closing":"The server is being \u001b[31mstopped."})"));
  EXPECT_THAT(table.reader.ear.heard,
              ElementsAre("went 1", "came 1", "2: Well played!", HasSubstr("closing: The server is being ")));
  EXPECT_TRUE(is_printable(table.reader.ear.heard.back()));
}

TEST(FollowedTable, CallsNobodyByWhatCannotBeShown) {
  Served served = Served::of("color-bridge", {});
  std::string text = served.message(std::nullopt, {}, true);
  const std::size_t at = text.find(R"("Ann")");
  text.replace(at, 5, R"("A\u001b[2Jn\u202en and a name that goes on and on and on and on")");
  FollowedTable table;
  Ear ear;
  ASSERT_TRUE(table.take(*read_json(text), {}, ear));
  const std::string name = table.known()[Seat::one].name;
  EXPECT_TRUE(is_printable(name)) << name;
  EXPECT_LE(columns(name), Known::kLongest + 3);
}

TEST(FollowedTable, BelievesNothingThatCannotBe) {
  const std::vector<std::string> senseless{
      R"({"events":[],"at":{"game":1,"number":7}})",
      R"({"events":{},"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"moved","seat":1,"move":"5-6"}]})",
      R"({"events":[{"number":2,"event":"moved","seat":2,"move":"5-6"}],"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"moved","seat":1,"move":"5-9"}],"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"moved","seat":1,"move":"5-6"}],"at":{"game":1,"number":3}})",
      R"({"events":[{"number":3,"event":"moved","seat":1,"move":"5-6"}],"at":{"game":1,"number":3}})",
      R"({"events":[{"number":2,"event":"started","first":1}],"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"swapped","by":1}],"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"took_back","by":1,"moves":1}],"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"ended","winner":1,"how":"played","reason":"line"}],"at":{"game":1,"number":2}})",
      R"({"events":[{"number":2,"event":"ended","winner":1,"how":"resigned","reason":"x"},)"
      R"({"number":3,"event":"moved","seat":1,"move":"5"}],"at":{"game":1,"number":3}})",
      R"({"events":[{"number":1,"event":"moved","seat":1,"move":"5"}],"at":{"game":2,"number":1}})",
      R"({"present":[true]})",
      R"({"present":"yes"})",
      R"({"said":{"seat":3,"phrase":1}})",
      R"({"rematch":{"table":"../../etc"}})",
      R"({"events":[],"at":{"game":1,"number":1},"clock":{"left":[1]}})",
      R"({"events":[],"at":{"game":1,"number":1},"clock":{"left":[1,99999999999999999]}})",
      R"({"events":[],"at":{"game":1,"number":1},"names":["a"]})",
      R"({"events":[],"at":{"game":1,"number":1},"state":"odd"})",
      R"({"events":[],"at":{"game":1,"number":1},"seat":3})",
  };
  for (const std::string& text : senseless) {
    Welcomed table;
    const auto taken = table.take(text);
    ASSERT_FALSE(taken) << text;
    EXPECT_TRUE(is_printable(taken.error().why));
  }
}

TEST(FollowedTable, RefusesAGameThatIsNotKnown) {
  for (const std::string facts :
       {R"({"table":"AAAAAAAAAAAAAAAA","game":"chess","rules":{},"events":[]})",
        R"({"table":"AAAAAAAAAAAAAAAA","game":7,"events":[]})", R"({"table":"AAAAAAAAAAAAAAAA"})",
        R"({"table":"AAAAAAAAAAAAAAAA","game":"color-bridge","rules":{"length":-1},"events":[]})"}) {
    FollowedTable table;
    Ear ear;
    const auto taken = table.take(*read_json(facts), {}, ear);
    ASSERT_FALSE(taken) << facts;
    EXPECT_TRUE(is_printable(taken.error().why));
  }
}

TEST(FollowedTable, PassesOverWhatIsOldOrNotMeantForIt) {
  FollowedTable stranger;
  Ear ear;
  EXPECT_TRUE(stranger.take(*read_json(R"({"events":[],"at":{"game":1,"number":9}})"), {}, ear));
  EXPECT_FALSE(stranger.is_known());
  Welcomed table;
  EXPECT_TRUE(
      table.take(R"({"events":[{"number":1,"event":"started","first":1}],"at":{"game":1,"number":1},"seat":1})"));
  EXPECT_TRUE(table.take(R"({"id":"x1","at":{"game":1,"number":1}})"));
  EXPECT_TRUE(table.take(R"({"something":"new"})"));
}

TEST(ToldClock, RunsOnAndNeverBelowNothing) {
  ToldClock clock;
  const auto told = ToldClock::Time() + std::chrono::hours(1);
  clock.told = told;
  clock.left[Seat::one] = clock.left[Seat::two] = std::chrono::seconds(10);
  clock.runs = Seat::two;
  const auto later = told + std::chrono::seconds(4);
  EXPECT_EQ(clock.left_at(Seat::one, later), std::chrono::seconds(10));
  EXPECT_EQ(clock.left_at(Seat::two, later), std::chrono::seconds(6));
  EXPECT_EQ(clock.left_at(Seat::two, told + std::chrono::hours(1)), std::chrono::seconds(0));
}

}  // namespace
}  // namespace duello
