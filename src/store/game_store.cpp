#include "store/game_store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "core/try.hpp"
#include "match/meeting.hpp"
#include "store/calendar.hpp"
#include "store/folders.hpp"
#include "store/record_file.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

// A name and the number of the game in it, from "name#2".
std::pair<std::string, std::string> split_number(const std::string& what) {
  const std::size_t hash = what.rfind('#');
  if (hash == std::string::npos) return {what, ""};
  return {what.substr(0, hash), what.substr(hash + 1)};
}

bool is_there(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

}  // namespace

std::expected<GameStore, Complaint> GameStore::in(const std::string& folder) {
  DUELLO_CHECK(make_folder(folder));
  return GameStore(folder);
}

std::expected<GameStore, Complaint> GameStore::of_user() {
  DUELLO_TRY(const auto folder, state_folder());
  return in(folder + "/games");
}

std::string GameStore::new_stem() const { return cat(folder_, '/', time_stamp()); }

std::expected<std::vector<KeptGame>, Complaint> GameStore::games(const HistoryFilter& filter) {
  DUELLO_TRY(const auto index, GameIndex::over(folder_, GameIndex::Trust::yes));
  troubles_ = index.troubles();
  return index.games(filter);
}

std::expected<void, Complaint> GameStore::rebuild() {
  DUELLO_TRY(const auto index, GameIndex::over(folder_, GameIndex::Trust::no));
  return {};
}

std::expected<void, Complaint> GameStore::discard(const KeptGame& game) {
  if (std::filesystem::is_symlink(game.path))
    return complaint(path_in_quotes(game.path), " is only a link to a file elsewhere, which stays as it is");
  // Whoever plays it holds it.
  DUELLO_TRY(auto file, RecordFile::reopen(game.path, Readers::owner, Durability::machine));
  DUELLO_TRY(auto records, load_records(game.path));
  if (!can_be_resumed(records)) return complaint("The game in ", path_in_quotes(game.path), " is over");
  if (!records.back().winner) records.pop_back();
  if (records.empty()) {
    if (::unlink(game.path.c_str()) == 0) return {};
    return cannot("removed", game.path);
  }
  records.back().set(kAbandonedTag, "yes");
  struct stat status{};
  if (::stat(game.path.c_str(), &status) != 0) return cannot("written", game.path);
  // When the games were played, their file still says.
  const auto replaced = replace_file(game.path, {.exactly = status.st_mode & 07777}, [&](const Descriptor& out) {
    std::string text;
    for (const Record& record : records) text += cat(text.empty() ? "" : "\n", record_text(record));
    const timespec times[] = {status.st_atim, status.st_mtim};
    return write_all(out, text) && ::futimens(out.number(), times) == 0;
  });
  if (!replaced) return std::unexpected(replaced.error());
  return {};
}

std::expected<std::string, Complaint> GameStore::path_of(const std::string& what) {
  if (what == "-" || is_there(what)) return what;
  std::string name = split_number(what).first;
  if (is_there(name)) return name;
  if (name == "last") {
    DUELLO_TRY(const auto newest, games({.most = 1}));
    if (newest.empty()) return complaint("No game has been kept yet; duello play plays one");
    return newest.front().path;
  }
  if (std::string path = cat(folder_, '/', name, kRecordSuffix); name.find('/') == std::string::npos && is_there(path))
    return path;
  return complaint("There is no file ", path_in_quotes(what),
                   ", and no game of that name; duello history lists the games");
}

std::expected<std::vector<Record>, Complaint> GameStore::records(const std::string& what) {
  DUELLO_TRY(const auto path, path_of(what));
  auto records = load_records(path);
  const std::string number = split_number(what).second;
  if (!records || number.empty() || is_there(what)) return records;
  const auto chosen = whole_number(number);
  if (!chosen || *chosen < 1 || static_cast<std::size_t>(*chosen) > records->size())
    return complaint("There is no game ", in_quotes(number), " in ", path_in_quotes(path), "; it has ",
                     counted(records->size(), "game"));
  return std::vector{(*records)[static_cast<std::size_t>(*chosen) - 1]};
}

}  // namespace duello
