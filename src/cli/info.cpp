// The commands that only tell: the games there are, their rules, and how many ways they can go.
#include <csignal>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "cli/json.hpp"
#include "cli/rule_page.hpp"
#include "games/registry.hpp"
#include "players/scripted_player.hpp"

namespace duello {

namespace {

std::unique_ptr<const AnyGame> by_the_book(const GameEntry& entry) { return *entry.make({}); }

// The dialogue of a game whose moves are given; nobody has secrets in it.
std::string transcript(const AnyGame& game, std::string_view moves, const Names& names) {
  const std::vector<std::string> words = words_of(moves);
  ScriptedPlayer both({words.begin(), words.end()});
  std::string text;
  Dialogue dialogue([&](std::string_view said) { text += said; }, names, std::nullopt, {});
  dialogue.keep_no_secrets();
  Referee referee(game, {});
  conduct(referee, {{&both, &both}}, dialogue);
  return text;
}

}  // namespace

int complain(const std::string& why) {
  std::fprintf(stderr, "duello: %s.\n", why.c_str());
  return 2;
}

int done(Console& console) { return console.flush() ? 0 : fail({"The output could not be written"}); }

int fail(const Complaint& complaint) {
  complain(complaint.why);
  return 1;
}

int fail(const ChosenGame& chosen, const Complaint& complaint) {
  const int status = fail(complaint);
  return chosen.was_stopped() ? 128 + SIGINT : status;
}

std::string one_starts(const Facts& facts) {
  return cat(facts.seats[Seat::one].plain, " always starts ", facts.title, "; leave --first out or give 1");
}

std::string no_swap(const Facts& facts) {
  return cat("Seats cannot be changed in ", facts.title, ", whose moves are hidden; leave --swap out");
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

int list_variants(Console& console, const std::string& id, Format format) {
  const auto entry = find_game(id);
  if (!entry) return complain(entry.error().why);
  const std::vector<Variant>& variants = (*entry)->facts->variants;
  if (format == Format::json) {
    Json all = Json::array();
    for (const Variant& variant : variants) {
      const auto game = (*entry)->make(words_of(variant.settings));
      all.push_back({{"name", variant.name}, {"rules", rules_json(**game)}, {"why", variant.why}});
    }
    console.print(all.dump() + "\n");
    return done(console);
  }
  for (const Variant& variant : variants) {
    console.print(cat(console.ink()(Tint::bold, variant.name), "  ", variant.settings, '\n'));
    console.print(wrapped(variant.why, console.width(), "  "));
  }
  return done(console);
}

int show_rules(Console& console, const GameChoice& choice) {
  constexpr std::string_view kIndent = "  ";
  const auto chosen = ChosenGame::from(choice);
  if (!chosen) return complain(chosen.error().why);
  const AnyGame& game = chosen->game();
  const std::string moves = game.example();
  console.print(rule_page(game, console.width(), console.ink()));
  console.print(cat('\n', console.ink()(Tint::bold, "An example"), '\n',
                    wrapped(cat("(", moves, ")"), console.width(), kIndent), '\n'));
  const Names names = Names(console, game.facts(), {}).indented(kIndent.size());
  for (const std::string& line : lines_of(transcript(game, moves, names)))
    console.print(line.empty() ? "\n" : cat(kIndent, line, '\n'));
  return done(console);
}

int count_moves(Console& console, const GameChoice& choice, Seat first, int depth, Format format) {
  const auto chosen = ChosenGame::from(choice);
  if (!chosen) return complain(chosen.error().why);
  if (chosen->facts().one_starts && first != Seat::one) return complain(one_starts(chosen->facts()));
  const AnyGame& game = chosen->game();
  const auto count = game.perft(first, depth);
  if (!count) {
    return fail({cat("The number of sequences of ", counted(static_cast<std::uint64_t>(depth), "move"),
                     " does not fit 64 bits; take a smaller depth")});
  }
  if (format == Format::json) {
    const Json answer{{"game", choice.id}, {"rules", rules_json(game)}, {"depth", depth}, {"count", *count}};
    console.print(answer.dump() + "\n");
  } else {
    console.print(cat(*count, '\n'));
  }
  return done(console);
}

}  // namespace duello
