#include "server/threaded_journal.hpp"

#include <chrono>
#include <set>
#include <utility>

namespace duello {

namespace {

constexpr std::size_t kLargestBatch = 1'000;  // inputs
constexpr std::size_t kMostQuestions = 16;    // before inputs have their turn again
constexpr std::chrono::milliseconds kWatch{200};
constexpr std::chrono::microseconds kPace{2'000};  // from one batch to the next

}  // namespace

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

ThreadedJournal::ThreadedJournal(TableStore& store, Post post, Changed changed)
    : store_(store), post_(std::move(post)), changed_(std::move(changed)) {
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

void ThreadedJournal::write() {
  for (;;) {
    Work work = next_work();
    if (work.is_nothing()) return;
    const auto begun = Clock::now();
    const bool has_lines = !work.lines.empty();
    add_all(std::move(work.adds));
    store_all(std::move(work.lines));
    do_all(std::move(work.questions));
    store_.tidy();
    if (has_lines) let_gather(begun + kPace);
  }
}

// What a batch costs hardly depends on how many are in it. Whoever comes after a rest does not wait for others.
void ThreadedJournal::let_gather(Clock::time_point until) {
  std::unique_lock lock(shared_->mutex);
  shared_->ending.wait_until(lock, until, [this] { return shared_->is_ending || !shared_->work.questions.empty(); });
}

// Taken all at one moment, so that whatever was put before a question is done before it. Nothing in the end.
ThreadedJournal::Work ThreadedJournal::next_work() {
  std::unique_lock lock(shared_->mutex);
  shared_->more.wait(lock, [this] { return shared_->is_ending || !shared_->work.is_nothing(); });
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
  std::vector<StoredTable> tables;
  std::vector<Answer<void>> answers;
  for (Addition& each : adds) {
    tables.push_back(std::move(each.table));
    answers.push_back(std::move(each.answer));
  }
  post_([shared = shared_, answers = std::move(answers), added = store_.add_all(tables)]() mutable {
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i](std::move(added[i]));
    shared->unanswered -= answers.size();
  });
}

void ThreadedJournal::do_all(std::deque<Task> tasks) {
  if (tasks.empty()) return;
  std::vector<Reply> replies;
  for (Task& each : tasks) replies.push_back(each(store_));
  post_([shared = shared_, replies = std::move(replies)]() mutable {
    for (Reply& reply : replies) reply();
    shared->unanswered -= replies.size();
  });
}

void ThreadedJournal::store_all(std::vector<Line> lines) {
  Batch batch;
  batch.answers.reserve(lines.size());
  batch.verdicts.reserve(lines.size());
  batch.places.reserve(lines.size());
  batch.inputs.reserve(lines.size());
  for (Line& line : lines) {
    if (const auto* const heard = std::get_if<Heard>(&line)) {
      for (const std::string& table : heard->tables) stalled_.erase(table);
      continue;
    }
    auto& entry = std::get<Entry>(line);
    const auto stalled = stalled_.find(entry.input.table);
    batch.answers.push_back(std::move(entry.answer));
    batch.verdicts.push_back(stalled == stalled_.end() ? Verdict(true) : stalled->second);
    if (stalled != stalled_.end()) continue;
    batch.places.push_back(batch.verdicts.size() - 1);
    batch.inputs.push_back(std::move(entry.input));
    if (batch.inputs.size() == kLargestBatch) store_batch(std::exchange(batch, {}));
  }
  if (!batch.answers.empty()) store_batch(std::move(batch));
}

void ThreadedJournal::store_batch(Batch batch) {
  std::vector<Verdict> verdicts = verdicts_on(batch.inputs);
  Heard heard;
  std::uint64_t inputs = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const bool is_stored = verdicts[i].value_or(false);
    inputs += is_stored ? 1 : 0;
    if (!is_stored && stalled_.try_emplace(batch.inputs[i].table, verdicts[i]).second)
      heard.tables.push_back(batch.inputs[i].table);
    batch.verdicts[batch.places[i]] = std::move(verdicts[i]);
  }
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->figures.inputs += inputs;
    shared_->figures.batches += inputs > 0 ? 1 : 0;
  }
  // The inputs go back to where they came from: memory is given back best by the thread that asked for it.
  post_([shared = shared_, heard = std::move(heard), answers = std::move(batch.answers),
         all = std::move(batch.verdicts), inputs = std::move(batch.inputs)]() mutable {
    if (!heard.tables.empty()) shared->put(&Work::lines, Line(std::move(heard)));
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i](std::move(all[i]));
    shared->unanswered -= answers.size();
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
  std::set<std::string_view> tables;
  for (const StoredInput& input : inputs) tables.insert(input.table);
  if (stored.error().kind == StoreTrouble::Kind::broken && tables.size() > 1) return verdicts_by_table(inputs);
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
