// The index over a folder of records: what a list of games shows, without reading every file again. It only repeats
// what the files say, so it can be lost or damaged without harm.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "match/record.hpp"
#include "system/descriptor.hpp"

struct sqlite3;

namespace duello {

// A game in the store, as a list shows it.
struct KeptGame {
  std::string name;      // of the file without its ending, legible, and the game's number in it if there are several
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

class GameIndex {
 public:
  // Whether what another program has found out is believed, or everything is read again.
  enum class Trust : std::uint8_t { yes, no };

  // Brought up to date. As long as this lives, other programs that want the index wait for it; one that cannot be had
  // or written is made in memory.
  static std::expected<GameIndex, Complaint> over(const std::string& folder, Trust trust);

  // Those whose files were written last come first, whatever the clock on the wall said.
  std::expected<std::vector<KeptGame>, Complaint> games(const HistoryFilter& filter) const;
  // What is wrong with files that are not records.
  const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  GameIndex(std::string folder, Descriptor lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}

  // False if there is none that can be used.
  bool open(Trust trust);
  bool open_at(const std::string& path);
  std::expected<void, Complaint> refresh();
  std::unexpected<Complaint> given_up();

  std::string folder_;
  Descriptor lock_;
  std::unique_ptr<sqlite3, Close> database_;
  std::vector<std::string> troubles_;
  bool is_damaged_ = false;
};

}  // namespace duello
