// The options of host; what it does is in the room `online`.
#include <utility>

#include "cli/commands.hpp"
#include "cli/shared_options.hpp"
#include "match/clock.hpp"

namespace duello {

namespace {

// "5+2": minutes for the game and seconds for each move. "3d": days for each move.
TimeControl time_in(const std::string& text, const std::string& called) {
  const auto whole = [&](std::string_view part, int least, int most) {
    const auto number = number_in<int>(part);
    if (!number || *number < least || *number > most)
      throw WrongOptions(cat(called, " is like 5+2, minutes and seconds for each move, or 3d, days for each move; not ",
                             in_quotes(text)));
    return *number;
  };
  constexpr int kMostDays = 30;
  constexpr int kMostMinutes = 24 * 60;
  constexpr int kMostSeconds = 3600;
  const std::string_view all = text;
  if (all.ends_with('d'))
    return {.kind = TimeControl::Kind::move,
            .time = std::chrono::days(whole(all.substr(0, all.size() - 1), 1, kMostDays))};
  const std::size_t plus = all.find('+');
  const std::string_view seconds = plus == all.npos ? "0" : all.substr(plus + 1);
  return {.kind = TimeControl::Kind::game,
          .time = std::chrono::minutes(whole(all.substr(0, plus), 1, kMostMinutes)),
          .increment = std::chrono::seconds(whole(seconds, 0, kMostSeconds))};
}

class HostCommand final : public Command {
 public:
  explicit HostCommand(OnlinePlay online)
      : Command("host", "Open a game on a server for somebody elsewhere, and play it"), online_(std::move(online)) {
    add_game(options(), given_.game.id).required();
    add_rule_values(options(), given_.game);
    options().name({"--server", "URL", "Where the server is (http://127.0.0.1:8080)"}, given_.server);
    options().name({"--name", "NAME", "What you are called"}, given_.name);
    options().choice({"--seat", "WHICH", "Which seat is yours: 1 or 2 (1)"}, given_.seat,
                     {{"1", Seat::one}, {"2", Seat::two}});
    add_first_or_random(options(), given_.first);
    options().number({"--best-of", "N", "Play a series; seats change after every game"}, given_.best_of, 1,
                     kMostSeries);
    add_rounds(options(), given_.rounds, given_.game.id);
    add_swap(options(), given_.swapping);
    options().value({"--time", "TIME", "A clock: 5+2 (minutes, seconds a move) or 3d (days a move)"},
                    [this](const auto& text, const auto& called) { given_.time = time_in(text, called); });
    options().number({"--claim-after", "MINUTES", "Who is away for longer may lose; 0: never (5)"}, given_.claim_after,
                     0, kMostMinutesAway);
    options().flag("--listed", "Let anybody take the other seat", given_.is_listed, true);
    options().flag("--values", "Let those who watch see what moves are worth", given_.shows_values, true);
  }

  int run(Console& console) override { return online_.host ? online_.host(console, given_) : fail_without_online(); }

 private:
  static constexpr int kMostSeries = 99;
  static constexpr int kMostMinutesAway = 30 * 24 * 60;

  OnlinePlay online_;
  HostOptions given_;
};

}  // namespace

std::unique_ptr<Command> host_command(const OnlinePlay& online) { return std::make_unique<HostCommand>(online); }

}  // namespace duello
