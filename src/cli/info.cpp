// The commands that only tell: the games there are, their rules, and how many ways they can go.
#include <unistd.h>

#include <cstdio>

#include "catalog/registry.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/rule_page.hpp"
#include "cli/shared_options.hpp"
#include "cli/terminal.hpp"
#include "json/games.hpp"
#include "match/dialogue.hpp"
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
  const PerSeat<Player*> players{{&both, &both}};
  Duel duel(Referee(game, {}), terms_for(players));
  conduct(duel, players, dialogue);
  return text;
}

}  // namespace

int complain(const std::string& why) {
  const std::string said = cat("duello: ", why, ".\n");
  const auto size = isatty(STDERR_FILENO) == 1 ? screen_size(STDERR_FILENO) : std::nullopt;
  std::fputs((size ? folded(said, size->columns) : said).c_str(), stderr);
  return 2;
}

int done(Console& console) { return console.flush() ? 0 : fail({"The output could not be written"}); }

int fail(const Complaint& complaint, int signal) {
  complain(complaint.why);
  return signal == 0 ? 1 : 128 + signal;
}

int fail_without_online() {
  return fail({"This program was built without online play; make serve builds one that has it"});
}

std::string objection_to_start(const Facts& facts, std::optional<Seat> first) {
  const std::string objection = objection_to_first(facts, first);
  return objection.empty() ? "" : cat(objection, "; leave --first out or give 1");
}

std::string objection_to_swapping(const Facts& facts, Swapping swapping) {
  const std::string objection = objection_to_swap(facts, swapping);
  return objection.empty() ? "" : cat(objection, "; leave --swap out");
}

namespace {

int list_games(Console& console, Format format) {
  if (format == Format::json) {
    std::string text;
    append_list(text, all_games(),
                [](std::string& at, const GameEntry& entry) { append_facts(at, *by_the_book(entry)); });
    console.print(text + "\n");
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
    std::string text;
    append_list(text, variants, [&](std::string& at, const Variant& variant) {
      append_variant(at, variant, **(*entry)->make(words_of(variant.settings)));
    });
    console.print(text + "\n");
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
  const Names names = Names(console.paper(), game.facts(), {}).indented(kIndent.size());
  for (const std::string& line : lines_of(transcript(game, moves, names)))
    console.print(line.empty() ? "\n" : cat(kIndent, line, '\n'));
  return done(console);
}

int count_moves(Console& console, const GameChoice& choice, Seat first, int depth, Format format) {
  const auto chosen = ChosenGame::from(choice);
  if (!chosen) return complain(chosen.error().why);
  if (const std::string why = objection_to_start(chosen->facts(), first); !why.empty()) return complain(why);
  const AnyGame& game = chosen->game();
  Progress progress(cat("Counting ", chosen->facts().title));
  std::uint64_t count = 1;
  // All sequences of one move less are walked, so their number says whether it can be done.
  constexpr std::uint64_t kMost = 1'000'000'000;
  const auto moves = [](int ply) { return counted(static_cast<std::uint64_t>(ply), "move"); };
  for (int ply = 1; ply <= depth && count != 0; ++ply) {
    if (count > kMost)
      return fail({cat("There are ", count, " sequences of ", moves(ply - 1), ", and at most ", kMost,
                       " can be walked; take a depth of at most ", ply - 1)});
    const auto longer = game.perft(
        first, ply, [&](std::uint64_t walked, std::uint64_t /*unknown*/) { return progress.show(walked, count); });
    if (!longer && longer.error() == NoCount::too_many)
      return fail(
          {cat("The number of sequences of ", moves(ply), " does not fit 64 bits; take a depth of at most ", ply - 1)});
    if (!longer) {
      progress.clear();
      complain(
          cat("Stopped while counting the sequences of ", moves(ply), "; of ", moves(ply - 1), " there are ", count));
      return 128 + progress.signal();
    }
    count = *longer;
  }
  progress.clear();
  console.print(cat(format == Format::json ? json_text(append_count, game, depth, count) : cat(count), '\n'));
  return done(console);
}

class ListCommand final : public Command {
 public:
  ListCommand() : Command("list", "List the games") { add_json(options(), format_); }
  int run(Console& console) override { return list_games(console, format_); }

 private:
  Format format_ = Format::text;
};

class RulesCommand final : public Command {
 public:
  RulesCommand() : Command("rules", "Explain a game: rules, rulings, tips, an example") {
    add_game(options(), game_.id).required();
    add_rule_values(options(), game_);
  }
  int run(Console& console) override { return show_rules(console, game_); }

 private:
  GameChoice game_;
};

class VariantsCommand final : public Command {
 public:
  VariantsCommand() : Command("variants", "List the named variants of a game") {
    add_game(options(), id_).required();
    add_json(options(), format_);
  }
  int run(Console& console) override { return list_variants(console, id_, format_); }

 private:
  std::string id_;
  Format format_ = Format::text;
};

class PerftCommand final : public Command {
 public:
  PerftCommand() : Command("perft", "Count the move sequences of exactly DEPTH moves") {
    constexpr int kDeepest = 1000;
    add_game(options(), game_.id).required();
    options().number({"DEPTH", "", "How many moves"}, depth_, 0, kDeepest).required();
    add_rule_values(options(), game_);
    add_first_seat(options(), first_);
    add_json(options(), format_);
  }
  int run(Console& console) override { return count_moves(console, game_, first_, depth_, format_); }

 private:
  GameChoice game_;
  Seat first_ = Seat::one;
  int depth_ = 0;
  Format format_ = Format::text;
};

}  // namespace

std::unique_ptr<Command> list_command() { return std::make_unique<ListCommand>(); }

std::unique_ptr<Command> rules_command() { return std::make_unique<RulesCommand>(); }

std::unique_ptr<Command> variants_command() { return std::make_unique<VariantsCommand>(); }

std::unique_ptr<Command> perft_command() { return std::make_unique<PerftCommand>(); }

}  // namespace duello
