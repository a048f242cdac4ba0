// Text as the file of somebody's puzzles: a complaint, or a streak that reads back as it is written and can grow.
#include "cli/streak.hpp"

#include "tests/fuzz/input.hpp"

using namespace duello;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto streak = read_streak(std::string(reinterpret_cast<const char*>(data), size));
  if (!streak) {
    must(!streak.error().why.empty() && is_printable(streak.error().why));
    return 0;
  }
  must(streak->tried >= 0 && streak->solved >= 0 && streak->now >= 0 && streak->best >= 0);
  const std::string text = streak_text(*streak);
  must(streak_text(*read_streak(text)) == text);
  const Streak next = after(*streak, {.tried = 1, .solved = 1, .row = PuzzleNews::Row::longer});
  must(next.tried > streak->tried && next.now > streak->now && next.best >= next.now);
  must(read_streak(streak_text(next)).has_value());
  return 0;
}
