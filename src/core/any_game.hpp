// A game whose type is not known: what the referee, the players and the terminal work with.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/digest.hpp"
#include "core/example.hpp"
#include "core/game.hpp"
#include "core/pen.hpp"
#include "core/rules.hpp"
#include "core/scene.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/watch.hpp"

namespace duello {

// Rules that make a better game than the book's, and why.
struct Variant {
  std::string_view name;
  std::string_view settings;  // key=value, separated by blanks
  std::string_view why;
};

// What a game says of itself under all its rule values.
struct StatedFacts {
  std::string_view id;
  std::string_view title;
  std::string_view pitch;  // what it is about, in one line
  PerSeat<SeatWords> seats;
  bool one_starts = false;  // seat one always moves first
  std::vector<Variant> variants{};
};

// The same, and what follows from its types and so cannot be said wrongly.
class Facts : public StatedFacts {
 public:
  template <Game G>
  static const Facts& of() {
    static_assert(HasSecretMoves<G> != std::same_as<typename G::View, typename G::Position>,
                  "secrets need moves that are not shown and a view that leaves them out");
    static const Facts facts(G::kFacts, HasSecretMoves<G>);
    return facts;
  }

  const bool hidden;  // moves are secret until they are revealed

 private:
  Facts(const StatedFacts& stated, bool is_hidden) : StatedFacts(stated), hidden(is_hidden) {}
};

// The rule text under the rules in force, in paragraphs.
struct RuleBook {
  std::string goal;
  std::string setup;
  std::string turn;
  std::string end;
  std::vector<std::string> rulings;
  std::vector<std::string> tips;  // how to play well; each is checked by the solver
};

// Room for any game's value of one kind; only the game that filled it looks inside.
template <class Kind, std::size_t Size>
class Opaque {
 public:
  template <PlainValue T>
    requires(sizeof(T) <= Size && alignof(T) <= 8)
  static Opaque of(const T& value) {
    Opaque opaque;
    std::memcpy(opaque.bytes_.data(), &value, sizeof(T));
    return opaque;
  }

  template <PlainValue T>
  T as() const {
    T value;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    return value;
  }

 private:
  alignas(8) std::array<std::byte, Size> bytes_{};
};

using AnyPosition = Opaque<struct PositionKind, 64>;
using AnyView = Opaque<struct ViewKind, 64>;
using AnyMove = Opaque<struct MoveKind, 16>;

// Why move sequences were not counted: their number does not fit 64 bits, or the watch said so.
enum class NoCount : std::uint8_t { too_many, stopped };

class AnyGame {
 public:
  virtual ~AnyGame() = default;

  virtual const Facts& facts() const = 0;
  virtual RuleBook rule_book() const = 0;
  // A line of moves that shows the game under the rules in force: a whole game, unless none was found.
  virtual std::string example() const = 0;
  virtual std::vector<RuleValue> rules() const = 0;
  virtual std::vector<RuleInfo> rule_infos() const = 0;

  // The rules, on positions. Only the referee has those.
  virtual AnyPosition start(Seat first) const = 0;
  virtual Seat mover(const AnyPosition& position) const = 0;
  virtual AnyPosition after(const AnyPosition& position, const AnyMove& move) const = 0;
  virtual std::optional<Outcome> outcome(const AnyPosition& position) const = 0;
  virtual bool begins_round(const AnyPosition& position) const = 0;
  virtual bool same(const AnyPosition& one, const AnyPosition& two) const = 0;
  virtual bool same(const AnyView& one, const AnyView& two) const = 0;
  // The same number for the same position, and for the same view.
  virtual std::uint64_t digest(const AnyPosition& position) const = 0;
  virtual std::uint64_t digest(const AnyView& view) const = 0;
  virtual AnyView view(const AnyPosition& position, std::optional<Seat> audience) const = 0;
  // The number of move sequences of exactly `depth` plies.
  virtual std::expected<std::uint64_t, NoCount> perft(Seat first, int depth, const Watch& watch) const = 0;

  // The moves, on the view of the seat to move.
  virtual std::uint64_t count(const AnyView& view) const = 0;
  virtual AnyMove pick(const AnyView& view, std::uint64_t index) const = 0;
  virtual bool allows(const AnyView& view, const AnyMove& move) const = 0;
  virtual std::optional<AnyMove> forced(const AnyView& view) const = 0;
  // The moves worth listing to a reader: all, or a telling few where there are thousands.
  virtual std::vector<AnyMove> listed(const AnyView& view) const = 0;
  virtual std::string write(const AnyMove& move) const = 0;
  virtual std::expected<AnyMove, Complaint> read(const AnyView& view, std::string_view text) const = 0;
  // Whether everybody sees the move as it is made; always, unless moves are secret.
  virtual bool shows(const AnyMove& move) const = 0;
  // A legal move that may stand for one that is not shown, as far as everybody but its maker can tell. `view` is its
  // maker's. Nothing if every legal move is shown.
  virtual std::optional<AnyMove> stand_in(const AnyView& view) const = 0;

  // What is to be seen and chosen, for whoever draws it. Of the pen only the names count, and who is a program.
  virtual Scene scene(const AnyView& view, const Pen& pen) const = 0;
  // The scene with nothing kept back and nothing to choose. Only for games whose secrets are out.
  virtual Scene laid_open_scene(const AnyPosition& position, const Pen& pen) const = 0;
  // What a move does, cell by cell, in the view in which it is made.
  virtual Steps steps(const AnyView& view, const AnyMove& move) const = 0;
  // The move that places these amounts, where a scene has amounts to choose.
  virtual std::expected<AnyMove, Complaint> composed(const AnyView& view, ChosenAmounts amounts) const = 0;

  // The words. `turn` stands above the prompt `ask`, or above the report where a program moves; `hint` says what is
  // legal, as the second half of a sentence.
  virtual std::string board(const AnyView& view, const Pen& pen) const = 0;
  // The board with nothing kept back. Only for games whose secrets are out.
  virtual std::string laid_open(const AnyPosition& position, const Pen& pen) const = 0;
  virtual std::string opening(const AnyView& view, const Pen& pen) const = 0;
  virtual std::string turn(const AnyView& view, const Pen& pen) const = 0;
  virtual std::string ask(const AnyView& view, const Pen& pen) const = 0;
  virtual std::string hint(const AnyView& view) const = 0;
  // What the audience is told of a move: one seat, or everybody at the table.
  virtual std::string report(const AnyPosition& before, const AnyMove& move, const AnyPosition& after,
                             std::optional<Seat> audience, const Pen& pen) const = 0;
  // Where a round begins that is not the first.
  virtual std::string new_round(const AnyPosition& position, const Pen& pen) const = 0;
  // Of a finished game: how it stands, who won and why (for people), and why (for a record).
  virtual std::string summary(const AnyPosition& position, const Pen& pen) const = 0;
  virtual std::string verdict(const AnyPosition& position, const Pen& pen) const = 0;
  virtual std::string reason(const AnyPosition& position) const = 0;
};

// The id and the rules, as in "GAME length=11 run=3".
inline std::string full_name(const AnyGame& game) { return cat(game.facts().id, ' ', settings_text(game.rules())); }

// Counts move sequences by walking them; the last ply is counted, not walked. The watch is told how many have been
// walked so far.
template <Game G>
class Perft {
 public:
  Perft(const G& game, const Watch& watch) : game_(game), watch_(watch) {}

  std::expected<std::uint64_t, NoCount> count(const typename G::Position& position, int depth) {
    if (depth == 0) return 1;
    walk(position, depth);
    if (trouble_) return std::unexpected(*trouble_);
    return total_;
  }

 private:
  static constexpr std::uint64_t kPause = 1 << 20;  // walked between two looks of the watch

  void walk(const typename G::Position& position, int depth) {
    const auto moves = game_.legal(position);
    if (depth == 1) {
      if (__builtin_add_overflow(total_, moves.size(), &total_)) trouble_ = NoCount::too_many;
      ++walked_;
      if (walked_ % kPause == 0 && !watch_(walked_, 0)) trouble_ = NoCount::stopped;
      return;
    }
    moves.for_each([&](typename G::Move move) {
      if (!trouble_) walk(game_.after(position, move), depth - 1);
    });
  }

  const G& game_;
  const Watch& watch_;
  std::uint64_t total_ = 0;
  std::uint64_t walked_ = 0;
  std::optional<NoCount> trouble_;
};

template <Game G>
std::expected<std::uint64_t, NoCount> perft(const G& game, const typename G::Position& position, int depth,
                                            const Watch& watch = go_on) {
  return Perft(game, watch).count(position, depth);
}

// The bridge from a game's own types to AnyGame.
template <Game G>
class Erased final : public AnyGame {
 public:
  explicit Erased(const typename G::Rules& rules) : rules_(rules), game_(rules) {}

  const G& typed() const { return game_; }
  const typename G::Rules& typed_rules() const { return rules_; }

  const Facts& facts() const override { return Facts::of<G>(); }
  RuleBook rule_book() const override { return game_.rule_book(); }
  std::string example() const override {
    return rules_ == typename G::Rules{} ? std::string(G::kExample) : example_line(game_);
  }
  std::vector<RuleValue> rules() const override { return rule_values(rules_); }
  std::vector<RuleInfo> rule_infos() const override { return duello::rule_infos<typename G::Rules>(); }

  AnyPosition start(Seat first) const override { return AnyPosition::of(game_.start(first)); }
  Seat mover(const AnyPosition& position) const override { return game_.mover(in(position)); }
  AnyPosition after(const AnyPosition& position, const AnyMove& move) const override {
    return AnyPosition::of(game_.after(in(position), in(move)));
  }
  std::optional<Outcome> outcome(const AnyPosition& position) const override { return game_.outcome(in(position)); }
  bool begins_round(const AnyPosition& position) const override {
    if constexpr (PlayedInRounds<G>) return game_.begins_round(in(position));
    return false;
  }
  bool same(const AnyPosition& one, const AnyPosition& two) const override { return in(one) == in(two); }
  bool same(const AnyView& one, const AnyView& two) const override { return in(one) == in(two); }
  std::uint64_t digest(const AnyPosition& position) const override { return duello::digest(0, in(position)); }
  std::uint64_t digest(const AnyView& view) const override { return duello::digest(0, in(view)); }
  AnyView view(const AnyPosition& position, std::optional<Seat> audience) const override {
    return AnyView::of(game_.view(in(position), audience));
  }
  std::expected<std::uint64_t, NoCount> perft(Seat first, int depth, const Watch& watch) const override {
    return duello::perft(game_, game_.start(first), depth, watch);
  }

  std::uint64_t count(const AnyView& view) const override { return game_.legal(in(view)).size(); }
  AnyMove pick(const AnyView& view, std::uint64_t index) const override {
    return AnyMove::of(game_.legal(in(view))[index]);
  }
  bool allows(const AnyView& view, const AnyMove& move) const override {
    return holds(game_.legal(in(view)), in(move));
  }
  std::optional<AnyMove> forced(const AnyView& view) const override {
    if constexpr (HasForcedMoves<G>) {
      if (const auto move = game_.forced(in(view))) return AnyMove::of(*move);
    }
    return std::nullopt;
  }
  std::vector<AnyMove> listed(const AnyView& view) const override {
    std::vector<AnyMove> moves;
    const auto add = [&](typename G::Move move) { moves.push_back(AnyMove::of(move)); };
    if constexpr (requires { game_.listed(in(view), add); }) {
      game_.listed(in(view), add);
    } else {
      game_.legal(in(view)).for_each(add);
    }
    return moves;
  }
  std::string write(const AnyMove& move) const override { return game_.write(in(move)); }
  std::expected<AnyMove, Complaint> read(const AnyView& view, std::string_view text) const override {
    DUELLO_TRY(const auto move, game_.read(in(view), text));
    return AnyMove::of(move);
  }
  bool shows(const AnyMove& move) const override {
    if constexpr (HasSecretMoves<G>) return game_.shows(in(move));
    return true;
  }
  std::optional<AnyMove> stand_in(const AnyView& view) const override {
    if constexpr (HasSecretMoves<G>) {
      if (const auto move = game_.stand_in(in(view))) return AnyMove::of(*move);
    }
    return std::nullopt;
  }

  Scene scene(const AnyView& view, const Pen& pen) const override { return scene_of(game_, in(view), pen); }
  Scene laid_open_scene(const AnyPosition& position, const Pen& pen) const override {
    return laid_open_scene_of(game_, in(position), pen);
  }
  Steps steps(const AnyView& view, const AnyMove& move) const override { return game_.steps(in(view), in(move)); }
  std::expected<AnyMove, Complaint> composed(const AnyView& view, ChosenAmounts amounts) const override {
    if constexpr (MovesAmounts<G>) {
      DUELLO_TRY(const auto move, game_.composed(in(view), amounts));
      return AnyMove::of(move);
    } else {
      return complaint("There are no amounts to choose in ", G::kFacts.title);
    }
  }

  std::string board(const AnyView& view, const Pen& pen) const override { return game_.board(in(view), pen); }
  std::string laid_open(const AnyPosition& position, const Pen& pen) const override {
    if constexpr (requires { game_.laid_open(in(position), pen); }) {
      return game_.laid_open(in(position), pen);
    } else {
      return game_.board(game_.view(in(position), std::nullopt), pen);
    }
  }
  std::string opening(const AnyView& view, const Pen& pen) const override { return game_.opening(in(view), pen); }
  std::string turn(const AnyView& view, const Pen& pen) const override { return game_.turn(in(view), pen); }
  std::string ask(const AnyView& view, const Pen& pen) const override { return game_.ask(in(view), pen); }
  std::string hint(const AnyView& view) const override { return game_.hint(in(view)); }
  std::string report(const AnyPosition& before, const AnyMove& move, const AnyPosition& after,
                     std::optional<Seat> audience, const Pen& pen) const override {
    return game_.report(in(before), in(move), in(after), audience, pen);
  }
  std::string new_round(const AnyPosition& position, const Pen& pen) const override {
    if constexpr (PlayedInRounds<G>) return game_.new_round(in(position), pen);
    return {};
  }
  std::string summary(const AnyPosition& position, const Pen& pen) const override {
    return game_.summary(in(position), pen);
  }
  std::string verdict(const AnyPosition& position, const Pen& pen) const override {
    return game_.verdict(in(position), pen);
  }
  std::string reason(const AnyPosition& position) const override { return game_.reason(in(position)); }

 private:
  static typename G::Position in(const AnyPosition& position) { return position.as<typename G::Position>(); }
  static typename G::View in(const AnyView& view) { return view.as<typename G::View>(); }
  static typename G::Move in(const AnyMove& move) { return move.as<typename G::Move>(); }

  typename G::Rules rules_;
  G game_;
};

// For whoever knows which game it is.
template <class G>
const G& typed(const AnyGame& game) {
  return static_cast<const Erased<G>&>(game).typed();
}

}  // namespace duello
