#include "match/referee.hpp"

#include <cassert>

#include "core/random.hpp"
#include "core/try.hpp"

namespace duello {

namespace {

// A stream of the game's seed that no player uses.
constexpr std::uint64_t kCoin = 0xc011;

constexpr std::size_t kUsualMoves = 8;  // so that room is seldom made for more

}  // namespace

Referee::Referee(const AnyGame& game, const Conditions& conditions)
    : game_(&game),
      conditions_(conditions),
      position_(game.start(conditions.first)),
      mover_(game.mover(position_)),
      begins_round_(game.begins_round(position_)) {
  plies_.reserve(kUsualMoves);
}

std::vector<AnyMove> Referee::moves() const {
  std::vector<AnyMove> moves;
  for (const Ply& ply : plies_) moves.push_back(ply.move);
  return moves;
}

std::expected<void, Complaint> Referee::play(const AnyMove& move) {
  assert(!result_);
  if (!game_->allows(view(mover()), move)) return complaint("That move is not legal");
  plies_.emplace_back(position_, move, undecided_, mover_, begins_round_);
  position_ = game_->after(position_, move);
  mover_ = game_->mover(position_);
  begins_round_ = game_->begins_round(position_);
  if (const auto outcome = game_->outcome(position_)) {
    result_ = Result{outcome->winner, Result::How::played, game_->reason(position_)};
  } else if (begins_round_ && ++undecided_ == conditions_.round_limit) {
    const Seat winner = Random(conditions_.seed, kCoin).below(2) == 0 ? Seat::one : Seat::two;
    result_ = Result{winner, Result::How::coin,
                     cat("coin toss after ", counted(static_cast<std::uint64_t>(undecided_), "undecided round"))};
  }
  return {};
}

std::size_t Referee::revealed() const {
  if (!game_->facts().hidden || result_ || begins_round_) return plies_.size();
  std::size_t begin = plies_.size();
  while (begin != 0 && !plies_[begin - 1].begins_round) --begin;
  return begin == 0 ? 0 : begin - 1;
}

std::vector<std::string> Referee::told(std::optional<Seat> audience) const {
  const std::size_t open = revealed();
  std::vector<std::string> told;
  told.reserve(plies_.size() + 1);
  for (std::size_t i = 0; i < plies_.size(); ++i) {
    const bool secret = i >= open && mover_of(i) != audience && !game_->shows(plies_[i].move);
    told.push_back(secret ? std::string(kSecretMove) : game_->write(plies_[i].move));
    if (i == 0 && swapped_) told.emplace_back(kSwapMove);
  }
  return told;
}

void Referee::resign(Seat seat) { result_ = Result{other(seat), Result::How::resigned, "resignation"}; }

void Referee::forfeit(Seat seat, const std::string& why) {
  result_ = Result{other(seat), Result::How::forfeited, cat(kForfeit, why)};
}

void Referee::lose_on_time(Seat seat) { result_ = Result{other(seat), Result::How::time, std::string(kTime)}; }

std::expected<void, Complaint> Referee::accept(const Result& result) {
  const Seat loser = other(result.winner);
  const bool is_coin = result.how == Result::How::coin;
  if (is_coin || result.how == Result::How::played) {
    if (!result_ || result_->how != result.how || (!is_coin && result_->winner != result.winner))
      return complaint("The moves do not lead to this result");
    result_->winner = result.winner;
    return {};
  }
  if (result_) return complaint("The game is over already");
  if (result.how == Result::How::resigned) resign(loser);
  if (result.how == Result::How::time) lose_on_time(loser);
  if (result.how == Result::How::forfeited)
    forfeit(loser, result.reason.starts_with(kForfeit) ? result.reason.substr(kForfeit.size()) : result.reason);
  return {};
}

std::expected<void, Complaint> Referee::reveal(std::span<const std::string> moves) {
  if (moves.size() > plies_.size()) return complaint("There are not so many moves");
  for (std::size_t i = 0; i < moves.size(); ++i) forget_last();
  result_.reset();
  for (const std::string& text : moves) {
    if (result_) return complaint("The game is over before the last of these moves");
    DUELLO_TRY(const auto move, game_->read(view(mover()), text));
    if (const auto played = play(move); !played) return played;
  }
  return {};
}

std::expected<void, Complaint> Referee::forget(int moves) {
  for (; moves > 0; --moves) {
    if (plies_.empty() || result_) return complaint("There are not so many moves to take back");
    if (swapped_ && plies_.size() == 1)
      swapped_ = false;
    else
      forget_last();
  }
  return {};
}

void Referee::forget_last() {
  position_ = plies_.back().before;
  mover_ = plies_.back().mover;
  begins_round_ = plies_.back().begins_round;
  undecided_ = plies_.back().undecided_before;
  plies_.pop_back();
}

std::optional<Referee::Kept> Referee::kept(const PerSeat<bool>& is_person) const {
  for (std::size_t kept = plies_.size(); kept > 1; --kept)
    if (is_person[mover_of(kept - 1)]) return Kept{kept - 1, swapped_};
  // Whoever changed seats sits where the first move was made, and whoever made it sits opposite.
  if (swapped_ && is_person[mover_of(0)]) return Kept{1, false};
  if (is_person[began(mover_of(0))]) return Kept{0, false};
  return std::nullopt;
}

std::string Referee::objection_to_undo(Seat asker, const PerSeat<bool>& is_person) const {
  if (plies_.empty()) return "There is no move to take back";
  if (game_->facts().hidden) {
    if (begins_round_) return "What is revealed cannot be taken back";
    if (last_mover() != asker) return "The other player has moved since, so nothing can be taken back";
    return {};
  }
  return kept(is_person) ? "" : "You have made no move to take back";
}

std::expected<int, Complaint> Referee::take_back(Seat asker, const PerSeat<bool>& is_person) {
  if (const std::string objection = objection_to_undo(asker, is_person); !objection.empty())
    return complaint(objection);
  const Kept left = game_->facts().hidden ? Kept{plies_.size() - 1, false} : *kept(is_person);
  const auto count = static_cast<int>(plies_.size() - left.plies) + (swapped_ && !left.swapped ? 1 : 0);
  while (plies_.size() != left.plies) forget_last();
  swapped_ = left.swapped;
  return count;
}

AnyView Referee::last_turn(std::optional<Seat> audience) const { return game_->view(plies_.back().before, audience); }

std::string Referee::last_report(std::optional<Seat> audience, const Pen& pen) const {
  return game_->report(plies_.back().before, plies_.back().move, position_, audience, pen);
}

Scene Referee::laid_open_scene(const Pen& pen) const {
  assert(result_);
  Scene scene = game_->laid_open_scene(position_, pen);
  scene.stage.mover.reset();
  return scene;
}

std::string Referee::closing(const Pen& pen) const {
  const std::string& winner = pen.names[result_->winner];
  switch (result_->how) {
    case Result::How::resigned:
      return cat(pen.names[other(result_->winner)], " resigns.\n", winner, " wins!\n");
    case Result::How::forfeited:
      return cat(pen.names[other(result_->winner)], " forfeits: ", result_->reason.substr(kForfeit.size()), ".\n",
                 winner, " wins!\n");
    case Result::How::time:
      return cat(pen.names[other(result_->winner)], " has run out of time.\n", winner, " wins!\n");
    case Result::How::coin:
      return cat("No winner after ", counted(static_cast<std::uint64_t>(undecided_), "undecided round"),
                 ", so a coin is tossed.\n", winner, " wins the toss!\n");
    case Result::How::played:
      break;
  }
  const std::string summary = game_->summary(position_, pen);
  return cat(summary, summary.empty() ? "" : "\n", game_->verdict(position_, pen), '\n');
}

}  // namespace duello
