// The menu: picks a game, shows how it is going to be played until that is right, and plays it.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catalog/registry.hpp"
#include "cli/commands.hpp"
#include "cli/pager.hpp"
#include "cli/picker.hpp"
#include "cli/rule_page.hpp"
#include "core/try.hpp"
#include "match/dialogue.hpp"
#include "match/seeds.hpp"
#include "players/roster.hpp"
#include "store/game_store.hpp"

namespace duello {

namespace {

// What a menu has come to: nothing if it goes on, or why it ends.
using End = std::optional<NoChoice>;

struct Pairing {
  std::string label;
  std::array<std::string, 2> who;
};

// How strong a computer player is; asked for where one plays.
constexpr std::string_view kComputer = "computer";
const std::array<Pairing, 4> kPairings{{
    {"two people at this keyboard", {"human", "human"}},
    {"you against the computer", {"human", std::string(kComputer)}},
    {"the computer against you", {std::string(kComputer), "human"}},
    {"the computer against itself", {std::string(kComputer), std::string(kComputer)}},
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

constexpr std::array kSeries{1, 3, 5, 7};
std::string series_text(int best_of) { return best_of == 1 ? "one game" : cat("best of ", best_of); }

// How one game is going to be played.
class Table {
 public:
  Table(Console& console, const Facts& facts, PlayOptions options)
      : console_(console), facts_(facts), options_(std::move(options)) {
    options_.game.id = facts.id;
    if (facts.one_starts) options_.first = Seat::one;
    if (facts.hidden) options_.swapping = Swapping::no;
  }

  // Until everything is as wished; then the options.
  std::expected<PlayOptions, NoChoice> set() {
    while (true) {
      const std::vector<Setting> settings = this->settings();
      std::vector<Choice> choices{{"play", "play", "with the settings below"}};
      for (const Setting& setting : settings) choices.push_back({setting.word, setting.word, setting.now});
      DUELLO_TRY(const auto choice, pick(console_, facts_.title, choices, Back::possible));
      if (choice == 0) return options_;
      const End end = (this->*settings[choice - 1].change)();
      if (end && *end != NoChoice::back) return std::unexpected(*end);
    }
  }

 private:
  struct Setting {
    std::string word;
    std::string now;
    End (Table::*change)();
  };

  std::vector<Setting> settings() const {
    std::vector<Setting> all{{"who plays", who_text(), &Table::ask_who}, {"names", names_text(), &Table::ask_names}};
    if (!facts_.one_starts) all.push_back({"start", first_text(), &Table::ask_first});
    if (!facts_.variants.empty())
      all.push_back(
          {"variant", options_.game.variant.empty() ? "as in the book" : options_.game.variant, &Table::ask_variant});
    all.push_back({"series", series_text(options_.best_of), &Table::ask_series});
    if (!facts_.hidden)
      all.push_back({"pie rule", options_.swapping == Swapping::yes ? "the second player may change seats" : "no",
                     &Table::ask_pie_rule});
    all.push_back({"rules", "read them", &Table::show_rules});
    return all;
  }

  // What the players are called with these names of their own.
  Names names(const std::array<std::string, 2>& own) const {
    PerSeat<Known> known;
    for (const Seat seat : kSeats) {
      const std::string& who = options_.who[index(seat)];
      known[seat] = {.name = own[index(seat)], .program = who == kHuman ? "" : who};
    }
    return {console_.paper(), facts_, known};
  }
  std::string seat_name(std::size_t player) const { return names(options_.names).player(kSeats[player]); }

  std::string who_text() const {
    std::array<std::string, 2> texts;
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = options_.who[i] == kHuman ? "a person" : options_.who[i];
    return cat(texts[0], " against ", texts[1]);
  }
  std::string names_text() const { return cat(seat_name(0), " and ", seat_name(1)); }
  std::string first_text() const {
    return options_.first ? cat(seat_name(index(*options_.first)), " begins") : "chosen at random";
  }

  End ask_who() {
    std::vector<Choice> pairings;
    for (const Pairing& pairing : kPairings) pairings.push_back({pairing.label, pairing.label});
    while (true) {
      const auto pairing = pick(console_, cat("Who plays? (", facts_.seats[Seat::one].plain, " is named first.)"),
                                pairings, Back::possible);
      if (!pairing) return pairing.error();
      std::array<std::string, 2> who = kPairings[*pairing].who;
      if (std::ranges::find(who, kComputer) != who.end()) {
        const auto strength = pick(console_, "How strong is the computer?", kStrengths, Back::possible);
        if (!strength && strength.error() == NoChoice::back) continue;
        if (!strength) return strength.error();
        std::ranges::replace(who, std::string(kComputer), kStrengths[*strength].word);
      }
      options_.who = std::move(who);
      return std::nullopt;
    }
  }

  End ask_names() {
    std::array<std::string, 2> own;
    for (std::size_t i = 0; i < own.size();) {
      const std::string unnamed = names({}).player(kSeats[i]);
      const auto line =
          console_.read_line(cat("What is ", facts_.seats[kSeats[i]].plain, " called? (Enter: ", unnamed, "): "),
                             Privacy::open, {"back", "help", "quit"});
      if (!line) return line.error() == NoLine::interrupted ? NoChoice::interrupted : NoChoice::quit;
      own[i] = trimmed(*line);
      const std::string word = lowered(own[i]);
      if (word == "back") return NoChoice::back;
      if (word == "quit") return NoChoice::quit;
      const bool wants_help = word == "help" || word == "?";
      const std::string answer = wants_help ? cat("Type a name, or press Enter to leave it at ", unnamed,
                                                  "; back goes to the question before; quit leaves")
                                            : objection_to_names(own, {"A name", "A name"});
      if (answer.empty()) {
        ++i;
        continue;
      }
      console_.print(wrapped(answer + ".", console_.width()));
      own[i].clear();
    }
    options_.names = std::move(own);
    return std::nullopt;
  }

  End ask_first() {
    const std::array<std::optional<Seat>, 3> firsts{Seat::one, Seat::two, std::nullopt};
    const auto first = pick(console_, "Who starts?",
                            {{"1", seat_name(0)}, {"2", seat_name(1)}, {"random", "chosen at random"}}, Back::possible);
    if (!first) return first.error();
    options_.first = firsts[*first];
    return std::nullopt;
  }

  // The book's rules first.
  End ask_variant() {
    std::vector<Choice> choices{{"book", "as in the book"}};
    for (const Variant& variant : facts_.variants)
      choices.push_back({std::string(variant.name), std::string(variant.name), std::string(variant.settings)});
    const auto variant = pick(console_, "Which rules?", choices, Back::possible);
    if (!variant) return variant.error();
    options_.game.variant = *variant == 0 ? "" : std::string(facts_.variants[*variant - 1].name);
    return std::nullopt;
  }

  End ask_series() {
    std::vector<Choice> choices;
    for (const int best_of : kSeries) choices.push_back({series_text(best_of), series_text(best_of)});
    const auto chosen = pick(console_, "How many games? (Seats change after each.)", choices, Back::possible);
    if (!chosen) return chosen.error();
    options_.best_of = kSeries[*chosen];
    return std::nullopt;
  }

  End ask_pie_rule() {
    const auto chosen =
        pick(console_, "After the first move, may the second player change seats?",
             {{"no", "no"}, {"yes", "yes: whoever begins cuts, the other one chooses"}}, Back::possible);
    if (!chosen) return chosen.error();
    options_.swapping = *chosen == 1 ? Swapping::yes : Swapping::no;
    return std::nullopt;
  }

  End show_rules() {
    const auto chosen = ChosenGame::from(options_.game);
    if (!chosen) {
      complain(chosen.error().why);
      return std::nullopt;
    }
    const auto left = show_text(console_, cat('\n', rule_page(chosen->game(), console_.width(), console_.ink())));
    if (!left) return std::nullopt;
    return *left == NoLine::interrupted ? NoChoice::interrupted : NoChoice::quit;
  }

  Console& console_;
  const Facts& facts_;
  PlayOptions options_;
};

std::vector<KeptGame> unfinished_games() {
  auto store = GameStore::of_user();
  auto games = store ? store->games({.open_only = true}) : std::unexpected(store.error());
  return games ? *std::move(games) : std::vector<KeptGame>{};
}

class Menu {
 public:
  Menu(Console& console, const PlayOptions& defaults) : console_(console), options_(defaults), seeds_(defaults.seed) {}

  // The exit status.
  int run() {
    console_.print(cat(console_.ink()(Tint::bold, "Duello"), ": ", spelled(static_cast<int>(all_games().size())),
                       " duels for two. Type help anywhere to see what can be typed.\n"));
    for (std::uint64_t round = 0;;) {
      options_.seed = seeds_.game(round);
      const std::vector<KeptGame> unfinished = unfinished_games();
      const auto choice = pick(console_, "What shall it be?", choices(unfinished.size()), Back::impossible);
      const auto status = choice ? start(*choice, unfinished) : std::unexpected(choice.error());
      if (!status && status.error() == NoChoice::back) continue;
      if (!status) {
        console_.flush();
        return status.error() == NoChoice::interrupted ? 128 + console_.signal() : 0;
      }
      if (*status != 0) return *status;
      ++round;
    }
  }

 private:
  enum Extra : std::size_t { kPuzzle, kDaily, kHistory, kResume };

  static std::vector<Choice> choices(std::size_t unfinished) {
    std::vector<Choice> all;
    for (const GameEntry& entry : all_games())
      all.push_back({std::string(entry.facts->id), std::string(entry.facts->title), std::string(entry.facts->pitch)});
    all.push_back({"puzzle", "A puzzle", "Find the only winning move."});
    all.push_back({"daily", "Today's puzzle", "The same for everybody."});
    all.push_back({"history", "History", "The games that were played last."});
    if (unfinished != 0) all.push_back({"resume", "Go on", cat(counted(unfinished, "game"), " unfinished.")});
    return all;
  }

  // The exit status of what was chosen, or why it was left.
  std::expected<int, NoChoice> start(std::size_t choice, const std::vector<KeptGame>& unfinished) {
    constexpr int kShown = 15;
    if (choice < all_games().size()) {
      DUELLO_TRY(const auto options, Table(console_, *all_games()[choice].facts, options_).set());
      console_.print("\n");
      return play(console_, options);
    }
    switch (choice - all_games().size()) {
      case kPuzzle:
      case kDaily: {
        const Daily daily = choice - all_games().size() == kDaily ? Daily::yes : Daily::no;
        console_.print("\n");
        return show_puzzle(
            console_, {.game = {}, .level = {}, .daily = daily, .seed = options_.seed % PuzzleOptions::kFreshSeeds});
      }
      case kHistory:
        console_.print("\n");
        return show_history(console_, {.filter = {.most = kShown}, .discard = {}});
      default:
        DUELLO_TRY(const auto path, pick_unfinished(console_, unfinished, Back::possible));
        return resume_game(console_, path);
    }
  }

  Console& console_;
  PlayOptions options_;
  Seeds seeds_;
};

}  // namespace

int show_menu(Console& console, const PlayOptions& defaults) { return Menu(console, defaults).run(); }

}  // namespace duello
