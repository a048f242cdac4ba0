// Text as rule values: either a game that can begin, or a complaint fit to be shown.
#include "tests/fuzz/input.hpp"

using namespace duello;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input = fuzz_input(data, size);
  const auto game = input.entry.make(lines_of(input.text));
  if (!game) {
    must(!game.error().why.empty() && is_printable(game.error().why));
    return 0;
  }
  std::vector<std::string> settings;
  for (const RuleValue& rule : (*game)->rules()) settings.push_back(cat(rule.key, '=', rule.text));
  must(input.entry.make(settings).has_value());
  const AnyPosition start = (*game)->start(Seat::one);
  must((*game)->count((*game)->view(start, Seat::one)) != 0);
  return 0;
}
