#include "match/clock.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace duello {

namespace {

constexpr std::string_view kKinds[] = {"game", "move"};

}  // namespace

Clock::Duration Clock::left(Seat seat, Moment now) const {
  return std::max(runs_ == seat ? left_[seat] - spent(now) : left_[seat], Duration(0));
}

std::optional<Moment> Clock::flag_at() const {
  if (!runs_) return std::nullopt;
  return since_ + left_[*runs_];
}

void Clock::charge(Moment now) {
  if (runs_) left_[*runs_] = left(*runs_, now);
  since_ = std::max(since_, now);
}

void Clock::press(Moment now, Seat next) {
  charge(now);
  if (int& owed = owed_[*runs_]; owed != 0)
    --owed;
  else if (control_.kind == TimeControl::Kind::move)
    left_[*runs_] = control_.time;
  else
    left_[*runs_] += control_.increment;
  runs_ = next;
}

void Clock::turn_back(Moment now, const PerSeat<int>& moves, Seat next) {
  charge(now);
  for (const Seat seat : kSeats) owed_[seat] += moves[seat];
  runs_ = next;
}

void Clock::change_seats() {
  std::swap(left_[Seat::one], left_[Seat::two]);
  std::swap(owed_[Seat::one], owed_[Seat::two]);
}

void Clock::stop(Moment now) {
  charge(now);
  runs_.reset();
}

std::string Clock::text() const {
  return cat(kKinds[static_cast<std::size_t>(control_.kind)], ' ', control_.time.count(), ' ',
             control_.increment.count(), ' ', left_[Seat::one].count(), ' ', left_[Seat::two].count(), ' ',
             owed_[Seat::one], ' ', owed_[Seat::two], ' ', runs_ ? number(*runs_) : 0, ' ',
             since_.time_since_epoch().count());
}

std::expected<Clock, Complaint> Clock::read(std::string_view text) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;  // milliseconds; sums of a few do not overflow
  const auto wrong = [&] {
    return complaint("A clock is told as 'game' or 'move' and eight whole numbers, not ", in_quotes(text));
  };
  const std::vector<std::string> words = words_of(text);
  std::array<std::int64_t, 8> numbers{};
  if (words.size() != numbers.size() + 1) return wrong();
  const auto kind = std::ranges::find(kKinds, words.front());
  if (kind == std::end(kKinds)) return wrong();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = number_in<std::int64_t>(words[i + 1]);
    if (!value || *value > kMost || *value < (i == 7 ? -kMost : 0)) return wrong();
    numbers[i] = *value;
  }
  const auto& [time, increment, left_one, left_two, owed_one, owed_two, runs, since] = numbers;
  constexpr std::int64_t kMostOwed = 1'000'000'000;
  if (time == 0 || runs > 2 || owed_one > kMostOwed || owed_two > kMostOwed) return wrong();
  Clock clock({.kind = static_cast<TimeControl::Kind>(kind - std::begin(kKinds)),
               .time = Duration(time),
               .increment = Duration(increment)},
              runs == 2 ? Seat::two : Seat::one, Moment(Duration(since)));
  clock.left_ = {{Duration(left_one), Duration(left_two)}};
  clock.owed_ = {{static_cast<int>(owed_one), static_cast<int>(owed_two)}};
  if (runs == 0) clock.runs_.reset();
  return clock;
}

}  // namespace duello
