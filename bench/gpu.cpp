// How fast a graphics processor solves, and whether it finds what the processor does.
//
//   bench_gpu check LONGEST
//     both kinds of table under many rules, every position compared with the processor's
//
//   bench_gpu LENGTH [RUN [REACH]]
//     one table of each kind, with the times of all steps
//
//   bench_gpu winners|values LENGTH [RUN [REACH]]
//     one kind as the program does it, from the driver's start to the first moves
//
// With TEAM=N in the environment a team solves at most 2^N units.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "games/color_bridge.hpp"
#include "solve/gpu/solver.hpp"
#include "system/threads.hpp"

namespace duello {
namespace {

using Clock = std::chrono::steady_clock;
using CardPointer = std::shared_ptr<const gpu::Card>;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

template <class T>
T must(std::expected<T, Complaint> found) {
  if (!found) {
    std::printf("%s.\n", found.error().why.c_str());
    std::exit(1);
  }
  if constexpr (!std::same_as<T, void>) return *std::move(found);
}

template <class Form>
CardPointer card_for() {
  return must(card_with_code(ColorBridge::kFacts.id, Form::kKernel));
}

Words::Round round_for(Value value) {
  return value.is_neither() ? Words::Round::neither : value.is_win() ? Words::Round::won : Words::Round::lost;
}

template <class Form>
std::vector<typename Form::Unit> units_of(const CardTable<ColorBridge, Form>& table) {
  std::vector<typename Form::Unit> units(static_cast<std::size_t>(table.shelves().size()));
  table.fetch(units, 0);
  return units;
}

bool same_values(const ColorBridge& game, Solution<ColorBridge>& expected) {
  CardTable<ColorBridge, Codes> table(card_for<Codes>(), game);
  must(table.fill(Codes::code_of(expected.value(game.start(Seat::one))), go_on));
  const auto scores = expected.table().contents().front();
  std::vector<std::byte> found(scores.size());
  copy_scores(table, found);
  return std::memcmp(found.data(), scores.data(), scores.size()) == 0;
}

bool same_winners(const ColorBridge& game, Words::Round round, Workers& workers) {
  WinnerTable<ColorBridge> expected(game);
  if (!expected.take_room()) std::exit(1);
  expected.fill(round, workers, go_on);
  CardTable<ColorBridge, Words> table(card_for<Words>(), game);
  must(table.fill(round, go_on));
  const std::vector<Words::Unit> found = units_of(table);
  const std::byte* const contents = expected.contents().data();
  bool same = true;
  // Between layers may be anything.
  for (int layer = 0; layer < game.layer_count(); ++layer) {
    const std::uint64_t begin = table.shelves().begin(layer);
    const std::uint64_t size = game.layer_size(layer) << table.shelves().unit_bits(game.layer_bits(layer));
    same = same &&
           std::memcmp(found.data() + begin, contents + begin * sizeof(Words::Unit), size * sizeof(Words::Unit)) == 0;
  }
  return same;
}

bool agrees(const ColorBridge& game, Workers& workers) {
  Solution<ColorBridge> values(game);
  values.solve(workers, go_on);
  const Words::Round round = round_for(values.value(game.start(Seat::one)));
  return same_values(game, values) && same_winners(game, round, workers) &&
         same_winners(game, Words::Round::neither, workers);
}

int check(int longest) {
  const auto workers = make_workers(0);
  int tables = 0;
  int wrong = 0;
  const auto compare = [&](const ColorBridge::Rules& rules) {
    ++tables;
    if (agrees(ColorBridge(rules), *workers)) return;
    ++wrong;
    std::printf("length=%d run=%d reach=%d: NOT the same\n", rules.length, rules.run, rules.reach);
  };
  for (int length = 1; length <= std::min(longest, 12); ++length)
    for (int run = 1; run <= std::min(length, 6); ++run)
      for (int reach = 1; reach <= 5; ++reach) compare({.length = length, .run = run, .reach = reach});
  for (int length = 13; length <= std::min(longest, 17); ++length)
    for (int run = 3; run <= 8; ++run)
      for (int reach = 1; reach <= 3; ++reach) compare({.length = length, .run = run, .reach = reach});
  for (int length = 18; length <= longest; ++length)
    for (const int run : {3, 6}) compare({.length = length, .run = run, .reach = 2});
  std::printf("%d tables of each kind compared, %d wrong\n", tables, wrong);
  return wrong == 0 ? 0 : 1;
}

template <class Form>
void measure(const char* kind, const CardPointer& card, const ColorBridge& game, typename Form::Round round) {
  const char* const team = std::getenv("TEAM");
  CardTuning tuning;
  if (team != nullptr) tuning.team_units = must(whole_number(team));
  const double bytes = CardTable<ColorBridge, Form>::bytes_for(game);
  if (bytes > must(card->free_bytes())) {
    std::printf("  %-10s %6.1f GB do not fit\n", kind, bytes / 1e9);
    return;
  }
  const auto begin = Clock::now();
  CardTable<ColorBridge, Form> table(card_for<Form>(), game);
  table.tune(tuning);
  must(table.take_room());
  const double taken = seconds_since(begin);
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto filling = Clock::now();
    must(table.fill(round, go_on));
    best = std::min(best, seconds_since(filling));
  }
  const auto positions = static_cast<double>(game.position_count());
  std::printf("  %-10s %6.1f GB taken in %6.1f ms, solved in %9.2f ms: %9.4g positions/s\n", kind, bytes / 1e9,
              taken * 1e3, best * 1e3, positions / best);
  std::fflush(stdout);
}

// All that it takes until the first moves are judged; the best kind that fits last.
void show_moves(Clock::time_point begin, const char* kind, const SolveResult& table) {
  if (!table) {
    std::printf("  %s: %s.\n", kind, table.error().why.why.c_str());
    return;
  }
  const double solved = seconds_since(begin);
  std::size_t winning = 0;
  const ColorBridge::Position start{};
  const std::vector<Judgement> moves = (*table)->moves(AnyView::of(start));
  for (const Judgement& move : moves) winning += static_cast<std::size_t>(move.value.is_win());
  std::printf("  %-10s solved after %.0f ms, %zu of %zu first moves win%s, all after %.0f ms\n", kind, solved * 1e3,
              winning, moves.size(), plies_text(best_of(moves).value).c_str(), seconds_since(begin) * 1e3);
}

// What the driver needs to get ready, one kind of code after the other.
CardPointer opened(std::initializer_list<const char*> kernels) {
  const auto begin = Clock::now();
  const auto card = must(opened_card());
  const double opening = seconds_since(begin);
  CardPointer last = card;
  for (const char* const kernel : kernels) last = must(card_with_code(ColorBridge::kFacts.id, kernel));
  std::printf("%s, %.1f GB free; opened in %.0f ms, code compiled in %.0f ms\n", card->name().c_str(),
              must(card->free_bytes()) / 1e9, opening * 1e3, (seconds_since(begin) - opening) * 1e3);
  return last;
}

void solve_whole(const std::string& kind, const ColorBridge& game) {
  const auto begin = Clock::now();
  if (kind == "winners") {
    show_moves(begin, "winners", solve_winners_on(opened({Words::kKernel}), game, go_on));
  } else {
    show_moves(begin, "values", solve_values_on(opened({Codes::kKernel}), game, go_on));
  }
}

int main_of(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::printf("usage: bench_gpu check LONGEST | [winners|values] LENGTH [RUN [REACH]]\n");
    return 2;
  }
  const auto number = [&](std::size_t at, int usual) {
    return words.size() > at ? must(whole_number(words[at])) : usual;
  };
  if (words.front() == "winners" || words.front() == "values") {
    solve_whole(words.front(), ColorBridge({.length = number(1, 20), .run = number(2, 3), .reach = number(3, 2)}));
    return 0;
  }
  const CardPointer card = opened({Words::kKernel, Codes::kKernel});
  if (words.front() == "check") return check(number(1, 17));
  const ColorBridge::Rules rules{.length = number(0, 20), .run = number(1, 3), .reach = number(2, 2)};
  const ColorBridge game(rules);
  std::printf("length=%d run=%d reach=%d\n", rules.length, rules.run, rules.reach);
  measure<Words>("winners", card, game, Words::Round::won);
  measure<Codes>("values", card, game, Codes::code_of(Value::win(3)));
  return 0;
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) { return duello::main_of({argv + 1, argv + argc}); }
