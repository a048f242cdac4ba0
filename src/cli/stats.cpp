#include "cli/stats.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/solving.hpp"
#include "core/try.hpp"
#include "json/study.hpp"
#include "store/record_file.hpp"
#include "study/review.hpp"
#include "study/tally.hpp"

namespace duello {

namespace {

class Statistician {
 public:
  explicit Statistician(std::size_t games) : games_(games), bar_(std::in_place, "Reviewing games") {}

  // A complaint if the user has had enough.
  std::expected<void, Complaint> take(const KeptGame& game) {
    bar_->show(++taken_, games_);
    for (const Seat seat : kSeats) {
      Tally& tally = tally_of(game, seat);
      if (!game.head.winner)
        ++tally.unfinished;
      else
        ++(*game.head.winner == seat ? tally.won : tally.lost);
    }
    if (!game.head.winner) return {};
    const auto reviewed = reviewed_game(game);
    if (!reviewed) {
      ++not_reviewed_;
      why_not_ = reviewed.error().why;
      if (stopped_by_ != 0) return std::unexpected(reviewed.error());
      return {};
    }
    for (const Seat seat : kSeats) {
      const Accuracy& accuracy = reviewed->accuracy[seat];
      Tally& tally = tally_of(game, seat);
      tally.choices += static_cast<double>(accuracy.choices);
      tally.good += static_cast<double>(accuracy.choices) * accuracy.share;
    }
    return {};
  }

  // That was all.
  const Tallies& tallies() {
    bar_.reset();
    return tallies_;
  }
  std::size_t not_reviewed() const { return not_reviewed_; }
  const std::string& why_not() const { return why_not_; }
  // The signal that stopped it, or 0.
  int stopped_by() const { return stopped_by_; }

 private:
  Tally& tally_of(const KeptGame& game, Seat seat) { return tallies_[{who_is(game.head, seat), game.head.game}]; }

  std::expected<Review, Complaint> reviewed_game(const KeptGame& game) {
    DUELLO_TRY(const auto record, record_of(game));
    DUELLO_TRY(const auto chosen, chosen_.of(record->game, record->rules));
    const auto knowledge = solved(*chosen);
    if (!knowledge) {
      stopped_by_ = knowledge.error().signal;
      return std::unexpected(knowledge.error().why);
    }
    return review(chosen->game(), *record, *knowledge);
  }

  // The games of a file come one after the other, so it is read once.
  std::expected<const Record*, Complaint> record_of(const KeptGame& game) {
    if (path_ != game.path) records_ = load_records(game.path);
    path_ = game.path;
    if (!records_) return std::unexpected(records_.error());
    if (static_cast<std::size_t>(game.number) > records_->size()) return complaint("The file has just been changed");
    return &(*records_)[static_cast<std::size_t>(game.number) - 1];
  }

  std::size_t games_;
  std::size_t taken_ = 0;
  std::optional<ProgressBar> bar_;
  ChosenGames chosen_;
  std::string path_;
  std::expected<std::vector<Record>, Complaint> records_;
  Tallies tallies_;
  std::size_t not_reviewed_ = 0;
  std::string why_not_;
  int stopped_by_ = 0;
};

std::string table(const Tallies& tallies) {
  std::size_t player = std::string_view("player").size();
  std::size_t id = std::string_view("game").size();
  for (const auto& [who, tally] : tallies) {
    player = std::max(player, columns(who.player));
    id = std::max(id, columns(who.game));
  }
  const auto padded = [](const std::string& text, std::size_t width) {
    return text + std::string(width - columns(text), ' ');
  };
  std::string text = fmt::format("{}  {}  {:>5}  {:>5}  {:>5}  {:>10}  {:>8}\n", padded("player", player),
                                 padded("game", id), "games", "won", "lost", "unfinished", "accuracy");
  for (const auto& [who, tally] : tallies) {
    const auto accuracy = tally.accuracy();
    text += fmt::format("{}  {}  {:>5}  {:>5}  {:>5}  {:>10}  {:>8}\n", padded(who.player, player),
                        padded(who.game, id), tally.games(), tally.won, tally.lost, tally.unfinished,
                        accuracy ? fmt::format("{:.0f} %", *accuracy * 100) : "-");
  }
  return text;
}

}  // namespace

int show_stats(Console& console, const std::vector<KeptGame>& games, Format format) {
  Statistician statistician(games.size());
  for (const KeptGame& game : games)
    if (const auto taken = statistician.take(game); !taken) return fail(taken.error(), statistician.stopped_by());
  const Tallies& tallies = statistician.tallies();
  console.print(format == Format::json ? json_text(append_tallies, tallies) + "\n" : table(tallies));
  const int status = done(console);
  if (statistician.not_reviewed() != 0)
    complain(cat("The accuracy leaves out ", counted(statistician.not_reviewed(), "game"),
                 " that cannot be reviewed: ", statistician.why_not()));
  return status;
}

}  // namespace duello
