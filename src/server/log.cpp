#include "server/log.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>

#include "json/writer.hpp"

namespace duello {

namespace {

// To the millisecond, in UTC: 2026-11-16T06:00:00.123Z.
std::string time_text() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  const auto thousandths = now.time_since_epoch().count() % 1000;
  return cat(std::string_view(text.data(), size), '.', cat(1000 + thousandths).substr(1), 'Z');
}

// In one call, so that lines of several threads do not mix. What cannot be told is lost: nobody waits for a log.
void write_line(std::string_view line) {
  while (::write(STDERR_FILENO, line.data(), line.size()) < 0 && errno == EINTR) {
  }
}

}  // namespace

std::string_view name_of(LogLevel level) {
  constexpr std::array<std::string_view, 4> kNames{"debug", "info", "warning", "error"};
  return kNames[static_cast<std::size_t>(level)];
}

Log::Log(LogLevel least) : Log(least, write_line) {}

void Log::tell(LogLevel level, std::string_view event, Fields fields) const {
  if (!shows(level)) return;
  std::string line;
  {
    JsonObject object(line);
    object.add("time", std::string_view(time_text())).add("level", name_of(level)).add("event", event);
    for (const auto& [key, value] : fields)
      std::visit([&object, key](const auto& plain) { object.add(key, plain); }, value);
  }
  write_(line += '\n');
}

}  // namespace duello
