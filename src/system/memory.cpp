#include "system/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// The first number behind a key, or the first of all where no key is given.
std::optional<double> number_in_file(const std::string& file, std::string_view key = {}) {
  std::ifstream in(file);
  double number = 0;
  if (key.empty()) return in >> number ? std::optional(number) : std::nullopt;
  for (std::string word; in >> word;) {
    if (word == key && in >> number) return number;
    in.clear();
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::nullopt;
}

// How one version of control groups calls its files.
struct GroupFiles {
  std::string_view folder;
  std::string_view limit;
  std::string_view used;
  std::string_view cached;  // what the system may take back at once
};
constexpr GroupFiles kVersion1{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr GroupFiles kVersion2{"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

// The limit of a group holds for all below it. A container may not see the groups above its own, or see its own as the
// highest.
double left_by_groups(const std::string& root, const GroupFiles& files, std::string group) {
  double left = kNoLimit;
  while (true) {
    const std::string folder = cat(root, files.folder, group == "/" ? "" : group, '/');
    const auto limit = number_in_file(folder + std::string(files.limit));
    const auto used = number_in_file(folder + std::string(files.used));
    if (limit && used) {
      const double cached = number_in_file(folder + "memory.stat", files.cached).value_or(0);
      left = std::min(left, std::max(0.0, *limit - *used + std::min(cached, *used)));
    }
    if (group.empty() || group == "/") return left;
    group.resize(std::min(group.rfind('/'), group.size()));
  }
}

// All that there is, used or not: the most that can be said where a process may not see how much is free.
double bytes_of_machine() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double left_by_limit(int resource, double used) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return kNoLimit;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - used);
}

}  // namespace

double bytes_left_by_system(const std::string& root) {
  constexpr double kKilobyte = 1024;
  const auto available = number_in_file(root + "/proc/meminfo", "MemAvailable:");
  double left = available ? *available * kKilobyte : bytes_of_machine();
  // Lines such as "0::/user.slice" or "7:memory:/docker/1234".
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) left = std::min(left, left_by_groups(root, kVersion2, group));
    for (const std::string& controller : parts_of(controllers, ','))
      if (controller == "memory") left = std::min(left, left_by_groups(root, kVersion1, group));
  }
  return left;
}

double bytes_left_by_limits() {
  std::ifstream statm("/proc/self/statm");
  double size = 0;
  double data = 0;
  std::string skipped;
  statm >> size >> skipped >> skipped >> skipped >> skipped >> data;
  const auto page = static_cast<double>(::sysconf(_SC_PAGESIZE));
  return std::min(left_by_limit(RLIMIT_AS, size * page), left_by_limit(RLIMIT_DATA, data * page));
}

double available_bytes() { return std::min(bytes_left_by_system(), bytes_left_by_limits()); }

}  // namespace duello
