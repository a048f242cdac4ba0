#include "cli/streak.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <optional>

#include "core/try.hpp"
#include "json/fields.hpp"
#include "json/writer.hpp"
#include "store/folders.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

constexpr mode_t kOwnMode = 0600;
constexpr std::size_t kLargestFile = 1 << 20;
constexpr std::uint64_t kMostPuzzles = 1'000'000'000;

std::expected<std::string, Complaint> place() {
  const auto folder = data_folder();
  if (!folder) return folder;
  return cat(*folder, "/puzzles.json");
}

std::expected<Streak, Complaint> read_file(const std::string& file) {
  if (::access(file.c_str(), F_OK) != 0 && errno == ENOENT) return Streak{};
  DUELLO_TRY(const auto text, contents_of(file, kLargestFile));
  auto streak = read_streak(text);
  if (!streak) return complaint("The file ", file, ' ', streak.error().why);
  return streak;
}

}  // namespace

Streak after(Streak streak, const PuzzleNews& news) {
  // Another program may have counted it since this one looked.
  if (news.tried != 0 && !news.daily.empty() && news.daily == streak.daily) return streak;
  streak.tried += news.tried;
  streak.solved += news.solved;
  if (news.row == PuzzleNews::Row::longer) ++streak.now;
  if (news.row == PuzzleNews::Row::ended) streak.now = 0;
  streak.best = std::max(streak.best, streak.now);
  if (!news.daily.empty()) streak.daily = news.daily;
  return streak;
}

std::string streak_text(const Streak& streak) {
  std::string text;
  JsonObject(text)
      .add("tried", streak.tried)
      .add("solved", streak.solved)
      .add("streak", streak.now)
      .add("best", streak.best)
      .add("daily", streak.daily);
  return text + "\n";
}

std::expected<Streak, Complaint> read_streak(const std::string& text) {
  const auto damaged = complaint("is damaged, so nothing is counted; without it the count begins anew");
  const auto json = read_json(text, {.bytes = kLargestFile});
  if (!json) return damaged;
  auto fields = JsonFields::lenient(*json, "It");
  const auto count = [&](std::string_view key) {
    return static_cast<int>(std::min(fields.whole(key, 0, std::numeric_limits<std::uint64_t>::max()), kMostPuzzles));
  };
  Streak streak{count("tried"), count("solved"), count("streak"), count("best"), fields.text("daily")};
  if (!fields.is_good()) return damaged;
  return streak;
}

std::expected<Streak, Complaint> load_streak() {
  DUELLO_TRY(const auto file, place());
  return read_file(file);
}

std::expected<Streak, Complaint> update_streak(const PuzzleNews& news) {
  DUELLO_TRY(const auto file, place());
  DUELLO_CHECK(make_folder(*data_folder()));
  DUELLO_TRY(const auto locked, open_regular(*data_folder() + "/puzzles.lock", O_RDWR | O_CREAT, kOwnMode));
  if (!lock(locked, Patience::endless)) return cannot("locked", file);
  auto streak = read_file(file);
  if (!streak) return streak;
  if (::access(file.c_str(), W_OK) != 0 && errno != ENOENT) return cannot("written", file);
  Streak next = after(*std::move(streak), news);
  DUELLO_CHECK(replace_file(file, {.mode = kOwnMode}, streak_text(next)));
  return next;
}

}  // namespace duello
