// What is the same for all tables of solved games, whatever their kind and wherever they lie.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/workers.hpp"
#include "solve/oracle.hpp"
#include "solve/solution.hpp"

namespace duello {

// A table says of which game it is and answers, for positions of it:
//
//   values(positions)     what they are worth
//   is_won, is_lost       for the player to move; where it is not, that need not be for sure
//   slot, slots           a number of its own for each, and how many numbers there are
//   size                  how many it has
//   come_home             gets all of it into memory; false if there is no room
//   home_bytes            what that takes yet
//   contents, is_sound    as SolvedGame says; contents are there only once it has come home
template <class Table>
class TableOracle final : public SolvedGame {
 public:
  using G = typename Table::Game;
  using Position = typename G::Position;

  // `origin` says who has solved it. The rest is for the table.
  template <class... Arguments>
  explicit TableOracle(std::string_view origin, Arguments&&... arguments)
      : table_(std::forward<Arguments>(arguments)...), origin_(origin) {}

  Table& table() { return table_; }

  Value value(const AnyView& view) const override { return table_.values(std::vector<Position>{in(view)}).front(); }

  std::vector<Judgement> moves(const AnyView& view) const override {
    std::vector<Judgement> judged;
    std::vector<Position> reached;
    game().legal(in(view)).for_each([&](typename G::Move move) {
      reached.push_back(game().after(in(view), move));
      judged.push_back({AnyMove::of(move), {}, 0});
    });
    const std::vector<Value> values = table_.values(reached);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      judged[i].value = values[i].before();
      judged[i].slips = slips_in(reached[i], values[i]);
    }
    return judged;
  }

  std::uint64_t positions() const override { return table_.size(); }
  std::string manner() const override {
    return cat(Table::kKind == TableKind::values ? "who wins and how fast, " : "who wins, without distances, ",
               origin_);
  }

  std::optional<Survey> survey(const Watch& watch) const override {
    constexpr std::uint64_t kPause = 1 << 16;
    if (!table_.come_home()) return std::nullopt;
    Survey survey;
    std::vector<bool> seen(table_.slots());
    std::vector<Position> open{game().start(Seat::one)};
    while (!open.empty()) {
      const Position position = open.back();
      open.pop_back();
      if (game().outcome(position)) continue;
      const std::size_t slot = table_.slot(position);
      if (seen[slot]) continue;
      seen[slot] = true;
      int winning = 0;
      game().legal(position).for_each([&](typename G::Move move) {
        open.push_back(game().after(position, move));
        winning += static_cast<int>(table_.is_lost(open.back()));
      });
      ++survey.positions;
      if (survey.positions % kPause == 0 && !watch(survey.positions, 0)) return std::nullopt;
      survey.won += static_cast<std::uint64_t>(winning != 0);
      survey.only_move += static_cast<std::uint64_t>(winning == 1);
    }
    return survey;
  }
  double survey_bytes() const override { return table_.home_bytes() + static_cast<double>(table_.slots()) / 8; }

  std::optional<TableContents> contents() const override {
    return table_.come_home() ? std::optional(table_.contents()) : std::nullopt;
  }
  std::size_t slot(const AnyView& view) const override { return table_.slot(in(view)); }
  bool is_sound() const override { return table_.is_sound(); }

 private:
  // Open games show everything.
  static_assert(std::same_as<typename G::View, Position>);
  static Position in(const AnyView& view) { return view.as<Position>(); }
  const G& game() const { return table_.game(); }

  int slips_in(const Position& position, Value value) const {
    int slips = 0;
    game().legal(position).for_each([&](typename G::Move reply) {
      const Position next = game().after(position, reply);
      slips +=
          static_cast<int>((value.is_win() && !table_.is_lost(next)) || (value.is_neither() && table_.is_won(next)));
    });
    return slips;
  }

  Table table_;
  std::string origin_;
};

// Finds every value of a game, to the ply.
template <Solvable G>
SolveResult solve_values(const G& game, Workers& workers, const Watch& watch) {
  // Only blocks are shared out among threads.
  auto oracle = std::make_unique<TableOracle<Solution<G>>>(by_processor(LaidOutInBlocks<G> ? workers.size() : 1), game);
  if (!oracle->table().has_room()) return no_room_for_table(Solution<G>::bytes_for(game));
  if (!oracle->table().solve(workers, watch)) return solve_stopped();
  return oracle;
}

// Takes them into memory as a file has them, right or wrong; null if the file cannot have them.
template <Solvable G>
SolveResult stored_values(const G& game, const TableInStorage& stored) {
  if (stored.kind != TableKind::values) return nullptr;
  auto oracle = std::make_unique<TableOracle<Solution<G>>>(kFromFile, game);
  if (!oracle->table().has_room()) return no_room_for_table(Solution<G>::bytes_for(game));
  return oracle->table().take(stored) ? std::move(oracle) : nullptr;
}

}  // namespace duello
