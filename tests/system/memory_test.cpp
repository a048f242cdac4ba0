#include "system/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace duello {
namespace {

TEST(Memory, IsThere) {
  EXPECT_GT(available_bytes(), 1e6);
  EXPECT_LT(available_bytes(), 1e16);
}

// The files of a system, made up.
class MadeUpSystem : public ::testing::Test {
 protected:
  MadeUpSystem() {
    std::string name = (std::filesystem::temp_directory_path() / "duello-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
    put("/proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 8000 kB\n");
  }
  ~MadeUpSystem() override { std::filesystem::remove_all(root_); }

  void put(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(root_ + file).parent_path());
    std::ofstream(root_ + file) << text;
  }
  double left() const { return bytes_left_by_system(root_); }

  std::string root_;
};

TEST_F(MadeUpSystem, LeavesWhatIsAvailable) { EXPECT_EQ(left(), 8000 * 1024); }

TEST_F(MadeUpSystem, LeavesWhatTheGroupLeaves) {
  put("/proc/self/cgroup", "0::/app\n");
  put("/sys/fs/cgroup/app/memory.max", "500000\n");
  put("/sys/fs/cgroup/app/memory.current", "100000\n");
  EXPECT_EQ(left(), 400'000);
}

TEST_F(MadeUpSystem, DoesNotCountCachedFilesAsUsed) {
  put("/proc/self/cgroup", "0::/app\n");
  put("/sys/fs/cgroup/app/memory.max", "500000\n");
  put("/sys/fs/cgroup/app/memory.current", "100000\n");
  put("/sys/fs/cgroup/app/memory.stat", "anon 10000\ninactive_file 90000\n");
  EXPECT_EQ(left(), 490'000);
}

TEST_F(MadeUpSystem, LeavesWhatTheGroupsAboveLeave) {
  put("/proc/self/cgroup", "0::/slice/app/inner\n");
  put("/sys/fs/cgroup/slice/app/inner/memory.max", "max\n");
  put("/sys/fs/cgroup/slice/app/inner/memory.current", "100\n");
  put("/sys/fs/cgroup/slice/memory.max", "300000\n");
  put("/sys/fs/cgroup/slice/memory.current", "200000\n");
  EXPECT_EQ(left(), 100'000);
}

// Seen from inside, the path of the group may lead nowhere, and the limit stands at the top.
TEST_F(MadeUpSystem, LeavesWhatAContainerSeesAtTheTop) {
  put("/proc/self/cgroup", "0::/../../docker/1234\n");
  put("/sys/fs/cgroup/memory.max", "300000\n");
  put("/sys/fs/cgroup/memory.current", "200000\n");
  EXPECT_EQ(left(), 100'000);
}

TEST_F(MadeUpSystem, KnowsTheFirstVersionOfGroups) {
  put("/proc/self/cgroup", "8:cpu,cpuacct:/x\n7:memory:/docker/1\n0::/y\n");
  put("/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "700000\n");
  put("/sys/fs/cgroup/memory/docker/1/memory.usage_in_bytes", "100000\n");
  put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n");
  EXPECT_EQ(left(), 600'000);
}

TEST_F(MadeUpSystem, LeavesNothingWhereMoreIsUsedThanAllowed) {
  put("/proc/self/cgroup", "0::/\n");
  put("/sys/fs/cgroup/memory.max", "100\n");
  put("/sys/fs/cgroup/memory.current", "200\n");
  EXPECT_EQ(left(), 0);
}

TEST_F(MadeUpSystem, IsNotLedAstrayByNonsense) {
  put("/proc/self/cgroup", "nonsense\n:\n::\n0::\n1:memory:\n");
  put("/sys/fs/cgroup/memory.max", "nonsense\n");
  EXPECT_EQ(left(), 8000 * 1024);
}

// As for a service of systemd with ProcSubset=pid.
TEST_F(MadeUpSystem, LeavesNoMoreThanThereIsWhereNothingIsTold) {
  std::filesystem::remove_all(root_ + "/proc");
  EXPECT_GE(left(), bytes_left_by_system());
  EXPECT_LT(left(), 1e16);
}

TEST(Memory, IsLessUnderALimitOfTheProcess) {
  for (const auto kind : {RLIMIT_AS, RLIMIT_DATA}) {
    const pid_t child = ::fork();
    if (child == 0) {
      // A sanitizer has taken far more than this already, and then nothing is left.
      const rlimit limit{1U << 30, 1U << 30};
      ::setrlimit(kind, &limit);
      ::_exit(bytes_left_by_limits() < (1U << 30) ? 0 : 1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

}  // namespace
}  // namespace duello
