// The games that were played: a plain folder of records, and an index over it that can be made anew at any time.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "match/record.hpp"
#include "store/game_index.hpp"

namespace duello {

class GameStore {
 public:
  // Makes the folder if it is not there.
  static std::expected<GameStore, Complaint> in(const std::string& folder);
  // The user's own.
  static std::expected<GameStore, Complaint> of_user();

  const std::string& folder() const { return folder_; }
  // What a file that is begun now is called, without its ending.
  std::string new_stem() const;

  // Newest first. The index is brought up to date before; files that are not records are told of in `troubles`.
  std::expected<std::vector<KeptGame>, Complaint> games(const HistoryFilter& filter);
  const std::vector<std::string>& troubles() const { return troubles_; }
  // Forgets the index and makes it anew from the folder.
  std::expected<void, Complaint> rebuild();

  // Throws the unfinished game of a file away, and no other: if games of its series are finished, they stay, and the
  // series is over.
  static std::expected<void, Complaint> discard(const KeptGame& game);

  // A file, a name from the list, or "last"; behind a # the number of the one game that is meant.
  std::expected<std::vector<Record>, Complaint> records(const std::string& what);
  // The file that is meant by the same.
  std::expected<std::string, Complaint> path_of(const std::string& what);

 private:
  explicit GameStore(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  std::vector<std::string> troubles_;
};

}  // namespace duello
