// What the tests of the games share: a table to play at, and the game's slow twin.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/all.hpp"
#include "tests/reference/capture_the_flag.hpp"
#include "tests/reference/color_bridge.hpp"
#include "tests/reference/color_capture.hpp"
#include "tests/reference/color_clash.hpp"
#include "tests/reference/energy_capture.hpp"

namespace duello {

template <class Rules>
  requires requires { Rules::kFields; }
std::ostream& operator<<(std::ostream& out, const Rules& rules) {
  for (const RuleValue& rule : rule_values(rules)) out << ' ' << rule.key << '=' << rule.text;
  return out;
}

template <class List>
struct TypesOf;
template <class... Games>
struct TypesOf<GameList<Games...>> {
  using type = ::testing::Types<Games...>;
};
// For typed tests: every game that there is.
using EveryGameType = TypesOf<AllGames>::type;

inline reference::ColorCapture twin_of(const ColorCapture::Rules& rules, Seat first) {
  using Wins = reference::ColorCapture::Wins;
  const Wins wins = rules.majority == ColorCapture::Rules::kFirst ? Wins::at_once : Wins::at_the_end;
  return {rules.tokens, rules.colors, wins, first};
}
inline reference::ColorBridge twin_of(const ColorBridge::Rules& rules, Seat first) {
  return {rules.length, rules.run, rules.reach, first};
}
inline reference::CaptureTheFlag twin_of(const CaptureTheFlag::Rules& rules, Seat first) {
  return {rules.flag, rules.stride, first};
}
inline reference::ColorClash twin_of(const ColorClash::Rules& rules, Seat first) {
  return {rules.disks, rules.positions, first};
}
inline reference::EnergyCapture twin_of(const EnergyCapture::Rules& rules, Seat first) {
  return {rules.units, rules.nodes, rules.extra, first};
}

// A pen without color and with the game's own names for its players.
template <class G>
Pen plain_pen() {
  return {.ink = {},
          .names = {{std::string(G::kFacts.seats[Seat::one].plain), std::string(G::kFacts.seats[Seat::two].plain)}}};
}

template <class G>
typename G::Rules rules_of(std::initializer_list<std::string> settings) {
  const auto rules = read_rules<typename G::Rules>(std::vector<std::string>(settings));
  if (!rules) throw std::invalid_argument(rules.error().why);
  return *rules;
}

template <class G, class Moves>
std::vector<std::string> written(const G& game, const Moves& moves) {
  std::vector<std::string> texts;
  texts.reserve(moves.size());
  moves.for_each([&](const typename G::Move& move) { texts.push_back(game.write(move)); });
  return texts;
}

// A game and how it stands. Texts are what the seat to move is shown.
template <Game G>
class Table {
 public:
  explicit Table(std::initializer_list<std::string> settings = {}, Seat first = Seat::one)
      : game_(rules_of<G>(settings)), position_(game_.start(first)) {}
  explicit Table(Seat first) : Table({}, first) {}

  // Moves separated by blanks, in the notation of records.
  Table& play(std::string_view line) {
    for (const std::string& word : words_of(line)) enter(word);
    return *this;
  }
  // One move as somebody types it; returns what the table, or one seat, is told of it.
  std::string enter(std::string_view text, std::optional<Seat> audience = std::nullopt) {
    const auto move = game_.read(view(), text);
    if (!move) throw std::invalid_argument(cat(text, ": ", move.error().why));
    const auto before = position_;
    position_ = game_.after(before, *move);
    return game_.report(before, *move, position_, audience, pen());
  }

  const G& game() const { return game_; }
  const typename G::Position& position() const { return position_; }
  typename G::View view() const { return game_.view(position_, mover()); }
  Seat mover() const { return game_.mover(position_); }
  std::optional<Outcome> outcome() const { return game_.outcome(position_); }
  std::optional<Seat> winner() const { return outcome() ? std::optional(outcome()->winner) : std::nullopt; }

  // The moves in the order of the list.
  std::string legal() const { return joined(written(game_, game_.legal(position_)), " "); }
  // A typed move in the notation of records, where it is accepted.
  std::string read(std::string_view text) const {
    const auto move = game_.read(view(), text);
    return move ? game_.write(*move) : cat("not accepted: ", move.error().why);
  }
  // What stands against a typed move.
  std::string complaint(std::string_view text) const {
    const auto move = game_.read(view(), text);
    return move ? cat("accepted: ", game_.write(*move)) : move.error().why;
  }

  std::string board() const { return game_.board(view(), pen()); }
  std::string opening() const { return game_.opening(view(), pen()); }
  std::string turn() const { return game_.turn(view(), pen()); }
  std::string ask() const { return game_.ask(view(), pen()); }
  std::string hint() const { return game_.hint(view()); }
  std::string summary() const { return game_.summary(position_, pen()); }
  std::string verdict() const { return game_.verdict(position_, pen()); }
  std::string reason() const { return game_.reason(position_); }

 private:
  static Pen pen() { return plain_pen<G>(); }

  G game_;
  typename G::Position position_;
};

}  // namespace duello
