// Play: a new game or series, and rematches after it.
#include <algorithm>

#include "cli/offers.hpp"
#include "cli/session.hpp"
#include "cli/shared_options.hpp"
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

int play(Console& console, const PlayOptions& options) {
  auto chosen = ChosenGame::from(options.game);
  return chosen ? play(console, options, *chosen) : complain(chosen.error().why);
}

int play(Console& console, const PlayOptions& options, ChosenGame& chosen) {
  const Facts& facts = chosen.facts();
  for (const std::string& objection :
       {objection_to_start(facts, options.first), objection_to_swapping(facts, options.swapping),
        objection_to_names(options.names, {"--name1", "--name2"})})
    if (!objection.empty()) return complain(objection);
  const Played played = play_new(console, options, chosen);
  return played.wants_rematch ? play_again(console, options, chosen) : played.status;
}

namespace {

class PlayCommand final : public Command {
 public:
  PlayCommand() : Command("play", "Play in the terminal; without a game, open the menu") {
    add_game(options(), given_.game.id);
    add_rule_values(options(), given_.game);
    add_table(options(), given_.game);
    add_solving(options(), given_.game.wishes);
    const std::vector<std::string> players = programs_and({kHuman, kEnginePrefix});
    options()
        .text({"--p1", "WHO", "human, random, perfect, level:1 to level:5 or engine:COMMAND"}, given_.who[0])
        .completed_by(players);
    options().text({"--p2", "WHO", "The same for player 2"}, given_.who[1]).completed_by(players);
    options().name({"--name1", "NAME", "What player 1 is called"}, given_.names[0]);
    options().name({"--name2", "NAME", "What player 2 is called"}, given_.names[1]);
    add_first_or_random(options(), given_.first);
    options().number({"--best-of", "N", "Play a series; seats change after every game"}, given_.best_of, 1, kMostGames);
    add_rounds(options(), given_.rounds, given_.game.id);
    // In the menu players can be chosen later, and a person can ask for hints.
    const auto may_have = [this](bool (*is_it)(std::string_view)) {
      return given_.game.id.empty() || std::ranges::any_of(given_.who, is_it);
    };
    add_movetime(options(), given_.movetime, [may_have] { return may_have(is_engine); });
    check_solving(options(), [may_have] {
      return may_have([](std::string_view who) { return who == kHuman || needs_knowledge(who); });
    });
    add_seed(options(), seed_, "Repeat what is random");
    add_swap(options(), given_.swapping);
    add_keeping(options(), given_.keeping, given_.record, "Put the record at the end of a file", "Keep no record");
  }
  int run(Console& console) override {
    given_.seed = seed_ ? *seed_ : fresh_seed();
    if (!given_.game.id.empty()) return play(console, given_);
    if (console.is_terminal()) return show_menu(console, given_);
    return complain("Name a game: duello play GAME; duello list shows them");
  }

 private:
  PlayOptions given_;
  std::optional<std::uint64_t> seed_;
};

}  // namespace

std::unique_ptr<Command> play_command() { return std::make_unique<PlayCommand>(); }

}  // namespace duello
