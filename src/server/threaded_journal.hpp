// A journal on a store that blocks: one thread writes and reads, and where other processes use the store too, another
// waits for what they have changed.
//
// All inputs that wait are stored as one batch, and while that is committed the next one gathers; for some milliseconds
// at least if several tables are busy. So an input that comes alone is stored at once, and the more there is to do, the
// less each costs. Tables that are added are stored before the inputs,
// all of them together, and whatever is asked for comes last, a few questions at a time:
// it sees all that was appended before it was asked.
//
// Where an input could not be stored, for whatever reason, all that follows it at the same table is answered in the
// same way and not stored, until the hall has heard of the first: it was meant for a position that never came to be.
// After such an answer the hall loads the table again. Nothing is kept back to be tried later.
//
// An input whose outcome is unknown is not answered until it is known: the journal loads its table repeatedly until the
// store can tell. Meanwhile it stores nothing else and answers inputs for other tables with trouble. If only another
// process can find out, it answers nothing any more and asks its owner to end this process.
#pragma once

#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/journal.hpp"

namespace duello {

class ThreadedJournal final : public Journal {
 public:
  // Has something done in the thread that runs the hall, in the order of the calls.
  using Post = std::function<void(std::move_only_function<void()>)>;
  // Called in that thread. An empty id means all tables.
  using Changed = std::function<void(const std::string& id)>;
  // Called in that thread, once: the process must end, without another answer.
  using Failed = std::function<void(const StoreTrouble& trouble)>;

  struct Figures {
    std::uint64_t inputs = 0;   // stored
    std::uint64_t batches = 0;  // in so many transactions
    std::uint64_t troubles = 0;
    std::size_t waiting = 0;  // asked for and not answered yet
  };

  // The store outlives it. `post` is called by the threads in here until the end of the destructor.
  // Tables that are kept no longer are deleted little by little, mostly when there is nothing else to do.
  ThreadedJournal(TableStore& store, Post post, Changed changed, Failed failed,
                  std::optional<Retention> retention = {});
  // All that was asked for is done, and the answers are posted. What is still not known then is answered so.
  ~ThreadedJournal() override;

  void append(StoredInput input, Answer<bool> answer) override;
  void add(StoredTable table, Answer<void> answer) override;
  void load(std::string id, std::uint32_t behind, Answer<std::optional<LoadedTable>> answer) override;
  void listed(TableState state, int most, Answer<std::vector<StoredTable>> answer) override;
  void timed(std::string behind, int most, Answer<std::vector<std::string>> answer) override;
  bool is_settled() const override { return shared_->unanswered == 0; }

  Figures figures() const;

 private:
  using Verdict = std::expected<bool, StoreTrouble>;
  using Reply = std::move_only_function<void()>;
  using Task = std::move_only_function<Reply(TableStore&)>;

  struct Entry {
    StoredInput input;
    Answer<bool> answer;
    std::optional<Verdict> verdict{};  // before it is sent to the store, as for those before it
  };
  // The hall has heard that an input of these tables was not stored.
  struct Heard {
    std::vector<std::string> tables;
  };
  using Line = std::variant<Entry, Heard>;

  struct Addition {
    StoredTable table;
    Answer<void> answer;
  };

  struct Work {
    std::vector<Addition> adds{};
    std::vector<Line> lines{};
    std::deque<Task> questions{};

    bool is_nothing() const { return adds.empty() && lines.empty() && questions.empty(); }
  };
  // Which tables had inputs within the last few milliseconds: a bit for each, and now and then for two.
  struct Recent {
    std::uint64_t lately = 0;
    std::uint64_t before = 0;
    std::chrono::steady_clock::time_point begun{};

    void add(std::span<const Line> lines, std::chrono::steady_clock::time_point now);
    int tables() const { return std::popcount(lately | before); }
  };
  // What may have been stored.
  struct Doubts {
    std::vector<Addition> adds;
    std::vector<Entry> entries;
    std::vector<Line> later;  // for the same tables

    bool is_nothing() const { return adds.empty() && entries.empty(); }
    bool has(const std::string& table) const;
  };
  // What the threads have in common with the answers that are under way, which may outlive the journal.
  struct Shared {
    mutable std::mutex mutex;
    std::condition_variable more;    // work
    std::condition_variable ending;  // for threads that wait only for that
    Work work;
    Figures figures;
    bool is_ending = false;
    std::atomic<std::size_t> unanswered = 0;  // counted by the thread that runs the hall

    template <class Items>
    void put(Items Work::* where, typename Items::value_type item);
  };

  template <class What, class Call>
  void put(std::deque<Task> Work::* where, Answer<What> answer, Call call);

  using Clock = std::chrono::steady_clock;

  void write();
  void do_work(Work work);
  // Nothing in the end.
  std::optional<Work> next_work();
  void purge_if_due(bool is_idle);
  void let_gather(Clock::time_point until);
  void add_all(std::vector<Addition> adds);
  void do_all(std::deque<Task> tasks);
  void store_all(std::vector<Line> lines);
  void store_batch(std::vector<Entry> entries);
  void refuse_adds(std::vector<Addition> adds);
  // All of one batch, in its order.
  void answer_adds(std::vector<Addition> adds, std::vector<StoreResult<void>> results);
  void answer_entries(std::vector<Entry> entries, std::vector<Verdict> verdicts);
  // Looks for what may have been stored; whether all is known now.
  bool resolve();
  std::optional<Verdict> outcome_of(const StoredInput& input);
  std::optional<StoreResult<void>> outcome_of(const StoredTable& table);
  void give_up();
  bool is_fatal(const StoreTrouble& trouble);
  void abandon(Work work);
  std::vector<Verdict> verdicts_on(std::span<const StoredInput> inputs);
  std::vector<Verdict> verdicts_by_table(std::span<const StoredInput> inputs);
  void watch();

  TableStore& store_;
  Post post_;
  Changed changed_;
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  Failed failed_;
  // The writer's own:
  std::map<std::string, Verdict, std::less<>> stalled_;  // what the hall has not heard yet
  Doubts doubts_;
  Recent recent_;
  bool has_failed_ = false;
  std::optional<Retention> retention_;
  Clock::time_point next_purge_ = Clock::time_point::max();
  int busy_ = 0;  // batches since the last purge
  // What nobody answers after a failure. It goes with the journal, as what it holds is not for the writer's thread.
  Work abandoned_;
  std::thread writer_;
  std::thread watcher_;
};

}  // namespace duello
