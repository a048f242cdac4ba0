#include "study/drawn_puzzle.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include "core/random.hpp"
#include "core/try.hpp"

namespace duello {

namespace {

constexpr std::uint64_t kGameStream = 200;  // beside those of the search

std::vector<std::string> ids_of_open_games() {
  std::vector<std::string> ids;
  for (const GameEntry& entry : all_games())
    if (entry.has_table()) ids.emplace_back(entry.facts->id);
  return ids;
}

// The book's rules of a game and its named variants.
std::vector<GameChoice> rules_of(const Facts& facts) {
  std::vector<GameChoice> choices{{.id = std::string(facts.id), .variant = {}, .settings = {}, .table = {}}};
  for (const Variant& variant : facts.variants)
    choices.push_back({.id = std::string(facts.id), .variant = std::string(variant.name), .settings = {}, .table = {}});
  return choices;
}

void shuffle(std::span<GameChoice> choices, std::uint64_t seed) {
  Random random(seed, kGameStream);
  for (std::size_t i = choices.size(); i > 1; --i) std::swap(choices[i - 1], choices[random.index(i)]);
}

// What may be tried, in this order: the rules that are given; or a game by the book, then its variants as the seed has
// them; or, without a game, all open ones.
std::vector<GameChoice> choices_for(const GameChoice& given, std::uint64_t seed) {
  if (!given.variant.empty() || !given.settings.empty()) return {given};
  std::vector<GameChoice> choices;
  for (const GameEntry& entry : all_games())
    if (given.id.empty() ? entry.has_table() : entry.facts->id == given.id)
      std::ranges::copy(rules_of(*entry.facts), std::back_inserter(choices));
  if (choices.empty()) return {given};
  shuffle(std::span(choices).subspan(given.id.empty() ? 0 : 1), seed);
  return choices;
}

std::string levels_text(const std::set<int>& levels) {
  std::vector<std::string> texts;
  for (const int level : levels) texts.push_back(cat(level));
  return cat(levels.size() == 1 ? "level " : "levels ", listed(texts));
}

std::unexpected<NoPuzzle> none(NoPuzzle::Cause cause, std::string why) {
  return std::unexpected(NoPuzzle{{std::move(why)}, cause});
}

std::expected<DrawnPuzzle, NoPuzzle> find(const GameChoice& choice, std::uint64_t seed, std::optional<int> level,
                                          GameSource& source) {
  auto chosen = source.game(choice);
  if (!chosen) return none(NoPuzzle::Cause::choice, chosen.error().why);
  const Facts& facts = (*chosen)->facts();
  if (facts.hidden)
    return none(
        NoPuzzle::Cause::choice,
        cat(facts.title, " has no puzzles: where moves are hidden, no move wins for certain; there are puzzles of ",
            listed(ids_of_open_games())));
  auto knowledge = source.known_of(**chosen);
  if (!knowledge)
    return none(knowledge.error().stopped ? NoPuzzle::Cause::stopped : NoPuzzle::Cause::knowledge,
                knowledge.error().why.why);
  PuzzleSearch search =
      search_puzzle((*chosen)->game(), *open_in(*knowledge), seed, level,
                    [&](std::uint64_t done, std::uint64_t total) { return source.goes_on(done, total); });
  if (search.stopped) return none(NoPuzzle::Cause::stopped, "The search for a puzzle was stopped");
  if (search.found) return DrawnPuzzle{*std::move(chosen), *std::move(knowledge), *std::move(search.found)};
  if (search.levels.empty())
    return none(
        NoPuzzle::Cause::luck,
        cat("No puzzle was found: under these rules a position with a single winning move is rare in ", facts.title));
  return none(NoPuzzle::Cause::luck, cat("No puzzle of level ", *level, " was found in ", facts.title,
                                         " under these rules; there are puzzles of ", levels_text(search.levels)));
}

}  // namespace

std::expected<std::shared_ptr<ChosenGame>, Complaint> GameSource::game(const GameChoice& choice) {
  DUELLO_TRY(auto chosen, ChosenGame::from(choice));
  return std::make_shared<ChosenGame>(std::move(chosen));
}

std::uint64_t seed_of_date(std::string_view date) {
  std::uint64_t seed = 0;
  for (const char c : date)
    if (c != '.') seed = seed * 10 + static_cast<std::uint64_t>(c - '0');
  return seed;
}

std::expected<DrawnPuzzle, NoPuzzle> draw_puzzle(const GameChoice& given, std::uint64_t seed, std::optional<int> level,
                                                 GameSource& source) {
  std::optional<NoPuzzle> first;
  for (const GameChoice& choice : choices_for(given, seed)) {
    auto found = find(choice, seed, level, source);
    if (found) return found;
    const NoPuzzle::Cause cause = found.error().cause;
    if (cause == NoPuzzle::Cause::choice || cause == NoPuzzle::Cause::stopped) return found;
    if (!first) first = found.error();
  }
  return std::unexpected(*first);
}

}  // namespace duello
