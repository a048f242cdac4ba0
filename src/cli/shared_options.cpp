#include "cli/shared_options.hpp"

#include <limits>
#include <utility>

#include "catalog/registry.hpp"
#include "cli/offers.hpp"

namespace duello {

CommandOption& add_game(Options& options, std::string& id, OptionText text) {
  const auto find = [&id](const std::string& given, const std::string& /*called*/) {
    const auto entry = game_meant(given);
    if (!entry) throw WrongOptions(entry.error().why);
    id = (*entry)->facts->id;
  };
  return options.value(std::move(text), find).naming_game().completed_by(game_ids());
}

void add_rule_values(Options& options, GameChoice& game) {
  options.name({"--variant", "NAME", "A named variant, as in duello variants"}, game.variant)
      .completed_by(variants_of_game);
  options
      .value({"--set", "KEY=VALUE", "Change a rule value; may be given again"},
             [&game](const std::string& setting, const std::string&) { game.settings.push_back(setting); })
      .repeated()
      .completed_by(rule_keys_of_game);
}

void add_table(Options& options, GameChoice& game) {
  options.name({"--table", "FILE", "Keep the solved table in a file, or use it"}, game.table).completed_by(any_file());
}

void add_solving(Options& options, SolvingWishes& wishes) {
  wishes = {.on = SolvedOn::any, .distances = Distances::if_they_fit};
  options.choice({"--device", "WHICH", "Who solves: cpu, gpu or auto (auto)"}, wishes.on,
                 {{"auto", SolvedOn::any}, {"cpu", SolvedOn::processor}, {"gpu", SolvedOn::card}});
  options.choice({"--distances", "WHICH", "How fast, too, or only who wins: yes or no (what fits)"}, wishes.distances,
                 {{"yes", Distances::yes}, {"no", Distances::no}});
}

void add_first_seat(Options& options, Seat& first) {
  options.choice({"--first", "WHICH", "Which seat moves first: 1 or 2 (1)"}, first,
                 {{"1", Seat::one}, {"2", Seat::two}});
}

void add_first_or_random(Options& options, std::optional<Seat>& first) {
  options.choice({"--first", "WHICH", "Which seat moves first: 1, 2 or random (1)"}, first,
                 {{"1", Seat::one}, {"2", Seat::two}, {"random", std::nullopt}});
}

void check_solving(Options& options, const std::function<bool()>& is_solved) {
  for (const char* const name : {"--table", "--device", "--distances"})
    options.check(name, [is_solved] { return is_solved() ? "" : "None of these players uses a solved game"; });
}

void add_rounds(Options& options, int& rounds, const std::string& id) {
  options.number({"--rounds", "N", "Toss a coin after N undecided rounds; 0: never (10)"}, rounds, 0, kMostGames);
  options.check("--rounds", [&id]() -> std::string {
    const auto entry = find_game(id);
    if (!entry || (*entry)->in_rounds) return {};
    return cat((*entry)->facts->title, " has no undecided rounds");
  });
}

void add_movetime(Options& options, int& milliseconds, std::function<bool()> has_engine) {
  options.number({"--movetime", "MS", "Milliseconds for each move of an engine (1000)"}, milliseconds, 1,
                 PlayOptions::kLongestMove);
  options.check("--movetime", [has_engine = std::move(has_engine)] { return has_engine() ? "" : "No engine plays"; });
}

void add_swap(Options& options, Swapping& swapping) {
  options.flag("--swap", "Player 2 may change seats after the first move", swapping, Swapping::yes);
}

void add_seed(Options& options, std::optional<std::uint64_t>& seed, std::string about) {
  options.number({"--seed", "N", std::move(about)}, seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
}

void add_keeping(Options& options, Keeping& keeping, std::string& file, std::string how, const std::string& how_not) {
  options.name({"--record", "FILE", std::move(how)}, file).completed_by(any_file());
  options.flag("--no-record", how_not, keeping, Keeping::no);
  options.not_both("--record", "--no-record");
}

void add_records(Options& options, std::string& file) {
  options.name({"FILE", "", "A file of records, a name from duello history, or last"}, file)
      .required()
      .completed_by(files_and_kept_games);
}

}  // namespace duello
