#include "match/duel.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "core/try.hpp"

namespace duello {

namespace {

constexpr std::size_t kUsualEvents = 24;  // so that most games need no more room

std::unexpected<Complaint> out_of_turn() { return complaint("It is the other player's turn"); }

}  // namespace

Duel::Duel(Referee referee, const Terms& terms)
    : referee_(std::move(referee)), terms_(terms), secret_(referee_.game().facts().hidden) {
  assert(!terms_.time || (terms_.time->time > Clock::Duration(0) && terms_.time->increment >= Clock::Duration(0)));
  events_.reserve(kUsualEvents);
  if (terms_.time) clock_.emplace(*terms_.time, referee_.mover(), terms_.begin);
  note(event::Started{referee_.first()});
  for (std::size_t ply = 0; ply < referee_.played(); ++ply) {
    note_move(ply);
    if (ply == 0 && referee_.swapped())
      note(event::Swapped{referee_.played() == 1 ? referee_.mover() : referee_.mover_of(1)});
  }
  if (referee_.result()) end(terms_.begin);
}

std::expected<std::span<const Event>, Complaint> Duel::submit(Seat seat, const Request& request, Moment now) {
  if (referee_.result()) return complaint("The game is over");
  if (const auto ended = pass_time(now); !ended.empty()) return ended;
  const std::size_t known = events_.size();
  const Done done = std::visit([&](const auto& what) { return take(seat, what, now); }, request);
  if (!done) return std::unexpected(done.error());
  return std::span(std::as_const(events_)).subspan(known);
}

std::span<const Event> Duel::pass_time(Moment now) {
  if (!clock_ || !clock_->has_fallen(now)) return {};
  const std::size_t known = events_.size();
  referee_.lose_on_time(*clock_->runs());
  end(now);
  return std::span(std::as_const(events_)).subspan(known);
}

Duel::Done Duel::take(Seat seat, const AnyMove& move, Moment now) {
  if (seat != referee_.mover()) return out_of_turn();
  if (const auto played = referee_.play(move); !played) {
    if (is_person(seat)) return played;
    return take(seat, Forfeit{cat("it played ", referee_.game().write(move), ", which is not legal")}, now);
  }
  forget_offers();
  note_move(referee_.played() - 1);
  if (referee_.result())
    end(now);
  else if (clock_)
    clock_->press(now, referee_.mover());
  return {};
}

Duel::Done Duel::take(Seat seat, Swap, Moment now) {
  if (seat != referee_.mover()) return out_of_turn();
  if (!referee_.may_swap()) return complaint("Seats cannot be changed now");
  referee_.swap();
  forget_offers();
  note(event::Swapped{seat});
  if (clock_) {
    clock_->press(now, seat);
    clock_->change_seats();
  }
  return {};
}

Duel::Done Duel::take(Seat seat, Resign, Moment now) {
  referee_.resign(seat);
  end(now);
  return {};
}

Duel::Done Duel::take(Seat seat, const Forfeit& forfeit, Moment now) {
  referee_.forfeit(seat, forfeit.why);
  end(now);
  return {};
}

// Against a program there is nobody to ask; and a secret move can be chosen again without anybody's leave as long as
// nobody else is to move.
bool Duel::needs_consent(Seat asker) const {
  if (terms_.consent == Consent::at_once || !is_person(other(asker))) return false;
  return !secret_ || referee_.mover() != asker;
}

PerSeat<bool> Duel::those_who_choose_again(Seat asker) const {
  PerSeat<bool> seats{{is_person(Seat::one), is_person(Seat::two)}};
  if (terms_.consent == Consent::asked) seats[other(asker)] = false;
  return seats;
}

std::string Duel::objection_to_undo(Seat asker) const {
  if (!is_person(asker)) return "Only people can take back a move";
  if (offer_ == asker) return "You have offered that already, and the other player has not answered";
  if (offer_) return "The other player has offered to take back a move; agree to it or decline it first";
  if (declined_[asker]) return "The other player has declined that; it can be offered again after another move";
  return referee_.objection_to_undo(asker, those_who_choose_again(asker));
}

Duel::Done Duel::take(Seat seat, Undo, Moment now) {
  if (const std::string objection = objection_to_undo(seat); !objection.empty()) return complaint(objection);
  if (!needs_consent(seat)) {
    take_back(seat, now);
    return {};
  }
  offer_ = seat;
  note(event::Offered{seat});
  return {};
}

Duel::Done Duel::take(Seat seat, Agree, Moment now) {
  if (offer_ != other(seat)) return complaint("There is no offer that you could agree to");
  take_back(other(seat), now);
  return {};
}

Duel::Done Duel::take(Seat seat, Decline, Moment) {
  if (offer_ != other(seat)) return complaint("There is no offer that you could decline");
  offer_.reset();
  declined_[other(seat)] = true;
  note(event::Declined{seat});
  return {};
}

namespace {

std::unexpected<Complaint> not_understood() { return complaint("This cannot have happened in this game"); }

// What the news reveal of the moves up to one, which they are behind; nothing if they reveal none of them.
std::vector<std::string> revealed_up_to(const news::Moved& moved, std::span<const News> later) {
  std::size_t between = 0;  // moves
  for (const News& each : later) {
    if (std::holds_alternative<event::TookBack>(each.what)) break;
    if (std::holds_alternative<news::Moved>(each.what)) ++between;
    const auto* const revealed = std::get_if<news::Revealed>(&each.what);
    if (revealed == nullptr) continue;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i + between < revealed->moves.size(); ++i)
      texts.push_back(revealed->moves[i].move.value_or(""));
    if (!texts.empty()) return texts;
    break;
  }
  return moved.move ? std::vector{*moved.move} : std::vector<std::string>();
}

}  // namespace

Duel::Done Duel::follow(std::span<const News> news) {
  assert(!news.empty() && !terms_.time);
  const News& first = news.front();
  if (first.number != events_.size() + 1 || events_.back().is<event::Ended>()) return not_understood();
  return std::visit(
      [&]<class What>(const What& what) -> Done {
        if constexpr (std::is_same_v<What, event::Started>) {
          return not_understood();
        } else if constexpr (std::is_same_v<What, news::Moved>) {
          return follow(what, news.subspan(1));
        } else if constexpr (requires { follow(what); }) {
          return follow(what);
        } else {
          if constexpr (std::is_same_v<What, event::Offered>) offer_ = what.by;
          if constexpr (std::is_same_v<What, event::Declined>) {
            declined_[other(what.by)] = true;
            offer_.reset();
          }
          note(what);
          return {};
        }
      },
      first.what);
}

Duel::Done Duel::follow(const news::Moved& moved, std::span<const News> later) {
  if (referee_.result() || referee_.mover() != moved.seat) return not_understood();
  std::vector<std::string> known = revealed_up_to(moved, later);
  std::optional<AnyMove> move;
  if (known.empty()) {
    move = referee_.game().stand_in(referee_.view(moved.seat));
    has_stand_ins_ = true;
  } else {
    // What went before this move decides what it leads to.
    const std::string own = std::move(known.back());
    known.pop_back();
    if (!known.empty() && std::exchange(has_stand_ins_, false)) {
      if (revealed_ + known.size() != referee_.played()) return not_understood();
      if (const auto revealed = referee_.reveal(known); !revealed) return revealed;
    }
    if (referee_.result() || referee_.mover() != moved.seat) return not_understood();
    DUELLO_TRY(const auto read, referee_.game().read(referee_.view(moved.seat), own));
    move = read;
  }
  if (!move || !referee_.play(*move)) return not_understood();
  forget_offers();
  note(event::Moved{moved.seat, *move});
  return {};
}

Duel::Done Duel::follow(const event::Swapped& swapped) {
  if (swapped.by != referee_.mover() || !referee_.may_swap()) return not_understood();
  referee_.swap();
  forget_offers();
  note(swapped);
  return {};
}

Duel::Done Duel::follow(const news::Revealed& revealed) {
  if (!secret_ || revealed_ + revealed.moves.size() != referee_.played()) return not_understood();
  if (std::exchange(has_stand_ins_, false)) {
    std::vector<std::string> moves;
    for (const news::Moved& each : revealed.moves) moves.push_back(each.move.value_or(""));
    if (const auto known = referee_.reveal(moves); !known) return known;
  }
  note_reveal(referee_.played());
  return {};
}

Duel::Done Duel::follow(const event::TookBack& took_back) {
  if (took_back.moves < 1 || static_cast<std::size_t>(took_back.moves) > referee_.played() + 1 - revealed_)
    return not_understood();
  if (const auto forgotten = referee_.forget(took_back.moves); !forgotten) return forgotten;
  forget_offers();
  note(took_back);
  return {};
}

Duel::Done Duel::follow(const news::Ended& ended) {
  if (const auto accepted = referee_.accept(ended.result); !accepted) return accepted;
  forget_offers();
  note(event::Ended{});
  return {};
}

PerSeat<int> Duel::turns_taken() const {
  PerSeat<int> taken;
  for (std::size_t ply = 0; ply < referee_.played(); ++ply)
    ++taken[ply == 0 ? referee_.first() : referee_.began(referee_.mover_of(ply))];
  if (referee_.swapped()) ++taken[other(referee_.first())];
  return taken;
}

void Duel::take_back(Seat asker, Moment now) {
  const PerSeat<int> before = turns_taken();
  const bool was_swapped = referee_.swapped();
  const auto taken = referee_.take_back(asker, those_who_choose_again(asker));
  assert(taken);
  forget_offers();
  note(event::TookBack{asker, *taken});
  if (!clock_) return;
  const PerSeat<int> kept = turns_taken();
  PerSeat<int> gone;  // by where they sat until now
  for (const Seat player : kSeats) gone[was_swapped ? other(player) : player] = before[player] - kept[player];
  clock_->turn_back(now, gone, referee_.mover());
  if (was_swapped != referee_.swapped()) clock_->change_seats();
}

void Duel::note_move(std::size_t ply) {
  note(event::Moved{referee_.mover_of(ply), referee_.move_of(ply)});
  const bool is_last = ply + 1 == referee_.played();
  if (!referee_.ends_round(ply) || (is_last && referee_.result())) return;
  note_reveal(ply + 1);
  note(event::NewRound{});
}

void Duel::note_reveal(std::size_t end) {
  if (!secret_ || revealed_ == end) return;
  note(event::Revealed{static_cast<std::uint32_t>(revealed_), static_cast<std::uint32_t>(end)});
  revealed_ = end;
}

void Duel::forget_offers() {
  offer_.reset();
  declined_ = {};
}

void Duel::end(Moment now) {
  forget_offers();
  note_reveal(referee_.played());
  note(event::Ended{});
  if (clock_) clock_->stop(now);
}

news::Moved Duel::told_of(const event::Moved& moved, std::optional<Seat> audience) const {
  const AnyGame& game = referee_.game();
  news::Moved told{moved.seat, std::nullopt};
  if (!secret_ || audience == moved.seat || game.shows(moved.move)) told.move = game.write(moved.move);
  return told;
}

// What was revealed is never taken back, so the moves are still there.
news::Revealed Duel::told_of(const event::Revealed& revealed, std::optional<Seat>) const {
  news::Revealed told;
  for (std::size_t ply = revealed.begin; ply != revealed.end; ++ply)
    told.moves.push_back(
        {referee_.mover_of(ply), referee_.game().write(referee_.move_of(ply)), referee_.steps_of(ply)});
  return told;
}

news::Ended Duel::told_of(const event::Ended&, std::optional<Seat>) const { return {*referee_.result()}; }

News Duel::told(const Event& event, std::optional<Seat> audience) const {
  return std::visit([&](const auto& what) { return News{event.number, told_of(what, audience)}; }, event.what);
}

bool Duel::has_moved_on_since(std::uint32_t number) const {
  const auto behind = std::span(events_).subspan(std::min<std::size_t>(number, events_.size()));
  return std::ranges::any_of(behind, [](const Event& event) {
    return event.is<event::Moved>() || event.is<event::Swapped>() || event.is<event::TookBack>() ||
           event.is<event::Ended>();
  });
}

std::vector<News> Duel::since(std::uint32_t number, std::optional<Seat> audience) const {
  std::vector<News> news;
  for (std::size_t i = number; i < events_.size(); ++i) news.push_back(told(events_[i], audience));
  return news;
}

}  // namespace duello
