// The menu: picks a game, who plays and who starts, by number or by name.
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/picker.hpp"
#include "games/registry.hpp"
#include "match/seeds.hpp"
#include "store/game_store.hpp"

namespace duello {

namespace {

std::vector<Choice> game_choices() {
  std::vector<Choice> choices;
  for (const GameEntry& entry : all_games())
    choices.push_back({std::string(entry.facts->id),
                       cat(entry.facts->title, std::string(18 - entry.facts->title.size(), ' '), entry.facts->pitch)});
  return choices;
}

struct Pairing {
  std::string label;
  std::array<std::string, 2> who;
};

// How strong a computer player is; asked for where one plays.
const std::array<Pairing, 4> kPairings{{
    {"two people at this keyboard", {"human", "human"}},
    {"you against the computer", {"human", "computer"}},
    {"the computer against you", {"computer", "human"}},
    {"the computer against itself", {"computer", "computer"}},
}};

const std::vector<Choice> kStrengths{
    {"level:1", "a beginner"},
    {"level:2", "a casual player"},
    {"level:3", "a good player"},
    {"level:4", "a strong one"},
    {"level:5", "a very strong one"},
    {"perfect", "a perfect one"},
    {"random", "one that plays at random"},
};

// The book's rules first.
std::vector<Choice> rule_choices(const Facts& facts) {
  std::vector<Choice> choices{{"book", "as in the book"}};
  for (const Variant& variant : facts.variants)
    choices.push_back({std::string(variant.name), cat(variant.name, ": ", variant.settings)});
  return choices;
}

std::size_t unfinished_games() {
  auto store = GameStore::of_user();
  const auto games = store ? store->games({.open_only = true}) : std::unexpected(store.error());
  return games ? games->size() : 0;
}

// What the questions about a game come to; nothing if the person leaves.
std::optional<PlayOptions> ask_for_rest(Picker& menu, const Facts& facts, PlayOptions options) {
  options.game.id = facts.id;

  if (!facts.variants.empty()) {
    const auto rules = menu.pick("Which rules?", rule_choices(facts));
    if (!rules) return std::nullopt;
    options.game.variant = *rules == 0 ? "" : std::string(facts.variants[*rules - 1].name);
  }

  std::vector<Choice> pairings;
  for (const Pairing& pairing : kPairings) pairings.push_back({pairing.label, pairing.label});
  const auto pairing = menu.pick(cat("Who plays? (", facts.seats[Seat::one].plain, " is named first.)"), pairings);
  if (!pairing) return std::nullopt;
  options.who = kPairings[*pairing].who;
  if (*pairing != 0) {
    const auto strength = menu.pick("How strong is the computer?", kStrengths);
    if (!strength) return std::nullopt;
    for (std::string& who : options.who)
      if (who == "computer") who = kStrengths[*strength].word;
  }

  if (!facts.one_starts) {
    const std::array<std::optional<Seat>, 3> firsts{Seat::one, Seat::two, std::nullopt};
    const auto first = menu.pick("Who starts?", {{"1", std::string(facts.seats[Seat::one].plain)},
                                                 {"2", std::string(facts.seats[Seat::two].plain)},
                                                 {"random", "whoever the dice choose"}});
    if (!first) return std::nullopt;
    options.first = firsts[*first];
  }
  return options;
}

}  // namespace

int show_menu(Console& console, const PlayOptions& defaults) {
  console.print(cat(console.ink()(Tint::bold, "Duello"),
                    ": five duels for two. Type help in a game to see what can be typed.\n"));
  Picker menu(console);
  PlayOptions options = defaults;
  const Seeds seeds(defaults.seed);
  std::uint64_t rounds = 0;
  options.seed = seeds.game(rounds);
  while (true) {
    std::vector<Choice> choices = game_choices();
    const std::size_t games = choices.size();
    choices.push_back({"puzzle", "A puzzle          Find the only winning move."});
    const std::size_t unfinished = unfinished_games();
    if (unfinished != 0)
      choices.push_back({"resume", cat("Go on             ", counted(unfinished, "game"), " unfinished.")});
    const auto choice = menu.pick("Which game?", choices);
    if (!choice) break;
    int status = 0;
    if (*choice < games) {
      const auto chosen = ask_for_rest(menu, *all_games()[*choice].facts, options);
      if (!chosen) break;
      console.print("\n");
      status = play(console, *chosen);
    } else if (*choice == games) {
      console.print("\n");
      status = show_puzzle(console, {.game = {}, .level = {}, .seed = options.seed});
    } else {
      status = resume(console, "");
    }
    if (status != 0) return status;
    options.seed = seeds.game(++rounds);
  }
  console.flush();
  return menu.was_interrupted() ? 128 + console.signal() : 0;
}

}  // namespace duello
