// The games that were played: a plain folder of records, and an index over it that can be made anew at any time.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/record.hpp"

struct sqlite3;

namespace duello {

// A game in the store, as a list shows it.
struct KeptGame {
  std::string name;      // of the file without its ending, and the game's number in it if there are several
  std::string path;      // of the file
  int number = 0;        // in the file, from 1
  bool is_open = false;  // the file's last game is unfinished, or its series is, and this is its last game
  Record head;           // without moves
  int moves = 0;
};

struct HistoryFilter {
  std::string game{};
  std::string player{};  // a part of a name or of what plays
  std::string result{};  // as in the records; empty for any
  std::string since{};   // dates as in the records, these days included
  std::string until{};
  bool open_only = false;
  int most = 0;  // the newest; 0 for all
};

class GameStore {
 public:
  // Makes the folder if it is not there.
  static std::expected<GameStore, Complaint> in(const std::string& folder);
  // The user's own.
  static std::expected<GameStore, Complaint> of_user();

  GameStore(GameStore&&) noexcept;
  GameStore& operator=(GameStore&&) noexcept;
  ~GameStore();

  const std::string& folder() const { return folder_; }
  // What a file that is begun now is called, without its ending.
  std::string new_stem() const;

  // Newest first. The index is brought up to date before; files that are not records are told of in `troubles`.
  std::expected<std::vector<KeptGame>, Complaint> games(const HistoryFilter& filter);
  const std::vector<std::string>& troubles() const { return troubles_; }
  // Forgets the index and makes it anew from the folder.
  std::expected<void, Complaint> rebuild();

  // A file, a name from the list, or "last"; behind a # the number of the one game that is meant.
  std::expected<std::vector<Record>, Complaint> records(const std::string& what);
  // The file that is meant by the same.
  std::expected<std::string, Complaint> path_of(const std::string& what);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  using Database = std::unique_ptr<sqlite3, Close>;

  explicit GameStore(std::string folder) : folder_(std::move(folder)) {}

  std::string index_path() const { return folder_ + "/index.sqlite"; }
  std::expected<void, Complaint> open_index();
  std::expected<void, Complaint> refresh();
  std::expected<std::vector<KeptGame>, Complaint> found(const HistoryFilter& filter);

  std::string folder_;
  Database index_;
  std::vector<std::string> troubles_;
};

// Whether there is something to go on with: the last game is unfinished, or the series it belongs to.
bool can_be_resumed(const std::vector<Record>& records);

}  // namespace duello
