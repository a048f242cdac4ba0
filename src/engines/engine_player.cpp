#include "engines/engine_player.hpp"

#include <utility>

namespace duello {

namespace {

constexpr std::string_view kResignMove = "resign";

Answer answer_to(const EngineTrouble& trouble) {
  if (trouble.kind == EngineTrouble::Kind::interrupted) return std::unexpected(Leave::interrupted);
  return Forfeit{cat("it ", trouble.what)};
}

// What the other side had kept secret from the story's seat in each phase that is known by now, the last of them
// perhaps cut short by the end of the game. `told` has no "?" but in the phase that is being played.
std::vector<std::vector<std::string>> secrets_told(const AnyGame& game, const Story& story) {
  std::vector<std::vector<std::string>> phases;
  std::vector<std::string> secrets;
  AnyPosition position = game.start(story.first());
  bool begun = false;
  for (const std::string& text : story.told()) {
    if (text == kSecretMove) return phases;
    const Seat mover = game.mover(position);
    const auto move = game.read(game.view(position, mover), text);
    if (!move) return phases;
    if (mover != story.seat() && !game.shows(*move)) secrets.push_back(text);
    position = game.after(position, *move);
    begun = !game.begins_round(position) && !game.outcome(position);
    if (!begun) phases.push_back(std::exchange(secrets, {}));
  }
  if (begun && !secrets.empty()) phases.push_back(secrets);
  return phases;
}

}  // namespace

Answer EnginePlayer::answer(const Turn& turn) {
  if (game_ == nullptr) {
    if (const auto ready = engine_->begin_game(turn.game); !ready) return answer_to(ready.error());
    game_ = &turn.game;
    phases_told_ = 0;
  }
  tell_revealed(turn.story);
  const auto said = engine_->ask(
      {.first = turn.story.first(), .moves = turn.story.told(), .seed = random_(), .may_swap = turn.may_swap});
  if (!said) return answer_to(said.error());
  return understood(turn, *said);
}

void EnginePlayer::game_over(const Story& story) {
  if (game_ == nullptr) return;
  tell_revealed(story);
  game_ = nullptr;
}

Answer EnginePlayer::understood(const Turn& turn, const std::string& text) const {
  if (text == kResignMove) return Resign{};
  if (text == kSwapMove && turn.may_swap) return Swap{};
  const auto move = turn.game.read(turn.view, text);
  if (move) return *move;
  return Forfeit{cat("it played ", in_quotes(text), ", which is not legal: ", move.error().why)};
}

void EnginePlayer::tell_revealed(const Story& story) {
  if (!game_->facts().hidden) return;
  const auto phases = secrets_told(*game_, story);
  for (; phases_told_ < phases.size(); ++phases_told_) engine_->tell_revealed(phases[phases_told_]);
}

}  // namespace duello
