// The journal: what waits is stored together, answered in order and in one thread, and nothing is left behind.
#include "server/threaded_journal.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "server/sqlite_store.hpp"
#include "tests/server/journal_loop.hpp"
#include "tests/server/store_testing.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

// A store that does nothing before it may, and does what it is told to.
class FakeStore final : public TableStore {
 public:
  std::vector<Result<void>> add_all(std::span<const StoredTable> tables) override {
    std::string line = "add";
    for (const StoredTable& table : tables) line += cat(' ', table.id);
    note(std::move(line));
    const std::scoped_lock lock(mutex_);
    if (troubles_.contains(tables.front().id)) return {tables.size(), std::unexpected(troubles_[tables.front().id])};
    return std::vector<Result<void>>(tables.size());
  }
  Result<std::vector<bool>> append(std::span<const StoredInput> inputs) override {
    std::string line = "append";
    for (const StoredInput& input : inputs) line += cat(' ', input.table, input.number);
    note(std::move(line));
    const std::scoped_lock lock(mutex_);
    for (const StoredInput& input : inputs)
      if (troubles_.contains(input.table)) return std::unexpected(troubles_[input.table]);
    std::vector<bool> stored;
    stored.reserve(inputs.size());
    for (const StoredInput& input : inputs) stored.push_back(!taken_.contains(input.table));
    return stored;
  }
  Result<std::optional<LoadedTable>> load(std::string_view id, std::uint32_t behind) override {
    note(cat("load ", id, behind));
    const std::scoped_lock lock(mutex_);
    const auto found = stored_.find(std::string(id));
    if (found == stored_.end()) return std::nullopt;
    return found->second;
  }
  Result<std::vector<StoredTable>> listed(TableState state, int most) override {
    note(cat("listed ", name_of(state), most));
    return std::vector{stored_table("x")};
  }
  Result<std::vector<std::string>> timed(std::string_view behind, int most) override {
    note(cat("timed ", behind, most));
    return std::vector<std::string>{"y"};
  }
  Result<bool> purge(const Retention& retention, std::int64_t /*now*/) override {
    note(cat("purge ", retention.open.count()));
    const std::scoped_lock lock(mutex_);
    return --purges_ > 0;
  }
  bool is_shared() const override { return is_shared_; }
  Result<std::vector<std::string>> changed_elsewhere(int milliseconds) override {
    std::unique_lock lock(mutex_);
    more_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return !changed_.empty(); });
    return std::exchange(changed_, {});
  }

  void hold() {
    const std::scoped_lock lock(mutex_);
    is_held_ = true;
  }
  void let_go() {
    const std::scoped_lock lock(mutex_);
    is_held_ = false;
    more_.notify_all();
  }
  void let_go_until(std::string line) {
    const std::scoped_lock lock(mutex_);
    hold_at_ = std::move(line);
    is_held_ = is_at_work_ = false;
    more_.notify_all();
  }
  // Until it is held at work.
  void wait_for_work() {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [this] { return is_held_ && is_at_work_; });
  }
  void set_trouble(const std::string& table, StoreTrouble trouble) {
    const std::scoped_lock lock(mutex_);
    troubles_[table] = std::move(trouble);
  }
  void set_stored(const std::string& table, Result<std::optional<LoadedTable>> loaded) {
    const std::scoped_lock lock(mutex_);
    stored_.insert_or_assign(table, std::move(loaded));
  }
  void set_stored(const std::string& table, std::string input) {
    set_stored(table, LoadedTable{.table = stored_table(table), .inputs = {std::move(input)}});
  }
  void set_taken(const std::string& table) {
    const std::scoped_lock lock(mutex_);
    taken_.insert(table);
  }
  void mend() {
    const std::scoped_lock lock(mutex_);
    troubles_.clear();
    taken_.clear();
  }
  void change(std::vector<std::string> ids) {
    const std::scoped_lock lock(mutex_);
    changed_ = std::move(ids);
    more_.notify_all();
  }
  std::vector<std::string> log() const {
    const std::scoped_lock lock(mutex_);
    return log_;
  }

  bool is_shared_ = false;
  int purges_ = 3;  // until there is nothing left

 private:
  void note(std::string line) {
    std::unique_lock lock(mutex_);
    is_held_ = is_held_ || line == hold_at_;
    log_.push_back(std::move(line));
    is_at_work_ = true;
    more_.notify_all();
    more_.wait(lock, [this] { return !is_held_; });
    is_at_work_ = false;
  }

  mutable std::mutex mutex_;
  std::condition_variable more_;
  bool is_held_ = false;
  std::string hold_at_;
  bool is_at_work_ = false;
  std::map<std::string, StoreTrouble> troubles_;
  std::set<std::string> taken_;
  std::map<std::string, Result<std::optional<LoadedTable>>> stored_;
  std::vector<std::string> changed_;
  std::vector<std::string> log_;
};

class ThreadedJournalTest : public testing::Test {
 protected:
  void begin(std::optional<Retention> retention = {}) {
    journal_ = std::make_unique<ThreadedJournal>(
        store_, loop_.post(), [this](const std::string& id) { changed_.push_back(id); },
        [this](const StoreTrouble& trouble) { failures_.push_back(trouble.why); }, retention);
  }
  // With the writer at work on the first input, so that what follows has to wait.
  void begin_held() {
    begin();
    store_.hold();
    append("z", 1);
    store_.wait_for_work();
  }
  void append(const std::string& table, std::uint32_t number) {
    journal_->append(stored_input(table, number), [this, name = cat(table, number)](const auto& stored) {
      answers_.push_back(cat(name, stored ? (*stored ? "" : " late") : " " + stored.error().why));
    });
  }
  bool run_until_answers(std::size_t count) {
    return loop_.run_until([&] { return answers_.size() >= count; });
  }

  FakeStore store_;
  JournalLoop loop_;
  std::unique_ptr<ThreadedJournal> journal_;
  std::vector<std::string> answers_;
  std::vector<std::string> changed_;
  std::vector<std::string> failures_;
};

TEST_F(ThreadedJournalTest, BatchesBeginSomeMillisecondsApartUnderLoad) {
  constexpr std::uint32_t kInputs = 200;
  begin();
  const auto begun = std::chrono::steady_clock::now();
  for (std::uint32_t i = 1; i <= kInputs; ++i) {
    append(cat("table ", i % 10), i);
    std::this_thread::sleep_for(50us);
  }
  ASSERT_TRUE(run_until_answers(kInputs));
  // Under load they begin 2 ms apart. On a machine that keeps the test waiting there may be no load for a while.
  const auto most = (std::chrono::steady_clock::now() - begun) / 1ms + 6;
  EXPECT_LE(journal_->figures().batches, static_cast<std::uint64_t>(most));
}

TEST_F(ThreadedJournalTest, StoresTogetherWhatWaitsAndAnswersInOrder) {
  begin_held();
  for (const auto& [table, number] : {std::pair{"b", 1U}, {"a", 1U}, {"b", 2U}, {"c", 7U}}) append(table, number);
  EXPECT_EQ(journal_->figures().waiting, 5U) << "the one that is being stored counts too";
  EXPECT_FALSE(journal_->is_settled());
  store_.let_go();
  ASSERT_TRUE(run_until_answers(5));
  EXPECT_THAT(store_.log(), ElementsAre("append z1", "append b1 a1 b2 c7"));
  EXPECT_THAT(answers_, ElementsAre("z1", "b1", "a1", "b2", "c7"));
  EXPECT_EQ(loop_.posts(), 2);
  EXPECT_EQ(journal_->figures().inputs, 5U);
  EXPECT_EQ(journal_->figures().batches, 2U);
  EXPECT_EQ(journal_->figures().waiting, 0U);
  EXPECT_TRUE(journal_->is_settled());
}

TEST_F(ThreadedJournalTest, AsksBehindWhatWasStored) {
  begin_held();
  const auto ignore = [](const auto&) {};
  journal_->load("a", 3, ignore);
  journal_->listed(TableState::open, 5, ignore);
  journal_->timed("b", 6, ignore);
  append("a", 1);
  int added = 0;
  for (const char* const table : {"a", "b"})
    journal_->add(stored_table(table), [&](const auto& answer) { added += answer ? 1 : 0; });
  store_.let_go();
  ASSERT_TRUE(run_until_answers(2));
  EXPECT_EQ(added, 2);
  journal_.reset();
  EXPECT_THAT(store_.log(), ElementsAre("append z1", "add a b", "append a1", "load a3", "listed open5", "timed b6"));
}

TEST_F(ThreadedJournalTest, AnswersWithWhatTheStoreSays) {
  begin();
  int answers = 0;
  journal_->load("a", 0, [&](const auto& loaded) { answers += loaded && !*loaded ? 1 : 0; });
  journal_->listed(TableState::open, 5, [&](const auto& tables) { answers += tables->at(0).id == "x" ? 1 : 0; });
  journal_->timed("b", 6, [&](const auto& ids) { answers += ids->at(0) == "y" ? 1 : 0; });
  EXPECT_TRUE(loop_.run_until([&] { return answers == 3; }));
}

TEST_F(ThreadedJournalTest, InputsDoNotWaitForManyQuestions) {
  begin_held();
  for (std::uint32_t i = 0; i < 100; ++i) journal_->load("a", i, [](const auto&) {});
  store_.let_go_until("load a5");
  store_.wait_for_work();
  append("b", 1);
  store_.let_go();
  journal_.reset();
  const auto log = store_.log();
  EXPECT_EQ(log.size(), 102U);
  EXPECT_LT(std::ranges::find(log, "append b1"), std::ranges::find(log, "load a50"));
  EXPECT_EQ(log.back(), "load a99");
}

TEST_F(ThreadedJournalTest, WhatIsBehindARefusedInputIsRefusedUntilTheHallHasHeard) {
  begin_held();
  store_.set_taken("a");
  append("a", 1);
  append("b", 1);
  store_.let_go();
  loop_.wait_for_posts(2);
  store_.mend();
  append("a", 2);
  append("b", 2);
  ASSERT_TRUE(run_until_answers(5));
  EXPECT_THAT(answers_, ElementsAre("z1", "a1 late", "b1", "a2 late", "b2"));
  append("a", 3);
  ASSERT_TRUE(run_until_answers(6));
  EXPECT_EQ(answers_.back(), "a3");
  EXPECT_THAT(store_.log(), ElementsAre("append z1", "append a1 b1", "append b2", "append a3"));
}

TEST_F(ThreadedJournalTest, TroubleIsEverybodysAnswerAndPassesBy) {
  begin_held();
  store_.set_trouble("a", {StoreTrouble::Kind::full, "is full"});
  for (const auto& [table, number] : {std::pair{"b", 1U}, {"a", 1U}, {"b", 2U}}) append(table, number);
  store_.let_go();
  ASSERT_TRUE(run_until_answers(4));
  EXPECT_THAT(answers_, ElementsAre("z1", "b1 is full", "a1 is full", "b2 is full"));
  store_.mend();
  append("b", 1);
  append("a", 1);
  ASSERT_TRUE(run_until_answers(6));
  EXPECT_EQ(answers_[4], "b1");
  EXPECT_EQ(answers_[5], "a1");
  EXPECT_EQ(journal_->figures().troubles, 1U);
}

TEST_F(ThreadedJournalTest, OneBrokenTableIsNotTheOthersTrouble) {
  begin_held();
  store_.set_trouble("a", {StoreTrouble::Kind::broken, "has a gap"});
  for (const auto& [table, number] : {std::pair{"b", 1U}, {"a", 1U}, {"b", 2U}, {"c", 1U}}) append(table, number);
  store_.let_go();
  ASSERT_TRUE(run_until_answers(5));
  EXPECT_THAT(answers_, ElementsAre("z1", "b1", "a1 has a gap", "b2", "c1"));
  EXPECT_THAT(store_.log(), ElementsAre("append z1", "append b1 a1 b2 c1", "append a1", "append b1 b2", "append c1"));
}

constexpr StoreTrouble::Kind kUnknown = StoreTrouble::Kind::unknown;
constexpr StoreTrouble::Kind kAway = StoreTrouble::Kind::lost;

TEST_F(ThreadedJournalTest, WhatMayHaveBeenStoredIsAnsweredWhenThatIsKnown) {
  begin_held();
  store_.set_trouble("a", {kUnknown, "was cut"});
  const auto away = std::unexpected(StoreTrouble{kAway, "is away"});
  for (const char* const table : {"a", "b", "c", "d"}) {
    store_.set_stored(table, away);
    append(table, 1);
  }
  store_.let_go();
  ASSERT_TRUE(run_until_answers(1));
  while (store_.log().back() != "load a0") std::this_thread::yield();
  // Meanwhile nothing else is stored, and what is for one of these tables waits.
  append("e", 1);
  append("b", 2);
  journal_->add(stored_table("f"), [this](const auto& added) { answers_.push_back(cat("f ", added.error().why)); });
  ASSERT_TRUE(run_until_answers(3));
  EXPECT_THAT(answers_, testing::UnorderedElementsAre("z1", testing::StartsWith("e1 The database is away: whether"),
                                                      testing::StartsWith("f The database is away: whether")));
  EXPECT_FALSE(journal_->is_settled());
  store_.mend();
  store_.set_stored("a", "{}");              // it was stored
  store_.set_stored("b", "something else");  // somebody else was faster
  store_.set_stored("c", std::nullopt);      // there is no such table any more
  store_.set_stored("d", LoadedTable{.table = stored_table("d"), .inputs = {}});
  ASSERT_TRUE(run_until_answers(8));
  answers_.erase(answers_.begin(), answers_.begin() + 3);
  EXPECT_THAT(answers_, ElementsAre("a1", "b1 late", testing::StartsWith("c1 The database is away: what was sent"),
                                    testing::StartsWith("d1 The database is away: what was sent"), "b2 late"));
  append("d", 1);
  ASSERT_TRUE(run_until_answers(6));
  EXPECT_EQ(answers_.back(), "d1");
  EXPECT_TRUE(journal_->is_settled());
}

TEST_F(ThreadedJournalTest, TablesThatMayHaveBeenAddedAreLookedFor) {
  begin_held();
  store_.set_trouble("a", {kUnknown, "was cut"});
  store_.set_stored("a", "{}");
  for (const char* const table : {"a", "b"})
    journal_->add(stored_table(table),
                  [this, table](const auto& added) { answers_.push_back(cat(table, added ? "" : " not")); });
  store_.let_go();
  ASSERT_TRUE(run_until_answers(3));
  EXPECT_THAT(answers_, testing::UnorderedElementsAre("z1", "a", "b not"));
}

TEST_F(ThreadedJournalTest, NobodyIsToldMoreThanIsKnownInTheEnd) {
  begin_held();
  store_.set_trouble("a", {kUnknown, "was cut"});
  store_.set_stored("a", std::unexpected(StoreTrouble{kAway, "is away"}));
  StoreTrouble::Kind kind = kAway;
  journal_->append(stored_input("a", 1), [&](const auto& stored) { kind = stored.error().kind; });
  store_.let_go();
  journal_.reset();
  loop_.run_rest();
  EXPECT_EQ(kind, kUnknown);
}

TEST_F(ThreadedJournalTest, NothingIsAnsweredWhenOnlyAnotherProcessCanKnow) {
  begin_held();
  store_.set_trouble("a", {StoreTrouble::Kind::fatal, "cannot be synced"});
  append("a", 1);
  append("b", 1);
  store_.let_go();
  ASSERT_TRUE(loop_.run_until([&] { return !failures_.empty(); }));
  append("c", 1);
  journal_->load("c", 0, [this](const auto&) { answers_.emplace_back("loaded"); });
  journal_.reset();
  loop_.run_rest();
  EXPECT_THAT(failures_, ElementsAre("cannot be synced"));
  EXPECT_THAT(answers_, ElementsAre("z1"));
  EXPECT_THAT(store_.log(), ElementsAre("append z1", "append a1 b1"));
}

// A callback may own objects of the thread that asked, so they must be destroyed there.
TEST_F(ThreadedJournalTest, WhatIsNeverAnsweredIsForgottenInTheThreadThatAsked) {
  std::mutex mutex;
  std::vector<bool> is_own;
  const auto witness = [&, own = std::this_thread::get_id()] {
    return std::shared_ptr<const void>(nullptr, [&, own](const void*) {
      const std::scoped_lock lock(mutex);
      is_own.push_back(std::this_thread::get_id() == own);
    });
  };
  begin_held();
  store_.set_trouble("a", {StoreTrouble::Kind::fatal, "cannot be synced"});
  journal_->add(stored_table("a"), [held = witness()](const auto&) {});
  journal_->append(stored_input("b", 1), [held = witness()](const auto&) {});
  journal_->load("b", 0, [held = witness()](const auto&) {});
  store_.let_go();
  ASSERT_TRUE(loop_.run_until([&] { return !failures_.empty(); }));
  journal_->append(stored_input("c", 1), [held = witness()](const auto&) {});
  journal_.reset();
  loop_.run_rest();
  EXPECT_THAT(is_own, ElementsAre(true, true, true, true));
}

TEST_F(ThreadedJournalTest, DeletesWhatIsNotKeptWhenThereIsNothingElseToDo) {
  begin(Retention{.open = 5ms});
  while (store_.log().size() < 3) std::this_thread::sleep_for(1ms);
  append("a", 1);
  ASSERT_TRUE(run_until_answers(1));
  std::this_thread::sleep_for(50ms);
  EXPECT_THAT(store_.log(), ElementsAre("purge 5", "purge 5", "purge 5", "append a1"));
}

TEST_F(ThreadedJournalTest, DeletesLittleWhileThereIsMuchToDo) {
  store_.purges_ = 1'000;
  store_.hold();
  begin(Retention{.open = 5ms});
  store_.wait_for_work();
  // While one is stored, the next one waits: the writer never rests.
  std::uint32_t inputs = 0;
  std::ptrdiff_t purges = 0;
  while (purges < 3) {
    append("a", ++inputs);
    store_.let_go_until(cat("append a", inputs));
    store_.wait_for_work();
    if (inputs % 50 == 0) purges = std::ranges::count(store_.log(), "purge 5");
  }
  EXPECT_LE(purges, 1 + inputs / 50);
  store_.let_go();
}

TEST_F(ThreadedJournalTest, StoresEverythingBeforeItEnds) {
  begin();
  for (std::uint32_t i = 1; i <= 2'500; ++i) append("a", i);
  journal_.reset();
  loop_.run_rest();
  EXPECT_EQ(answers_.size(), 2'500U);
  EXPECT_EQ(answers_.back(), "a2500");
}

TEST_F(ThreadedJournalTest, TellsWhatOthersHaveChanged) {
  store_.is_shared_ = true;
  begin();
  store_.change({"a", "", "b"});
  EXPECT_TRUE(loop_.run_until([&] { return changed_.size() == 3; }));
  EXPECT_THAT(changed_, ElementsAre("a", "", "b"));
}

TEST_F(ThreadedJournalTest, EndsAtOnceWhenThereIsNothingToDo) {
  begin();
  journal_.reset();
  EXPECT_THAT(store_.log(), IsEmpty());
}

TEST(ThreadedJournalOnAFileTest, KeepsWhatItHasAnswered) {
  const StoreFolder folder;
  JournalLoop loop;
  {
    const auto store = *SqliteStore::open(folder.in("tables"));
    ThreadedJournal journal(*store, loop.post(), [](const std::string&) {}, [](const StoreTrouble&) { ADD_FAILURE(); });
    for (const char* const table : {"a", "b"}) journal.add(stored_table(table), [](const auto&) {});
    for (std::uint32_t i = 1; i <= 1'500; ++i)
      for (const char* const table : {"a", "b"})
        journal.append(stored_input(table, i), [](const auto& stored) { EXPECT_TRUE(stored && *stored); });
  }
  loop.run_rest();
  const auto store = *SqliteStore::open(folder.in("tables"));
  EXPECT_EQ((*store->load("a", 0))->inputs.size(), 1'500U);
  EXPECT_EQ((*store->load("b", 0))->inputs.size(), 1'500U);
}

}  // namespace
}  // namespace duello
