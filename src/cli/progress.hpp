// How far long work is, shown on a terminal, and the way to stop it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "cli/interruption.hpp"
#include "cli/live_lines.hpp"

namespace duello {

// "Solving GAME [######......] 45 %, 12 million a second, 3 s left", or as much of it as there is room for.
// `total` is 0 where it is not known.
std::string progress_text(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds,
                          std::size_t width);

// Shown only for work that takes a while.
class ProgressBar {
 public:
  using Lines = std::function<std::vector<std::string>(std::size_t width)>;

  explicit ProgressBar(std::string what) { begin(std::move(what)); }

  // Another piece of work.
  void begin(std::string what);
  // What stands above the bar is asked for whenever it is drawn. Several threads may call this.
  void show(std::uint64_t done, std::uint64_t total, const Lines& above = {});
  // To be done before anything else is printed on the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  Clock::time_point begin_;
  Clock::time_point next_;
  LiveLines lines_;
  std::mutex mutex_;
};

// A bar, and while it lives a signal asks the work to stop instead of ending the program.
class Progress {
 public:
  explicit Progress(std::string what = "") : bar_(std::move(what)) {}

  void begin(std::string what) { bar_.begin(std::move(what)); }
  // Stands above the bar where the work is part of more.
  void set_part(std::string part) { part_ = std::move(part); }
  // Says whether to go on.
  bool show(std::uint64_t done, std::uint64_t total);
  void clear() { bar_.clear(); }
  // What asked to stop; 0 if nothing did.
  int signal() const { return interruption_.signal(); }

 private:
  ProgressBar bar_;
  std::string part_;
  Interruption interruption_;
};

}  // namespace duello
