// What games cost a server, measured from outside: bench_games PROGRAM [STORE GAMES SECONDS [RATE]] starts PROGRAM as a
// server and plays at it. STORE is sqlite or postgres, RATE is in moves a second. With the program alone all that is
// promised of the server is measured.
#include <stdlib.h>

#include <cstdio>
#include <filesystem>

#include "bench/server/crowd.hpp"
#include "bench/server/served.hpp"
#include "core/text.hpp"
#include "tests/server/private_postgres.hpp"

using namespace duello;

namespace {

constexpr auto kWarming = std::chrono::milliseconds(1'500);
constexpr std::size_t kMany = 9'950;  // games; with two connections each a little less than 20,000 open files

// What is kept somewhere, as long as this lives.
class Kept {
 public:
  explicit Kept(std::string_view store) : folder_(std::filesystem::temp_directory_path() / "duello-bench-XXXXXX") {
    if (::mkdtemp(folder_.data()) == nullptr) std::exit(1);
    address_ = cat("sqlite:", folder_, "/tables");
    if (store != "postgres") return;
    auto made = PrivatePostgres::make(PrivatePostgres::Disk::waited_for);
    if (!made) {
      std::fprintf(stderr, "%s\n", made.error().why.c_str());
      std::exit(1);
    }
    postgres_ = *std::move(made);
    address_ = postgres_->address(postgres_->new_database());
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() { std::filesystem::remove_all(folder_); }

  const std::string& address() const { return address_; }
  // Of a database that has processes of its own.
  Usage usage() const { return postgres_ ? usage_of_family(postgres_->process()) : Usage(); }

 private:
  std::string folder_;
  std::string address_;
  std::unique_ptr<PrivatePostgres> postgres_;
};

struct Row {
  double rate = 0;  // moves a second
  double microseconds = 0;
};

void print_head() {
  std::printf("%-9s %6s %9s %9s | %9s %9s %9s | %7s %7s %7s | %7s\n", "", "", "moves/s", "", "us/move", "", "", "ms",
              "", "", "MB");
  std::printf("%-9s %6s %9s %9s | %9s %9s %9s | %7s %7s %7s | %7s\n", "store", "games", "asked", "done", "server",
              "(kernel)", "database", "50 %", "99 %", "all", "server");
}

Row measure(const Served& server, const Kept& kept, Crowd& crowd, std::string_view store, std::size_t games,
            int seconds, double rate) {
  crowd.play(kWarming, rate);
  const Usage before = usage_of(server.process());
  const Usage stored = kept.usage();
  Crowd::Harvest harvest = crowd.play(std::chrono::seconds(seconds), rate);
  const Usage used = usage_of(server.process()) - before;
  const Usage database = kept.usage() - stored;
  const auto moves = static_cast<double>(harvest.moves);
  const Row row{moves / harvest.seconds, used.processor_seconds / moves * 1e6};
  std::printf("%-9.*s %6zu %9.0f %9.0f | %9.2f %9.2f %9.2f | %7.2f %7.2f %7.2f | %7.1f\n",
              static_cast<int>(store.size()), store.data(), games, rate, row.rate, row.microseconds,
              used.kernel_seconds / moves * 1e6, database.processor_seconds / moves * 1e6, harvest.latencies.within(50),
              harvest.latencies.within(99), harvest.latencies.within(100),
              static_cast<double>(usage_of(server.process()).resident_bytes) / 1e6);
  std::fflush(stdout);
  return row;
}

void measure_all(const std::string& program, const Scripts& scripts) {
  print_head();
  for (const std::string_view store : {"sqlite", "postgres"})
    for (const std::size_t games : {200U, 2'000U}) {
      const Kept kept(store);
      const Served server(program, kept.address());
      Crowd crowd(server.port(), games, scripts);
      const Row fastest = measure(server, kept, crowd, store, games, 8, 0);
      measure(server, kept, crowd, store, games, 8, fastest.rate / 2);
    }
}

// What comes back costs what is missing, however long the games are.
void measure_coming_back(const std::string& program, const Scripts& scripts) {
  constexpr std::size_t kGames = 2'000;
  const Kept kept("sqlite");
  const Served server(program, kept.address());
  Crowd crowd(server.port(), kGames, scripts);
  std::uint64_t moves = 0;
  for (const int seconds : {0, 5, 10}) {
    if (seconds > 0) moves += crowd.play(std::chrono::seconds(seconds), 0).moves;
    const Usage before = usage_of(server.process());
    std::uint64_t times = 0;
    for (int i = 0; i < 10; ++i) times += crowd.come_back();
    const Usage used = usage_of(server.process()) - before;
    std::printf("coming back to a table with %llu moves behind it: %.1f us\n",
                static_cast<unsigned long long>(moves / kGames),
                used.processor_seconds / static_cast<double>(times) * 1e6);
  }
}

double megabytes(const Usage& usage) { return static_cast<double>(usage.resident_bytes) / 1e6; }

void measure_idle(const std::string& program, std::size_t clients) {
  const Kept kept("sqlite");
  const Served server(program, kept.address());
  const Usage before = usage_of(server.process());
  Load load(server.port(), clients);
  load.run(std::chrono::seconds(2), [](std::size_t, std::string_view) { return std::string(); });
  const Usage idle = usage_of(server.process());
  std::printf("%zu idle connections: %.1f MB, %.2f kB each\n", clients, megabytes(idle),
              megabytes(idle - before) * 1e3 / static_cast<double>(clients));
  std::fflush(stdout);
}

void measure_memory(const std::string& program, const Scripts& scripts, std::size_t games) {
  const Kept kept("sqlite");
  const Served server(program, kept.address());
  Crowd crowd(server.port(), games, scripts);
  std::printf("%zu games with %zu connections: %.1f MB", games, 2 * games, megabytes(usage_of(server.process())));
  const auto harvest = crowd.play(std::chrono::seconds(20), 0);
  std::printf("; behind %.0f moves at each: %.1f MB\n", static_cast<double>(harvest.moves) / static_cast<double>(games),
              megabytes(usage_of(server.process())));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  allow_descriptors();
  const Scripts scripts = long_scripts(64);
  const std::string program = argc > 1 ? argv[1] : "";
  const std::string_view what = argc > 2 ? argv[2] : "";
  if (argc == 2) {
    measure_all(program, scripts);
    measure_coming_back(program, scripts);
    measure_idle(program, 2 * kMany);
    measure_memory(program, scripts, kMany);
  } else if (what == "memory" && argc == 4) {
    const auto games = number_in<std::size_t>(argv[3]).value_or(1);
    measure_idle(program, 2 * games);
    measure_memory(program, scripts, games);
  } else if (what == "back") {
    measure_coming_back(program, scripts);
  } else if (argc == 5 || argc == 6) {
    const Kept kept(what);
    const Served server(program, kept.address());
    const auto games = number_in<std::size_t>(argv[3]).value_or(1);
    Crowd crowd(server.port(), games, scripts);
    print_head();
    measure(server, kept, crowd, what, games, number_in<int>(argv[4]).value_or(1),
            argc == 6 ? number_in<double>(argv[5]).value_or(0) : 0);
  } else {
    std::fprintf(stderr, "bench_games PROGRAM [STORE GAMES SECONDS [RATE] | memory GAMES | back]\n");
    return 2;
  }
  return 0;
}
