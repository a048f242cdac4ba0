#include "server/threaded_journal.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

namespace duello {

namespace {

constexpr std::size_t kLargestBatch = 1'000;  // inputs
constexpr std::size_t kMostQuestions = 16;    // before inputs have their turn again
constexpr std::chrono::milliseconds kWatch{200};
constexpr std::chrono::microseconds kPace{2'000};  // from one batch to the next under load
constexpr int kLoad = 4;                           // tables with inputs within that time
constexpr std::chrono::milliseconds kRetry{100};   // from one look for what may have been stored to the next

constexpr std::chrono::minutes kPurgePause{10};     // when there was nothing to delete
constexpr std::chrono::milliseconds kPurgeGap{20};  // when there is more
constexpr int kPurgeBatches = 50;                   // that go first

StoreTrouble not_stored() {
  return {StoreTrouble::Kind::lost, "The database is away: what was sent to it before has not arrived"};
}
StoreTrouble not_sent() {
  return {StoreTrouble::Kind::lost, "The database is away: whether it has what was sent before is not known yet"};
}

bool is_unknown(const StoreTrouble& trouble) { return trouble.kind == StoreTrouble::Kind::unknown; }

}  // namespace

void ThreadedJournal::Recent::add(std::span<const Line> lines, Clock::time_point now) {
  if (const auto age = now - begun; age >= kPace) {
    before = age < 2 * kPace ? lately : 0;
    lately = 0;
    begun = now;
  }
  for (const Line& line : lines)
    if (const auto* const entry = std::get_if<Entry>(&line))
      lately |= std::uint64_t{1} << std::hash<std::string>()(entry->input.table) % 64;
}

template <class Items>
void ThreadedJournal::Shared::put(Items Work::* where, typename Items::value_type item) {
  {
    const std::scoped_lock lock(mutex);
    (work.*where).push_back(std::move(item));
  }
  more.notify_one();
}

template <class What, class Call>
void ThreadedJournal::put(std::deque<Task> Work::* where, Answer<What> answer, Call call) {
  ++shared_->unanswered;
  shared_->put(where, Task([answer = std::move(answer), call = std::move(call)](TableStore& store) mutable -> Reply {
                 return [answer = std::move(answer), result = call(store)]() mutable { answer(std::move(result)); };
               }));
}

ThreadedJournal::ThreadedJournal(TableStore& store, Post post, Changed changed, Failed failed,
                                 std::optional<Retention> retention)
    : store_(store),
      post_(std::move(post)),
      changed_(std::move(changed)),
      failed_(std::move(failed)),
      retention_(retention) {
  if (retention_) next_purge_ = Clock::now();
  writer_ = std::thread([this] { write(); });
  if (store_.is_shared()) watcher_ = std::thread([this] { watch(); });
}

ThreadedJournal::~ThreadedJournal() {
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->is_ending = true;
  }
  shared_->more.notify_all();
  shared_->ending.notify_all();
  writer_.join();
  if (watcher_.joinable()) watcher_.join();
}

void ThreadedJournal::append(StoredInput input, Answer<bool> answer) {
  ++shared_->unanswered;
  shared_->put(&Work::lines, Line(Entry{std::move(input), std::move(answer)}));
}

void ThreadedJournal::add(StoredTable table, Answer<void> answer) {
  ++shared_->unanswered;
  shared_->put(&Work::adds, Addition{std::move(table), std::move(answer)});
}

void ThreadedJournal::load(std::string id, std::uint32_t behind, Answer<std::optional<LoadedTable>> answer) {
  put(&Work::questions, std::move(answer),
      [id = std::move(id), behind](TableStore& store) { return store.load(id, behind); });
}

void ThreadedJournal::listed(TableState state, int most, Answer<std::vector<StoredTable>> answer) {
  put(&Work::questions, std::move(answer), [state, most](TableStore& store) { return store.listed(state, most); });
}

void ThreadedJournal::timed(std::string behind, int most, Answer<std::vector<std::string>> answer) {
  put(&Work::questions, std::move(answer),
      [behind = std::move(behind), most](TableStore& store) { return store.timed(behind, most); });
}

ThreadedJournal::Figures ThreadedJournal::figures() const {
  const std::scoped_lock lock(shared_->mutex);
  Figures figures = shared_->figures;
  figures.waiting = shared_->unanswered;
  return figures;
}

bool ThreadedJournal::Doubts::has(const std::string& table) const {
  return std::ranges::any_of(entries, [&](const Entry& each) { return each.input.table == table; }) ||
         std::ranges::any_of(adds, [&](const Addition& each) { return each.table.id == table; });
}

void ThreadedJournal::write() {
  while (auto work = next_work()) {
    if (has_failed_) {
      abandon(*std::move(work));
      continue;
    }
    const auto begun = Clock::now();
    recent_.add(work->lines, begun);
    const bool is_loaded = !work->lines.empty() && recent_.tables() >= kLoad;
    const bool is_idle = work->is_nothing();
    resolve();
    do_work(*std::move(work));
    purge_if_due(is_idle);
    if (const auto tidied = store_.tidy(); !tidied) is_fatal(tidied.error());
    if (is_loaded) let_gather(begun + kPace);
  }
  if (!has_failed_ && !resolve()) give_up();
}

void ThreadedJournal::purge_if_due(bool is_idle) {
  if (Clock::now() < next_purge_ || has_failed_ || !doubts_.is_nothing()) return;
  if (!is_idle && ++busy_ < kPurgeBatches) return;
  busy_ = 0;
  const auto is_more = store_.purge(*retention_, wall_time());
  if (!is_more) is_fatal(is_more.error());
  next_purge_ = Clock::now();
  if (is_more.value_or(false))
    next_purge_ += kPurgeGap;
  else
    next_purge_ += kPurgePause;
}

void ThreadedJournal::do_work(Work work) {
  add_all(std::move(work.adds));
  store_all(std::move(work.lines));
  do_all(std::move(work.questions));
}

// Whether all ends here.
bool ThreadedJournal::is_fatal(const StoreTrouble& trouble) {
  if (trouble.kind != StoreTrouble::Kind::fatal) return false;
  if (!std::exchange(has_failed_, true)) post_([failed = failed_, trouble] { failed(trouble); });
  return true;
}

void ThreadedJournal::abandon(Work work) {
  std::ranges::move(work.adds, std::back_inserter(abandoned_.adds));
  std::ranges::move(work.lines, std::back_inserter(abandoned_.lines));
  std::ranges::move(work.questions, std::back_inserter(abandoned_.questions));
}

// What a batch costs hardly depends on how many are in it, so where many come they wait for one another. One table
// alone never does: its players wait for each other already.
void ThreadedJournal::let_gather(Clock::time_point until) {
  std::unique_lock lock(shared_->mutex);
  shared_->ending.wait_until(lock, until, [this] { return shared_->is_ending || !shared_->work.questions.empty(); });
}

// Taken all at one moment, so that whatever was put before a question is done before it.
std::optional<ThreadedJournal::Work> ThreadedJournal::next_work() {
  std::unique_lock lock(shared_->mutex);
  const auto is_due = [this] { return shared_->is_ending || !shared_->work.is_nothing(); };
  if (!doubts_.is_nothing())
    shared_->more.wait_for(lock, kRetry, is_due);
  else if (retention_ && !has_failed_)
    shared_->more.wait_until(lock, next_purge_, is_due);
  else
    shared_->more.wait(lock, is_due);
  if (shared_->is_ending && shared_->work.is_nothing()) return std::nullopt;
  Work taken = std::exchange(shared_->work, {});
  shared_->work.lines.reserve(taken.lines.size());  // as many will come meanwhile
  while (taken.questions.size() > kMostQuestions) {
    shared_->work.questions.push_front(std::move(taken.questions.back()));
    taken.questions.pop_back();
  }
  return taken;
}

void ThreadedJournal::add_all(std::vector<Addition> adds) {
  if (adds.empty()) return;
  if (!doubts_.is_nothing()) return refuse_adds(std::move(adds));
  std::vector<StoredTable> tables;
  tables.reserve(adds.size());
  for (const Addition& each : adds) tables.push_back(each.table);
  auto results = store_.add_all(tables);
  if (!results.front() && is_fatal(results.front().error())) return abandon({.adds = std::move(adds)});
  // All of them are one transaction.
  if (!results.front() && is_unknown(results.front().error())) {
    doubts_.adds = std::move(adds);
    resolve();
    return;
  }
  answer_adds(std::move(adds), std::move(results));
}

void ThreadedJournal::refuse_adds(std::vector<Addition> adds) {
  std::vector<StoreResult<void>> results(adds.size(), std::unexpected(not_sent()));
  answer_adds(std::move(adds), std::move(results));
}

void ThreadedJournal::answer_adds(std::vector<Addition> adds, std::vector<StoreResult<void>> results) {
  post_([shared = shared_, adds = std::move(adds), results = std::move(results)]() mutable {
    for (std::size_t i = 0; i < adds.size(); ++i) adds[i].answer(std::move(results[i]));
    shared->unanswered -= adds.size();
  });
}

void ThreadedJournal::do_all(std::deque<Task> tasks) {
  if (has_failed_) return abandon({.questions = std::move(tasks)});
  if (tasks.empty()) return;
  std::vector<Reply> replies;
  for (Task& each : tasks) replies.push_back(each(store_));
  post_([shared = shared_, replies = std::move(replies)]() mutable {
    for (Reply& reply : replies) reply();
    shared->unanswered -= replies.size();
  });
}

void ThreadedJournal::store_all(std::vector<Line> lines) {
  std::vector<Entry> entries;
  entries.reserve(lines.size());
  for (Line& line : lines) {
    if (const auto* const heard = std::get_if<Heard>(&line)) {
      for (const std::string& table : heard->tables) stalled_.erase(table);
      continue;
    }
    auto& entry = std::get<Entry>(line);
    if (doubts_.has(entry.input.table)) {
      doubts_.later.push_back(std::move(line));
      continue;
    }
    if (const auto stalled = stalled_.find(entry.input.table); stalled != stalled_.end())
      entry.verdict = stalled->second;
    entries.push_back(std::move(entry));
    if (entries.size() == kLargestBatch) store_batch(std::exchange(entries, {}));
  }
  if (!entries.empty()) store_batch(std::move(entries));
}

void ThreadedJournal::store_batch(std::vector<Entry> entries) {
  const auto abandon_all = [&] {
    for (Entry& entry : entries) abandoned_.lines.emplace_back(std::move(entry));
  };
  if (has_failed_) return abandon_all();
  std::vector<Verdict> verdicts;
  std::vector<StoredInput> inputs;
  std::vector<std::size_t> places;  // of the inputs
  verdicts.reserve(entries.size());
  inputs.reserve(entries.size());
  places.reserve(entries.size());
  for (Entry& entry : entries) {
    // An earlier part of a large batch may have stalled it, or raised doubts.
    if (const auto stalled = stalled_.find(entry.input.table); !entry.verdict && stalled != stalled_.end())
      entry.verdict = stalled->second;
    if (!entry.verdict && !doubts_.is_nothing()) entry.verdict = std::unexpected(not_sent());
    verdicts.push_back(entry.verdict.value_or(true));
    if (entry.verdict) continue;
    places.push_back(verdicts.size() - 1);
    inputs.push_back(std::move(entry.input));
  }
  std::vector<Verdict> of_inputs = verdicts_on(inputs);
  if (has_failed_) return abandon_all();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    entries[places[i]].input = std::move(inputs[i]);
    verdicts[places[i]] = std::move(of_inputs[i]);
  }
  answer_entries(std::move(entries), std::move(verdicts));
  if (!doubts_.is_nothing()) resolve();
}

void ThreadedJournal::answer_entries(std::vector<Entry> entries, std::vector<Verdict> verdicts) {
  Heard heard;
  std::uint64_t inputs = 0;
  std::size_t known = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!verdicts[i] && is_unknown(verdicts[i].error())) {
      doubts_.entries.push_back(std::move(entries[i]));
      continue;
    }
    const bool is_stored = verdicts[i].value_or(false);
    inputs += is_stored ? 1 : 0;
    if (!is_stored && stalled_.try_emplace(entries[i].input.table, verdicts[i]).second)
      heard.tables.push_back(entries[i].input.table);
    if (known != i) {
      entries[known] = std::move(entries[i]);
      verdicts[known] = std::move(verdicts[i]);
    }
    ++known;
  }
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(known), entries.end());
  if (entries.empty()) return;
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->figures.inputs += inputs;
    shared_->figures.batches += inputs > 0 ? 1 : 0;
  }
  // The inputs go back to where they came from: memory is given back best by the thread that asked for it.
  post_([shared = shared_, heard = std::move(heard), entries = std::move(entries),
         verdicts = std::move(verdicts)]() mutable {
    if (!heard.tables.empty()) shared->put(&Work::lines, Line(std::move(heard)));
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].answer(std::move(verdicts[i]));
    shared->unanswered -= entries.size();
  });
}

// The store has fenced what it sent before, as soon as it can load anything.
bool ThreadedJournal::resolve() {
  if (doubts_.is_nothing()) return true;
  while (!doubts_.adds.empty()) {
    auto outcome = outcome_of(doubts_.adds.back().table);
    if (!outcome) return false;
    std::vector<Addition> one;
    one.push_back(std::move(doubts_.adds.back()));
    doubts_.adds.pop_back();
    answer_adds(std::move(one), {*std::move(outcome)});
  }
  std::vector<Entry> entries;
  std::vector<Verdict> verdicts;
  for (Entry& each : doubts_.entries) {
    auto verdict = outcome_of(each.input);
    if (!verdict) break;
    entries.push_back(std::move(each));
    verdicts.push_back(*std::move(verdict));
  }
  doubts_.entries.erase(doubts_.entries.begin(), doubts_.entries.begin() + static_cast<std::ptrdiff_t>(entries.size()));
  if (!entries.empty()) answer_entries(std::move(entries), std::move(verdicts));
  if (!doubts_.is_nothing()) return false;
  store_all(std::exchange(doubts_.later, {}));
  return doubts_.is_nothing();
}

std::optional<ThreadedJournal::Verdict> ThreadedJournal::outcome_of(const StoredInput& input) {
  const auto loaded = store_.load(input.table, input.number - 1);
  if (!loaded && loaded.error().kind == StoreTrouble::Kind::damaged) return std::unexpected(loaded.error());
  if (!loaded) return std::nullopt;
  if (!*loaded || (*loaded)->inputs.empty()) return std::unexpected(not_stored());
  return (*loaded)->inputs.front() == input.text;
}

std::optional<StoreResult<void>> ThreadedJournal::outcome_of(const StoredTable& table) {
  const auto loaded = store_.load(table.id, 0);
  if (!loaded && loaded.error().kind == StoreTrouble::Kind::damaged) return std::unexpected(loaded.error());
  if (!loaded) return std::nullopt;
  if (!*loaded) return std::unexpected(not_stored());
  if ((*loaded)->table.setup != table.setup) return is_there_already(table);
  return StoreResult<void>();
}

// The process is about to end, so the outcome of what is pending stays unknown.
void ThreadedJournal::give_up() {
  const StoreTrouble trouble{StoreTrouble::Kind::unknown, not_sent().why};
  std::vector<Entry> entries = std::exchange(doubts_.entries, {});
  for (Line& line : doubts_.later)
    if (auto* const entry = std::get_if<Entry>(&line)) entries.push_back(std::move(*entry));
  post_([shared = shared_, adds = std::exchange(doubts_.adds, {}), entries = std::move(entries), trouble]() mutable {
    for (Addition& each : adds) each.answer(std::unexpected(trouble));
    for (Entry& each : entries) each.answer(std::unexpected(trouble));
    shared->unanswered -= adds.size() + entries.size();
  });
}

// What is broken is one table's trouble and not that of the others who happen to be in the same batch.
std::vector<ThreadedJournal::Verdict> ThreadedJournal::verdicts_on(std::span<const StoredInput> inputs) {
  if (inputs.empty()) return {};
  const auto stored = store_.append(inputs);
  if (stored) return {stored->begin(), stored->end()};
  {
    const std::scoped_lock lock(shared_->mutex);
    ++shared_->figures.troubles;
  }
  if (is_fatal(stored.error())) return {};
  std::set<std::string_view> tables;
  for (const StoredInput& input : inputs) tables.insert(input.table);
  const auto kind = stored.error().kind;
  if ((kind == StoreTrouble::Kind::broken || kind == StoreTrouble::Kind::damaged) && tables.size() > 1)
    return verdicts_by_table(inputs);
  return std::vector<Verdict>(inputs.size(), std::unexpected(stored.error()));
}

std::vector<ThreadedJournal::Verdict> ThreadedJournal::verdicts_by_table(std::span<const StoredInput> inputs) {
  std::map<std::string_view, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < inputs.size(); ++i) places[inputs[i].table].push_back(i);
  std::vector<Verdict> verdicts(inputs.size());
  for (const auto& [table, of_table] : places) {
    std::vector<StoredInput> some;
    for (const std::size_t place : of_table) some.push_back(inputs[place]);
    const auto stored = store_.append(some);
    if (!stored && is_fatal(stored.error())) return {};
    for (std::size_t i = 0; i < some.size(); ++i)
      verdicts[of_table[i]] = stored ? Verdict((*stored)[i]) : Verdict(std::unexpected(stored.error()));
  }
  return verdicts;
}

void ThreadedJournal::watch() {
  for (;;) {
    auto changed = store_.changed_elsewhere(static_cast<int>(kWatch.count()));
    std::unique_lock lock(shared_->mutex);
    if (shared_->is_ending) return;
    if (!changed) {
      shared_->ending.wait_for(lock, kWatch, [this] { return shared_->is_ending; });
      continue;
    }
    lock.unlock();
    if (changed->empty()) continue;
    post_([tell = changed_, ids = *std::move(changed)] {
      for (const std::string& id : ids) tell(id);
    });
  }
}

}  // namespace duello
