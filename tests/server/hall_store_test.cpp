// What the hall tells when the store does not do what it should.
#include <gmock/gmock.h>

#include "tests/server/world.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two people at a table, who do nothing of themselves.
class HallAndStore : public testing::Test {
 protected:
  HallAndStore() {
    process_.hall().create(R"({"game":"color-bridge","first":1})", "192.0.2.1", [this](const HttpAnswer& answer) {
      const auto made = *read_json(answer.body, {.bytes = 4'096, .depth = 8});
      table_ = made.find("table")->text;
      world_.invitations[table_] = made.find("invitation")->text;
      for (const std::string& token : {made.find("token")->text, std::string(kGuestToken)}) {
        visitors_.push_back(std::make_unique<Visitor>(world_, std::vector{&process_}, table_, token));
        visitors_.back()->is_lazy = true;
      }
    });
    world_.run();
    for (const auto& each : visitors_) each->come();
    world_.run();
  }
  Visitor& ada() { return *visitors_[0]; }
  Visitor& bob() { return *visitors_[1]; }
  void says(Visitor& who, const std::string& message) {
    who.say(message);
    world_.run(std::chrono::minutes(1));
  }
  void fail(StoreTrouble::Kind kind, std::string why) {
    world_.store.kind = kind;
    world_.store.trouble = std::move(why);
  }

  World world_{1};
  Process process_{world_};
  std::string table_;
  std::vector<std::unique_ptr<Visitor>> visitors_;
};

TEST_F(HallAndStore, NobodyIsToldThatAMoveIsRefusedThatMayBeStored) {
  fail(StoreTrouble::Kind::unknown, "was cut");
  ada().say(R"({"submit":{"move":"5"},"id":"a"})");
  world_.run(std::chrono::milliseconds(150));
  world_.store.tables.at(table_).inputs.push_back(
      cat(R"({"player":1,"at":)", world_.now.time_since_epoch().count(), R"(,"id":"a","request":{"move":"5"}})"));
  world_.store.trouble.clear();
  world_.run(std::chrono::minutes(1));
  EXPECT_THAT(ada().refusals(), IsEmpty());
  EXPECT_EQ(ada().news().back(), "1 2 moved 1 5");
  EXPECT_EQ(bob().news().back(), "1 2 moved 1 5");
  // Sent again, as no answer came, it counts once.
  says(ada(), R"({"submit":{"move":"5"},"id":"a"})");
  EXPECT_THAT(ada().refusals(), IsEmpty());
  EXPECT_EQ(bob().news().size(), 2U);
}

TEST_F(HallAndStore, LittleIsRememberedOfWhatIsSaidWhileTheStoreIsAway) {
  ada().say(R"({"submit":{"move":"5"},"id":"a"})");
  world_.weather.longest_delay = 600'000;  // of the store
  world_.run(std::chrono::milliseconds(60));
  world_.weather.longest_delay = 50;
  for (int i = 0; i < 40; ++i) bob().say(cat(R"({"submit":{"move":"7"},"id":"b)", i, "\"}"));
  world_.run(std::chrono::milliseconds(150));  // there and back
  EXPECT_THAT(bob().refusals(), testing::SizeIs(24));
  EXPECT_THAT(bob().refusals(), testing::Each("Wait until what you have sent before is answered."));
  world_.run();
  EXPECT_EQ(bob().refusals().size(), 39U);
  EXPECT_EQ(ada().news().back(), "1 3 moved 2 7");
}

TEST_F(HallAndStore, EverybodyHearsThatATableIsDamagedOrGone) {
  fail(StoreTrouble::Kind::damaged, "The table is damaged: input 2 is missing");
  says(ada(), R"({"submit":{"move":"5"},"id":"a"})");
  EXPECT_THAT(ada().refusals(), ElementsAre("The table is damaged.", "The table is damaged."));
  EXPECT_THAT(bob().refusals(), ElementsAre("The table is damaged."));
  EXPECT_THAT(process_.troubles, ElementsAre(HasSubstr("input 2 is missing")));
  world_.store.trouble.clear();
  for (const auto& each : visitors_) each->come();
  world_.run(std::chrono::minutes(1));
  world_.store.tables.clear();
  says(bob(), R"({"submit":{"resign":true},"id":"b"})");
  EXPECT_EQ(ada().refusals().back(), "There is no such table.");
  EXPECT_EQ(bob().refusals().back(), "There is no such table.");
}

}  // namespace
}  // namespace duello
