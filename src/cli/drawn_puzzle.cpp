#include "cli/drawn_puzzle.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include "cli/solving.hpp"
#include "core/random.hpp"

namespace duello {

namespace {

enum Stream : std::uint64_t { kGame = 200 };

std::vector<std::string> ids_of_open_games() {
  std::vector<std::string> ids;
  for (const GameEntry& entry : all_games())
    if (entry.table != nullptr) ids.emplace_back(entry.facts->id);
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
  Random random(seed, kGame);
  for (std::size_t i = choices.size(); i > 1; --i) std::swap(choices[i - 1], choices[random.index(i)]);
}

// What may be tried, in this order: the rules that are given; or a game by the book, then its variants as the seed has
// them; or, without a game, all open ones.
std::vector<GameChoice> choices_for(const GameChoice& given, std::uint64_t seed) {
  if (!given.variant.empty() || !given.settings.empty()) return {given};
  std::vector<GameChoice> choices;
  for (const GameEntry& entry : all_games())
    if (given.id.empty() ? entry.table != nullptr : entry.facts->id == given.id)
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

std::expected<DrawnPuzzle, NoPuzzle> find(const GameChoice& choice, std::uint64_t seed, std::optional<int> level) {
  auto chosen = ChosenGame::from(choice);
  if (!chosen) return std::unexpected(NoPuzzle{chosen.error(), 2});
  const Facts& facts = chosen->facts();
  if (facts.hidden)
    return std::unexpected(NoPuzzle{
        {cat(facts.title, " has no puzzles: where moves are hidden, no move wins for certain; there are puzzles of ",
             listed(ids_of_open_games()))},
        2});
  auto knowledge = solved(*chosen);
  if (!knowledge) {
    const auto& [why, signal] = knowledge.error();
    return std::unexpected(NoPuzzle{why, signal != 0 ? 128 + signal : 1});
  }
  PuzzleSearch search = search_puzzle(chosen->game(), *open_in(*knowledge), seed, level);
  if (search.found) return DrawnPuzzle{*std::move(chosen), *std::move(knowledge), *std::move(search.found)};
  if (search.levels.empty())
    return std::unexpected(NoPuzzle{
        {cat("No puzzle was found: under these rules a position with a single winning move is rare in ", facts.title)},
        1});
  return std::unexpected(NoPuzzle{{cat("No puzzle of level ", *level, " was found in ", facts.title,
                                       " under these rules; there are puzzles of ", levels_text(search.levels))},
                                  1});
}

}  // namespace

std::expected<DrawnPuzzle, NoPuzzle> draw_puzzle(const GameChoice& given, std::uint64_t seed,
                                                 std::optional<int> level) {
  std::optional<NoPuzzle> first;
  for (const GameChoice& choice : choices_for(given, seed)) {
    auto found = find(choice, seed, level);
    if (found || found.error().status != 1) return found;
    if (!first) first = found.error();
  }
  return std::unexpected(*first);
}

}  // namespace duello
