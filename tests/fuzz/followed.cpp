// Whatever a server says, one message a line, and links to it. What is believed is a game that can be shown; everything
// else is one printable clause.
#include "server/followed_table.hpp"
#include "server/link.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

// Shows all that a console would show.
class Reader final : public FollowedTable::Listener {
 public:
  void began(const FollowedTable& table) override {
    names_.emplace([] { return Pen(); }, table.game().facts(), table.known());
    for (const Seat seat : kSeats) must(is_printable(names_->player(seat)) && !names_->player(seat).empty());
    dialogue_.emplace([this](std::string_view text) { shown_ += text; }, *names_, table.seat(), PerSeat<bool>{});
    dialogue_->started(table.duel());
    show(table);
  }
  void happened(const FollowedTable& table, const Duel& duel, const Event& event) override {
    dialogue_->heard(duel, std::span(&event, 1));
    show(table);
  }
  void said(const FollowedTable& /*table*/, Seat /*seat*/, std::string_view phrase) override {
    must(is_printable(phrase));
  }
  void closing(std::string_view clause) override { must(is_printable(clause)); }

 private:
  void show(const FollowedTable& table) {
    const Referee& referee = table.referee();
    const Pen pen = names_->pen(referee.swapped());
    shown_ += table.game().board(referee.view(table.seat()), pen);
    if (referee.result()) shown_ += referee.closing(pen);
    for (const std::string& line : lines_of(shown_)) must(is_printable(line));
    shown_.clear();
  }

  std::optional<Names> names_;
  std::optional<Dialogue> dialogue_;
  std::string shown_;
};

void try_messages(std::string_view text) {
  constexpr std::size_t kMost = 40;
  FollowedTable table;
  Reader onlooker;
  std::size_t count = 0;
  for (const std::string& line : lines_of(text)) {
    const auto message = read_json(line);
    if (!message || ++count > kMost) continue;
    const auto taken = table.take(*message, {}, onlooker);
    if (!taken) return must(is_printable(taken.error().why) && !taken.error().why.ends_with('.'));
  }
}

void try_links(std::string_view text) {
  if (const auto link = TableLink::read(text))
    must(is_printable(link->text()) && TableLink::read(link->text())->text() == link->text());
  else
    must(is_printable(link.error().why));
  must(is_printable(clause_of(text)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_messages(text);
  try_links(text);
  return 0;
}
