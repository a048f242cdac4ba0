#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace duello {

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 400ms;
constexpr auto kRedrawPause = 200ms;

std::string rate_text(double rate) {
  return rate < 1e6 ? fmt::format("{:.0f} a second", rate) : fmt::format("{:.0f} million a second", rate / 1e6);
}

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  return seconds < 6000 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

std::string progress_text(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds,
                          std::size_t width) {
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
  std::vector<std::string> choices;
  if (total == 0) {
    const std::string count = fmt::format("{:.1f} million", static_cast<double>(done) / 1e6);
    choices = {cat(what, ": ", count, ", ", rate_text(rate)), cat(what, ": ", count), count};
  } else {
    constexpr int kBar = 24;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const int filled = static_cast<int>(share * kBar);
    const std::string bar = fmt::format("[{:#<{}}{:.<{}}]", "", filled, "", kBar - filled);
    const std::string percent = fmt::format("{:.0f} %", share * 100);
    const double left = done == 0 ? 0 : static_cast<double>(total - std::min(done, total)) / rate;
    const std::string time = done == 0 ? "" : cat(", ", time_text(left), " left");
    choices = {cat(what, ' ', bar, ' ', percent, ", ", rate_text(rate), time), cat(what, ' ', bar, ' ', percent, time),
               cat(what, ' ', percent, time), cat(percent, time), percent};
  }
  const auto fitting = std::ranges::find_if(choices, [&](const std::string& each) { return columns(each) <= width; });
  return fitting == choices.end() ? choices.back() : *fitting;
}

void ProgressBar::begin(std::string what) {
  const std::scoped_lock lock(mutex_);
  what_ = std::move(what);
  begin_ = Clock::now();
  next_ = begin_ + kPatience;
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total, const Lines& above) {
  if (!lines_.are_shown()) return;
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kRedrawPause;
  std::vector<std::string> lines = above ? above(lines_.width()) : std::vector<std::string>();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  lines.push_back(progress_text(what_, done, total, seconds, lines_.width()));
  lines_.draw(std::move(lines));
}

void ProgressBar::clear() {
  const std::scoped_lock lock(mutex_);
  lines_.clear();
}

bool Progress::show(std::uint64_t done, std::uint64_t total) {
  bar_.show(done, total,
            [this](std::size_t /*width*/) { return part_.empty() ? std::vector<std::string>() : std::vector{part_}; });
  return signal() == 0;
}

}  // namespace duello
