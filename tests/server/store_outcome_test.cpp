// A move is stored, or refused, or nobody knows for a while; what is told of it is always true.
#include <dirent.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <fstream>
#include <list>
#include <mutex>
#include <thread>

#include "server/threaded_journal.hpp"
#include "system/descriptor.hpp"
#include "tests/server/faulty_disk.hpp"
#include "tests/server/journal_loop.hpp"
#include "tests/server/store_fixtures.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

class OutcomeTest : public PostgresStoreTest {
 protected:
  void begin(const std::string& address) {
    auto store = PostgresStore::open(address);
    ASSERT_TRUE(store) << store.error().why;
    store_ = *std::move(store);
    ASSERT_TRUE(store_->add(stored_table("a")));
    journal_ = std::make_unique<ThreadedJournal>(
        *store_, loop_.post(), [](const std::string&) {}, [](const StoreTrouble&) { ADD_FAILURE(); });
  }
  void append(std::uint32_t number) {
    journal_->append(stored_input("a", number, cat("text ", number)), [this, number](const auto& stored) {
      answers_.push_back(cat(number, stored ? (*stored ? " stored" : " late") : " refused"));
    });
  }
  bool run_until_answers(std::size_t count) {
    return loop_.run_until([&] { return answers_.size() >= count; });
  }
  std::size_t stored() const { return (*opened()->load("a", 0))->inputs.size(); }

  JournalLoop loop_;
  std::unique_ptr<PostgresStore> store_;
  std::unique_ptr<ThreadedJournal> journal_;
  std::vector<std::string> answers_;
};

// The backends of the store, by what they are doing.
std::vector<pid_t> backends(const PrivatePostgres& postgres, const std::string& database, std::string_view busy_with) {
  std::vector<pid_t> found;
  DIR* const folder = ::opendir("/proc");
  while (const dirent* const each = ::readdir(folder)) {
    const auto process = number_in<pid_t>(each->d_name);
    if (!process) continue;
    std::ifstream in(cat("/proc/", each->d_name, "/cmdline"));
    const std::string words(std::istreambuf_iterator<char>(in), {});
    if (words.contains(database + " ") && words.contains(busy_with) && *process != postgres.process())
      found.push_back(*process);
  }
  ::closedir(folder);
  return found;
}

// The backend stops after it has begun and goes on after the store has given it up: what it does then is what is told.
TEST_F(OutcomeTest, ABackendThatIsPausedStoresNothingThatWasRefused) {
  begin(postgres_->address(database_));
  const auto blocker = postgres_->connect(database_);
  ASSERT_EQ(blocker->execute("BEGIN; SELECT FROM duello_tables WHERE id = 'a' FOR UPDATE"), "");
  append(1);
  std::vector<pid_t> paused;
  while (paused.empty()) {
    loop_.run_for(5ms);
    if (!answers_.empty()) {  // it has been given up before anybody looked
      answers_.clear();
      append(1);
    }
    paused = backends(*postgres_, database_, "SELECT waiting");
  }
  for (const pid_t process : paused) ::kill(process, SIGSTOP);
  ASSERT_EQ(blocker->execute("COMMIT"), "");
  loop_.run_for(3s);
  EXPECT_THAT(answers_, IsEmpty()) << "nobody can know";
  for (const pid_t process : paused) ::kill(process, SIGCONT);
  ASSERT_TRUE(run_until_answers(1));
  EXPECT_THAT(answers_, ElementsAre(stored() == 1 ? "1 stored" : "1 refused"));
}

// Between the server and its database: passes everything on, and on demand swallows the next answers.
class Proxy {
 public:
  Proxy(const std::string& from, std::string to) : to_(std::move(to)), listening_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    const sockaddr_un address = named(from);
    EXPECT_EQ(::bind(listening_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listening_.number(), 10), 0);
    threads_.emplace_back([this] { accept(); });
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  ~Proxy() {
    is_ending_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  enum class Answers : std::uint8_t { passed, swallowed, cut };
  // What happens to answers to a message with this text in it, and to all that comes after it on that connection.
  void set(std::string text, Answers answers) {
    const std::scoped_lock lock(mutex_);
    text_ = std::move(text);
    answers_ = answers;
  }
  int hits() const { return hits_; }

 private:
  static sockaddr_un named(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }
  static bool is_ready(int descriptor) {
    pollfd socket{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&socket, 1, 10) > 0;
  }
  void accept() {
    while (!is_ending_) {
      if (!is_ready(listening_.number())) continue;
      const int client = ::accept(listening_.number(), nullptr, nullptr);
      if (client >= 0) threads_.emplace_back([this, client] { pass(Descriptor(client)); });
    }
  }
  void pass(Descriptor client) {
    const Descriptor server(::socket(AF_UNIX, SOCK_STREAM, 0));
    const sockaddr_un address = named(to_);
    if (::connect(server.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return;
    Answers answers = Answers::passed;
    std::vector<char> buffer(1 << 16);
    while (!is_ending_) {
      pollfd sockets[2] = {{client.number(), POLLIN, 0}, {server.number(), POLLIN, 0}};
      if (::poll(sockets, 2, 10) <= 0) continue;
      if (sockets[0].revents != 0) {
        const auto size = ::read(client.number(), buffer.data(), buffer.size());
        if (size <= 0) return;
        const std::scoped_lock lock(mutex_);
        if (!text_.empty() && std::string_view(buffer.data(), static_cast<std::size_t>(size)).contains(text_)) {
          answers = answers_;
          ++hits_;
        }
        if (::write(server.number(), buffer.data(), static_cast<std::size_t>(size)) != size) return;
      }
      if (sockets[1].revents != 0) {
        const auto size = ::read(server.number(), buffer.data(), buffer.size());
        if (size <= 0 || answers == Answers::cut) return;
        if (answers == Answers::swallowed) continue;
        if (::write(client.number(), buffer.data(), static_cast<std::size_t>(size)) != size) return;
      }
    }
  }

  std::string to_;
  Descriptor listening_;
  std::mutex mutex_;
  std::string text_;
  Answers answers_ = Answers::passed;
  std::atomic<int> hits_ = 0;
  std::atomic<bool> is_ending_ = false;
  std::list<std::thread> threads_;
};

TEST_F(OutcomeTest, AnAnswerThatIsLostIsFoundOut) {
  const StoreFolder folder;
  Proxy proxy(folder.in(".s.PGSQL.5432"), cat(postgres_->folder(), "/.s.PGSQL.5432"));
  begin(cat("postgresql://postgres:a-secret@/", database_, "?host=", folder.path()));
  append(1);
  ASSERT_TRUE(run_until_answers(1));
  proxy.set("text 2", Proxy::Answers::swallowed);
  append(2);
  ASSERT_TRUE(run_until_answers(2));
  proxy.set("text 3", Proxy::Answers::cut);
  append(3);
  ASSERT_TRUE(run_until_answers(3));
  EXPECT_EQ(proxy.hits(), 2);
  proxy.set("new table", Proxy::Answers::cut);
  StoredTable table = stored_table("b");
  table.first_input = "new table";
  journal_->add(table, [this](const auto& added) { answers_.push_back(added ? "added" : added.error().why); });
  ASSERT_TRUE(run_until_answers(4));
  EXPECT_EQ(proxy.hits(), 3);
  append(4);
  ASSERT_TRUE(run_until_answers(5));
  EXPECT_THAT(answers_, ElementsAre("1 stored", "2 stored", "3 stored", "added", "4 stored"));
  EXPECT_EQ(stored(), 4U);
}

// A connection that was given up stores nothing any more, however late it is.
TEST_F(OutcomeTest, AnOldConnectionStoresNothing) {
  begin(postgres_->address(database_));
  append(1);
  ASSERT_TRUE(run_until_answers(1));
  ASSERT_EQ(postgres_->execute(database_, "UPDATE duello_writers SET epoch = epoch + 1000"), "");
  append(2);
  ASSERT_TRUE(run_until_answers(2));
  EXPECT_EQ(answers_.back(), "2 refused");
  EXPECT_EQ(stored(), 1U);
  append(2);
  ASSERT_TRUE(run_until_answers(3));
  EXPECT_EQ(answers_.back(), "2 stored");
}

class FailingDiskTest : public SqliteStoreTest {
 protected:
  FaultyDisk disk_;
};

TEST_F(FailingDiskTest, AFailedSyncEndsTheJournalWithoutAnAnswer) {
  for (const bool survives : {false, true}) {
    const StoreFolder after;
    const StoreFolder before;
    JournalLoop loop;
    std::vector<std::string> answers;
    std::vector<std::string> failures;
    auto store = *SqliteStore::open(before.in("tables"));
    ASSERT_TRUE(store->add(stored_table("a")));
    {
      ThreadedJournal journal(
          *store, loop.post(), [](const std::string&) {},
          [&](const StoreTrouble& trouble) { failures.push_back(trouble.why); });
      disk_.decide([](FaultyDisk::Call call, const std::string& file) {
        return call == FaultyDisk::Call::sync && file.ends_with("-wal") ? FaultyDisk::Fault::sync
                                                                        : FaultyDisk::Fault::none;
      });
      journal.append(stored_input("a", 1), [&](const auto&) { answers.emplace_back("answered"); });
      ASSERT_TRUE(loop.run_until([&] { return !failures.empty(); }));
      disk_.decide({});
      journal.append(stored_input("a", 1), [&](const auto&) { answers.emplace_back("answered"); });
    }
    loop.run_rest();
    EXPECT_THAT(answers, IsEmpty());
    EXPECT_THAT(failures, ElementsAre(testing::HasSubstr("cannot be synced to the disk")));
    EXPECT_EQ(store->load("a", 0).error().kind, StoreTrouble::Kind::fatal);
    // The file tells, after a crash or a kill.
    disk_.crash(before.path(), after.path(), [&] { return survives; });
    EXPECT_EQ((*(*SqliteStore::open(after.in("tables")))->load("a", 0))->inputs.size(), survives ? 1U : 0U);
  }
}

TEST_F(FailingDiskTest, AWriteThatFailsIsRefusedAndStaysSo) {
  using enum FaultyDisk::Fault;
  for (const FaultyDisk::Fault fault : {write, short_write}) {
    const StoreFolder folder;
    auto store = *SqliteStore::open(folder.in("tables"));
    ASSERT_TRUE(store->add(stored_table("a")));
    for (int after = 0; after < 6; ++after) {
      int writes = 0;
      disk_.decide([&](FaultyDisk::Call call, const std::string&) {
        return call == FaultyDisk::Call::write && writes++ == after ? fault : none;
      });
      const auto stored = store->append(stored_inputs("a", 1, 1));
      disk_.decide({});
      if (stored) break;
      EXPECT_EQ(stored.error().kind, StoreTrouble::Kind::full) << stored.error().why;
      const StoreFolder crashed;
      disk_.crash(folder.path(), crashed.path(), [] { return true; });
      EXPECT_THAT((*(*SqliteStore::open(crashed.in("tables")))->load("a", 0))->inputs, IsEmpty());
    }
  }
}

}  // namespace
}  // namespace duello
