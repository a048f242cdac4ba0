// Knows what every position of an open game is worth, whatever the game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/any_game.hpp"
#include "solve/sample.hpp"
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
// hashed. Empty where it lies elsewhere, or says only who wins.
struct TableContents {
  std::variant<std::span<const std::int8_t>, std::span<const std::int16_t>> scores;
  std::span<const std::uint64_t> keys;
};

// Contents of a table that are read from a file as they are needed.
class StoredContents {
 public:
  virtual ~StoredContents() = default;
  // False if these bytes cannot be read, as the file was cut short or its disk fails. Several threads may call this.
  virtual bool read(std::uint64_t at, std::span<std::byte> bytes) const = 0;
};

// An oracle before it knows anything: it can be solved, or filled from a file.
class SolvedGame : public Oracle {
 public:
  // Whether it got the memory that it takes from the beginning. If not, nothing else may be asked.
  virtual bool has_room() const { return true; }
  // False if the watch stopped it, or if it could not be done.
  virtual bool solve(Workers& workers, const Watch& watch) = 0;
  // Why it could not be done; empty if that was the watch's will.
  virtual std::string trouble() const { return {}; }
  // What it says, and who has solved it: "who wins and how fast, by the processor with 2 threads".
  virtual std::string manner() const = 0;
  // Takes a bit of memory for each of the table's slots. Nothing if the watch stopped it.
  virtual std::optional<Survey> survey(const Watch& watch) const = 0;
  virtual double survey_bytes() const = 0;
  virtual TableContents table() const { return {}; }
  // Where in it a position that can be reached has its value.
  virtual std::size_t slot(const AnyView& view) const = 0;
  // For table files.
  virtual std::vector<std::uint64_t> shape() const = 0;
  virtual bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) = 0;
  virtual std::vector<std::span<std::byte>> contents() = 0;
  // Gets all of it into memory, wherever it was solved; false if there is no room.
  virtual bool bring_home() const { return true; }
  // Whether it can leave contents in their file.
  virtual bool stays_in_file() const { return false; }
  virtual void use(const std::shared_ptr<const StoredContents>& /*contents*/) {}
  // Whether contents from elsewhere can be a solution. One that is not may lack positions and say anything of others.
  virtual bool is_sound() const = 0;
};

// How fast, behind a verb: " in 5", or nothing where nobody knows.
std::string plies_text(Value value);

// The move to play: the quickest win; or what keeps both from winning; or the slowest loss. Among moves of equal worth
// that do not win, the one after which most replies are slips. `moves` is not empty.
const Judgement& best_of(const std::vector<Judgement>& moves);

// The same moves if the other player may answer them by changing seats, which counts as a ply.
std::vector<Judgement> when_swappable(std::vector<Judgement> moves);

// How manners begin, and who has solved a table.
inline constexpr std::string_view kWithDistances = "who wins and how fast, ";
inline constexpr std::string_view kWithoutDistances = "who wins, without distances, ";
std::string by_processor(std::size_t threads);

// What is the same for all tables of a game: a table only says what a position is worth, and who wins in it, which may
// be less work.
template <Game G>
class TableOracle : public SolvedGame {
 public:
  using Position = typename G::Position;

  explicit TableOracle(const G& game) : game_(game) {}

  Value value(const AnyView& view) const override { return values_of({in(view)}).front(); }

  std::vector<Judgement> moves(const AnyView& view) const override {
    std::vector<Judgement> judged;
    std::vector<Position> reached;
    game_.legal(in(view)).for_each([&](typename G::Move move) {
      reached.push_back(game_.after(in(view), move));
      judged.push_back({AnyMove::of(move), {}, 0});
    });
    const std::vector<Value> values = values_of(reached);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      judged[i].value = values[i].before();
      judged[i].slips = slips_in(reached[i], values[i]);
    }
    return judged;
  }

  std::optional<Survey> survey(const Watch& watch) const override {
    constexpr std::uint64_t kPause = 1 << 16;
    Survey survey;
    std::vector<bool> seen(slots());
    std::vector<Position> open{game_.start(Seat::one)};
    while (!open.empty()) {
      const Position position = open.back();
      open.pop_back();
      if (game_.outcome(position)) continue;
      const std::size_t slot = slot_of(position);
      if (seen[slot]) continue;
      seen[slot] = true;
      int winning = 0;
      game_.legal(position).for_each([&](typename G::Move move) {
        open.push_back(game_.after(position, move));
        winning += static_cast<int>(is_lost(open.back()));
      });
      ++survey.positions;
      if (survey.positions % kPause == 0 && !watch(survey.positions, 0)) return std::nullopt;
      survey.won += static_cast<std::uint64_t>(winning != 0);
      survey.only_move += static_cast<std::uint64_t>(winning == 1);
    }
    return survey;
  }
  double survey_bytes() const override { return static_cast<double>(slots()) / 8; }
  std::size_t slot(const AnyView& view) const override { return slot_of(in(view)); }

 protected:
  const G& played() const { return game_; }
  const std::string& origin() const { return origin_; }
  void set_origin(std::string origin) { origin_ = std::move(origin); }

  // Whether something holds for so many positions that are not over, and those their moves lead to.
  template <class Holds>
  bool holds_for(std::uint64_t sample, Holds holds) const {
    return holds_for_sample(
        game_, sample, [this](const Position& position) { return slot_of(position); },
        [&](const Position& position, std::span<const Position> next) {
          return next.empty() || holds(position, next);
        });
  }

  virtual std::vector<Value> values_of(const std::vector<Position>& positions) const = 0;
  // For the player to move; where it is not, that need not be for sure.
  virtual bool is_won(const Position& position) const = 0;
  virtual bool is_lost(const Position& position) const = 0;
  // A number of its own for each position.
  virtual std::size_t slots() const = 0;
  virtual std::size_t slot_of(const Position& position) const = 0;

 private:
  // Open games show everything.
  static_assert(std::same_as<typename G::View, typename G::Position>);
  static Position in(const AnyView& view) { return view.as<Position>(); }

  int slips_in(const Position& position, Value value) const {
    int slips = 0;
    game_.legal(position).for_each([&](typename G::Move reply) {
      const Position next = game_.after(position, reply);
      slips += static_cast<int>((value.is_win() && !is_lost(next)) || (value.is_neither() && is_won(next)));
    });
    return slips;
  }

  G game_;
  std::string origin_ = "from a file";
};

// Every value, to the ply.
template <Solvable G>
class SolutionOracle final : public TableOracle<G> {
 public:
  using Position = typename G::Position;

  explicit SolutionOracle(const G& game) : TableOracle<G>(game), solution_(game) {}

  bool has_room() const override { return solution_.table().has_room(); }
  bool solve(Workers& workers, const Watch& watch) override {
    // Only blocks are shared out among threads.
    this->set_origin(by_processor(LaidOutInBlocks<G> ? workers.size() : 1));
    return solution_.solve(workers, watch);
  }
  std::string manner() const override { return cat(kWithDistances, this->origin()); }
  TableContents table() const override { return {solution_.table().scores(), solution_.table().keys()}; }
  std::vector<std::uint64_t> shape() const override { return solution_.table().shape(); }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) override {
    return solution_.table().reshape(shape, bytes);
  }
  std::vector<std::span<std::byte>> contents() override { return solution_.table().contents(); }
  bool is_sound() const override { return solution_.is_sound(); }
  std::uint64_t positions() const override { return solution_.size(); }

 private:
  std::vector<Value> values_of(const std::vector<Position>& positions) const override {
    std::vector<Value> values;
    for (const Position& position : positions) values.push_back(solution_.value(position));
    return values;
  }
  bool is_won(const Position& position) const override { return solution_.value(position).is_win(); }
  bool is_lost(const Position& position) const override { return solution_.value(position).is_loss(); }
  std::size_t slots() const override { return solution_.table().slots(); }
  std::size_t slot_of(const Position& position) const override { return solution_.table().slot(position); }

  Solution<G> solution_;
};

}  // namespace duello
