// Play: seats the players, plays a game or a series of them, and says how it ended.
#include <chrono>
#include <memory>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "cli/interruption.hpp"
#include "cli/person.hpp"
#include "core/random.hpp"
#include "match/series.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

// What the seed of a session is spent on, one stream each; a player's stream lasts for the whole series.
enum Stream : std::uint64_t { kPlayer1, kPlayer2, kFirst, kCoins, kHints };

class Seating final : public Supplies {
 public:
  Seating(Console& console, ChosenGame& chosen, Random hints, std::chrono::milliseconds movetime)
      : console_(console), chosen_(chosen), hints_(hints), times_{.move = movetime} {}
  std::unique_ptr<Player> person() override {
    return std::make_unique<Person>(console_, [this] { return chosen_.knowledge(); }, hints_);
  }
  std::expected<Knowledge, Complaint> knowledge() override { return chosen_.knowledge(); }
  // One that cannot play this game is not seated. From here on an interruption must not keep engines from being
  // stopped.
  std::expected<std::shared_ptr<Engine>, Complaint> engine(const std::string& command) override {
    if (!interruption_) interruption_.emplace();
    auto engine = Engine::start(command, times_, [this] { return signal() != 0; });
    if (!engine) return engine;
    if (const auto ready = (*engine)->begin_game(chosen_.game()); !ready)
      return std::unexpected((*engine)->complaint_of(ready.error()));
    return engine;
  }
  // What has interrupted an engine; 0 if nothing has.
  int signal() const { return interruption_ ? interruption_->signal() : 0; }

 private:
  Console& console_;
  ChosenGame& chosen_;
  Random hints_;
  EngineTimes times_;
  std::optional<Interruption> interruption_;
};

class Session {
 public:
  Session(Console& console, const Seating& seating, const PlayOptions& options, const AnyGame& game,
          std::array<std::unique_ptr<Player>, 2> players)
      : console_(console),
        seating_(seating),
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
    return done(console_);
  }

 private:
  std::optional<Leave> play_one() {
    const PerSeat<std::size_t> sitting{{series_.player_at(Seat::one), series_.player_at(Seat::two)}};
    PerSeat<Player*> players;
    PerSeat<bool> is_person;
    Names names{.ink = console_.ink(), .facts = game_.facts(), .players = {}};
    for (const Seat seat : kSeats) {
      players[seat] = players_[sitting[seat]].get();
      is_person[seat] = players[seat]->is_person();
      names.players[seat] = name(sitting[seat]);
    }
    const bool two_people = is_person[Seat::one] && is_person[Seat::two];
    for (const Seat seat : kSeats)
      if (auto* const person = dynamic_cast<Person*>(players[seat])) person->sit_down(names, two_people);

    Referee referee(game_, {.first = options_.first.value_or(firsts_.below(2) == 0 ? Seat::one : Seat::two),
                            .round_limit = options_.rounds,
                            .seed = coins_(),
                            .swap = options_.swapping == Swapping::yes});
    // A terminal with one person at it keeps that person's secrets from nobody.
    std::optional<Seat> audience;
    if (console_.is_terminal() && is_person[Seat::one] != is_person[Seat::two])
      audience = is_person[Seat::one] ? Seat::one : Seat::two;
    Dialogue dialogue([this](std::string_view text) { console_.print(text); }, names, audience, is_person);
    if (const auto leave = conduct(referee, players, dialogue)) return leave;
    series_.won_by(referee.swapped() ? other(referee.result()->winner) : referee.result()->winner);
    return std::nullopt;
  }

  // Where the players may change seats, the seats' names will not do.
  std::string name(std::size_t player) const {
    const bool may_change = series_.best_of() > 1 || options_.swapping == Swapping::yes;
    if (!options_.names[player].empty() || !may_change) return options_.names[player];
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
        return done(console_);
      case Leave::end_of_input:
        console_.flush();
        complain("The input ended before the game did; the game is left unfinished");
        return 1;
      case Leave::interrupted:
        console_.print("Interrupted; the game is left unfinished.\n");
        console_.flush();
        return 128 + (seating_.signal() != 0 ? seating_.signal() : console_.signal());
    }
    return 1;
  }

  Console& console_;
  const Seating& seating_;
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
                 " printable characters without blanks at the ends, not ", in_quotes(names[i]));
  if (!names[0].empty() && names[0] == names[1]) return "The two players need different names";
  return {};
}

}  // namespace

int play(Console& console, const PlayOptions& options) {
  auto chosen = ChosenGame::from(options.game);
  if (!chosen) return complain(chosen.error().why);
  const Facts& facts = chosen->facts();
  if (facts.one_starts && options.first != Seat::one) return complain(one_starts(facts));
  if (facts.hidden && options.swapping == Swapping::yes) return complain(no_swap(facts));
  if (const std::string objection = objection_to_names(options.names); !objection.empty()) return complain(objection);

  Seating seating(console, *chosen, Random(options.seed, kHints), std::chrono::milliseconds(options.movetime));
  std::array<std::unique_ptr<Player>, 2> players;
  for (std::size_t i = 0; i < players.size(); ++i) {
    auto player = make_player(options.who[i], Random(options.seed, i == 0 ? kPlayer1 : kPlayer2), seating);
    if (!player && chosen->was_stopped()) return fail(*chosen, player.error());
    if (!player && seating.signal() != 0) return 128 + seating.signal();
    if (!player) return complain(cat("--p", i + 1, ": ", player.error().why));
    players[i] = *std::move(player);
  }
  return Session(console, seating, options, chosen->game(), std::move(players)).run();
}

}  // namespace duello
