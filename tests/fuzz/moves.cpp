// Lines of text as the moves of a game: whatever is accepted is legal and reads back as it is written.
#include "match/referee.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input = fuzz_input(data, size);
  const auto game = *input.entry.make({});
  Referee referee(*game, {});
  for (const std::string& line : lines_of(input.text)) {
    if (referee.result()) break;
    const AnyView view = referee.view(referee.mover());
    const auto move = game->read(view, line);
    if (!move) {
      must(!move.error().why.empty() && is_printable(move.error().why));
      continue;
    }
    const auto again = game->read(view, game->write(*move));
    must(again && game->write(*again) == game->write(*move));
    must(referee.play(*move).has_value());
  }
  return 0;
}
