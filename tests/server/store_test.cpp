// What is durable, whichever database keeps it: numbers without gaps, the first who comes, and nothing lost that was
// answered.
#include "server/store.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include "system/descriptor.hpp"
#include "tests/server/store_fixtures.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using TroubleKind = StoreTrouble::Kind;

template <class Fixture>
class TableStoreTest : public Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    if (!this->IsSkipped() && !this->HasFatalFailure()) store_ = this->opened();
  }
  void reopen() {
    store_.reset();
    store_ = this->opened();
  }
  // All inputs of a table, one after the other.
  std::string all(const std::string& table, std::uint32_t behind = 0) {
    const auto loaded = store_->load(table, behind);
    if (!loaded) return loaded.error().why;
    if (!*loaded) return "no such table";
    return joined((*loaded)->inputs, "|");
  }
  TableState state_of(const std::string& table) { return (*store_->load(table, 0))->table.state; }

  std::unique_ptr<TableStore> store_;
};

using Fixtures = testing::Types<SqliteStoreTest, PostgresStoreTest>;
struct FixtureNames {
  template <class Fixture>
  static std::string GetName(int) {  // NOLINT: GoogleTest's name
    return std::is_same_v<Fixture, SqliteStoreTest> ? "Sqlite" : "Postgres";
  }
};
TYPED_TEST_SUITE(TableStoreTest, Fixtures, FixtureNames);

TYPED_TEST(TableStoreTest, WhatWasAddedIsLoadedAfterOpeningAgain) {
  StoredTable table = stored_table("a");
  table.setup = R"({"name":"Zoë \"the\" {1,2} \\ 'x'"})";
  table.listed = true;
  ASSERT_TRUE(this->store_->add(table));
  const std::string text = R"({"request":{"move":"{\"1\",\\2}"},"name":"Łódź ♞"})";
  const auto stored =
      this->store_->append(std::vector{stored_input("a", 1, text), stored_input("a", 2, "", TableState::over)});
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_THAT(*stored, ElementsAre(true, true));
  this->reopen();
  const auto loaded = this->store_->load("a", 0);
  ASSERT_TRUE(loaded && *loaded);
  const StoredTable& found = (*loaded)->table;
  EXPECT_EQ(found.id, "a");
  EXPECT_EQ(found.setup, table.setup);
  EXPECT_EQ(found.hashes, table.hashes);
  EXPECT_EQ(found.created, table.created);
  EXPECT_EQ(found.state, TableState::over);
  EXPECT_TRUE(found.listed);
  EXPECT_FALSE(found.timed);
  EXPECT_THAT((*loaded)->inputs, ElementsAre(text, ""));
}

TYPED_TEST(TableStoreTest, NoTableIsAddedTwice) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  const auto again = this->store_->add(stored_table("a"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, TroubleKind::broken);
  EXPECT_EQ(again.error().why, "There is a table 'a' already");
}

TYPED_TEST(TableStoreTest, ATableIsAddedTogetherWithItsFirstInput) {
  StoredTable table = stored_table("a");
  table.first_input = R"({"player":1,"sit":"Zoë"})";
  ASSERT_TRUE(this->store_->add(table));
  this->reopen();
  EXPECT_EQ(this->all("a"), table.first_input);
  EXPECT_EQ((*this->store_->load("a", 0))->table.first_input, "");
  // One that is there already gets no other first input.
  StoredTable other = table;
  other.first_input = "other";
  const std::vector tables{other, stored_table("b"), other};
  const auto added = this->store_->add_all(tables);
  EXPECT_TRUE(!added[0] && added[1] && !added[2]);
  EXPECT_EQ(this->all("a"), table.first_input);
  EXPECT_EQ(this->all("b"), "");
  EXPECT_THAT(*this->store_->append(stored_inputs("a", 1, 1)), ElementsAre(false));
  EXPECT_THAT(*this->store_->append(stored_inputs("a", 2, 3)), ElementsAre(true, true));
  EXPECT_THAT(*this->store_->append(stored_inputs("b", 1, 1)), ElementsAre(true));
}

TYPED_TEST(TableStoreTest, TablesThatAreAddedTogetherHaveTheirOwnFates) {
  ASSERT_TRUE(this->store_->add(stored_table("b")));
  const std::vector tables{stored_table("a"), stored_table("b"), stored_table("c"), stored_table("c")};
  const auto added = this->store_->add_all(tables);
  ASSERT_EQ(added.size(), 4U);
  EXPECT_TRUE(added[0] && added[2]);
  ASSERT_TRUE(!added[1] && !added[3]);
  EXPECT_EQ(added[1].error().why, "There is a table 'b' already");
  EXPECT_EQ(added[3].error().why, "There is a table 'c' already");
  for (const char* const id : {"a", "b", "c"}) EXPECT_TRUE(this->store_->append(stored_inputs(id, 1, 2)));
}

TYPED_TEST(TableStoreTest, OnlyWhatIsBehindANumberIsLoaded) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->append(stored_inputs("a", 1, 12)));
  EXPECT_EQ(this->all("a", 9), "text 10|text 11|text 12");
  EXPECT_EQ(this->all("a", 12), "");
  EXPECT_EQ(this->all("a", 20), "");
  EXPECT_EQ(this->all("b"), "no such table");
}

TYPED_TEST(TableStoreTest, ANumberIsTakenOnce) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->add(stored_table("b")));
  ASSERT_TRUE(this->store_->append(stored_inputs("a", 1, 3)));
  const auto stored = this->store_->append(
      std::vector{stored_input("b", 1, "b1"), stored_input("a", 3, "late"), stored_input("b", 2, "b2")});
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_THAT(*stored, ElementsAre(true, false, true));
  EXPECT_EQ(this->all("a"), "text 1|text 2|text 3");
  EXPECT_EQ(this->all("b"), "b1|b2");
}

TYPED_TEST(TableStoreTest, NothingIsStoredBehindANumberThatWasTaken) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->append(stored_inputs("a", 1, 3)));
  const auto stored = this->store_->append(
      std::vector{stored_input("a", 3, "late"), stored_input("a", 4, "for another position", TableState::over)});
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_THAT(*stored, ElementsAre(false, false));
  EXPECT_EQ(this->all("a"), "text 1|text 2|text 3");
  EXPECT_EQ(this->state_of("a"), TableState::playing);
}

TYPED_TEST(TableStoreTest, AGapIsTroubleAndNothingOfTheBatchIsStored) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->add(stored_table("b")));
  for (const auto& batch : {std::vector{stored_input("b", 1), stored_input("a", 2)},
                            std::vector{stored_input("b", 1), stored_input("a", 1), stored_input("a", 3)},
                            std::vector{stored_input("b", 1), stored_input("c", 1)}}) {
    const auto stored = this->store_->append(batch);
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().kind, TroubleKind::broken);
    EXPECT_EQ(this->all("a"), "");
    EXPECT_EQ(this->all("b"), "");
  }
  EXPECT_TRUE(this->store_->append(stored_inputs("a", 1, 1)));
}

TYPED_TEST(TableStoreTest, ATableIsInTheStateBehindItsLastInput) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  EXPECT_EQ(this->state_of("a"), TableState::open);
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 1), stored_input("a", 2, "", TableState::over),
                                               stored_input("a", 3, "", TableState::playing)}));
  EXPECT_EQ(this->state_of("a"), TableState::playing);
  for (const TableState state : {TableState::withdrawn, TableState::aborted}) {
    const std::uint32_t number = state == TableState::withdrawn ? 4 : 5;
    ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", number, "", state)}));
    EXPECT_EQ(this->state_of("a"), state);
  }
}

TYPED_TEST(TableStoreTest, ListsTheNewestFirst) {
  for (int i = 0; i < 6; ++i) {
    StoredTable table = stored_table(std::string(1, "dbfaec"[i]));
    table.created = i / 2;
    table.listed = i != 3;
    ASSERT_TRUE(this->store_->add(table));
  }
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("f", 1), stored_input("c", 1, "", TableState::over)}));
  const auto ids = [this](TableState state, int most) {
    std::string text;
    const auto tables = this->store_->listed(state, most);
    for (const StoredTable& table : *tables) text += table.id;
    return text;
  };
  EXPECT_EQ(ids(TableState::open, 10), "edb");
  EXPECT_EQ(ids(TableState::open, 2), "ed");
  EXPECT_EQ(ids(TableState::playing, 10), "f");
  EXPECT_EQ(ids(TableState::over, 10), "c");
  EXPECT_EQ(ids(TableState::withdrawn, 10), "");
}

TYPED_TEST(TableStoreTest, TellsPageByPageWhereAClockRuns) {
  for (const char* const id : {"b", "D", "a", "_", "c", "-", "e"}) {
    StoredTable table = stored_table(id);
    table.timed = table.id != "c";
    ASSERT_TRUE(this->store_->add(table));
    if (table.id == "e") continue;
    ASSERT_TRUE(this->store_->append(stored_inputs(id, 1, 1)));
  }
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 2, "", TableState::over)}));
  EXPECT_THAT(*this->store_->timed("", 2), ElementsAre("-", "D"));
  EXPECT_THAT(*this->store_->timed("D", 2), ElementsAre("_", "b"));
  EXPECT_THAT(*this->store_->timed("b", 2), IsEmpty());
}

constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kDay = 24 * kHour;

TYPED_TEST(TableStoreTest, WhatIsNotKeptIsDeleted) {
  const std::int64_t now = wall_time();
  const auto add = [&](const std::string& id, TableState state, std::uint32_t inputs, std::int64_t age = 0) {
    StoredTable table = stored_table(id);
    table.listed = true;
    table.created = now - age;
    ASSERT_TRUE(this->store_->add(table));
    std::vector<StoredInput> batch = stored_inputs(id, 1, inputs);
    for (StoredInput& input : batch) input.state = TableState::open;
    if (!batch.empty()) batch.back().state = state;
    ASSERT_TRUE(this->store_->append(batch));
  };
  add("open", TableState::open, 1);
  add("old open", TableState::open, 1, 9 * kDay);
  add("playing", TableState::playing, 3, 100 * kDay);
  add("still playing", TableState::playing, 3, 100 * kDay);
  const auto moves = [&](std::uint32_t number, std::int64_t at) {
    ASSERT_TRUE(this->store_->append(std::vector{
        StoredInput{"still playing", number, cat(R"({"player":1,"at":)", at, R"(,"id":"x"})"), TableState::playing}}));
  };
  moves(4, now + 80 * kDay);
  add("over", TableState::over, 1'300);
  add("withdrawn", TableState::withdrawn, 2);
  add("aborted", TableState::aborted, 2);
  for (int i = 0; i < 50; ++i) add(cat("more ", i), TableState::withdrawn, 1);
  const auto purge = [&](std::int64_t at) {
    int calls = 0;
    for (bool is_more = true; is_more; ++calls) {
      const auto purged = this->store_->purge({}, at);
      ASSERT_TRUE(purged) << purged.error().why;
      is_more = *purged;
    }
    EXPECT_LT(calls, 20);
  };
  const auto kept = [&] {
    std::string names;
    for (const char* const id :
         {"open", "old open", "playing", "still playing", "over", "withdrawn", "aborted", "more 7"})
      if (*this->store_->load(id, 0)) names += cat(names.empty() ? "" : ", ", id);
    return names;
  };
  purge(now - kDay);
  EXPECT_EQ(kept(), "open, playing, still playing, over, withdrawn, aborted, more 7");
  purge(now + kHour / 2);
  EXPECT_EQ(kept(), "open, playing, still playing, over, withdrawn, aborted, more 7");
  purge(now + 2 * kHour);
  EXPECT_EQ(kept(), "open, playing, still playing, over");
  purge(now + 7 * kDay + kHour);
  EXPECT_EQ(kept(), "playing, still playing, over");
  purge(now + 91 * kDay);
  // Nothing has happened at one of the two.
  EXPECT_EQ(kept(), "still playing");
  moves(5, now + 100 * kDay);
  purge(now + 180 * kDay);
  this->reopen();
  EXPECT_EQ(kept(), "still playing");
  purge(now + 191 * kDay);
  EXPECT_EQ(kept(), "");
  // What is gone is gone.
  const auto stored = this->store_->append(stored_inputs("over", 1'301, 1'301));
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().kind, TroubleKind::broken);
  EXPECT_EQ(this->rows(), 0) << "inputs of tables that are gone";
}

TYPED_TEST(TableStoreTest, ATableIsGoneAtOnceHoweverManyInputsItHas) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  for (std::uint32_t i = 0; i < 5; ++i)
    ASSERT_TRUE(this->store_->append(stored_inputs("a", i * 1'000 + 1, (i + 1) * 1'000)));
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 5'001, "", TableState::over)}));
  int calls = 0;
  do {
    ++calls;
    if (calls > 1) {
      EXPECT_FALSE(this->store_->append(stored_inputs("a", 5'002, 5'002)));
    }
    const int before = this->rows();
    ASSERT_TRUE(*this->store_->purge({}, wall_time() + 91 * kDay));
    const auto loaded = this->store_->load("a", 0);
    ASSERT_TRUE(loaded) << loaded.error().why;
    EXPECT_FALSE(*loaded);
    EXPECT_LE(before - this->rows(), 500);
    if (calls == 4) this->reopen();
  } while (this->rows() > 0);
  EXPECT_GE(calls, 10);
  while (*this->store_->purge({}, wall_time() + 91 * kDay)) {
  }
}

TYPED_TEST(TableStoreTest, StoresALargeBatch) {
  std::vector<StoredInput> inputs;
  for (int i = 0; i < 50; ++i) {
    const std::string id = cat("table-number-", i);
    ASSERT_TRUE(this->store_->add(stored_table(id)));
    for (std::uint32_t n = 1; n <= 20; ++n) inputs.push_back(stored_input(id, n, std::string(500, 'x')));
  }
  const auto stored = this->store_->append(inputs);
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_EQ(stored->size(), 1'000U);
  EXPECT_THAT(*stored, testing::Each(true));
}

TYPED_TEST(TableStoreTest, WhatWasAnsweredIsThereAfterAKill) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  this->store_.reset();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto store = this->opened();
    for (std::uint32_t i = 1; store->append(stored_inputs("a", i, i)); ++i)
      if (::write(ends[1], &i, sizeof i) != sizeof i) break;
    ::_exit(1);
  }
  const Descriptor in(ends[0]);
  ::close(ends[1]);
  std::uint32_t answered = 0;
  while (answered < 40 && ::read(in.number(), &answered, sizeof answered) == sizeof answered) {
  }
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  while (::read(in.number(), &answered, sizeof answered) == sizeof answered) {
  }
  EXPECT_GE(answered, 40U);
  this->reopen();
  const auto loaded = this->store_->load("a", 0);
  ASSERT_TRUE(loaded && *loaded);
  const auto found = static_cast<std::uint32_t>((*loaded)->inputs.size());
  EXPECT_GE(found, answered);
  EXPECT_TRUE(this->store_->append(stored_inputs("a", found + 1, found + 1)));
}

}  // namespace
}  // namespace duello
