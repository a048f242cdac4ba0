// A line on the terminal that shows how far long work is, and the way to stop it.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <string>

namespace duello {

// The line is written to standard error if that is a terminal, and only for work that takes a while.
class ProgressBar {
 public:
  explicit ProgressBar(std::string what);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  // `total` is 0 where it is not known. Several threads may call it.
  void show(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool on_terminal_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
  bool shown_ = false;
  std::mutex mutex_;
};

// A bar, and while it lives Ctrl-C asks the work to stop instead of ending the program.
class Progress {
 public:
  explicit Progress(std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // Says whether to go on.
  bool show(std::uint64_t done, std::uint64_t total);

 private:
  ProgressBar bar_;
  struct sigaction before_{};
};

}  // namespace duello
