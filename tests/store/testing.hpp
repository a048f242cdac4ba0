// A folder for each test, and a disk that is full on demand.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "match/replay.hpp"
#include "store/record_file.hpp"
#include "tests/match/testing.hpp"

namespace duello {

namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string name = testing::TempDir() + "duelloXXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() override { std::filesystem::remove_all(path_); }

  std::string in(std::string_view name) const { return cat(path_, '/', name); }
  static struct stat status(const std::string& file) {
    struct stat status{};
    EXPECT_EQ(::stat(file.c_str(), &status), 0);
    return status;
  }
  static unsigned mode(const std::string& file) { return status(file).st_mode & 0777; }
  // Of a new file that is open to everybody, as far as the user's mask allows.
  static unsigned usual_mode() { return 0666U & ~static_cast<unsigned>(::umask(::umask(022))); }
  // Whether a program that is started now inherits a file that is open here.
  static bool is_inherited(const std::string& file) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd"))
      if (fs::read_symlink(entry, error) == fs::canonical(file))
        return (::fcntl(std::stoi(entry.path().filename()), F_GETFD) & FD_CLOEXEC) == 0;
    ADD_FAILURE() << file << " is not open";
    return false;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }

  std::string path_;
};

inline Record record_now(const Referee& referee) {
  Record record = record_of(referee.game(), referee.conditions());
  bring_up_to_date(record, referee);
  return record;
}

inline std::string whole_file(const std::string& path) { return contents_of(path, kMostRecordBytes).value_or(""); }

// While this lives, an environment variable has another value, or none.
class Variable {
 public:
  Variable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_); }

 private:
  void set(const std::optional<std::string>& value) const {
    if (value)
      ::setenv(name_, value->c_str(), 1);
    else
      ::unsetenv(name_);
  }

  const char* name_;
  std::optional<std::string> before_;
};

// While this lives, no file can grow beyond so many bytes, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(std::size_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

}  // namespace duello
