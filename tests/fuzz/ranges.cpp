// Lines of text as the ranges of the lab: a complaint fit to be shown, or no more combinations than were promised, each
// with one value for each line.
#include "cli/ranges.hpp"

#include "tests/fuzz/input.hpp"

using namespace duello;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input = fuzz_input(data, size);
  const std::vector<std::string> ranges = lines_of(input.text);
  const auto all = all_settings(ranges);
  if (!all) {
    must(!all.error().why.empty() && is_printable(all.error().why));
    return 0;
  }
  must(!all->empty() && all->size() <= kMostCombinations);
  for (const auto& settings : *all) {
    must(settings.size() == ranges.size());
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const std::size_t sign = ranges[i].find('=');
      must(sign == std::string::npos ? settings[i] == ranges[i]
                                     : settings[i].starts_with(ranges[i].substr(0, sign + 1)));
    }
  }
  if (const auto game = input.entry.make(all->front()); !game) must(is_printable(game.error().why));
  return 0;
}
