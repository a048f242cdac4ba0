#include "batch/any_actions.hpp"

#include "games/all.hpp"

namespace duello {

namespace {

// A game G as it is stepped.
template <class G>
class Actions final : public AnyActions {
 public:
  explicit Actions(const typename G::Rules& rules) : game_(rules) {}

  int count() const override { return game_.action_count(); }
  int observation_size() const override { return game_.observation_size(); }
  std::vector<ObservedPart> observed_parts() const override { return game_.observed_parts(); }
  int most_steps() const override { return game_.most_steps(); }
  bool in_rounds() const override { return PlayedInRounds<G>; }

  AnyStep begun(const AnyPosition& position) const override {
    return AnyStep::of(begun_at(position.as<typename G::Position>()));
  }

  std::vector<int> draft(const AnyStep& step) const override {
    std::vector<int> actions;
    if constexpr (kIsDrafted) {
      for (const Move& each : game_.shares_of(game_.draft(in(step)))) actions.push_back(game_.index_of(each));
      actions.pop_back();  // the end is still to come
    }
    return actions;
  }

  std::optional<ActionTaken> taken(const AnyStep& step, int action) const override {
    if (action < 0 || action >= count()) return std::nullopt;
    Position position = in(step);
    const Move move = game_.move_of(movers_view(position), action);
    if (!holds(game_.legal(movers_view(position)), move)) return std::nullopt;
    ActionTaken taken;
    advance(position, move, taken);
    if constexpr (HasForcedMoves<Steps>)
      while (!game_.outcome(position)) {
        const auto forced = game_.forced(movers_view(position));
        if (!forced) break;
        advance(position, *forced, taken);
      }
    taken.after = AnyStep::of(position);
    return taken;
  }

  AnyStepView view(const AnyStep& step, std::optional<Seat> audience) const override {
    return AnyStepView::of(game_.view(in(step), audience));
  }
  void mask(const AnyStepView& view, std::span<std::uint8_t> mask) const override { write_mask(game_, in(view), mask); }
  void observe(const AnyStepView& view, std::optional<Seat> side, std::span<std::uint8_t> bytes) const override {
    game_.observe(side ? game_.from_side(in(view), *side) : in(view), bytes);
  }
  std::string written(const AnyStepView& view, int action) const override {
    if (action < 0 || action >= count()) return {};
    return game_.write(game_.move_of(in(view), action));
  }

  std::vector<int> actions_of(const AnyPosition& position, const AnyMove& move) const override {
    const auto whole = move.as<typename G::Move>();
    std::vector<int> actions;
    if constexpr (kIsDrafted) {
      AnyStep step = begun(position);
      for (const Move& each : game_.shares_of(whole)) {
        actions.push_back(game_.index_of(each));
        const auto part = taken(step, actions.back());
        if (!part || !part->moves.empty()) break;  // it may have ended by itself
        step = part->after;
      }
    } else {
      actions.push_back(game_.index_of(whole));
    }
    return actions;
  }

 private:
  using Steps = Stepped<G>;
  using Position = typename Steps::Position;
  using Move = typename Steps::Move;
  static constexpr bool kIsDrafted = !std::same_as<Steps, G>;

  static Position in(const AnyStep& step) { return step.as<Position>(); }
  static typename Steps::View in(const AnyStepView& view) { return view.as<typename Steps::View>(); }
  typename Steps::View movers_view(const Position& position) const {
    return game_.view(position, game_.mover(position));
  }
  Position begun_at(const typename G::Position& position) const {
    if constexpr (kIsDrafted) {
      return game_.begun(position);
    } else {
      return position;
    }
  }
  void advance(Position& position, const Move& move, ActionTaken& taken) const {
    if constexpr (kIsDrafted) {
      if (const auto made = game_.made(position, move)) taken.moves.push_back(AnyMove::of(*made));
    } else {
      taken.moves.push_back(AnyMove::of(move));
    }
    position = game_.after(position, move);
  }

  Steps game_;
};

}  // namespace

std::unique_ptr<AnyActions> make_actions(const AnyGame& game) {
  std::unique_ptr<AnyActions> actions;
  AllGames::for_each([&]<class G>() {
    if constexpr (NumbersMoves<Stepped<G>>)
      if (&game.facts() == &Facts::of<G>())
        actions = std::make_unique<Actions<G>>(static_cast<const Erased<G>&>(game).typed_rules());
  });
  return actions;
}

}  // namespace duello
