// Knows what every position of an open game is worth, whatever the game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/any_game.hpp"
#include "solve/solution.hpp"

namespace duello {

// A legal move and what it is worth to the player who makes it.
struct Judgement {
  AnyMove move;
  Value value;  // the move itself counts as a ply
  int slips;    // replies that leave the other side worse off than the best reply does: no longer won, or now lost
};

class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual Value value(const AnyView& view) const = 0;
  // Every legal move, in the game's order.
  virtual std::vector<Judgement> moves(const AnyView& view) const = 0;
  virtual std::uint64_t positions() const = 0;
};

// What the positions that can be reached are like.
struct Survey {
  std::uint64_t positions = 0;  // not over
  std::uint64_t won = 0;        // by the player to move
  std::uint64_t only_move = 0;  // won, by one move alone
};

// A table as it lies in memory: the values of its slots, packed as `Value::packed` has it, and their keys, if it is
// hashed.
struct TableContents {
  std::variant<std::span<const std::int8_t>, std::span<const std::int16_t>> scores;
  std::span<const std::uint64_t> keys;
};

// An oracle before it knows anything: it can be solved, or filled from a file.
class SolvedGame : public Oracle {
 public:
  // Whether it got the memory that it takes from the beginning. If not, nothing else may be asked.
  virtual bool has_room() const { return true; }
  // False if the watch stopped it.
  virtual bool solve(Workers& workers, const Watch& watch) = 0;
  // Takes a bit of memory for each of the table's slots. Nothing if the watch stopped it.
  virtual std::optional<Survey> survey(const Watch& watch) const = 0;
  virtual double survey_bytes() const = 0;
  virtual TableContents table() const = 0;
  // Where in it a position that can be reached has its value.
  virtual std::size_t slot(const AnyView& view) const = 0;
  // For table files.
  virtual std::vector<std::uint64_t> shape() const = 0;
  virtual bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) = 0;
  virtual std::vector<std::span<std::byte>> contents() = 0;
  // Whether contents from elsewhere can be a solution. One that is not may lack positions and say anything of others.
  virtual bool is_sound() const = 0;
};

// The move to play: the quickest win; or what keeps both from winning; or the slowest loss. Among moves of equal worth
// that do not win, the one after which most replies are slips. `moves` is not empty.
const Judgement& best_of(const std::vector<Judgement>& moves);

// The same moves if the other player may answer them by changing seats, which counts as a ply.
std::vector<Judgement> when_swappable(std::vector<Judgement> moves);

template <Solvable G>
class SolutionOracle final : public SolvedGame {
 public:
  explicit SolutionOracle(const G& game) : solution_(game) {}

  bool has_room() const override { return solution_.table().has_room(); }
  bool solve(Workers& workers, const Watch& watch) override { return solution_.solve(workers, watch); }
  TableContents table() const override { return {solution_.table().scores(), solution_.table().keys()}; }
  std::size_t slot(const AnyView& view) const override { return solution_.table().slot(in(view)); }
  std::vector<std::uint64_t> shape() const override { return solution_.table().shape(); }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) override {
    return solution_.table().reshape(shape, bytes);
  }
  std::vector<std::span<std::byte>> contents() override { return solution_.table().contents(); }
  bool is_sound() const override { return solution_.is_sound(); }

  Value value(const AnyView& view) const override { return solution_.value(in(view)); }

  std::vector<Judgement> moves(const AnyView& view) const override {
    const G& game = solution_.game();
    std::vector<Judgement> judged;
    game.legal(in(view)).for_each([&](typename G::Move move) {
      const typename G::Position next = game.after(in(view), move);
      const Value theirs = solution_.value(next);
      int slips = 0;
      game.legal(next).for_each([&](typename G::Move reply) {
        const Value left = solution_.value(game.after(next, reply)).before();
        slips += static_cast<int>((theirs.is_win() && !left.is_win()) || (theirs.is_neither() && left.is_loss()));
      });
      judged.push_back({AnyMove::of(move), theirs.before(), slips});
    });
    return judged;
  }

  std::uint64_t positions() const override { return solution_.size(); }

  double survey_bytes() const override { return static_cast<double>(solution_.table().slots()) / 8; }

  std::optional<Survey> survey(const Watch& watch) const override {
    constexpr std::uint64_t kPause = 1 << 16;
    const G& game = solution_.game();
    Survey survey;
    std::vector<bool> seen(solution_.table().slots());
    std::vector<typename G::Position> open{game.start(Seat::one)};
    while (!open.empty()) {
      const typename G::Position position = open.back();
      open.pop_back();
      if (game.outcome(position)) continue;
      const std::size_t slot = solution_.table().slot(position);
      if (seen[slot]) continue;
      seen[slot] = true;
      int winning = 0;
      game.legal(position).for_each([&](typename G::Move move) {
        open.push_back(game.after(position, move));
        winning += static_cast<int>(solution_.value(open.back()).is_loss());
      });
      ++survey.positions;
      if (survey.positions % kPause == 0 && !watch(survey.positions, 0)) return std::nullopt;
      survey.won += static_cast<std::uint64_t>(winning != 0);
      survey.only_move += static_cast<std::uint64_t>(winning == 1);
    }
    return survey;
  }

 private:
  // Open games show everything.
  static_assert(std::same_as<typename G::View, typename G::Position>);
  static typename G::Position in(const AnyView& view) { return view.as<typename G::Position>(); }

  Solution<G> solution_;
};

}  // namespace duello
