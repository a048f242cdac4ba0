// What the smoke test in Node calls: a line of words in, JSON out.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "catalog/chosen_game.hpp"
#include "match/conduct.hpp"
#include "match/replay.hpp"
#include "match/seeds.hpp"
#include "players/roster.hpp"
#include "study/puzzle.hpp"
#include "system/entropy.hpp"

namespace duello {
namespace {

using Words = std::vector<std::string>;

std::string quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter == '\n' ? ' ' : letter;
  }
  return quoted + '"';
}

std::string list_of(const AnyGame& game, const std::vector<AnyMove>& moves) {
  std::vector<std::string> texts;
  for (const AnyMove& move : moves) texts.push_back(quoted(game.write(move)));
  return cat('[', joined(texts, ","), ']');
}

std::string refusal(const Complaint& why) { return cat(R"({"refused":)", quoted(why.why), '}'); }

class Known final : public Supplies {
 public:
  explicit Known(ChosenGame& chosen) : chosen_(chosen) {}
  std::expected<Knowledge, Complaint> knowledge() override {
    auto known = chosen_.knowledge(go_on);
    if (!known) return std::unexpected(known.error().why);
    return *known;
  }

 private:
  ChosenGame& chosen_;
};

// The moves of a game between two programs, as the seed has it, and who won.
std::string played(ChosenGame& chosen, std::uint64_t seed, const PerSeat<std::string>& who) {
  Known known(chosen);
  const GameSeeds spent = Seeds(seed).after(0);
  PerSeat<std::unique_ptr<Player>> players;
  for (const Seat seat : kSeats) {
    auto player = make_player(who[seat], Random(spent.players[seat]), known);
    if (!player) return refusal(player.error());
    players[seat] = *std::move(player);
  }
  const PerSeat<Player*> sitting{{players[Seat::one].get(), players[Seat::two].get()}};
  Duel duel(Referee(chosen.game(), {.seed = seed}), terms_for(sitting));
  Listener nobody;
  conduct(duel, sitting, nobody);
  const Referee& referee = duel.referee();
  Record record = record_of(chosen.game(), referee.conditions());
  bring_up_to_date(record, referee);
  return cat(R"({"result":)", quoted(record.result()), R"(,"moves":)", list_of(chosen.game(), referee.moves()),
             R"(,"record":)", quoted(record_text(record)), '}');
}

std::string told(const AnyGame& game, const SolvedGame& table) {
  const AnyPosition start = game.start(Seat::one);
  const AnyView view = game.view(start, Seat::one);
  const Value value = table.value(view);
  const std::vector<Judgement> moves = table.moves(view);
  const auto winning = std::ranges::count_if(moves, [](const Judgement& each) { return each.value.is_win(); });
  return cat(R"({"winner":)",
             value.is_win()    ? 1
             : value.is_loss() ? 2
                               : 0,
             R"(,"plies":)", value.plies(), R"(,"positions":)", table.positions(), R"(,"first_moves":)", moves.size(),
             R"(,"winning_first_moves":)", winning, R"(,"line":)",
             value.is_neither() ? "[]" : list_of(game, best_line(game, table, start)), '}');
}

std::string told(const std::vector<const Equilibrium*>& phases) {
  std::vector<std::string> rows;
  for (const MixedAllocation& each : phases.front()->mixture()) {
    std::vector<std::string> units;
    for (const int here : each.units) units.push_back(cat(here));
    rows.push_back(cat(R"({"allocation":[)", joined(units, ","), R"(],"fraction":)", quoted(each.fraction), '}'));
  }
  const bool is_exact = phases.front()->exploitability() == 0;
  return cat(R"({"exploitable":)", is_exact ? "false" : "true", R"(,"equilibrium":[)", joined(rows, ","), "]}");
}

std::string solved(ChosenGame& chosen) {
  const auto known = chosen.knowledge(go_on);
  if (!known) return refusal(known.error().why);
  if (const SolvedGame* const open = open_in(*known)) return told(chosen.game(), *open);
  return told(*hidden_in(*known)->phases());
}

std::string drawn(ChosenGame& chosen, std::uint64_t seed) {
  const auto known = chosen.knowledge(go_on);
  if (!known) return refusal(known.error().why);
  const AnyGame& game = chosen.game();
  const PuzzleSearch search = search_puzzle(game, *open_in(*known), seed, std::nullopt);
  if (!search.found) return refusal({"No puzzle was found"});
  const Puzzle& puzzle = *search.found;
  return cat(R"({"first":)", puzzle.first == Seat::one ? 1 : 2, R"(,"moves":)", list_of(game, puzzle.moves),
             R"(,"solution":)", quoted(game.write(puzzle.solution)), R"(,"plies":)", puzzle.plies, R"(,"level":)",
             puzzle.level, '}');
}

// solve GAME [KEY=VALUE]…; puzzle SEED GAME [KEY=VALUE]…; play SEED PLAYER PLAYER GAME [KEY=VALUE]…
std::string answer_to(const Words& words) {
  const auto number = [&] { return number_in<std::uint64_t>(words.at(1)).value_or(0); };
  if (words.front() == "seed") return cat('"', fresh_seed(), '"');
  const std::ptrdiff_t at = words.front() == "play" ? 4 : words.front() == "puzzle" ? 2 : 1;
  const auto game = words.begin() + at;
  auto chosen = ChosenGame::from({.id = *game, .variant = {}, .settings = Words(game + 1, words.end()), .table = {}});
  if (!chosen) return refusal(chosen.error());
  if (words.front() == "play") return played(*chosen, number(), {{words[2], words[3]}});
  if (words.front() == "puzzle") return drawn(*chosen, number());
  return solved(*chosen);
}

std::string& kept() {
  static std::string text;
  return text;
}

}  // namespace
}  // namespace duello

extern "C" {
// Where so many bytes can be put down for the next question.
char* room_for(std::size_t size) {
  duello::kept().assign(size, ' ');
  return duello::kept().data();
}
// Ends with a zero.
const char* answer() {
  duello::kept() = duello::answer_to(duello::words_of(duello::kept()));
  return duello::kept().c_str();
}
}
