// Play: seats the players, plays a game or a series of them, and says how it ended.
#include <unistd.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "core/random.hpp"
#include "games/registry.hpp"
#include "match/series.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

// What the seed of a session is spent on, one stream each; a player's stream lasts for the whole series.
enum Stream : std::uint64_t { kPlayer1, kPlayer2, kFirst, kCoins };

class People final : public PersonMaker {
 public:
  explicit People(Console& console) : console_(console) {}
  std::unique_ptr<Player> make_person() override { return std::make_unique<Person>(console_); }

 private:
  Console& console_;
};

class Session {
 public:
  Session(Console& console, const PlayOptions& options, const AnyGame& game,
          std::array<std::unique_ptr<Player>, 2> players)
      : console_(console),
        options_(options),
        game_(game),
        players_(std::move(players)),
        series_(options.best_of),
        firsts_(options.seed, kFirst),
        coins_(options.seed, kCoins) {}

  int run() {
    while (!series_.is_over()) {
      if (series_.played() != 0) console_.print("\n");
      if (series_.best_of() > 1)
        console_.print(cat("Game ", series_.played() + 1, " of at most ", series_.best_of(), "\n"));
      if (const auto leave = play_one()) return say_goodbye(*leave);
      if (series_.best_of() > 1) console_.print(score());
    }
    return console_.flush() ? 0 : 1;
  }

 private:
  std::optional<Leave> play_one() {
    const PerSeat<std::size_t> sitting{{series_.player_at(Seat::one), series_.player_at(Seat::two)}};
    PerSeat<Player*> players;
    PerSeat<bool> is_person;
    Pen pen{.ink = console_.ink(), .names = {}};
    for (const Seat seat : kSeats) {
      players[seat] = players_[sitting[seat]].get();
      is_person[seat] = players[seat]->is_person();
      pen.names[seat] = game_.facts().seats[seat].for_player(name(sitting[seat]));
    }
    const bool two_people = is_person[Seat::one] && is_person[Seat::two];
    for (const Seat seat : kSeats)
      if (auto* const person = dynamic_cast<Person*>(players[seat])) person->sit_down(pen, two_people);

    Referee referee(game_, {.first = options_.first.value_or(firsts_.below(2) == 0 ? Seat::one : Seat::two),
                            .round_limit = options_.rounds,
                            .seed = coins_()});
    // A terminal with one person at it keeps that person's secrets from nobody.
    std::optional<Seat> audience;
    if (console_.is_terminal() && is_person[Seat::one] != is_person[Seat::two])
      audience = is_person[Seat::one] ? Seat::one : Seat::two;
    Dialogue dialogue([this](std::string_view text) { console_.print(text); }, pen, audience, is_person);
    if (const auto leave = conduct(referee, players, dialogue)) return leave;
    series_.won_by(referee.result()->winner);
    return std::nullopt;
  }

  // In a series the players change seats, so that the seats' names will not do.
  std::string name(std::size_t player) const {
    if (!options_.names[player].empty() || series_.best_of() == 1) return options_.names[player];
    return cat("Player ", player + 1);
  }

  std::string score() const {
    const std::string wins = cat(name(0), ' ', series_.wins(0), ", ", name(1), ' ', series_.wins(1));
    if (!series_.is_over()) return cat("\nScore: ", wins, '\n');
    const auto winner = series_.leader();
    if (!winner) return cat("\nThe series is level: ", wins, '\n');
    return cat("\nFinal score: ", wins, '\n', name(*winner), " wins the series!\n");
  }

  int say_goodbye(Leave leave) {
    switch (leave) {
      case Leave::quit:
        console_.print("The game is left unfinished.\n");
        return console_.flush() ? 0 : 1;
      case Leave::end_of_input:
        console_.flush();
        complain("The input ended before the game did; the game is left unfinished");
        return 1;
      case Leave::interrupted:
        console_.print("Interrupted; the game is left unfinished.\n");
        console_.flush();
        return 128 + console_.signal();
    }
    return 1;
  }

  Console& console_;
  const PlayOptions& options_;
  const AnyGame& game_;
  std::array<std::unique_ptr<Player>, 2> players_;
  Series series_;
  Random firsts_;
  Random coins_;
};

std::string objection_to_names(const std::array<std::string, 2>& names) {
  constexpr std::size_t kLongest = 30;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (columns(names[i]) > kLongest || !is_printable(names[i]) || trimmed(names[i]) != names[i])
      return cat("--name", i + 1, " must be at most ", kLongest,
                 " printable characters without blanks at the ends, not ", quoted(names[i]));
  if (!names[0].empty() && names[0] == names[1]) return "The two players need different names";
  return {};
}

}  // namespace

int play(Console& console, const PlayOptions& options) {
  const auto entry = find_game(options.game.id);
  if (!entry) return complain(entry.error().why);
  const Facts& facts = *(*entry)->facts;
  const auto game = (*entry)->make(options.game.settings);
  if (!game) return complain(game.error().why);
  if (facts.one_starts && options.first != Seat::one)
    return complain(cat(facts.seats[Seat::one].plain, " always starts ", facts.title, "; leave --first out or give 1"));
  if (const std::string objection = objection_to_names(options.names); !objection.empty()) return complain(objection);

  People people(console);
  std::array<std::unique_ptr<Player>, 2> players;
  for (std::size_t i = 0; i < players.size(); ++i) {
    auto player = make_player(options.who[i], Random(options.seed, i == 0 ? kPlayer1 : kPlayer2), people);
    if (!player) return complain(cat("--p", i + 1, ": ", player.error().why));
    players[i] = *std::move(player);
  }
  return Session(console, options, **game, std::move(players)).run();
}

}  // namespace duello
