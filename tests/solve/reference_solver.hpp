// A second solver, slow and plain: it lists every position that can be reached, with all its moves, and works back from
// the finished ones. It knows nothing of keys, blocks or rounds and shares nothing with the solver but the word Value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "games/all.hpp"
#include "solve/value.hpp"

namespace duello::reference {

// What makes a position the one it is, the seat to move included.
inline auto identity(const duello::ColorCapture::Position& position) {
  return std::tuple(position.held.mine, position.held.theirs, position.left, position.count, position.mover,
                    position.over);
}
inline auto identity(const duello::ColorBridge::Position& position) {
  return std::tuple(position.owned.mine, position.owned.theirs, position.mover, position.won);
}
inline auto identity(const duello::CaptureTheFlag::Position& position) {
  return std::tuple(position.walked.mine, position.walked.theirs, position.mover, position.over);
}
inline auto identity(const duello::ColorClash::Position& position) {
  return std::tuple(position.at.mine, position.at.theirs, position.mover, position.over);
}

template <Game G>
class Solver {
 public:
  using Position = typename G::Position;

  explicit Solver(const G& game) : game_(game) {
    for (const Seat first : kSeats) number_of(game_.start(first));
    for (std::size_t i = 0; i < nodes_.size(); ++i) list_moves(i);
    work_back();
  }

  std::size_t size() const { return nodes_.size(); }

  Value value(const Position& position) const {
    return nodes_[numbers_.at(identity(position))].value.value_or(Value::neither());
  }

  // Every position once, with its value.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Node& node : nodes_) visit(node.position, node.value.value_or(Value::neither()));
  }

 private:
  struct Node {
    Position position;
    std::vector<std::size_t> from;  // a position from which two moves lead here stands there twice
    std::size_t unknown = 0;        // moves that are not known to lose
    std::optional<Value> value{};   // none for ever if neither side can force a win
  };

  std::size_t number_of(const Position& position) {
    const auto [known, is_new] = numbers_.try_emplace(identity(position), nodes_.size());
    if (is_new) nodes_.push_back({position, {}});
    return known->second;
  }

  void list_moves(std::size_t number) {
    const Position position = nodes_[number].position;
    const auto moves = game_.legal(position);
    nodes_[number].unknown = moves.size();
    moves.for_each([&](typename G::Move move) {
      const std::size_t next = number_of(game_.after(position, move));
      nodes_[next].from.push_back(number);
    });
  }

  // The nearest to the end first: so the first move that wins is a quickest one, and the last move that is found to
  // lose a slowest one.
  void work_back() {
    std::deque<std::size_t> open;
    const auto settle = [&](std::size_t number, Value value) {
      nodes_[number].value = value;
      open.push_back(number);
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (const auto outcome = game_.outcome(nodes_[i].position))
        settle(i, outcome->winner == game_.mover(nodes_[i].position) ? Value::win(0) : Value::loss(0));
    for (; !open.empty(); open.pop_front()) {
      const Node& node = nodes_[open.front()];
      const int plies = node.value->plies() + 1;
      for (const std::size_t before : node.from) {
        if (nodes_[before].value) continue;
        if (node.value->is_loss())
          settle(before, Value::win(plies));
        else if (--nodes_[before].unknown == 0)
          settle(before, Value::loss(plies));
      }
    }
  }

  G game_;
  std::map<decltype(identity(Position{})), std::size_t> numbers_;
  std::deque<Node> nodes_;
};

}  // namespace duello::reference
