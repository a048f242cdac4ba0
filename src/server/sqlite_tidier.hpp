// Brings home what SQLite writes beside its file. Most of it goes in a thread of its own, while more is written. Only
// for what has come meanwhile whoever writes must wait: it has to be all for a moment, or the file beside grows for
// ever.
#pragma once

#include <future>
#include <memory>
#include <string>

#include "server/store.hpp"

struct sqlite3;

namespace duello {

class SqliteTidier {
 public:
  // Made and used by the thread that writes through this connection to this file. It outlives the tidier.
  SqliteTidier(sqlite3* writer, std::string file);
  SqliteTidier(const SqliteTidier&) = delete;
  SqliteTidier& operator=(const SqliteTidier&) = delete;
  ~SqliteTidier();

  // After a commit. What is not done now, as somebody reads or the disk is full, is tried again after the next; only
  // what could not be synced is trouble.
  StoreResult<void> tidy();

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  bool is_busy() const;
  // False if there is no thread to be had.
  bool begin();
  StoreResult<void> bring_most();
  StoreResult<void> bring_home(sqlite3* database) const;

  sqlite3* writer_;
  std::string file_;
  int pages_ = 0;  // beside the file, behind the last commit
  bool is_most_home_ = false;
  std::unique_ptr<sqlite3, Close> own_;  // used while there is something under way
  std::future<StoreResult<void>> under_way_;
};

}  // namespace duello
