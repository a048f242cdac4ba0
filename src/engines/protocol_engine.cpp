#include "engines/protocol_engine.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "engines/engine.hpp"

namespace duello {

namespace {

std::string error(const Complaint& complaint) { return cat("error ", complaint.why, '\n'); }

// Nothing of the moves matters to our own players but the position they led to.
class NoStory final : public Story {
 public:
  NoStory(Seat seat, Seat first) : seat_(seat), first_(first) {}
  Seat seat() const override { return seat_; }
  Seat first() const override { return first_; }
  std::vector<std::string> told() const override { return {}; }

 private:
  Seat seat_;
  Seat first_;
};

// The number behind a word; nothing if there is none.
std::optional<std::uint64_t> number_behind(std::string_view word, std::span<const std::string> words) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end() || found + 1 == words.end()) return std::nullopt;
  return number_in<std::uint64_t>(*(found + 1));
}

}  // namespace

std::string ProtocolEngine::reply(std::string_view line) {
  const Words words = words_of(line);
  const std::string_view command = words.empty() ? std::string_view() : std::string_view(words.front());
  if (command == "duello") return hello();
  if (command == "game") return begin_game(words);
  if (command == "ready") return be_ready();
  if (command == "position") return take_position(words);
  if (command == "reveal") revealed_.emplace_back(words.begin() + 1, words.end());
  if (command == "go") return go(words);
  if (command == "quit") has_quit_ = true;
  return {};
}

std::string ProtocolEngine::hello() const {
  return cat("id name ", name_, "\nid author the Duello authors\nprotocol ", Engine::kProtocol, "\nok\n");
}

// The same game again keeps what is known of it.
std::string ProtocolEngine::begin_game(const Words& words) {
  reached_.reset();
  revealed_.clear();
  if (prepared_ && words == game_words_) return {};
  prepared_.reset();
  if (words.size() < 2) return error({"Name a game after 'game'"});
  auto prepared = prepare_(words[1], std::span(words).subspan(2));
  if (!prepared) return error(prepared.error());
  prepared_ = *std::move(prepared);
  game_words_ = words;
  return {};
}

std::string ProtocolEngine::be_ready() {
  if (prepared_) {
    if (const auto made = player(0); !made) return error(made.error());
  }
  return "readyok\n";
}

std::expected<std::unique_ptr<Player>, Complaint> ProtocolEngine::player(std::uint64_t seed) {
  return make_player(who_, Random(seed), *prepared_);
}

std::string ProtocolEngine::take_position(const Words& words) {
  reached_.reset();
  auto found = reached(words);
  if (!found) return error(found.error());
  reached_ = *std::move(found);
  return {};
}

std::expected<ProtocolEngine::Reached, Complaint> ProtocolEngine::reached(const Words& words) const {
  if (!prepared_) return complaint("No game has been named yet");
  if (words.size() < 3 || words[1] != "first" || (words[2] != "1" && words[2] != "2") ||
      (words.size() > 3 && words[3] != "moves"))
    return complaint(
        "A position is written as 'position first 1 moves' or 'position first 2 moves', followed by the moves");
  const AnyGame& game = prepared_->game();
  const Facts& facts = game.facts();
  const Seat first = words[2] == "1" ? Seat::one : Seat::two;
  if (facts.one_starts && first != Seat::one) return complaint(facts.seats[Seat::one].plain, " always starts");
  std::expected<Reached, Complaint> reached(Reached{.position = game.start(first), .first = first});
  for (std::size_t i = 4; i < words.size(); ++i) {
    reached = after(*reached, words[i]);
    if (!reached) return complaint("Move ", i - 3, ", ", in_quotes(words[i]), ", cannot be: ", reached.error().why);
  }
  if (reached->is_guessed[game.mover(reached->position)])
    return complaint("The seat to move must know its own moves, and '?' stands for one of them");
  return reached;
}

std::expected<ProtocolEngine::Reached, Complaint> ProtocolEngine::after(Reached reached,
                                                                        const std::string& word) const {
  const AnyGame& game = prepared_->game();
  if (game.outcome(reached.position)) return complaint("The game is over before it");
  if (word == kSwapMove) {
    if (reached.plies != 1 || reached.swapped || game.facts().hidden) return complaint("Seats cannot be changed there");
    reached.swapped = true;
    return reached;
  }
  const Seat mover = game.mover(reached.position);
  const AnyView view = game.view(reached.position, mover);
  const bool is_secret = word == kSecretMove;
  const std::optional<std::string> revealed = is_secret ? revealed_move(reached) : word;
  DUELLO_TRY(const auto move, revealed ? game.read(view, *revealed) : any_secret_move(view));
  reached.position = game.after(reached.position, move);
  ++reached.plies;
  if (is_secret) ++reached.secrets;
  if (!revealed) reached.is_guessed[mover] = true;
  if (!game.begins_round(reached.position) && !game.outcome(reached.position)) return reached;
  if (reached.is_guessed[Seat::one] || reached.is_guessed[Seat::two])
    return complaint("It ends a phase whose secret moves have not been revealed");
  ++reached.phase;
  reached.secrets = 0;
  return reached;
}

// The lines belong to the phases in their order, and their moves to the secret ones.
std::optional<std::string> ProtocolEngine::revealed_move(const Reached& reached) const {
  if (reached.phase >= revealed_.size() || reached.secrets >= revealed_[reached.phase].size()) return std::nullopt;
  return revealed_[reached.phase][reached.secrets];
}

// Whichever it is, the other seat sees the same.
std::expected<AnyMove, Complaint> ProtocolEngine::any_secret_move(const AnyView& view) const {
  const auto any = prepared_->game().stand_in(view);
  if (!any) return complaint("No secret move can be made there");
  return *any;
}

std::string ProtocolEngine::go(const Words& words) {
  if (!prepared_) return error({"No game has been named yet"});
  if (!reached_) return error({"No position has been told yet"});
  const AnyGame& game = prepared_->game();
  if (game.outcome(reached_->position)) return error({"The game is over"});
  const auto seed = number_behind("seed", words);
  const auto mover = player(seed ? *seed : random_());
  if (!mover) return error(mover.error());
  const Seat seat = game.mover(reached_->position);
  const NoStory story(seat, reached_->first);
  const Turn turn{.game = game,
                  .story = story,
                  .seat = seat,
                  .view = game.view(reached_->position, seat),
                  .table = game.view(reached_->position, std::nullopt),
                  .may_swap = reached_->plies == 1 && !reached_->swapped && !game.facts().hidden &&
                              std::ranges::find(words, kSwapMove) != words.end(),
                  .swapped = reached_->swapped};
  const auto forced = game.forced(turn.view);
  const Answer answer = forced ? Answer(*forced) : (*mover)->answer(turn);
  const Request request = answer.value_or(Resign{});
  if (const AnyMove* const move = std::get_if<AnyMove>(&request)) return cat("bestmove ", game.write(*move), '\n');
  if (std::holds_alternative<Swap>(request)) return cat("bestmove ", kSwapMove, '\n');
  return "bestmove resign\n";
}

}  // namespace duello
