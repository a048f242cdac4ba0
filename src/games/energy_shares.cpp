#include "games/energy_shares.hpp"

namespace duello {

void EnergyShares::mask(const View& view, std::span<std::uint8_t> mask) const {
  const Shares shares = legal(view);
  const auto most = static_cast<std::size_t>(this->most());
  const auto all = (std::uint64_t{1} << left(view)) - 1;
  mask[0] = shares.contains({}) ? 1 : 0;
  for (std::size_t node = 0; node < static_cast<std::size_t>(rules_.nodes); ++node) {
    const bool is_open = shares.contains({static_cast<std::uint8_t>(node), 1});
    unpack(is_open ? all : 0, mask.subspan(1 + node * most, most));
  }
}

std::vector<ObservedPart> EnergyShares::observed_parts() const {
  return {{"mine", "1 where the mover holds the node", 1, rules_.nodes},
          {"theirs", "1 where the other player does", 1, rules_.nodes},
          {"placed", "units that the mover has placed in this phase", 1, rules_.nodes},
          {"draft", "units of the mover's half-made move", 1, rules_.nodes},
          {"left", "units that the mover still has"},
          {"passed", "1 if the other player has passed"},
          {"first", "1 if the mover moves first in every phase"},
          {"sudden death", "1 in sudden death"}};
}

void EnergyShares::observe(const View& view, std::span<std::uint8_t> bytes) const {
  const auto nodes = static_cast<std::size_t>(rules_.nodes);
  const Seat mover = view.table.mover;
  unpack(view.table.held[mover], bytes.first(nodes));
  unpack(view.table.held[other(mover)], bytes.subspan(nodes, nodes));
  std::copy_n(view.table.placed.begin(), nodes, bytes.subspan(2 * nodes).begin());
  std::copy_n(view.draft.units.begin(), nodes, bytes.subspan(3 * nodes).begin());
  const std::span<std::uint8_t> single = bytes.subspan(4 * nodes);
  single[0] = static_cast<std::uint8_t>(left(view));
  single[1] = view.table.passed[other(mover)] ? 1 : 0;
  single[2] = view.table.first == mover ? 1 : 0;
  single[3] = view.table.sudden_death ? 1 : 0;
}

std::vector<EnergyShares::Move> EnergyShares::shares_of(const EnergyCapture::Move& move) const {
  std::vector<Move> shares;
  for (std::size_t node = 0; node < move.units.size(); ++node)
    if (move.units[node] != 0) shares.push_back({static_cast<std::uint8_t>(node), move.units[node]});
  shares.push_back({});
  return shares;
}

std::string EnergyShares::write(Move move) const {
  return move.ends_turn() ? "end" : cat(move.node + 1, ':', move.units);
}

}  // namespace duello
