// Work that is shared out: everything is done, and once.
#include "system/threads.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace duello {
namespace {

TEST(Threads, DoEveryTaskOnce) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (int pool = 0; pool < 5; ++pool) {
      const auto workers = make_workers(threads);
      for (std::size_t tasks = 0; tasks < 100; ++tasks) {
        std::vector<int> done(tasks);  // no two threads may be at the same one
        workers->run(tasks, [&](std::size_t i) { ++done[i]; });
        ASSERT_EQ(done, std::vector<int>(tasks, 1));
      }
    }
  }
}

}  // namespace
}  // namespace duello
