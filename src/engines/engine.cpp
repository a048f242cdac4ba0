#include "engines/engine.hpp"

#include "core/try.hpp"
#include "players/player.hpp"

namespace duello {

namespace {

constexpr int kMostShown = 60;

std::string shown(std::string_view text) { return cat('\'', printable(text, kMostShown), '\''); }

// A line taken apart behind its first word.
struct Said {
  std::string_view word;
  std::string_view rest;
};

Said said(std::string_view line) {
  line = trimmed(line);
  const std::size_t end = std::min(line.find(' '), line.size());
  return {line.substr(0, end), trimmed(line.substr(end))};
}

std::unexpected<EngineTrouble> trouble(std::string what) {
  return std::unexpected(EngineTrouble{.what = std::move(what)});
}

// Being late is said in the terms of what was asked for.
EngineTrouble or_late(EngineTrouble found, std::string_view what, std::chrono::milliseconds within) {
  if (found.kind == EngineTrouble::Kind::late) found.what = cat(what, " within ", within.count(), " ms");
  return found;
}

std::string game_line(const AnyGame& game) { return cat("game ", game.facts().id, ' ', settings_text(game.rules())); }

std::string position_line(const EngineQuestion& question) {
  std::string line = cat("position first ", number(question.first), " moves");
  for (const std::string& move : question.moves) line += cat(' ', move);
  return line + "\n";
}

}  // namespace

std::expected<std::shared_ptr<Engine>, Complaint> Engine::start(std::string command, EngineTimes times,
                                                                EngineProcess::Interrupted interrupted, EngineLog log) {
  std::shared_ptr<Engine> engine(new Engine(std::move(command), times, std::move(interrupted), std::move(log)));
  if (const auto started = engine->restart(); !started) return std::unexpected(engine->complaint_of(started.error()));
  return engine;
}

Complaint Engine::complaint_of(const EngineTrouble& trouble) const {
  const bool interrupted = trouble.kind == EngineTrouble::Kind::interrupted;
  return {cat("The engine ", shown(command_), ' ', interrupted ? "was interrupted" : trouble.what)};
}

// Whatever an engine does after trouble, it does not concern the next game.
template <class T>
std::expected<T, EngineTrouble> Engine::unless_unfit(std::expected<T, EngineTrouble> result) {
  if (!result && log_)
    log_('#', result.error().kind == EngineTrouble::Kind::interrupted ? "interrupted" : result.error().what);
  if (!result) process_.reset();
  return result;
}

std::expected<void, EngineTrouble> Engine::restart() {
  process_.reset();
  auto process = EngineProcess::start(command_, interrupted_, log_);
  if (!process) return trouble(cat("could not be started: ", process.error().why));
  if (log_) log_('#', "started");
  process_ = *std::move(process);
  return unless_unfit(greet());
}

std::expected<void, EngineTrouble> Engine::begin_game(const AnyGame& game) {
  if (!is_alive()) {
    if (const auto again = restart(); !again) return again;
  }
  return unless_unfit(be_ready(game));
}

std::expected<std::string, EngineTrouble> Engine::ask(const EngineQuestion& question) {
  if (!process_) return trouble("is not running");
  begun_.clear();
  return unless_unfit(best_move(question));
}

void Engine::tell_revealed(const std::vector<std::string>& moves) {
  if (process_) process_->send(cat(moves.empty() ? "reveal" : "reveal ", joined(moves, " "), '\n'));
}

std::expected<void, EngineTrouble> Engine::greet() {
  name_.clear();
  protocol_.clear();
  begun_.clear();
  process_->begin_wait();
  process_->send("duello\n");
  if (const auto ok = wait_for("ok", Clock::now() + times_.hello); !ok)
    return std::unexpected(or_late(ok.error(), "gave no answer to 'duello'", times_.hello));
  if (protocol_ != cat(kProtocol))
    return trouble(cat("speaks protocol ", in_quotes(protocol_), ", and this host ", kProtocol));
  return {};
}

std::expected<void, EngineTrouble> Engine::be_ready(const AnyGame& game) {
  const std::string line = game_line(game);
  if (line == begun_) return {};
  process_->begin_wait();
  process_->send(line + "\nready\n");
  if (const auto ok = wait_for("readyok", Clock::now() + times_.ready); !ok)
    return std::unexpected(or_late(ok.error(), "was not ready", times_.ready));
  begun_ = line;
  return {};
}

// Whatever has come since the last answer, readiness that nobody asked about before a second move too, was said before
// this question.
std::expected<void, EngineTrouble> Engine::hear_unasked(Clock::time_point deadline) {
  while (true) {
    if (Clock::now() >= deadline) return std::unexpected(EngineTrouble{EngineTrouble::Kind::late, {}});
    DUELLO_TRY(const auto line, process_->pending_line());
    if (!line) return {};
    if (said(*line).word == "bestmove") return trouble("moved out of turn");
  }
}

std::expected<std::string, EngineTrouble> Engine::best_move(const EngineQuestion& question) {
  process_->begin_wait();
  const Clock::time_point deadline = Clock::now() + times_.move + times_.grace;
  if (const auto heard = hear_unasked(deadline); !heard)
    return std::unexpected(or_late(heard.error(), "gave no move", times_.move));
  process_->send(cat("ready\n", position_line(question), "go movetime ", times_.move.count(), " seed ", question.seed,
                     question.may_swap ? " swap\n" : "\n"));
  // What comes before it is ready belongs to what it was asked before, however late it comes.
  const auto ready = wait_for("readyok", deadline);
  auto move = ready ? wait_for("bestmove", deadline) : ready;
  if (!move) return std::unexpected(or_late(move.error(), "gave no move", times_.move));
  return move;
}

std::expected<std::string, EngineTrouble> Engine::wait_for(std::string_view word, Clock::time_point deadline) {
  while (true) {
    DUELLO_TRY(const auto line, process_->next_line(deadline));
    const Said says = said(line);
    if (says.word == word) return std::string(says.rest);
    if (says.word == "bestmove") return trouble("moved out of turn");
    if (says.word == "error") return trouble(cat("complained: ", shown(says.rest)));
    if (says.word == "protocol") protocol_ = says.rest;
    if (says.word == "id" && said(says.rest).word == "name") name_ = printable(said(says.rest).rest, kMostShown);
  }
}

}  // namespace duello
