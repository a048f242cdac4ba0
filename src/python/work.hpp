// Long work without Python's lock, and calls of Python's functions from it.
#pragma once

#include <cxxabi.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include "core/watch.hpp"
#include "python/convert.hpp"

namespace duello::python {

// Does what may wait for Python's lock. Before Python 3.14, a daemon thread that wants the lock while Python ends is
// ended by unwinding its stack, which would pass through functions that nothing may leave; it waits for the end
// instead, as in later Pythons.
template <class Work>
auto with_python(const Work& work) {
  try {
    return work();
  } catch (const abi::__forced_unwind&) {
    while (true) pause();
  }
}

// Others may use Python while this lives. Nothing of Python's may be touched meanwhile.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() {
    with_python([this] { PyEval_RestoreThread(state_); });
  }

  // Touches Python for a moment.
  template <class Work>
  auto interrupted(const Work& work) {
    with_python([this] { PyEval_RestoreThread(state_); });
    const auto result = work();
    state_ = PyEval_SaveThread();
    return result;
  }

 private:
  PyThreadState* state_;
};

// The watch of long work. The thread that was called comes back to Python now and then, to see whether somebody wants
// it to end and to tell how far it is; other threads that take part in the work never touch Python.
class Errand {
 public:
  // `progress` is called with how much is done and of how much, unless it is None.
  explicit Errand(nb::handle progress) : progress_(progress) {}

  bool goes_on(std::uint64_t done, std::uint64_t total) {
    if (is_stopped_ || std::this_thread::get_id() != caller_ || Clock::now() - last_ < kPause) return !is_stopped_;
    is_stopped_ = unlocked_.interrupted([&] { return !attended(done, total); });
    last_ = Clock::now();
    return !is_stopped_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{40};

  // Leaves what was raised for the end of the work.
  bool attended(std::uint64_t done, std::uint64_t total) const {
    return with_python([&] {
      if (PyErr_CheckSignals() != 0) return false;
      if (progress_.is_none()) return true;
      try {
        progress_(done, total);
        return true;
      } catch (nb::python_error& error) {
        error.restore();
        return false;
      }
    });
  }

  nb::handle progress_;
  std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point last_ = Clock::now();
  std::atomic<bool> is_stopped_ = false;
  Unlocked unlocked_;
};

// What the work comes to, unless it was stopped; `work` is given a watch.
template <class Work>
auto fetched(nb::handle progress, const Work& work) {
  auto result = [&] {
    Errand errand(progress);
    return work(Watch([&](std::uint64_t done, std::uint64_t total) { return errand.goes_on(done, total); }));
  }();
  if (PyErr_Occurred() != nullptr) nb::raise_python_error();
  return result;
}
template <class Work>
auto fetched(const Work& work) {
  return fetched(nb::none(), work);
}

}  // namespace duello::python
