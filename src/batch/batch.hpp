// A batch of games whose type is known: the loop that does the work, without a heap allocation or a virtual call in it.
#pragma once

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

#include "batch/any_batch.hpp"
#include "core/fast_paths.hpp"
#include "core/random.hpp"

namespace duello {

// Memory as others may want to map it, and of which no two workers write the same line.
template <class T>
struct Aligned {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  constexpr Aligned() = default;
  template <class Other>
  constexpr Aligned(const Aligned<Other>&) {}  // NOLINT(google-explicit-constructor): as containers want it

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kLine); }
  friend constexpr bool operator==(Aligned, Aligned) { return true; }
};
template <class T>
using AlignedArray = std::vector<T, Aligned<T>>;

template <NumbersMoves G>
class Batch final : public AnyBatch {
 public:
  Batch(const typename G::Rules& rules, const BatchConditions& conditions, std::unique_ptr<Workers> workers)
      : game_(rules),
        is_by_the_book_(rules == typename G::Rules{}),
        conditions_(conditions),
        workers_(std::move(workers)),
        slots_(conditions.games),
        rewards_(2 * conditions.games),
        gains_(conditions.games),
        ends_(conditions.games),
        illegal_(conditions.games),
        movers_(conditions.games),
        masks_(conditions.games * static_cast<std::size_t>(game_.action_count())),
        observations_(conditions.games * static_cast<std::size_t>(game_.observation_size())),
        drawn_(conditions.games),
        arrays_{rewards_, gains_, ends_, illegal_, movers_, masks_, observations_} {
    reset();
  }

  // The arrays lie here.
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  std::size_t games() const override { return conditions_.games; }
  int action_count() const override { return game_.action_count(); }
  std::vector<ObservedPart> observed_parts() const override { return game_.observed_parts(); }
  const BatchArrays& arrays() const override { return arrays_; }

  void reset() override {
    for (std::size_t i = 0; i < games(); ++i) slots_[i] = {.draws = Random(seed_of(conditions_, i), kDraws)};
    walk([](const G&, Turn& turn) { turn.begin(); });
  }

  void step(std::span<const std::int32_t> actions) override {
    walk([actions](const G& game, Turn& turn) {
      const auto view = turn.view();
      const std::int32_t action = turn.number < actions.size() ? actions[turn.number] : -1;
      const bool is_action = action >= 0 && action < game.action_count();
      const auto move = game.move_of(view, is_action ? action : 0);
      if (is_action && holds(game.legal(view), move)) {
        turn.play(move);
      } else {
        turn.illegal = true;
      }
    });
  }

  std::span<const std::int32_t> draw() override {
    in_ranges([this](auto rules, std::size_t begin, std::size_t end) {
      this->template draw_range<decltype(rules)>(begin, end);
    });
    return drawn_;
  }

  void step_randomly() override {
    walk([](const G&, Turn& turn) { turn.play(turn.draw()); });
  }

  std::string written(std::size_t game, int action) const override {
    if (game >= games() || action < 0 || action >= action_count()) return {};
    return game_.write(game_.move_of(Turn(game_, conditions_, slots_[game], game).view(), action));
  }

 private:
  struct Slot {
    typename G::Position position{};
    Random draws{0};
    std::uint32_t finished = 0;  // games so far
    std::int32_t undecided = 0;  // rounds in a row that nobody won
  };

  // A stream of a slot's seed that no game has.
  static constexpr std::uint64_t kDraws = std::uint64_t{1} << 40;

  static std::uint64_t seed_of(const BatchConditions& conditions, std::size_t i) {
    return Random(conditions.seed, conditions.first_number + i)();
  }

  // One game in one step. It is taken out of its slot piece by piece, so that the compiler keeps it in registers.
  class Turn {
   public:
    Turn(const G& game, const BatchConditions& conditions, const Slot& from, std::size_t i)
        : position(from.position),
          draws(from.draws),
          number(i),
          game_(game),
          conditions_(conditions),
          finished_(from.finished),
          undecided_(from.undecided) {}

    typename G::Position position;
    Random draws;
    std::size_t number;
    std::optional<Seat> winner{};
    bool illegal = false;

    Seat mover() const { return game_.mover(position); }
    typename G::View view() const { return game_.view(position, mover()); }

    void begin() {
      position = game_.start(conditions_.first ? *conditions_.first : lot(Lot::first));
      undecided_ = 0;
    }

    typename G::Move draw() {
      const auto moves = game_.legal(view());
      return moves[draws.below(moves.size())];
    }

    // Makes the move, then what the rules make by themselves; another game begins where this one has ended.
    void play(const typename G::Move& move) {
      advance(move);
      if constexpr (HasForcedMoves<G>)
        while (!winner) {
          const auto forced = game_.forced(view());
          if (!forced) break;
          advance(*forced);
        }
      if (!winner) return;
      ++finished_;
      begin();
    }

    void put_back(Slot& slot) const {
      slot.position = position;
      slot.draws = draws;
      slot.finished = finished_;
      slot.undecided = undecided_;
    }

   private:
    // Two for each game: who begins, and how a coin would fall.
    enum class Lot : std::uint8_t { first, coin };
    Seat lot(Lot lot) const {
      const std::uint64_t bits = Random(seed_of(conditions_, number), finished_)();
      return (bits >> static_cast<int>(lot) & 1) == 0 ? Seat::one : Seat::two;
    }

    void advance(const typename G::Move& move) {
      position = game_.after(position, move);
      if (const auto outcome = game_.outcome(position)) {
        winner = outcome->winner;
      } else if constexpr (PlayedInRounds<G>) {
        if (game_.begins_round(position) && ++undecided_ == conditions_.round_limit) winner = lot(Lot::coin);
      }
    }

    const G& game_;
    const BatchConditions& conditions_;
    std::uint32_t finished_;
    std::int32_t undecided_;
  };

  // The book's rules are compiled in; others are looked up on the way, which is slower.
  struct BookRules {
    static constexpr G game(const G&) { return G(); }
  };
  struct OwnRules {
    static constexpr G game(const G& own) { return own; }
  };

  // Calls `work` with a kind of rules and with ranges of games, each of which is one worker's.
  template <class Work>
  void in_ranges(const Work& work) {
    const auto task = [&](std::size_t number) {
      const std::size_t begin = number * kShare;
      const std::size_t end = std::min(begin + kShare, games());
      is_by_the_book_ ? work(BookRules{}, begin, end) : work(OwnRules{}, begin, end);
    };
    workers_->run((games() + kShare - 1) / kShare, std::ref(task));
  }

  // Takes every game through a step and writes down what came of it.
  template <class Act>
  void walk(Act act) {
    in_ranges([this, act](auto rules, std::size_t begin, std::size_t end) {
      this->template walk_range<decltype(rules)>(act, begin, end);
    });
  }

  // Bytes that are written may be anything to the compiler, so what it shall know to stay the same is copied first.
  template <class Rules, class Act>
  DUELLO_FAST_PATHS void walk_range(Act act, std::size_t begin, std::size_t end) {
    const G game = Rules::game(game_);
    const BatchConditions conditions = conditions_;
    const auto actions = static_cast<std::size_t>(game.action_count());
    const auto bytes = static_cast<std::size_t>(game.observation_size());
    Slot* const slots = slots_.data();
    float* const rewards = rewards_.data();
    float* const gains = gains_.data();
    std::uint8_t* const ends = ends_.data();
    std::uint8_t* const illegal = illegal_.data();
    std::uint8_t* const movers = movers_.data();
    std::uint8_t* const masks = masks_.data();
    std::uint8_t* const observations = observations_.data();
    for (std::size_t i = begin; i < end; ++i) {
      Turn turn(game, conditions, slots[i], i);
      const Seat actor = turn.mover();
      act(game, turn);
      turn.put_back(slots[i]);
      const float won = !turn.winner ? 0.0F : turn.winner == Seat::one ? 1.0F : -1.0F;
      rewards[2 * i] = won;
      rewards[2 * i + 1] = 0.0F - won;  // -won would be -0 where nobody has won
      gains[i] = actor == Seat::one ? won : 0.0F - won;
      ends[i] = turn.winner ? 1 : 0;
      illegal[i] = turn.illegal ? 1 : 0;
      movers[i] = static_cast<std::uint8_t>(turn.mover());
      const auto view = turn.view();
      write_mask(game, view, std::span(masks + i * actions, actions));
      game.observe(view, std::span(observations + i * bytes, bytes));
    }
  }

  template <class Rules>
  DUELLO_FAST_PATHS void draw_range(std::size_t begin, std::size_t end) {
    const G game = Rules::game(game_);
    for (std::size_t i = begin; i < end; ++i) {
      Turn turn(game, conditions_, slots_[i], i);
      drawn_[i] = game.index_of(turn.draw());
      slots_[i].draws = turn.draws;
    }
  }

  static constexpr std::size_t kShare = 256;  // games that a worker takes at a time

  G game_;
  bool is_by_the_book_;
  BatchConditions conditions_;
  std::unique_ptr<Workers> workers_;
  std::vector<Slot> slots_;
  AlignedArray<float> rewards_;
  AlignedArray<float> gains_;
  AlignedArray<std::uint8_t> ends_;
  AlignedArray<std::uint8_t> illegal_;
  AlignedArray<std::uint8_t> movers_;
  AlignedArray<std::uint8_t> masks_;
  AlignedArray<std::uint8_t> observations_;
  AlignedArray<std::int32_t> drawn_;
  BatchArrays arrays_;
};

}  // namespace duello
