// The commands that only tell: the games there are, their rules, and how many ways they can go.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "cli/rule_page.hpp"
#include "games/registry.hpp"
#include "players/scripted_player.hpp"

namespace duello {

namespace {

using Json = nlohmann::ordered_json;

std::unique_ptr<const AnyGame> by_the_book(const GameEntry& entry) { return *entry.make({}); }

int done(Console& console) { return console.flush() ? 0 : 1; }

Json rules_json(const AnyGame& game) {
  Json rules;
  for (const RuleValue& rule : game.rules()) rules[rule.key] = rule.is_word ? Json(rule.text) : Json(rule.value);
  return rules;
}

// The dialogue of a game whose moves are given.
std::string transcript(const AnyGame& game, std::string_view moves, Ink ink) {
  std::deque<std::string> lines;
  for (const std::string& move : lines_of(wrapped(moves, 1))) lines.push_back(move);
  ScriptedPlayer both(lines);
  Pen pen{.ink = ink, .names = {}};
  for (const Seat seat : kSeats) pen.names[seat] = game.facts().seats[seat].plain;
  std::string text;
  Dialogue dialogue([&](std::string_view words) { text += words; }, pen, std::nullopt, {});
  Referee referee(game, {});
  conduct(referee, {{&both, &both}}, dialogue);
  return text;
}

}  // namespace

int complain(const std::string& why) {
  std::fprintf(stderr, "duello: %s.\n", why.c_str());
  return 2;
}

int list_games(Console& console, Format format) {
  if (format == Format::json) {
    Json games = Json::array();
    for (const GameEntry& entry : all_games()) {
      Json rules = Json::array();
      for (const RuleInfo& rule : by_the_book(entry)->rule_infos())
        rules.push_back({{"key", rule.key}, {"book", rule.book}, {"range", rule.range}, {"meaning", rule.meaning}});
      games.push_back({{"id", entry.facts->id},
                       {"title", entry.facts->title},
                       {"about", entry.facts->pitch},
                       {"hidden", entry.facts->hidden},
                       {"rules", rules}});
    }
    console.print(games.dump() + "\n");
    return done(console);
  }
  for (const GameEntry& entry : all_games()) {
    const Facts& facts = *entry.facts;
    console.print(cat(console.ink()(Tint::bold, facts.id), std::string(18 - facts.id.size(), ' '), facts.pitch, '\n'));
  }
  return done(console);
}

int show_rules(Console& console, const std::string& id) {
  const auto entry = find_game(id);
  if (!entry) return complain(entry.error().why);
  const auto game = by_the_book(**entry);
  console.print(rule_page(*game, console.width(), console.ink()));
  console.print(cat('\n', console.ink()(Tint::bold, "An example"), " (", game->rule_book().example, ")\n\n"));
  for (const std::string& line : lines_of(transcript(*game, game->rule_book().example, console.ink())))
    console.print(line.empty() ? "\n" : cat("  ", line, '\n'));
  return done(console);
}

int count_moves(Console& console, const GameChoice& choice, Seat first, int depth, Format format) {
  const auto entry = find_game(choice.id);
  if (!entry) return complain(entry.error().why);
  const auto game = (*entry)->make(choice.settings);
  if (!game) return complain(game.error().why);
  const auto count = (*game)->perft(first, depth);
  if (!count) {
    complain(cat("The number of sequences of ", counted(static_cast<std::uint64_t>(depth), "move"),
                 " does not fit 64 bits; take a smaller depth"));
    return 1;
  }
  if (format == Format::json) {
    const Json answer{{"game", choice.id}, {"rules", rules_json(**game)}, {"depth", depth}, {"count", *count}};
    console.print(answer.dump() + "\n");
  } else {
    console.print(cat(*count, '\n'));
  }
  return done(console);
}

}  // namespace duello
