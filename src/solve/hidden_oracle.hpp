// Knows how to play a game of hidden moves so that nobody can take advantage, whatever the game. What the oracle is
// asked is asked of hidden games at large; that phases are contests shows in its equilibria and in their words alone.
#pragma once

#include <algorithm>
#include <expected>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "core/any_game.hpp"
#include "core/try.hpp"
#include "solve/equilibrium.hpp"

namespace duello {

// A legal move and what it wins on average against the equilibrium, if the rest is placed as well as can be.
struct Expectation {
  AnyMove move;
  double value;
};

// The best answer to what the other side has placed.
struct BestReply {
  AnyMove move;
  int lead;  // positive if it wins the phase, 0 if it leaves it undecided, negative if nothing helps
};

// The views are of the seat to move.
class HiddenOracle {
 public:
  virtual ~HiddenOracle() = default;

  // How the game calls what is shared out.
  virtual const ContestWords& words() const = 0;
  // Of the phase that is being played.
  virtual std::expected<const Equilibrium*, Complaint> equilibrium(const AnyView& view) = 0;
  // Of every kind of phase a game can come to, the first one first.
  virtual std::expected<std::vector<const Equilibrium*>, Complaint> phases(const Watch& watch) = 0;
  std::expected<std::vector<const Equilibrium*>, Complaint> phases() { return phases(go_on); }
  // The rest need the equilibrium to have been found.
  virtual double value(const AnyView& view) = 0;
  virtual std::vector<Expectation> listed_moves(const AnyView& view) = 0;
  // As the equilibrium plays; once something is placed, the best of what can still be made of it.
  virtual AnyMove drawn(const AnyView& view, Random& random) = 0;

  // A phase as a whole. The views are of a seat that has yet to make its first move in it; a whole move is worth all
  // of a seat's moves.
  virtual AnyMove together(const AnyView& view, const std::vector<AnyMove>& moves) = 0;
  // Against the equilibrium, if nothing follows.
  virtual double expectation(const AnyView& view, const AnyMove& whole) = 0;
  // What the equilibrium plays most often; nothing does better against it.
  virtual AnyMove likeliest(const AnyView& view) = 0;
  virtual BestReply best_reply(const AnyView& view, const AnyMove& theirs) = 0;

  // With memories of its own, for another thread: two threads must not ask the same one.
  virtual std::shared_ptr<HiddenOracle> clone() const = 0;
};

template <HasContests G>
class ContestOracle final : public HiddenOracle {
 public:
  explicit ContestOracle(const G& game) : game_(game) {}

  // About how long it takes to find all equilibria; contests that are the same are solved once.
  static double seconds_for(const G& game) {
    std::set<Contest> all;
    for (const Contest& contest : game.contests()) all.insert(contest);
    double seconds = 0;
    for (const Contest& contest : all) seconds += Equilibrium::seconds(contest);
    return seconds;
  }

  const ContestWords& words() const override { return G::kContestWords; }
  std::expected<const Equilibrium*, Complaint> equilibrium(const AnyView& view) override {
    return of(game_.contest(in(view)), go_on);
  }

  using HiddenOracle::phases;
  std::expected<std::vector<const Equilibrium*>, Complaint> phases(const Watch& watch) override {
    std::uint64_t total = 0;
    for (const Contest& contest : game_.contests()) total += Equilibrium::work(contest);
    std::uint64_t before = 0;
    std::vector<const Equilibrium*> all;
    for (const Contest& contest : game_.contests()) {
      const auto found =
          of(contest, [&](std::uint64_t done, std::uint64_t /*of_it*/) { return watch(before + done, total); });
      if (!found) return std::unexpected(found.error());
      all.push_back(*found);
      before += Equilibrium::work(contest);
    }
    return all;
  }

  double value(const AnyView& view) override { return found(view).best_completion(game_.placed(in(view))); }

  std::vector<Expectation> listed_moves(const AnyView& view) override {
    std::vector<Expectation> expectations;
    game_.listed(in(view), [&](const typename G::Move& move) {
      const Allocation more = game_.allocation(in(view), move);
      const Allocation all = sum(game_.placed(in(view)), more);
      const bool is_last = std::accumulate(more.begin(), more.end(), 0) == 0;
      expectations.push_back(
          {AnyMove::of(move), is_last ? found(view).expectation(all) : found(view).best_completion(all)});
    });
    return expectations;
  }

  AnyMove drawn(const AnyView& view, Random& random) override {
    const Allocation placed = game_.placed(in(view));
    const bool is_first = std::accumulate(placed.begin(), placed.end(), 0) == 0;
    Allocation more = is_first ? found(view).drawn(random) : found(view).completed(placed);
    for (std::size_t i = 0; i < more.size(); ++i) more[i] -= placed[i];
    return AnyMove::of(game_.placing(in(view), more));
  }

  AnyMove together(const AnyView& view, const std::vector<AnyMove>& moves) override {
    Allocation all(static_cast<std::size_t>(game_.contest(in(view)).fields));
    for (const AnyMove& move : moves) all = sum(std::move(all), of(view, move));
    return AnyMove::of(game_.placing(in(view), all));
  }

  double expectation(const AnyView& view, const AnyMove& whole) override {
    return found(view).expectation(of(view, whole));
  }

  AnyMove likeliest(const AnyView& view) override {
    const std::vector<MixedAllocation>& mixture = found(view).mixture();
    return AnyMove::of(game_.placing(in(view), std::ranges::max_element(mixture, {}, &MixedAllocation::weight)->units));
  }

  BestReply best_reply(const AnyView& view, const AnyMove& theirs) override {
    const Allocation placed = of(view, theirs);
    const Allocation reply = duello::best_reply(placed, game_.contest(in(view)).units);
    return {AnyMove::of(game_.placing(in(view), reply)), lead(reply, placed)};
  }

  std::shared_ptr<HiddenOracle> clone() const override { return std::make_shared<ContestOracle>(*this); }

 private:
  static typename G::View in(const AnyView& view) { return view.as<typename G::View>(); }
  Allocation of(const AnyView& view, const AnyMove& move) const {
    return game_.allocation(in(view), move.as<typename G::Move>());
  }
  static Allocation sum(Allocation one, const Allocation& two) {
    for (std::size_t i = 0; i < one.size(); ++i) one[i] += two[i];
    return one;
  }
  std::expected<const Equilibrium*, Complaint> of(const Contest& contest, const Watch& watch) {
    auto known = known_.find(contest);
    if (known == known_.end()) {
      DUELLO_TRY(auto found, Equilibrium::of(contest, watch, words()));
      known = known_.emplace(contest, std::move(found)).first;
    }
    return &known->second;
  }
  const Equilibrium& found(const AnyView& view) { return **equilibrium(view); }

  G game_;
  std::map<Contest, Equilibrium> known_;
};

}  // namespace duello
