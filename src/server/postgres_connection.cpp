#include "server/postgres_connection.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "core/text.hpp"
#include "core/try.hpp"
#include "server/postgres_library.hpp"

namespace duello {

namespace {

using namespace std::chrono_literals;

constexpr auto kPostgresPatience = 2s;  // with all that one call does
constexpr std::chrono::steady_clock::duration kShortestPause = 100ms;
constexpr std::chrono::steady_clock::duration kLongestPause = 5s;

constexpr std::string_view kHidden = "...";  // in place of a password

// Whoever has opened a store has found it.
const PostgresLibrary& pq() { return *PostgresLibrary::get(); }

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { pq().free_options(options); }
};
using PostgresOptions = std::unique_ptr<PQconninfoOption, FreeOptions>;

PostgresOptions postgres_options(const std::string& address) {
  return PostgresOptions(pq().parse_options(address.c_str(), nullptr));
}

// As it is and as it stands in the address.
std::vector<std::string> postgres_secrets(const std::string& address) {
  std::vector<std::string> secrets;
  const PostgresOptions options = postgres_options(address);
  for (const PQconninfoOption* each = options.get(); each != nullptr && each->keyword != nullptr; ++each)
    if (std::string_view(each->keyword).ends_with("password") && each->val != nullptr && *each->val != '\0')
      secrets.emplace_back(each->val);
  const std::size_t scheme = address.find("://");
  const std::size_t end = address.find_last_of('@', address.find('/', scheme == address.npos ? 0 : scheme + 3));
  const std::size_t colon = address.find(':', scheme == address.npos ? 0 : scheme + 3);
  if (end != address.npos && colon != address.npos && colon + 1 < end)
    secrets.push_back(address.substr(colon + 1, end - colon - 1));
  return secrets;
}

StoreTrouble::Kind postgres_kind(std::string_view code) {
  using enum StoreTrouble::Kind;
  if (code == "53100" || code == "53200") return full;  // disk, memory
  // It is going down, has too many connections, is a copy that nobody writes to, or had to give up; and no code at all
  // is libpq's own trouble.
  for (const char* const begin : {"08", "53", "57", "58", "40", "25006", "55P03", "DU003"})
    if (code.starts_with(begin)) return lost;
  if (code.starts_with("XX00")) return damaged;  // a page or a row
  return code.empty() ? lost : broken;
}

}  // namespace

bool is_postgres_address(const std::string& address) {
  if (!address.starts_with("postgres://") && !address.starts_with("postgresql://")) return false;
  if (PostgresLibrary::get() == nullptr) return true;
  const PostgresOptions options = postgres_options(address);
  // What stands for a port and is none may be a password with a sign in it that was to be written otherwise.
  for (const PQconninfoOption* each = options.get(); each != nullptr && each->keyword != nullptr; ++each)
    if (std::string_view(each->keyword) == "port" && each->val != nullptr &&
        std::string_view(each->val).find_first_not_of("0123456789,") != std::string_view::npos)
      return false;
  return options != nullptr;
}

void PostgresRows::Clear::operator()(pg_result* rows) const { pq().clear(rows); }

int PostgresRows::count() const { return pq().row_count(rows_.get()); }

std::string PostgresRows::text(int row, int column) const {
  return {pq().get_value(rows_.get(), row, column),
          static_cast<std::size_t>(pq().get_length(rows_.get(), row, column))};
}

bool PostgresRows::is_null(int row, int column) const { return pq().is_null(rows_.get(), row, column) != 0; }

std::int64_t PostgresRows::number(int row, int column) const {
  return number_in<std::int64_t>(text(row, column)).value_or(-1);
}

void PostgresConnection::Close::operator()(pg_conn* connection) const { pq().finish(connection); }

PostgresConnection::PostgresConnection(std::string address, Begin begin)
    : address_(std::move(address)), secrets_(postgres_secrets(address_)), begin_(std::move(begin)) {}

std::string PostgresConnection::parameter(const char* name) const {
  const char* const value = pq().parameter(connection_.get(), name);
  return value == nullptr ? "" : value;
}

// The first line of what libpq or the server says.
std::string PostgresConnection::cleaned(std::string_view message) const {
  std::string line(trimmed(message.substr(0, message.find('\n'))));
  for (const std::string& secret : secrets_)
    for (std::size_t at = line.find(secret); at != line.npos; at = line.find(secret, at + kHidden.size()))
      line.replace(at, secret.size(), kHidden);
  return printable(line, 300);
}

bool PostgresConnection::wait(Wait what, Clock::time_point until) const {
  pollfd socket{.fd = pq().socket(connection_.get()), .events = 0, .revents = 0};
  if (what != Wait::writing) socket.events |= POLLIN;
  if (what != Wait::reading) socket.events |= POLLOUT;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    const int ready = ::poll(&socket, 1, static_cast<int>(std::max(left, 0ms).count()));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

// The sentence for a connection that has gone; the next call makes a new one.
std::unexpected<StoreTrouble> PostgresConnection::lost() {
  std::string why = connection_ ? cleaned(pq().error_message(connection_.get())) : last_trouble_;
  if (why.empty()) why = "it does not answer";
  connection_.reset();
  is_cut_ = is_sent_;
  last_trouble_ = why;
  return store_trouble(StoreTrouble::Kind::lost, "The database is away: ", why);
}

std::unexpected<StoreTrouble> PostgresConnection::refused(const PostgresRows& rows) {
  if (pq().status(connection_.get()) == CONNECTION_BAD) return lost();
  const char* const code = pq().error_field(rows.rows_.get(), PG_DIAG_SQLSTATE);
  const char* const message = pq().error_field(rows.rows_.get(), PG_DIAG_MESSAGE_PRIMARY);
  const auto kind = postgres_kind(code == nullptr ? "" : code);
  const std::string why = cleaned(message == nullptr ? pq().result_error(rows.rows_.get()) : message);
  if (kind == StoreTrouble::Kind::full) return store_trouble(kind, "The database has no room: ", why);
  if (kind == StoreTrouble::Kind::damaged) return store_trouble(kind, "The database is damaged: ", why);
  if (kind == StoreTrouble::Kind::broken) return store_trouble(kind, "The database does not take it: ", why);
  connection_.reset();
  last_trouble_ = why;
  return store_trouble(kind, "The database is away: ", why);
}

// Whether the other side has not closed it while nobody looked.
bool PostgresConnection::is_alive() {
  if (!connection_) return false;
  // A farewell is read before the end of it.
  while (wait(Wait::reading, Clock::now()))
    if (pq().consume_input(connection_.get()) == 0) return false;
  return pq().status(connection_.get()) == CONNECTION_OK;
}

auto PostgresConnection::be_ready() -> Result<void> {
  if (is_beginning_) return {};
  deadline_ = Clock::now() + kPostgresPatience;
  if (is_alive()) return {};
  connection_.reset();
  if (Clock::now() < next_try_) return lost();
  Result<void> made = connect();
  if (made) {
    pause_ = {};
    return made;
  }
  connection_.reset();
  pause_ = std::clamp(pause_ * 2, kShortestPause, kLongestPause);
  next_try_ = Clock::now() + pause_;
  return made;
}

auto PostgresConnection::connect() -> Result<void> {
  prepared_.clear();
  // What stands in the address comes later and counts; but text is always UTF-8.
  const char* const keywords[] = {"keepalives_idle",           "keepalives_interval",
                                  "keepalives_count",          "tcp_user_timeout",
                                  "fallback_application_name", "dbname",
                                  "client_encoding",           nullptr};
  const char* const values[] = {"10", "5", "3", "10000", "duello", address_.c_str(), "UTF8", nullptr};
  connection_.reset(pq().connect_start(keywords, values, 1));
  if (!connection_ || pq().status(connection_.get()) == CONNECTION_BAD) return lost();
  pq().set_notice_processor(connection_.get(), [](void*, const char*) {}, nullptr);
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;
  while (status != PGRES_POLLING_OK) {
    const bool is_ready = wait(status == PGRES_POLLING_READING ? Wait::reading : Wait::writing, deadline_);
    status = is_ready ? pq().connect_poll(connection_.get()) : PGRES_POLLING_FAILED;
    if (status == PGRES_POLLING_FAILED) return lost();
  }
  if (pq().set_nonblocking(connection_.get(), 1) != 0) return lost();
  is_beginning_ = true;
  Result<void> greeted = greet();
  is_beginning_ = false;
  return greeted;
}

// Whoever looks behind a lock sees what was done before it was let go; a commit is on the disk when it is answered;
// the server gives up just before we do; and no plan that was made while there were few tables looks through many.
auto PostgresConnection::greet() -> Result<void> {
  if (parameter("server_encoding") != "UTF8") return broken_store("The database must have the encoding UTF8");
  DUELLO_CHECK(run_all(
      "SET default_transaction_isolation = 'read committed'; SET statement_timeout = 1800; SET enable_seqscan = off;"
      "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"));
  return begin_(*this);
}

auto PostgresConnection::answer() -> Result<PostgresRows> {
  for (int left = 1; left != 0;) {
    left = pq().flush(connection_.get());
    if (left < 0) return lost();
    if (left == 0) break;
    if (!wait(Wait::both, deadline_) || pq().consume_input(connection_.get()) == 0) return lost();
  }
  std::optional<PostgresRows> last;
  for (;;) {
    while (pq().is_busy(connection_.get()) != 0)
      if (!wait(Wait::reading, deadline_) || pq().consume_input(connection_.get()) == 0) return lost();
    PostgresRows rows(pq().get_result(connection_.get()));
    if (!rows.rows_) break;
    last.emplace(std::move(rows));
  }
  if (!last) return lost();
  const ExecStatusType status = pq().result_status(last->rows_.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) return refused(*last);
  return *std::move(last);
}

auto PostgresConnection::run(std::string_view statement, std::span<const std::string> values) -> Result<PostgresRows> {
  const auto ready = be_ready();
  is_sent_ = is_cut_ = false;
  if (!ready) return std::unexpected(ready.error());
  std::vector<const char*> texts;
  for (const std::string& value : values) {
    if (value.contains('\0')) return broken_store("The database takes no text with a zero in it");
    texts.push_back(value.c_str());
  }
  auto found = prepared_.find(statement);
  if (found == prepared_.end()) {
    const std::string name = cat("duello_", prepared_.size());
    if (pq().send_prepare(connection_.get(), name.c_str(), std::string(statement).c_str(), 0, nullptr) == 0)
      return lost();
    if (auto made = answer(); !made) return made;
    found = prepared_.emplace(statement, name).first;
  }
  is_sent_ = true;
  if (pq().send_prepared(connection_.get(), found->second.c_str(), static_cast<int>(texts.size()), texts.data(),
                         nullptr, nullptr, 0) == 0)
    return lost();
  return answer();
}

auto PostgresConnection::store(std::string_view statement, std::span<const std::string> values)
    -> Result<PostgresRows> {
  auto rows = run(statement, values);
  if (!rows && is_cut_) rows.error().kind = StoreTrouble::Kind::unknown;
  return rows;
}

auto PostgresConnection::run_all(const std::string& statements, std::chrono::seconds patience) -> Result<PostgresRows> {
  const auto ready = be_ready();
  is_sent_ = is_cut_ = false;
  if (!ready) return std::unexpected(ready.error());
  deadline_ = std::max(deadline_, Clock::now() + patience);
  if (pq().send_query(connection_.get(), statements.c_str()) == 0) return lost();
  return answer();
}

auto PostgresConnection::told(int milliseconds) -> Result<std::vector<std::string>> {
  DUELLO_CHECK(be_ready());
  std::vector<std::string> texts;
  const auto collect = [&] {
    while (PGnotify* const each = pq().notifies(connection_.get())) {
      texts.emplace_back(each->extra);
      pq().free_memory(each);
    }
  };
  collect();
  if (!texts.empty()) return texts;
  if (wait(Wait::reading, Clock::now() + std::chrono::milliseconds(milliseconds)) &&
      pq().consume_input(connection_.get()) == 0)
    return lost();
  collect();
  return texts;
}

}  // namespace duello
