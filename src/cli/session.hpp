// A game or a series of them at the console: seats the players, plays, keeps the record, and says how it ended.
#pragma once

#include <array>
#include <chrono>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "core/random.hpp"
#include "engines/engine_pool.hpp"
#include "match/meeting.hpp"
#include "players/roster.hpp"
#include "store/record_file.hpp"

namespace duello {

// What the players need who sit down here.
class Seating final : public Supplies {
 public:
  Seating(Console& console, ChosenGame& chosen, Random hints, std::chrono::milliseconds movetime)
      : console_(console),
        chosen_(chosen),
        hints_(hints),
        engines_({.move = movetime}, [this] { return signal() != 0; }) {}
  bool has_people() const override { return true; }
  bool has_engines() const override { return true; }
  std::expected<std::unique_ptr<Player>, Complaint> person() override;
  std::expected<Knowledge, Complaint> knowledge() override;
  // One that cannot play this game is not seated. From here on an interruption must not keep engines from being
  // stopped.
  std::expected<std::unique_ptr<Player>, Complaint> engine(const std::string& command, Random random) override {
    if (!interruption_) interruption_.emplace();
    return engines_.player(command, chosen_.game(), random);
  }
  // What has interrupted an engine; 0 if nothing has.
  int signal() const { return interruption_ ? interruption_->signal() : 0; }
  // What has stopped the last solve for a player; 0 if nothing has.
  int stopped_by() const { return stopped_by_; }

 private:
  // Ctrl-C stops the solve and no more. What would have ended the program ends it.
  std::expected<Knowledge, Complaint> knowledge_for_hints();

  Console& console_;
  ChosenGame& chosen_;
  Random hints_;
  std::optional<Interruption> interruption_;
  EnginePool engines_;
  int stopped_by_ = 0;
};

class Session {
 public:
  Session(Console& console, const PlayOptions& options, ChosenGame& chosen)
      : console_(console),
        options_(options),
        chosen_(chosen),
        meeting_(chosen.game(), options),
        seating_(console, chosen, Random(meeting_.hints()), std::chrono::milliseconds(options.movetime)) {}

  // From where the records leave off, in the file they come from.
  std::expected<void, Complaint> take_up(RecordFile file, const std::vector<Record>& records);

  // The players of the next game, each with random numbers of its own.
  std::expected<void, Complaint> seat_players();
  // Has a new file for the records, unless none are kept or there is one.
  void open_record();
  // The exit status.
  int run();

  bool wants_rematch() const { return wants_rematch_; }
  // Whether a signal kept a player from being seated.
  bool was_stopped() const { return seating_.signal() != 0 || seating_.stopped_by() != 0; }
  // The exit status where that is so, or where players could not be seated again.
  int not_seated(const Complaint& why) const {
    return seating_.signal() != 0 ? 128 + seating_.signal() : fail(why, seating_.stopped_by());
  }

 private:
  std::optional<Leave> play_one();
  // One key away for whoever has just played: a review, and after the last game a rematch. The exit status, if it is
  // time to leave.
  int offer_more();

  std::expected<RecordFile, Complaint> new_file() const;
  void warn(const Complaint& why);
  // As the players sit in the next game.
  Names names() const { return meeting_.names(console_.paper()); }
  int say_goodbye(Leave leave);

  Console& console_;
  const PlayOptions& options_;
  ChosenGame& chosen_;
  Meeting meeting_;
  Seating seating_;
  PerSeat<std::unique_ptr<Player>> players_;
  std::optional<RecordFile> file_;
  Record last_;  // the game that is played, or has just been
  bool is_resumed_ = false;
  bool wants_rematch_ = false;
};

// Another game between the same players, as often as they wish. As after every game of a series, they change seats.
int play_again(Console& console, PlayOptions options, ChosenGame& chosen);

}  // namespace duello
