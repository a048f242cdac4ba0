// duello-server: games between people who are elsewhere, and the page on which they play.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <span>

#include "arguments/parser.hpp"
#include "arguments/serve_options.hpp"
#include "arguments/settings.hpp"
#include "core/try.hpp"
#include "guarded.hpp"
#include "server/hall.hpp"
#include "server/server_clock.hpp"
#include "server/store_address.hpp"
#include "server/thinkers.hpp"
#include "server/threaded_journal.hpp"
#include "server/web_server.hpp"
#include "store/folders.hpp"
#include "system/entropy.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

namespace {

using namespace duello;

// The command line was wrong: 2. The work failed: 1.
int complain(const std::string& why) {
  std::fputs(cat("duello: ", why, ".\n").c_str(), stderr);
  return 2;
}

int fail(const Complaint& complaint) {
  complain(complaint.why);
  return 1;
}

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

template <class Read>
std::expected<std::vector<Read>, Complaint> all_read(const std::vector<std::string>& texts) {
  std::vector<Read> all;
  for (const std::string& text : texts) {
    DUELLO_TRY(auto read, Read::read(text));
    all.push_back(std::move(read));
  }
  return all;
}

// What is saved up is enough for somebody who loads the page, or comes back to many tables.
TokenBucket::Measure measure_of(std::uint64_t a_second) {
  constexpr double kSaved = 6;  // seconds
  return {.a_second = static_cast<double>(a_second), .at_once = kSaved * static_cast<double>(a_second)};
}

std::expected<WebSettings, Complaint> web_settings(const ServeSettings& given) {
  constexpr const char* kUsual = "127.0.0.1:8080";
  if (given.certificate.empty() != given.key.empty())
    return complaint("A certificate and its key go together: give both tls-cert and tls-key, or neither");
  WebSettings web{.origin = given.base_url, .certificate = given.certificate, .key = given.key};
  DUELLO_TRY(web.listen, all_read<Endpoint>(given.listen.empty() ? std::vector<std::string>{kUsual} : given.listen));
  DUELLO_TRY(web.proxies, all_read<AddressRange>(given.proxies));
  const std::vector<std::string> this_machine{"127.0.0.0/8", "::1"};
  DUELLO_TRY(web.metrics_readers,
             all_read<AddressRange>(given.metrics_readers.empty() ? this_machine : given.metrics_readers));
  web.limits.connections = given.connections;
  web.limits.of_address = {.connections = given.connections_of_address,
                           .connects = measure_of(given.connects_of_address),
                           .requests = measure_of(given.requests_of_address),
                           .messages = measure_of(given.messages_of_address)};
  return web;
}

// A connection is a descriptor; most systems let a program have more of them than it has at first.
void allow_descriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// A file of the user's own, if nothing else is said.
std::expected<std::string, Complaint> store_address(const std::string& given) {
  if (!given.empty()) return given;
  DUELLO_TRY(const auto folder, state_folder());
  DUELLO_CHECK(make_folder(folder));
  return cat("sqlite:", folder, "/tables.sqlite");
}

// Logs the same trouble only once in a while, no matter how often it occurs.
class TroubleLog {
 public:
  explicit TroubleLog(const Log& log) : log_(&log) {}

  void operator()(const StoreTrouble& trouble) {
    constexpr std::chrono::seconds kSilence{5};
    const auto now = std::chrono::steady_clock::now();
    if (trouble.why == last_ && now < told_ + kSilence) return;
    last_ = trouble.why;
    told_ = now;
    log_->tell(LogLevel::error, "store", {{"why", trouble.why}});
  }

 private:
  const Log* log_;
  std::string last_;
  std::chrono::steady_clock::time_point told_{};
};

// The page that was installed with this program, PREFIX/share/duello/site; empty if there is none.
std::string installed_site() {
  std::error_code none;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::filesystem::path site = own.parent_path().parent_path() / "share/duello/site";
  return std::filesystem::exists(site / "index.html", none) ? site.string() : "";
}

constexpr int kStoreFailed = 74;  // EX_IOERR of sysexits.h

// What is served is put together here: the store, the journal before it, the hall, and the web server around it.
int serve(const ServeSettings& given) {
  auto web = web_settings(given);
  if (!web) return complain(web.error().why);
  const std::string folder = given.site.empty() ? installed_site() : given.site;
  auto site = folder.empty() ? Site() : Site::read(folder);
  if (!site) return complain(site.error().why);
  const auto kept = store_address(given.store);
  if (!kept) return fail(kept.error());
  auto store = open_store(*kept);
  if (!store) return fail(store.error());
  const Log log(static_cast<LogLevel>(given.log_level));
  allow_descriptors();
  auto server = WebServer::open(*std::move(web), *std::move(site), log);
  if (!server) return fail(server.error());

  WebServer& wire = **server;
  const auto post = [&wire](std::move_only_function<void()> work) { wire.post(std::move(work)); };
  Hall* known = nullptr;
  ThreadedJournal journal(
      **store, post, [&known](const std::string& id) { known->changed_elsewhere(id); },
      [&log](const StoreTrouble& trouble) {
        // Whatever is said now may be wrong; who starts again reads what is stored. Clients come back and ask again.
        log.tell(LogLevel::error, "store", {{"why", cat(trouble.why, "; the server ends, and can be started again")}});
        std::_Exit(kStoreFailed);
      },
      Retention{.open = given.keep_open, .over = given.keep_over});
  Thinkers thinkers(post);
  Hall hall(
      journal, wire, thinkers,
      {.tables = given.tables,
       .of_address = {.tables = given.tables_of_address, .challenges = given.challenges_of_address},
       .is_alone = !(*store)->is_shared()},
      [clock = ServerClock()] { return clock.now(); }, fresh_seed, TroubleLog(log));
  known = &hall;
  hall.take_up();
  // A program that has read this line may send signals.
  wire.post([&] {
    for (const Endpoint& endpoint : wire.endpoints()) {
      const std::string address = cat(wire.has_tls() ? "https://" : "http://", endpoint.text(), '/');
      log.tell(LogLevel::info, "listening", {{"address", address}});
    }
  });
  wire.run(hall, StopSignals::heeded);
  log.tell(LogLevel::info, "stopped");
  return 0;
}

int back_up(const ServeSettings& given) {
  const auto kept = store_address(given.store);
  if (!kept) return fail(kept.error());
  const auto copied = back_up_store(*kept, given.backup);
  return copied ? 0 : fail(copied.error());
}

int run(std::span<char* const> words) {
  Options options;
  ServeSettings settings;
  options.version();
  options.help();
  add_serve_options(options, settings);
  const Parser parser({.name = "duello-server",
                       .version = DUELLO_VERSION,
                       .about = "Serves games of Duello, and the page, to people who are elsewhere",
                       .footer = "The manual is duello-server(1)."},
                      options);
  try {
    ParsedLine line = parser.parse(words);
    if (!line.answer.empty()) return (std::cout << line.answer).flush() ? 0 : fail({"The output could not be written"});
    add_settings(line.given, options, "DUELLO_SERVE", variable);
    parser.accept(line);
  } catch (const WrongOptions& wrong) {
    return complain(wrong.what());
  }
  return settings.backup.empty() ? serve(settings) : back_up(settings);
}

}  // namespace

int main(int argc, char** argv) {
  settle_process();
  return guarded([&] { return run({argv + 1, argv + argc}); });
}
