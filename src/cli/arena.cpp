// Arena: players against each other, many games at once, and a table of how they fare.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>

#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "match/arena.hpp"
#include "store/arena_file.hpp"
#include "store/calendar.hpp"
#include "store/files.hpp"

namespace duello {

namespace {

// What a thread of the arena works with. Nobody sits at a keyboard here.
class WorkerSupplies final : public Supplies {
 public:
  explicit WorkerSupplies(Knowledge knowledge) : knowledge_(std::move(knowledge)) {}
  std::unique_ptr<Player> person() override { return nullptr; }
  std::expected<Knowledge, Complaint> knowledge() override { return knowledge_; }

 private:
  Knowledge knowledge_;
};

std::string verdict_text(const Sprt& sprt, const Standings& standings, const std::vector<std::string>& players) {
  const std::string ratio = fmt::format("log-likelihood ratio {:.2f}", *standings.log_likelihood_ratio);
  if (standings.verdict == Sprt::Verdict::open) return cat("No decision yet; ", ratio);
  const double elo = standings.verdict == Sprt::Verdict::elo1 ? sprt.elo1 : sprt.elo0;
  return fmt::format("Decided: {} is {:g} Elo stronger than {} rather than {:g}; {}", players[0], elo, players[1],
                     standings.verdict == Sprt::Verdict::elo1 ? sprt.elo0 : sprt.elo1, ratio);
}

std::string table(const ArenaPlan& plan, const Standings& standings) {
  std::size_t width = 6;
  for (const std::string& player : plan.players) width = std::max(width, columns(printable(player, 40)));
  std::string text = fmt::format("     {:<{}}  {:>6}  {:>5}  {:>9}  {:>9}  {:>7}\n", "player", width, "Elo", "+/-",
                                 "games", "won", "score");
  for (std::size_t i = 0; i < standings.players.size(); ++i) {
    const Standing& each = standings.players[i];
    const double score = each.games == 0 ? 0 : 100 * static_cast<double>(each.wins) / static_cast<double>(each.games);
    const std::string elo = each.games == 0 ? "-" : fmt::format("{:+d}", std::lround(each.rating.elo));
    const std::string margin = each.games == 0 ? "-" : fmt::format("{:.0f}", each.rating.margin);
    text += fmt::format("{:>3}  {:<{}}  {:>6}  {:>5}  {:>9}  {:>9}  {:>6.1f}%", i + 1,
                        printable(plan.players[each.player], 40), width, elo, margin, each.games, each.wins, score);
    if (each.forfeits != 0) text += fmt::format("  {} forfeited", each.forfeits);
    text += '\n';
  }
  text += fmt::format("{} of {} games; whoever moved first won {:.1f}% ({:.1f} to {:.1f})\n", standings.played,
                      standings.planned, 100 * standings.first.value, 100 * standings.first.low,
                      100 * standings.first.high);
  if (standings.counted < standings.played)
    text += fmt::format("{} games behind the decision do not count\n", standings.played - standings.counted);
  if (plan.sprt) text += verdict_text(*plan.sprt, standings, plan.players) + "\n";
  return text;
}

Json document(const ChosenGame& chosen, const ArenaPlan& plan, const Standings& standings, double seconds) {
  Json answer{{"game", chosen.facts().id}, {"rules", rules_json(chosen.game())}, {"plan", plan.text()}};
  answer["planned"] = standings.planned;
  answer["played"] = standings.played;
  answer["counted"] = standings.counted;
  answer["seconds"] = seconds;
  answer["first"] = {{"share", standings.first.value}, {"low", standings.first.low}, {"high", standings.first.high}};
  for (const Standing& each : standings.players)
    answer["players"].push_back({{"player", plan.players[each.player]},
                                 {"elo", each.rating.elo},
                                 {"margin", each.rating.margin},
                                 {"games", each.games},
                                 {"wins", each.wins},
                                 {"forfeits", each.forfeits}});
  for (const Encounter& each : standings.encounters)
    answer["encounters"].push_back({{"players", {plan.players[each.one], plan.players[each.two]}},
                                    {"games", each.games()},
                                    {"wins", {each.wins(), each.games() - each.wins()}},
                                    {"pairs", each.pairs}});
  if (plan.sprt) {
    constexpr std::string_view kVerdicts[] = {"open", "elo0", "elo1"};
    answer["sprt"] = {{"elo0", plan.sprt->elo0},
                      {"elo1", plan.sprt->elo1},
                      {"log_likelihood_ratio", *standings.log_likelihood_ratio},
                      {"verdict", kVerdicts[static_cast<std::size_t>(standings.verdict)]}};
  }
  return answer;
}

// The table on the terminal, drawn again and again over itself while the games go on.
class LiveTable {
 public:
  LiveTable(const Arena& arena, Console& console) : arena_(arena), shown_here_(console.is_terminal()) {}
  ~LiveTable() { clear(); }
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;

  void show() {
    constexpr auto kPause = std::chrono::milliseconds(250);
    if (!shown_here_ || Clock::now() < next_) return;
    next_ = Clock::now() + kPause;
    const std::string text = table(arena_.plan(), arena_.standings());
    clear();
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
    lines_ = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }

 private:
  using Clock = std::chrono::steady_clock;

  void clear() {
    // A bar may stand where the cursor is.
    if (lines_ != 0) std::fprintf(stderr, "\033[%zuA", lines_);
    if (shown_here_) std::fputs("\r\033[J", stderr);
    lines_ = 0;
  }

  const Arena& arena_;
  bool shown_here_;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(500);
  std::size_t lines_ = 0;
};

std::expected<std::unique_ptr<ArenaFile>, Complaint> records_file(const ArenaOptions& options) {
  if (options.keeping == Keeping::no) return nullptr;
  if (!options.resume.empty()) {
    if (::access(options.resume.c_str(), F_OK) != 0)
      return complaint("There is no file ", in_quotes(options.resume), " to go on with");
    return ArenaFile::open(options.resume);
  }
  if (!options.record.empty()) {
    auto file = ArenaFile::open(options.record);
    if (!file) return file;
    if (const auto contents = contents_of(options.record); contents && !contents->empty())
      return complaint(in_quotes(options.record), " is not empty; an arena goes on in it with --resume");
    return file;
  }
  const auto folder = state_folder();
  if (!folder) return std::unexpected(folder.error());
  if (const auto made = make_folder(*folder + "/arena"); !made) return std::unexpected(made.error());
  return ArenaFile::open(cat(*folder, "/arena/", time_stamp(), '-', ::getpid(), ".duello"));
}

// The plan as it is asked for, or as the records say; and the game.
std::expected<void, Complaint> take_over(ArenaOptions& options, const std::vector<Record>& records) {
  if (records.empty()) return complaint(in_quotes(options.resume), " holds no game, so there is nothing to go on with");
  auto plan = ArenaPlan::read(records.front().tag(kEventTag));
  if (!plan) return std::unexpected(plan.error());
  options.plan = *std::move(plan);
  options.game.id = records.front().game;
  options.game.settings = words_of(records.front().rules);
  return {};
}

}  // namespace

int arena(Console& console, ArenaOptions options) {
  auto file = records_file(options);
  if (!file) return fail(file.error());
  std::vector<Record> before;
  if (!options.resume.empty()) {
    auto records = (*file)->records();
    if (!records) return fail(records.error());
    before = *std::move(records);
    if (const auto taken = take_over(options, before); !taken) return fail(taken.error());
  }
  auto chosen = ChosenGame::from(options.game);
  if (!chosen) return complain(chosen.error().why);

  // What is known of the game is found once, if anybody asks for it; that every player can be seated is tried first.
  Knowledge knowledge;
  const bool needs_values = options.plan.openings == OpeningKind::balanced && !chosen->facts().hidden;
  const bool needs_solving = needs_values || std::ranges::any_of(options.plan.players, duello::needs_knowledge);
  if (needs_solving) {
    auto found = chosen->knowledge();
    if (!found) return fail(*chosen, found.error());
    knowledge = *std::move(found);
  }
  const auto supplies = [&] {
    Knowledge own = knowledge;
    if (own.hidden) own.hidden = own.hidden->clone();
    return std::make_unique<WorkerSupplies>(std::move(own));
  };
  {
    const auto trial = supplies();
    for (const std::string& who : options.plan.players)
      if (const auto player = make_player(who, Random(0), *trial); !player || !*player)
        return complain(cat("--players: ", player ? cat(in_quotes(who), " cannot play here") : player.error().why));
  }

  Arena arena(chosen->game(), options.plan, knowledge.open.get());
  for (const Record& record : before)
    if (const auto counted = arena.count(record); !counted)
      return fail({cat(options.resume, ": ", counted.error().why)});
  std::vector<Arena::Desk> desks;
  const std::string date = today();
  for (int i = 0; i < options.concurrency; ++i) {
    Arena::Desk desk{.supplies = supplies(), .keep = {}};
    if (*file)
      desk.keep = [records = file->get(), &date](Record& record) {
        record.date = date;
        return records->add(record);
      };
    desks.push_back(std::move(desk));
  }
  const auto begin = std::chrono::steady_clock::now();
  bool interrupted = false;
  {
    Progress progress(cat("Playing ", chosen->facts().title));
    LiveTable live(arena, console);
    arena.play(std::move(desks), [&] {
      live.show();
      interrupted = interrupted || !progress.show(arena.played(), arena.planned());
      return !interrupted;
    });
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Standings standings = arena.standings();
  console.print(options.format == Format::json ? document(*chosen, options.plan, standings, seconds).dump() + "\n"
                                               : table(options.plan, standings));
  console.flush();
  if (*file && !(*file)->trouble().empty())
    return fail({cat(in_quotes((*file)->path()), " cannot be written: ", (*file)->trouble(),
                     "; duello arena --resume goes on when there is room")});
  if (interrupted) {
    complain(cat("Interrupted after ", standings.played, " of ", counted(standings.planned, "game"),
                 *file ? cat("; duello arena --resume ", (*file)->path(), " goes on") : ""));
    return 128 + SIGINT;
  }
  if (*file) std::fprintf(stderr, "The games are in %s\n", (*file)->path().c_str());
  return done(console);
}

}  // namespace duello
