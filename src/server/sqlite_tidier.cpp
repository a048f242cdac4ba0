#include "server/sqlite_tidier.hpp"

#include <sqlite3.h>

#include <system_error>
#include <utility>

#include "server/sqlite_schema.hpp"

namespace duello {

namespace {

constexpr int kMostPages = 1'000;  // beside the file, before they are brought home

}  // namespace

void SqliteTidier::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

SqliteTidier::SqliteTidier(sqlite3* writer, std::string file) : writer_(writer), file_(std::move(file)) {
  // In place of SQLite's own hook, which would let those wait who have just written.
  sqlite3_wal_hook(
      writer_,
      [](void* self, sqlite3* /*database*/, const char* /*name*/, int pages) {
        static_cast<SqliteTidier*>(self)->pages_ = pages;
        return SQLITE_OK;
      },
      this);
}

SqliteTidier::~SqliteTidier() { sqlite3_wal_hook(writer_, nullptr, nullptr); }

StoreResult<void> SqliteTidier::bring_home(sqlite3* database) const {
  if (sqlite3_wal_checkpoint_v2(database, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr) == SQLITE_OK) return {};
  auto trouble = sqlite_trouble(database, file_);
  if (trouble.error().kind == StoreTrouble::Kind::fatal) return trouble;
  return {};
}

StoreResult<void> SqliteTidier::tidy() {
  if (is_busy()) return {};
  if (under_way_.valid())
    if (auto done = under_way_.get(); !done) return done;
  if (std::exchange(pages_, 0) < kMostPages) return {};
  if (!std::exchange(is_most_home_, false) && begin()) return {};
  return bring_home(writer_);
}

bool SqliteTidier::is_busy() const {
  return under_way_.valid() && under_way_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

bool SqliteTidier::begin() {
  try {
    under_way_ = std::async(std::launch::async, [this] { return bring_most(); });
  } catch (const std::system_error&) {
    return false;
  }
  is_most_home_ = true;
  return true;
}

StoreResult<void> SqliteTidier::bring_most() {
  if (!own_) {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(file_.c_str(), &opened,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX, nullptr);
    own_.reset(opened);
    // What is brought home is on the disk before what it comes from may be written over.
    if (status != SQLITE_OK ||
        sqlite3_exec(opened, "PRAGMA synchronous = FULL", nullptr, nullptr, nullptr) != SQLITE_OK) {
      own_.reset();
      return {};
    }
  }
  return bring_home(own_.get());
}

}  // namespace duello
