// Energy Capture as programs that learn play it. Its allocations are far too many to be numbered (15,504 by the book,
// more than 10^15 at most), so a move is put together from shares, written as in the notation: `1:5`, then `3:4`, then
// the end of the turn; an end without any share is a pass.
//
// The shares of a move go from lower nodes to higher ones, so that there is exactly one way to each allocation. Whoever
// can only end the turn is not asked, so that it takes no more steps than there are nodes. What is half made is the
// mover's secret.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/actions.hpp"
#include "games/energy_capture.hpp"

namespace duello {

class EnergyShares {
 public:
  using Rules = EnergyCapture::Rules;
  using Nodes = EnergyCapture::Nodes;

  struct Position {
    EnergyCapture::Position table{};
    EnergyCapture::Move draft{};  // the mover's, not yet made
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };

  // The draft is empty for whoever is not to move.
  struct View {
    EnergyCapture::View table{};
    EnergyCapture::Move draft{};
    friend constexpr bool operator==(const View&, const View&) = default;
  };

  // Units for one node; none at all end the turn.
  struct Move {
    std::uint8_t node = 0;  // 0 is the first
    std::uint8_t units = 0;
    constexpr bool ends_turn() const { return units == 0; }
    friend constexpr bool operator==(Move, Move) = default;
  };

  // The end of the turn, then the shares by node and by units.
  class Shares {
   public:
    constexpr Shares() = default;
    constexpr Shares(int left, Nodes open) : left_(static_cast<std::uint64_t>(left)), open_(open), none_(false) {}

    constexpr std::uint64_t size() const {
      return none_ ? 0 : 1 + left_ * static_cast<std::uint64_t>(std::popcount(open_));
    }
    constexpr Move operator[](std::uint64_t index) const {
      if (index == 0) return {};
      return {static_cast<std::uint8_t>(bit_number(open_, static_cast<int>((index - 1) / left_))),
              static_cast<std::uint8_t>((index - 1) % left_ + 1)};
    }
    template <class Visit>
    constexpr void for_each(Visit visit) const {
      for (std::uint64_t i = 0; i < size(); ++i) visit((*this)[i]);
    }
    constexpr bool contains(Move move) const {
      if (none_ || move == Move{}) return !none_;
      return move.units != 0 && move.units <= left_ && (open_ >> move.node & 1) != 0;
    }

   private:
    std::uint64_t left_ = 0;
    Nodes open_ = 0;
    bool none_ = true;
  };

  constexpr EnergyShares() : EnergyShares(Rules{}) {}
  explicit constexpr EnergyShares(const Rules& rules) : rules_(rules), game_(rules) {}

  constexpr Position start(Seat first) const { return {.table = game_.start(first)}; }
  constexpr Seat mover(const Position& position) const { return game_.mover(position.table); }
  constexpr View view(const Position& position, std::optional<Seat> audience) const {
    View view{.table = game_.view(position.table, audience)};
    if (audience == mover(position)) view.draft = position.draft;
    return view;
  }
  constexpr Shares legal(const View& view) const {
    if (game_.legal(view.table).size() == 0) return {};
    return {left(view), static_cast<Nodes>(game_.neutral(view.table.held) & beyond(view.draft))};
  }
  constexpr Shares legal(const Position& position) const { return legal(view(position, mover(position))); }
  constexpr std::optional<Move> forced(const View& view) const {
    if (legal(view).size() != 1) return std::nullopt;
    return Move{};
  }
  constexpr Position after(Position position, Move move) const {
    if (move.ends_turn()) return {.table = game_.after(position.table, position.draft)};
    position.draft.units[move.node] = move.units;
    return position;
  }
  constexpr std::optional<Outcome> outcome(const Position& position) const { return game_.outcome(position.table); }
  constexpr bool begins_round(const Position& position) const {
    return position.draft.is_pass() && game_.begins_round(position.table);
  }

  constexpr int action_count() const { return 1 + rules_.nodes * most(); }
  constexpr int index_of(Move move) const { return move.ends_turn() ? 0 : move.node * most() + move.units; }
  constexpr Move move_of(const View&, int action) const {
    if (action == 0) return {};
    return {static_cast<std::uint8_t>((action - 1) / most()), static_cast<std::uint8_t>((action - 1) % most() + 1)};
  }
  void mask(const View& view, std::span<std::uint8_t> mask) const;
  constexpr int observation_size() const { return 4 * rules_.nodes + 4; }
  std::vector<ObservedPart> observed_parts() const;
  void observe(const View& view, std::span<std::uint8_t> bytes) const;
  constexpr View from_side(View view, Seat seat) const {
    view.table.mover = seat;
    return view;
  }

  // Of a phase: each unit takes a share and an end at most, and each seat may pass.
  constexpr int most_steps() const { return 2 * (2 * most() + 1); }

  std::string write(Move move) const;

  // The way to and from whole moves: where none has been begun, what has been put together of one, what it is put
  // together from, its end last, and which one a step ends.
  static constexpr Position begun(const EnergyCapture::Position& table) { return {.table = table}; }
  static constexpr EnergyCapture::Move draft(const Position& position) { return position.draft; }
  std::vector<Move> shares_of(const EnergyCapture::Move& move) const;
  static constexpr std::optional<EnergyCapture::Move> made(const Position& position, Move move) {
    return move.ends_turn() ? std::optional(position.draft) : std::nullopt;
  }

 private:
  // The most units that are ever at hand.
  constexpr int most() const { return std::max(rules_.units, rules_.extra); }
  static constexpr int left(const View& view) {
    int left = view.table.left;
    for (const std::uint8_t units : view.draft.units) left -= units;
    return left;
  }
  // The nodes behind the last one that has a share.
  static constexpr unsigned beyond(const EnergyCapture::Move& draft) {
    unsigned last = 0;
    for (std::size_t node = 0; node < draft.units.size(); ++node)
      if (draft.units[node] != 0) last = 2U << node;
    return last == 0 ? ~0U : ~(last - 1);
  }

  Rules rules_;
  EnergyCapture game_;
};

static_assert(NumbersMoves<EnergyShares> && PlayedInRounds<EnergyShares> && HasForcedMoves<EnergyShares>);

}  // namespace duello
