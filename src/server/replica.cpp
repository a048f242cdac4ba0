#include "server/replica.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace duello {

namespace {

std::unexpected<Complaint> not_understood() { return complaint("The server says something that makes no sense here"); }

std::optional<Seat> seat_in(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  const std::uint64_t number = found == nullptr ? 0 : found->whole().value_or(0);
  if (number != 1 && number != 2) return std::nullopt;
  return number == 1 ? Seat::one : Seat::two;
}

std::string text_in(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  return found != nullptr && found->kind == JsonValue::Kind::text ? found->text : std::string();
}

std::optional<news::Moved> moved_in(const JsonValue& value) {
  const auto seat = seat_in(value, "seat");
  if (!seat) return std::nullopt;
  news::Moved moved{*seat, std::nullopt};
  if (value.find("move") != nullptr) moved.move = text_in(value, "move");
  return moved;
}

std::optional<news::Revealed> revealed_in(const JsonValue& value) {
  const JsonValue* const moves = value.find("moves");
  if (moves == nullptr) return std::nullopt;
  news::Revealed revealed;
  for (const JsonValue& each : moves->values) {
    const auto moved = moved_in(each);
    if (!moved || !moved->move) return std::nullopt;
    revealed.moves.push_back(*moved);
  }
  return revealed;
}

std::optional<news::Ended> ended_in(const JsonValue& value) {
  constexpr std::array<std::string_view, 5> kHow{"played", "resigned", "forfeited", "coin", "time"};
  const auto winner = seat_in(value, "winner");
  const auto how = std::ranges::find(kHow, text_in(value, "how"));
  if (!winner || how == kHow.end()) return std::nullopt;
  constexpr int kLongest = 300;
  const std::string reason = printable(text_in(value, "reason"), kLongest);
  return news::Ended{{*winner, static_cast<Result::How>(how - kHow.begin()), reason}};
}

std::optional<decltype(News::what)> what_in(const JsonValue& value) {
  const std::string kind = text_in(value, "event");
  if (kind == "started") {
    const auto first = seat_in(value, "first");
    return first ? std::optional<decltype(News::what)>(event::Started{*first}) : std::nullopt;
  }
  if (kind == "moved") return moved_in(value);
  if (kind == "revealed") return revealed_in(value);
  if (kind == "ended") return ended_in(value);
  if (kind == "new_round") return event::NewRound{};
  const auto by = seat_in(value, "by");
  if (!by) return std::nullopt;
  if (kind == "swapped") return event::Swapped{*by};
  if (kind == "offered") return event::Offered{*by};
  if (kind == "declined") return event::Declined{*by};
  const JsonValue* const moves = value.find("moves");
  const std::uint64_t count = moves == nullptr ? 0 : moves->whole().value_or(0);
  if (kind != "took_back" || count == 0 || count > 1'000'000) return std::nullopt;
  return event::TookBack{*by, static_cast<int>(count)};
}

}  // namespace

std::expected<News, Complaint> read_news(const JsonValue& value) {
  const JsonValue* const number = value.find("number");
  const std::uint64_t counted = number == nullptr ? 0 : number->whole().value_or(0);  // from 1
  auto what = what_in(value);
  if (counted == 0 || counted > UINT32_MAX || !what) return not_understood();
  return News{static_cast<std::uint32_t>(counted), *std::move(what)};
}

std::expected<std::vector<News>, Complaint> read_all_news(const JsonValue& list) {
  std::vector<News> all;
  for (const JsonValue& each : list.values) {
    auto news = read_news(each);
    if (!news) return std::unexpected(news.error());
    all.push_back(*std::move(news));
  }
  return all;
}

Replica::Replica(const AnyGame& game, Conditions conditions, Terms terms)
    : game_(&game), conditions_(conditions), terms_(terms) {
  terms_.time.reset();  // the clock is the server's
  duel_.emplace(Referee(game, conditions_), terms_);
}

std::expected<void, Complaint> Replica::take(std::span<const News> news, const Tell& tell) {
  for (std::size_t i = 0; i < news.size(); ++i) {
    if (news[i].number <= number_) continue;
    if (news[i].number != number_ + 1) return not_understood();
    if (const auto taken = take_one(news, i); !taken) return taken;
    number_ = news[i].number;
    const bool is_last = i + 1 == news.size();
    if (!tell && !is_last) continue;
    if (const auto built = rebuild(); !built) return built;
    if (tell) tell(*duel_, event_of(news[i]));
  }
  return {};
}

std::expected<void, Complaint> Replica::take_one(std::span<const News> news, std::size_t which) {
  const auto& what = news[which].what;
  const auto* const started = std::get_if<event::Started>(&what);
  // A game begins once, and behind its end nothing comes.
  if ((started != nullptr) != (number_ == 0) || result_) return not_understood();
  if (started != nullptr) conditions_.first = started->first;
  if (const auto* const moved = std::get_if<news::Moved>(&what)) {
    steps_.push_back({.seat = moved->seat, .move = moved->move});
    offer_.reset();
    look_ahead(news, which);
  }
  if (const auto* const swapped = std::get_if<event::Swapped>(&what)) {
    Step& step = steps_.emplace_back();
    step.seat = swapped->by;
    step.is_swap = true;
    offer_.reset();
  }
  if (const auto* const revealed = std::get_if<news::Revealed>(&what)) reveal(revealed->moves, steps_.size());
  if (const auto* const offered = std::get_if<event::Offered>(&what)) offer_ = offered->by;
  if (std::holds_alternative<event::Declined>(what)) offer_.reset();
  if (const auto* const back = std::get_if<event::TookBack>(&what)) {
    if (static_cast<std::size_t>(back->moves) > steps_.size()) return not_understood();
    steps_.resize(steps_.size() - static_cast<std::size_t>(back->moves));
    offer_.reset();
  }
  if (const auto* const ended = std::get_if<news::Ended>(&what)) {
    result_ = ended->result;
    offer_.reset();
  }
  return {};
}

// A move that ends a phase is told of together with what it reveals, which is then known when it is shown.
void Replica::look_ahead(std::span<const News> news, std::size_t moved) {
  std::size_t later = 0;  // moves behind this one
  for (const News& each : news.subspan(moved + 1)) {
    if (std::holds_alternative<event::TookBack>(each.what)) return;
    if (std::holds_alternative<news::Moved>(each.what)) ++later;
    if (const auto* const revealed = std::get_if<news::Revealed>(&each.what)) {
      if (revealed->moves.size() < later) return;
      const std::vector<news::Moved> so_far(revealed->moves.begin(),
                                            revealed->moves.end() - static_cast<std::ptrdiff_t>(later));
      return reveal(so_far, steps_.size());
    }
  }
}

void Replica::reveal(const std::vector<news::Moved>& moves, std::size_t end) {
  for (std::size_t i = 0; i < moves.size() && i < end; ++i) steps_[end - 1 - i].move = moves[moves.size() - 1 - i].move;
}

std::expected<Referee, Complaint> Replica::replayed() const {
  Referee referee(*game_, conditions_);
  for (const Step& step : steps_) {
    if (referee.result() || referee.mover() != step.seat) return not_understood();
    if (step.is_swap) {
      if (!referee.may_swap()) return not_understood();
      referee.swap();
      continue;
    }
    const AnyView view = referee.view(referee.mover());
    std::optional<AnyMove> move;
    if (!step.move) {
      move = game_->stand_in(view);
    } else if (const auto read = game_->read(view, *step.move)) {
      move = *read;
    }
    if (!move || !referee.play(*move)) return not_understood();
  }
  return referee;
}

std::expected<void, Complaint> Replica::rebuild() {
  constexpr int kTosses = 64;
  auto referee = replayed();
  // The seed stays with the server, so the coin is tossed until it falls as it fell there.
  for (int toss = 0; referee && result_ && referee->result() && referee->result()->winner != result_->winner; ++toss) {
    if (toss == kTosses) return not_understood();
    ++conditions_.seed;
    referee = replayed();
  }
  if (!referee) return std::unexpected(referee.error());
  if (result_ && !referee->result()) {
    const Seat loser = other(result_->winner);
    if (result_->how == Result::How::resigned) referee->resign(loser);
    if (result_->how == Result::How::time) referee->lose_on_time(loser);
    if (result_->how == Result::How::forfeited)
      referee->forfeit(loser, result_->reason.starts_with(Referee::kForfeit)
                                  ? result_->reason.substr(Referee::kForfeit.size())
                                  : result_->reason);
    if (!referee->result()) return not_understood();
  }
  duel_.emplace(*std::move(referee), terms_);
  return {};
}

Event Replica::event_of(const News& news) const {
  const Referee& referee = duel_->referee();
  const auto number = news.number;
  if (const auto* const moved = std::get_if<news::Moved>(&news.what))
    return {number, event::Moved{moved->seat, referee.last_move()}};
  if (std::holds_alternative<news::Revealed>(news.what)) return {number, event::Revealed{0, 0}};
  if (std::holds_alternative<news::Ended>(news.what)) return {number, event::Ended{}};
  return std::visit(
      [&]<class What>(const What& what) -> Event {
        if constexpr (std::is_constructible_v<decltype(Event::what), What>)
          return {number, what};
        else
          std::unreachable();
      },
      news.what);
}

}  // namespace duello
