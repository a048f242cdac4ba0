// Resume: goes on with the game in a file.
#include <algorithm>
#include <filesystem>

#include "cli/session.hpp"
#include "core/try.hpp"
#include "store/folders.hpp"
#include "store/game_store.hpp"

namespace duello {

namespace {

// What was chosen when the game began, as far as it matters for going on.
std::expected<PlayOptions, Complaint> options_of(const std::vector<Record>& records) {
  DUELLO_TRY(const auto agreement, agreement_in(records));
  PlayOptions options;
  static_cast<Agreement&>(options) = agreement;
  options.game.id = records.back().game;
  options.game.settings = words_of(records.back().rules);
  return options;
}

// Every character of it, so that nothing of a long command is out of sight or hides at the end of a line.
std::string in_lines(std::string_view text, std::size_t width) {
  constexpr std::string_view kIndent = "    ";
  const std::size_t room = std::max<std::size_t>(width, kIndent.size() + 2) - kIndent.size() - 1;
  std::string lines(kIndent);
  std::size_t used = 0;
  for (const char c : text) {
    if (columns({&c, 1}) != 0 && used++ == room) {
      lines += cat('\n', kIndent);
      used = 1;
    }
    lines += c;
  }
  return lines + "\n";
}

// A record may come from anybody, and an engine is a command that is run.
bool may_run_engines(Console& console, const PlayOptions& options, const std::string& path) {
  if (is_among_own(path)) return true;
  for (const std::string& who : options.who) {
    if (!is_engine(who)) continue;
    const std::string command = spelled_out(std::string_view(who).substr(kEnginePrefix.size()));
    console.print(cat("This record wants to run the command\n\n", in_lines(command, console.width()), '\n'));
    const auto line = console.read_line("Type yes to allow it: ", Privacy::open);
    if (!line || lowered(trimmed(*line)) != "yes") return false;
  }
  return true;
}

// Whether it could be read, and is none; a pipe is not waited for.
bool is_wrong_record(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && !load_records(path);
}

}  // namespace

int resume_game(Console& console, const std::string& path) {
  // Whoever holds the file plays the game, so nobody changes it between reading and going on.
  auto file = RecordFile::reopen(path, Readers::owner, Durability::machine);
  if (!file) return is_wrong_record(path) ? complain(file.error().why) : fail(file.error());
  const auto records = load_records(path);
  if (!records) return complain(records.error().why);
  if (!can_be_resumed(*records)) return complain(cat("The game in ", path_in_quotes(path), " is over"));
  const auto options = options_of(*records);
  auto chosen = options ? ChosenGame::from(options->game) : std::unexpected(options.error());
  if (!chosen) return complain(cat(shown_name(path), ": ", chosen.error().why));
  if (!may_run_engines(console, *options, path)) return complain("The game is not resumed, as its engine may not run");
  Session session(console, *options, *chosen);
  if (const auto let = file->let_read(chosen->facts().hidden ? Readers::owner : Readers::anybody); !let)
    return fail(let.error());
  if (const auto taken = session.take_up(*std::move(file), *records); !taken)
    return complain(cat(shown_name(path), ": ", taken.error().why));
  if (const auto seated = session.seat_players(); !seated) return session.not_seated(seated.error());
  const int status = session.run();
  return status == 0 && session.wants_rematch() ? play_again(console, *options, *chosen) : status;
}

}  // namespace duello
