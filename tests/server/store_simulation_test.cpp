// Stores and the journal on disks that fail, databases that answer late or never, and processes that die, against a
// model that knows of each input whether it was stored, refused, or is unknown. Everything follows from a seed, but for
// the threads of the journal. SIMULATIONS says how many seeds there are (scripts/simulate).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/random.hpp"
#include "server/sqlite_store.hpp"
#include "server/threaded_journal.hpp"
#include "tests/server/faulty_disk.hpp"
#include "tests/server/journal_loop.hpp"
#include "tests/server/memory_store.hpp"
#include "tests/server/store_testing.hpp"

namespace duello {
namespace {

using TroubleKind = StoreTrouble::Kind;

std::uint64_t simulations(std::uint64_t usual) {
  const char* const wanted = std::getenv("SIMULATIONS");
  return wanted == nullptr ? usual : number_in<std::uint64_t>(wanted).value_or(usual);
}
std::uint64_t first_seed() {
  const char* const wanted = std::getenv("SEED");
  return wanted == nullptr ? 1 : number_in<std::uint64_t>(wanted).value_or(1);
}

// How often each outcome must have been met at least, or the simulations would show little.
int enough() { return static_cast<int>(simulations(200) / 2); }

// What must be stored, may be, and must not be.
class Model {
 public:
  enum class Outcome : std::uint8_t { stored, refused, unknown };

  // A table with its first input.
  void add(const std::string& table, const std::string& first, Outcome outcome) {
    ++counts_[static_cast<std::size_t>(outcome)];
    if (outcome == Outcome::stored) tables_[table] = {first};
    if (outcome == Outcome::unknown) doubtful_tables_[table] = first;
  }
  void append(const std::string& table, const std::string& text, Outcome outcome) {
    ++counts_[static_cast<std::size_t>(outcome)];
    if (outcome == Outcome::stored) tables_.at(table).push_back(text);
    if (outcome == Outcome::unknown) doubtful_[table].push_back(text);
  }
  // How many were stored, refused and unknown.
  using Counts = std::array<int, 3>;
  const Counts& counts() const { return counts_; }
  std::uint32_t last(const std::string& table) const { return static_cast<std::uint32_t>(tables_.at(table).size()); }
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    for (const auto& [id, _] : tables_) all.push_back(id);
    return all;
  }

  // Compares with what the store tells, and from then on knows what was unknown. Everything of one transaction must be
  // there, or nothing, if the unknown is of one.
  void settle(TableStore& store, bool is_one_transaction) {
    std::set<bool> fates;
    for (const auto& [id, first] : doubtful_tables_) {
      const auto loaded = store.load(id, 0);
      ASSERT_TRUE(loaded) << loaded.error().why;
      fates.insert(loaded->has_value());
      if (*loaded) tables_[id] = {first};
    }
    doubtful_tables_.clear();
    for (auto& [id, inputs] : tables_) {
      const auto loaded = store.load(id, 0);
      ASSERT_TRUE(loaded) << loaded.error().why;
      ASSERT_TRUE(*loaded) << id << " is gone";
      const std::vector<std::string>& there = (*loaded)->inputs;
      const auto doubtful = doubtful_.find(id);
      if (doubtful != doubtful_.end() && there.size() > inputs.size()) {
        inputs.insert(inputs.end(), doubtful->second.begin(), doubtful->second.end());
        fates.insert(true);
      } else if (doubtful != doubtful_.end()) {
        fates.insert(false);
      }
      ASSERT_EQ(there, inputs) << id;
    }
    doubtful_.clear();
    if (is_one_transaction) {
      ASSERT_LE(fates.size(), 1U) << "half of a transaction";
    }
  }

 private:
  Counts counts_{};
  std::map<std::string, std::vector<std::string>> tables_;
  std::map<std::string, std::string> doubtful_tables_;
  std::map<std::string, std::vector<std::string>> doubtful_;
};

using Outcome = Model::Outcome;

void add_counts(Model::Counts& all, const Model& model) {
  for (std::size_t i = 0; i < all.size(); ++i) all[i] += model.counts()[i];
}

Outcome outcome_of(const StoreTrouble& trouble) {
  return trouble.kind == TroubleKind::fatal || trouble.kind == TroubleKind::unknown ? Outcome::unknown
                                                                                    : Outcome::refused;
}

// The disk of a simulation, and a folder for each life of the file.
class Disk {
 public:
  explicit Disk(Random& random) : random_(random) {
    folders_.push_back(std::make_unique<StoreFolder>());
    faulty_.decide([this](FaultyDisk::Call call, const std::string&) {
      if (random_.below(1'000) >= per_mille_) return FaultyDisk::Fault::none;
      if (call == FaultyDisk::Call::sync) return FaultyDisk::Fault::sync;
      return random_.below(2) == 0 ? FaultyDisk::Fault::write : FaultyDisk::Fault::short_write;
    });
  }

  std::string file() const { return folders_.back()->in("tables"); }
  void fail(std::uint64_t per_mille) { per_mille_ = per_mille; }
  // A process that is killed leaves all that it has written; where the power fails, anything of what was not synced.
  void die() {
    per_mille_ = 0;
    std::optional<std::uint64_t> kept;  // percent
    const auto survives = [&] {
      if (!kept) kept = std::array<std::uint64_t, 4>{0, 30, 70, 100}[random_.below(4)];
      return random_.below(100) < *kept;
    };
    auto next = std::make_unique<StoreFolder>();
    faulty_.crash(folders_.back()->path(), next->path(), survives);
    folders_.push_back(std::move(next));
  }

 private:
  Random& random_;
  std::atomic<std::uint64_t> per_mille_ = 0;
  FaultyDisk faulty_;
  std::vector<std::unique_ptr<StoreFolder>> folders_;
};

class SqliteSimulation {
 public:
  explicit SqliteSimulation(std::uint64_t seed) : random_(seed), disk_(random_) { open(); }

  void run() {
    for (int step = 0; step < 60 && !testing::Test::HasFatalFailure(); ++step) take_step();
    if (!testing::Test::HasFatalFailure()) begin_again();
  }
  const Model& model() const { return model_; }

 private:
  void take_step() {
    disk_.fail(random_.below(3) == 0 ? 40 + random_.below(300) : 0);
    switch (random_.below(12)) {
      case 0:
      case 1:
        return add();
      case 2:
        return begin_again();
      case 3:
        return close();
      case 4:
        return after(store_->purge({}, 1));  // nothing is so old
      case 5:
        return after(store_->tidy());
      default:
        return append();
    }
  }

  std::string fresh(std::string_view what) { return cat(what, '-', ++count_); }

  void add() {
    std::vector<StoredTable> tables(1 + random_.below(4));
    for (StoredTable& table : tables) {
      table = stored_table(fresh("table"));
      table.first_input = fresh("first");
    }
    const auto added = store_->add_all(tables);
    for (std::size_t i = 0; i < tables.size(); ++i)
      model_.add(tables[i].id, tables[i].first_input, added[i] ? Outcome::stored : outcome_of(added[i].error()));
    after(added.front());
  }

  void append() {
    const auto ids = model_.ids();
    if (ids.empty()) return;
    std::vector<StoredInput> batch;
    std::map<std::string, std::uint32_t> last;
    for (std::uint64_t i = 1 + random_.below(12); i > 0; --i) {
      const std::string& id = ids[random_.below(ids.size())];
      const auto [number, is_first] = last.try_emplace(id, model_.last(id));
      // Somebody who is late wants the place of another input; what follows is meant for a position that is not there.
      if (is_first && random_.below(10) == 0)
        number->second -= 1 + static_cast<std::uint32_t>(random_.below(number->second));
      batch.push_back(stored_input(id, ++number->second, fresh("input") + std::string(random_.below(300), 'x')));
    }
    std::map<std::string, std::uint32_t> before;
    for (const auto& [id, _] : last) before[id] = model_.last(id);
    const auto stored = store_->append(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const bool is_late = std::ranges::find_if(batch, [&](const StoredInput& each) {
                             return each.table == batch[i].table;
                           })->number <= before[batch[i].table];
      if (stored) {
        ASSERT_EQ((*stored)[i], !is_late);
      }
      if (is_late) continue;
      model_.append(batch[i].table, batch[i].text, stored ? Outcome::stored : outcome_of(stored.error()));
    }
    after(stored);
  }

  // Where nobody knows, only another process may go on.
  template <class What>
  void after(const StoreResult<What>& result) {
    if (result) return;
    ASSERT_TRUE(result.error().kind != TroubleKind::broken && result.error().kind != TroubleKind::damaged)
        << result.error().why;
    if (result.error().kind == TroubleKind::fatal) begin_again();
  }

  // It is killed, or the power fails.
  void begin_again() {
    disk_.die();
    open();
    if (!testing::Test::HasFatalFailure()) model_.settle(*store_, true);
  }

  // It ends as it should, though the disk may fail.
  void close() {
    store_.reset();
    if (random_.below(2) == 0) return begin_again();
    disk_.fail(0);
    open();
    if (!testing::Test::HasFatalFailure()) model_.settle(*store_, true);
  }

  void open() {
    auto opened = SqliteStore::open(disk_.file());
    ASSERT_TRUE(opened) << opened.error().why;
    store_ = *std::move(opened);
  }

  Random random_;
  Disk disk_;
  std::unique_ptr<SqliteStore> store_;
  Model model_;
  int count_ = 0;
};

TEST(StoreSimulation, SqliteTellsTheTruthOnADiskThatFails) {
  const std::uint64_t last = first_seed() + simulations(200);
  Model::Counts counts{};
  for (std::uint64_t seed = first_seed(); seed < last && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(cat("seed ", seed));
    SqliteSimulation simulation(seed);
    simulation.run();
    add_counts(counts, simulation.model());
  }
  EXPECT_THAT(counts, testing::Each(testing::Gt(enough()))) << "stored, refused, unknown";
}

// A database as PostgreSQL is one: what was sent may be done although no answer comes, at any time before the next
// connection has ended the one before; and it may be away for a while.
class FarStore final : public TableStore {
 public:
  explicit FarStore(std::uint64_t seed) : random_(seed) {}

  std::vector<Result<void>> add_all(std::span<const StoredTable> tables) override {
    const auto sent = send();
    if (!sent) return {tables.size(), std::unexpected(sent.error())};
    std::vector<StoredTable> all(tables.begin(), tables.end());
    const auto doing = [this, all] { return memory_.add_all(all); };
    if (*sent) return doing();
    late_ = [doing] { doing(); };
    return {tables.size(), std::unexpected(cut())};
  }
  Result<std::vector<bool>> append(std::span<const StoredInput> inputs) override {
    const auto sent = send();
    if (!sent) return std::unexpected(sent.error());
    std::vector<StoredInput> all(inputs.begin(), inputs.end());
    const auto doing = [this, all] { return memory_.append(all); };
    if (*sent) return doing();
    late_ = [doing] { std::ignore = doing(); };
    return std::unexpected(cut());
  }
  Result<std::optional<LoadedTable>> load(std::string_view id, std::uint32_t behind) override {
    if (const auto connected = connect(); !connected) return std::unexpected(connected.error());
    return memory_.load(id, behind);
  }
  Result<std::vector<StoredTable>> listed(TableState, int) override { return std::vector<StoredTable>(); }
  Result<std::vector<std::string>> timed(std::string_view, int) override { return std::vector<std::string>(); }
  Result<bool> purge(const Retention&, std::int64_t) override { return false; }

  // From now on nothing goes wrong.
  void mend() { is_mended_ = true; }

 private:
  bool happens(std::uint64_t per_mille) { return !is_mended_ && random_.below(1'000) < per_mille; }
  static StoreTrouble away() { return {TroubleKind::lost, "is away"}; }
  static StoreTrouble cut() { return {TroubleKind::unknown, "was cut"}; }

  // A new connection waits for what the last one has begun, and ends it, whatever comes first.
  Result<void> connect() {
    if (happens(200)) return std::unexpected(away());
    if (auto late = std::exchange(late_, {}); late && random_.below(2) == 0) late();
    return {};
  }
  // False if no answer will come.
  Result<bool> send() {
    if (const auto connected = connect(); !connected) return std::unexpected(connected.error());
    return !happens(150);
  }

  Random random_;
  MemoryStore memory_;
  std::function<void()> late_;
  std::atomic<bool> is_mended_ = false;
};

// Somebody who has one input at a time on its way to each table, as the hall does, and loads a table again after
// trouble.
class Players {
 public:
  Players(ThreadedJournal& journal, Random& random, Model& model, int& count)
      : journal_(journal), random_(random), model_(model), count_(count) {}

  void act() {
    if (random_.below(6) == 0) return add();
    const auto ids = model_.ids();
    if (ids.empty()) return;
    const std::string& id = ids[random_.below(ids.size())];
    if (!under_way_.insert(id).second) return;
    const std::string text = cat("input-", ++count_);
    journal_.append(stored_input(id, model_.last(id) + 1, text), [this, id, text](const auto& stored) {
      under_way_.erase(id);
      if (stored) {
        EXPECT_TRUE(*stored) << "nobody else is there";
      }
      model_.append(id, text, stored ? Outcome::stored : outcome_of(stored.error()));
    });
    texts_[id] = text;
  }
  // The process dies: what was not answered is unknown.
  void die() {
    for (const std::string& id : under_way_) model_.append(id, texts_[id], Outcome::unknown);
    for (const auto& [id, first] : adding_) model_.add(id, first, Outcome::unknown);
  }
  bool is_waiting() const { return !under_way_.empty() || !adding_.empty(); }

 private:
  void add() {
    StoredTable table = stored_table(cat("table-", ++count_));
    table.first_input = cat("first-", count_);
    adding_[table.id] = table.first_input;
    journal_.add(table, [this, id = table.id, first = table.first_input](const auto& added) {
      adding_.erase(id);
      model_.add(id, first, added ? Outcome::stored : outcome_of(added.error()));
    });
  }

  ThreadedJournal& journal_;
  Random& random_;
  Model& model_;
  int& count_;
  std::set<std::string> under_way_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> adding_;
};

TEST(StoreSimulation, TheJournalTellsTheTruthOfAStoreThatIsFarAway) {
  const std::uint64_t last = first_seed() + simulations(200);
  Model::Counts counts{};
  for (std::uint64_t seed = first_seed(); seed < last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(cat("seed ", seed));
    Random random(seed);
    FarStore store(seed);
    Model model;
    int count = 0;
    JournalLoop loop;
    {
      ThreadedJournal journal(
          store, loop.post(), [](const std::string&) {}, [](const StoreTrouble&) { ADD_FAILURE(); });
      Players players(journal, random, model, count);
      for (int step = 0; step < 200; ++step) {
        players.act();
        if (random.below(8) == 0) loop.run_for(std::chrono::milliseconds(random.below(3)));
      }
      store.mend();
      ASSERT_TRUE(loop.run_until([&] { return !players.is_waiting(); }));
    }
    model.settle(store, false);
    add_counts(counts, model);
  }
  EXPECT_GT(counts[0], enough());
  EXPECT_GT(counts[1], enough());
  EXPECT_EQ(counts[2], 0);  // in the end
}

TEST(StoreSimulation, TheJournalTellsTheTruthOnADiskThatFails) {
  const std::uint64_t last = first_seed() + simulations(200) / 8;
  Model::Counts counts{};
  for (std::uint64_t seed = first_seed(); seed < last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(cat("seed ", seed));
    Random random(seed);
    Random of_disk(seed + 1'000'000);
    Disk disk(of_disk);
    Model model;
    int count = 0;
    for (int life = 0; life < 6 && !testing::Test::HasFatalFailure(); ++life) {
      auto store = SqliteStore::open(disk.file());
      ASSERT_TRUE(store) << store.error().why;
      model.settle(**store, false);
      bool has_failed = false;
      JournalLoop loop;
      auto journal = std::make_unique<ThreadedJournal>(
          **store, loop.post(), [](const std::string&) {}, [&](const StoreTrouble&) { has_failed = true; });
      Players players(*journal, random, model, count);
      disk.fail(random.below(3) == 0 ? 0 : 20);
      for (int step = 0; step < 100 && !has_failed; ++step) {
        players.act();
        if (random.below(4) == 0) loop.run_for(std::chrono::milliseconds(random.below(3)));
      }
      // What it says after it was killed, nobody hears.
      disk.die();
      players.die();
      journal.reset();
    }
    add_counts(counts, model);
  }
  EXPECT_THAT(counts, testing::Each(testing::Gt(enough()))) << "stored, refused, unknown";
}

}  // namespace
}  // namespace duello
