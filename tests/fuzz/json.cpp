// Text as JSON from anybody: a complaint fit to be shown, or a value; what it asks for is done or refused.
#include "json/games.hpp"
#include "json/requests.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

template <class Read>
bool holds(const Read& read) {
  must(read || (!read.error().why.empty() && is_printable(read.error().why)));
  return read.has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto [entry, text] = fuzz_input(data, size);
  const auto json = read_json(text);
  if (!holds(json)) return 0;
  JsonFields fields(*json, "A choice", {"game", "variant", "rules"});
  if (const GameChoice choice = read_choice(fields); holds(fields.checked())) holds(ChosenGame::from(choice));
  const auto game = *entry.make({});
  holds(read_request(*json, *game, game->view(game->start(Seat::one), Seat::one)));
  return 0;
}
