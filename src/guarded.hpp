// What a program of ours does about errors that nobody else has handled: one sentence and status 1.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "solve/damaged_table.hpp"

namespace duello {

// What was thrown deep inside because there was no way to go on; empty if it was something else, which is a bug.
inline std::string_view sentence_for(const std::exception_ptr& thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    return "duello: The memory is not enough for that.\n";
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again)
      return "duello: The system has no room for another thread.\n";
    static std::array<char, 1024> sentence;
    const int length = std::snprintf(sentence.data(), sentence.size(), "duello: %.900s.\n", error.what());
    return {sentence.data(), std::min(static_cast<std::size_t>(length), sentence.size() - 1)};
  } catch (const duello::DamagedTable&) {
    return "duello: The table is wrong about the game; solve the game again.\n";
  } catch (const duello::LostCard&) {
    return "duello: The GPU that has the table does not answer; solve the game again.\n";
  } catch (...) {
    return {};
  }
  return {};
}

// Whether there was something to say about it.
inline bool told(const std::exception_ptr& thrown) {
  const std::string_view sentence = sentence_for(thrown);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
  return !sentence.empty();
}

// Threads, and whatever must not throw, come here.
[[noreturn]] inline void on_terminate() {
  if (!told(std::current_exception())) std::abort();
  ::_exit(1);
}

// Runs a program, and returns its exit status.
template <class Run>
int guarded(Run run) {
  std::set_terminate(on_terminate);
  try {
    return run();
  } catch (...) {
    // The terminal is as it was before.
    if (!told(std::current_exception())) throw;
    return 1;
  }
}

}  // namespace duello
