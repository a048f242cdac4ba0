#include "store/engine_logs.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>

#include "core/try.hpp"
#include "store/calendar.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

using Steady = std::chrono::steady_clock;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::expected<std::unique_ptr<EngineLogs>, Complaint> EngineLogs::in(const std::string& folder) {
  DUELLO_CHECK(make_folder(folder));
  return std::unique_ptr<EngineLogs>(new EngineLogs(folder));
}

std::expected<EngineLog, Complaint> EngineLogs::open(std::string_view name, std::string_view command) {
  constexpr int kMostTries = 100'000;
  for (int i = 1; i <= kMostTries; ++i) {
    const std::string path = cat(folder_, '/', name, '-', i, ".log");
    Descriptor made(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!made.is_open() && errno == EEXIST) continue;
    std::FILE* const opened = made.is_open() ? ::fdopen(made.number(), "w") : nullptr;
    if (opened == nullptr) return cannot("written", path);
    made.release();
    const std::shared_ptr<std::FILE> file(opened, Closer{});
    std::fprintf(opened, "# %s %s\n", today().c_str(), printable(command, 10'000).c_str());
    // Line by line, so that everything is there whatever happens next.
    return [this, file, begin = Steady::now()](char who, std::string_view line) {
      const std::chrono::duration<double> time = Steady::now() - begin;
      const int written =
          std::fprintf(file.get(), "%.6f %c %.*s\n", time.count(), who, static_cast<int>(line.size()), line.data());
      if (written < 0 || std::fflush(file.get()) != 0) is_incomplete_ = true;
    };
  }
  return complaint("There are too many logs in ", path_in_quotes(folder_));
}

}  // namespace duello
