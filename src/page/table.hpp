// The table at which people and programs play before one screen: a game, or a series of them.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "match/meeting.hpp"
#include "players/player.hpp"
#include "study/shelf.hpp"

namespace duello {

class Table {
 public:
  // `shelf` outlives the table. `date` is for records of games that begin.
  Table(Shelf& shelf, std::shared_ptr<ChosenGame> chosen, const Agreement& agreement, std::string date);
  // From where the records leave off; the last one is of the chosen game.
  static std::expected<std::unique_ptr<Table>, Complaint> taken_up(Shelf& shelf, std::shared_ptr<ChosenGame> chosen,
                                                                   std::vector<Record> records, std::string date);

  // The first game.
  void begin();

  // What has happened since the last time; or everything from the start.
  std::string news();
  std::string everything();
  // As the seat sees it.
  void append_look(std::string& text, Seat seat) const;
  std::expected<void, Complaint> submit(JsonFields& question);
  std::expected<void, Complaint> think();
  std::expected<void, Complaint> next();

 private:
  const Duel& duel() const { return meeting_.duel(); }
  const Referee& referee() const { return duel().referee(); }
  const AnyGame& game() const { return chosen_->game(); }
  Pen pen() const;
  // For scenes and their sentences, which are heard.
  Pen spoken() const;
  void settle();
  std::expected<void, Complaint> submit(Seat seat, const Request& request);
  std::expected<Request, Complaint> request_in(JsonFields& question, Seat seat) const;
  std::expected<Request, Complaint> typed(std::string_view line, Seat seat) const;
  std::expected<Request, Complaint> program_answer();
  std::string state(std::uint32_t since);
  void append_state(std::string& text, std::uint32_t since) const;
  void add_players(JsonObject& json) const;
  void add_series(JsonObject& json) const;
  std::string record() const;
  std::string objection_to_undo() const;
  // Whether the rules move for whoever is to move; only for those who may know.
  bool is_forced_for(std::optional<Seat> audience) const;
  void add_prompt(JsonObject& json, std::optional<Seat> audience) const;

  Shelf& shelf_;
  std::shared_ptr<ChosenGame> chosen_;
  std::string date_;
  Meeting meeting_;
  std::optional<Names> names_;                 // as the players sit in this game
  PerSeat<std::unique_ptr<Player>> programs_;  // by the seats in which they began; seated when they first move
  Record record_;                              // of this game
  std::string ended_;                          // the records of the games before this one
  std::string told_;                           // since the last answer
  std::uint32_t shown_ = 0;                    // the number of the last event that was told
};

}  // namespace duello
