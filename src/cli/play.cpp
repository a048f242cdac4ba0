// Play: a new game or series, and rematches after it.
#include "cli/session.hpp"
#include "match/seeds.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

struct Played {
  int status;
  bool wants_rematch;
};

// A game or a series that is new.
Played play_new(Console& console, const PlayOptions& options, ChosenGame& chosen) {
  Session session(console, options, chosen);
  if (const auto seated = session.seat_players(); !seated)
    return {session.was_stopped() ? session.not_seated(seated.error()) : complain(seated.error().why), false};
  session.open_record();
  const int status = session.run();
  return {status, status == 0 && session.wants_rematch()};
}

}  // namespace

int play_again(Console& console, PlayOptions options, ChosenGame& chosen) {
  while (true) {
    console.print("\nA rematch: the players change seats.\n\n");
    std::swap(options.who[0], options.who[1]);
    std::swap(options.names[0], options.names[1]);
    // The record of the game before shows its seed, which must not tell the next one.
    options.seed = fresh_seed();
    if (const Played played = play_new(console, options, chosen); !played.wants_rematch) return played.status;
  }
}

std::string objection_to_names(const std::array<std::string, 2>& names, const std::array<std::string, 2>& called) {
  constexpr std::size_t kLongest = 30;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() && (columns(names[i]) > kLongest || !is_name(names[i])))
      return cat(called[i], " must be at most ", kLongest, " printable characters without blanks at the ends, not ",
                 in_quotes(names[i]));
  if (!names[0].empty() && names[0] == names[1]) return "The two players need different names";
  return {};
}

int play(Console& console, const PlayOptions& options) {
  auto chosen = ChosenGame::from(options.game);
  if (!chosen) return complain(chosen.error().why);
  const Facts& facts = chosen->facts();
  if (facts.one_starts && options.first != Seat::one) return complain(one_starts(facts));
  if (facts.hidden && options.swapping == Swapping::yes) return complain(no_swap(facts));
  if (const std::string objection = objection_to_names(options.names, {"--name1", "--name2"}); !objection.empty())
    return complain(objection);
  const Played played = play_new(console, options, *chosen);
  return played.wants_rematch ? play_again(console, options, *chosen) : played.status;
}

}  // namespace duello
