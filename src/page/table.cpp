#include "page/table.hpp"

#include <span>
#include <utility>

#include "core/try.hpp"
#include "json/agreements.hpp"
#include "json/requests.hpp"
#include "json/scenes.hpp"
#include "match/conduct.hpp"
#include "match/replay.hpp"
#include "match/typed.hpp"
#include "page/words.hpp"

namespace duello {

Table::Table(Shelf& shelf, std::shared_ptr<ChosenGame> chosen, const Agreement& agreement, std::string date)
    : shelf_(shelf), chosen_(std::move(chosen)), date_(std::move(date)), meeting_(chosen_->game(), agreement) {}

void Table::begin() {
  meeting_.begin(date_);
  settle();
}

std::expected<std::unique_ptr<Table>, Complaint> Table::taken_up(Shelf& shelf, std::shared_ptr<ChosenGame> chosen,
                                                                 std::vector<Record> records, std::string date) {
  if (!can_be_resumed(records)) return complaint("The game is over");
  DUELLO_TRY(const auto agreement, duello::agreement_in(records));
  for (const std::string& who : agreement.who) DUELLO_CHECK(can_sit(who));
  auto table = std::make_unique<Table>(shelf, std::move(chosen), agreement, std::move(date));
  DUELLO_CHECK(table->meeting_.take_up(records));
  if (table->meeting_.is_playing()) records.pop_back();
  // Others that happen to stand before the series have nothing to do with it.
  const auto played = static_cast<std::size_t>(table->meeting_.standing().played());
  for (const Record& each : std::span(records).last(played))
    table->ended_ += cat(table->ended_.empty() ? "" : "\n", record_text(each));
  table->begin();
  return table;
}

void Table::settle() {
  names_.emplace(meeting_.names(plain_paper()));
  record_ = meeting_.head();
  bring_up_to_date(record_, referee());
  programs_ = {};
  told_.clear();
  shown_ = 0;
}

Pen Table::pen() const { return names_->pen(referee().swapped()); }
Pen Table::spoken() const { return names_->pen(referee().swapped(), Boards::told); }

std::expected<void, Complaint> Table::submit(JsonFields& question) {
  if (referee().result()) return complaint("The game is over");
  const Seat seat = question.seat_if_any("seat").value_or(referee().mover());
  DUELLO_CHECK(question.checked());
  if (!duel().is_person(seat)) return complaint("A program plays there, and moves by itself");
  DUELLO_TRY(const auto request, request_in(question, seat));
  return submit(seat, request);
}

std::expected<Request, Complaint> Table::request_in(JsonFields& question, Seat seat) const {
  if (question.has("line") == question.has("request")) return complaint("A line or a request is to be submitted");
  if (const JsonValue* const request = question.find("request")) {
    // Amounts and moves are chosen in a turn.
    const bool is_move = request->find("move") != nullptr || request->find("amounts") != nullptr;
    if (is_move && seat != referee().mover()) return complaint("It is the other player's turn");
    return read_request(*request, game(), referee().view(seat));
  }
  const std::string line = question.text("line");
  DUELLO_CHECK(question.checked());
  return typed(line, seat);
}

std::expected<Request, Complaint> Table::typed(std::string_view line, Seat seat) const {
  const std::string word = line.size() > kLongestTypedLine ? std::string(line) : word_in(line);
  if (seat != referee().mover()) {
    if (word == "undo") return Undo{};
    if (word == "resign") return Resign{};
    return complaint("It is the other player's turn");
  }
  const TurnOfDuel turn(duel());
  if (const auto request = duello::request_in(*turn, word)) return *request;
  // Whoever has no choice only says so.
  if (const auto forced = referee().forced(); forced && word.empty()) return *forced;
  const bool secret = game().facts().hidden && meeting_.audience() != seat;
  DUELLO_TRY(const auto move, move_in(game(), (*turn).view, secret ? (*turn).table : (*turn).view, line));
  return move;
}

std::expected<void, Complaint> Table::think() {
  if (referee().result()) return complaint("The game is over");
  const Seat seat = referee().mover();
  // Whether a person has a choice would tell whether anything is left.
  if (duel().is_person(seat)) return complaint("It is a person's turn");
  if (const auto forced = referee().forced()) return submit(seat, *forced);
  DUELLO_TRY(const auto answer, program_answer());
  return submit(seat, answer);
}

std::expected<Request, Complaint> Table::program_answer() {
  const Seat began = referee().began(referee().mover());
  std::unique_ptr<Player>& program = programs_[began];
  if (!program) {
    ShelfSupplies supplies(shelf_, *chosen_);
    DUELLO_TRY(program, make_player(meeting_.agreement().who[meeting_.player_at(began)],
                                    Random(meeting_.seeds().players[began]), supplies));
  }
  return program->answer(*TurnOfDuel(duel())).value();
}

std::expected<void, Complaint> Table::submit(Seat seat, const Request& request) {
  // A player who types here has seen their own turn.
  Dialogue dialogue([this](std::string_view text) { told_ += text; }, *names_, meeting_.audience(),
                    {{meeting_.is_person(Seat::one), meeting_.is_person(Seat::two)}});
  DUELLO_TRY(const auto events, meeting_.duel().submit(seat, request));
  dialogue.heard(duel(), events);
  append_events(record_, referee(), events);
  return {};
}

std::expected<void, Complaint> Table::next() {
  if (!referee().result()) return complaint("The game is not over");
  if (meeting_.standing().is_over()) return complaint("The series is over");
  ended_ = record();
  meeting_.conclude();
  begin();
  return {};
}

std::string Table::news() { return state(shown_); }
std::string Table::everything() { return state(0); }

std::string Table::record() const { return cat(ended_, ended_.empty() ? "" : "\n", record_text(record_)); }

}  // namespace duello
