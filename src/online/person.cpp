#include "online/person.hpp"

#include <algorithm>

#include "cli/judgements.hpp"
#include "cli/pager.hpp"
#include "cli/solving.hpp"
#include "match/conduct.hpp"
#include "match/typed.hpp"

namespace duello {

namespace {

// "4:59", "1:00:00", "2 days 5 hours".
std::string time_text(std::chrono::milliseconds left) {
  const auto seconds = static_cast<std::uint64_t>(left.count()) / 1000;
  constexpr std::uint64_t kHour = 3'600;
  constexpr std::uint64_t kDay = 24 * kHour;
  if (seconds >= kDay) return cat(counted(seconds / kDay, "day"), ' ', counted(seconds % kDay / kHour, "hour"));
  const auto two = [](std::uint64_t number) { return cat(number < 10 ? "0" : "", number); };
  const std::string rest = two(seconds % 60);
  if (seconds >= kHour) return cat(seconds / kHour, ':', two(seconds % kHour / 60), ':', rest);
  return cat(seconds / 60, ':', rest);
}

std::string list_of_phrases() {
  std::string text = "Say one of these by its number, or by how it begins:\n";
  for (std::size_t i = 0; i < kSpoken.size(); ++i) text += cat("  say ", i + 1, "   ", kSpoken[i], '\n');
  return text;
}

}  // namespace

std::optional<Wish> OnlinePerson::ask(const Names& names, std::uint64_t position) {
  return is_own_turn() ? ask_move(names, position) : ask_meanwhile(names);
}

std::optional<Wish> OnlinePerson::ask_move(const Names& names, std::uint64_t position) {
  const TurnOfDuel turn_of_duel(table_.duel());
  const Turn& turn = *turn_of_duel;
  const Pen pen = names.pen(turn.swapped);
  const Prompt prompt(console_, turn.game, turn.view, turn.view, words());
  const std::string question = turn.game.ask(turn.view, pen);
  const bool is_new = std::exchange(seen_, position) != position;
  if (table_.clock()) console_.print(cat(is_new ? "\n" : "", clock_text(names)));
  if (is_new) {
    console_.print(cat('\n', turn.game.turn(turn.view, pen)));
    if (turn.may_swap) console_.print("You may type swap to change seats.\n");
  }
  if (const auto forced = table_.referee().forced()) {
    console_.print(cat(question, turn.game.write(*forced), '\n'));
    return tell_forced(*forced);
  }
  std::vector<std::string> offers = prompt.words();
  std::ranges::move(prompt.moves(), std::back_inserter(offers));
  return ask_until(names, prompt, question, offers);
}

// Where moves are secret, one that takes no time would tell the other player that nothing is left.
std::optional<Wish> OnlinePerson::tell_forced(const AnyMove& move) {
  if (!table_.game().facts().hidden || !console_.is_terminal()) return Wish(Request(move));
  const auto line = read_line_("You have no choice; press Enter to end your turn: ", {});
  if (!line && line.error() == NoLine::news) return std::nullopt;
  if (!line) return Wish(leave_after(line.error()));
  const std::string word = word_in(*line);
  if (word == "quit") return Wish(Leave::quit);
  return request_in(word).value_or(Wish(Request(move)));
}

std::optional<Wish> OnlinePerson::ask_meanwhile(const Names& names) {
  const Referee& referee = table_.referee();
  const AnyView view = referee.view(table_.seat());
  const Prompt prompt(console_, table_.game(), view, view, words());
  const std::string question = !table_.seat() ? "Watching (help, quit): "
                                              : cat("Waiting for ", name_at(names, referee.mover()), " (help, quit): ");
  if (table_.clock()) console_.print(clock_text(names));
  return ask_until(names, prompt, question, prompt.words());
}

std::optional<Wish> OnlinePerson::ask_until(const Names& names, const Prompt& prompt, const std::string& question,
                                            const std::vector<std::string>& offers) {
  while (true) {
    const auto line = read_line_(question, offers);
    if (!line && line.error() == NoLine::news) return std::nullopt;
    if (!line) return Wish(leave_after(line.error()));
    auto reply = reply_to(*line, names, prompt);
    if (const auto* const wish = std::get_if<Wish>(&reply)) return *wish;
    if (const auto left = show_text(console_, std::get<std::string>(reply))) return Wish(leave_after(*left));
  }
}

std::variant<Wish, std::string> OnlinePerson::reply_to(const std::string& line, const Names& names,
                                                       const Prompt& prompt) {
  const std::string word = word_in(line);
  const bool swapped = table_.referee().swapped();
  if (word == kMovesWord.word && !is_own_turn()) return sentence(console_, "It is not your turn");
  if (auto text = prompt.answer_to(word, names.pen(swapped), names.pen(swapped, Boards::told))) return *std::move(text);
  if (word == "quit") return Wish(Leave::quit);
  if (word == "values" && may_see_values()) return values(names);
  if (!table_.seat())
    return word.empty() ? std::string() : sentence(console_, "You watch; type help for what can be typed");
  if (word == "say" || word.starts_with("say ")) return phrase_in(word);
  if (word == "hint") return sentence(console_, "There are no hints in a game with somebody elsewhere");
  if (word == "claim") return Wish(Claim::win);
  if (word == "abort") return Wish(Claim::abort);
  if (const auto wish = request_in(word)) return *wish;
  if (word == kSwapMove)
    return sentence(console_, "Seats can be changed only with the pie rule, and only in answer to the first move");
  if (is_own_turn()) {
    const auto move = prompt.move_in(line);
    if (move) return Wish(Request(*move));
    return move.error();
  }
  return word.empty() ? std::string()
                      : sentence(console_, cat("It is the turn of ", name_at(names, table_.referee().mover()),
                                               "; type help for what can be typed"));
}

std::optional<Wish> OnlinePerson::request_in(std::string_view word) const {
  if (word == "undo") return Wish(Request(Undo{}));
  if (word == "resign") return Wish(Request(Resign{}));
  if (word == "agree") return Wish(Request(Agree{}));
  if (word == "decline") return Wish(Request(Decline{}));
  if (word == kSwapMove && is_own_turn() && table_.referee().may_swap()) return Wish(Request(Swap{}));
  return std::nullopt;
}

std::variant<Wish, std::string> OnlinePerson::phrase_in(std::string_view word) const {
  const std::string_view what = trimmed(word.substr(3));
  for (std::size_t i = 0; i < kSpoken.size() && !what.empty(); ++i)
    if (what == cat(i + 1) || lowered(kSpoken[i]).starts_with(what)) return Wish(Phrase{i + 1});
  return list_of_phrases();
}

std::vector<Word> OnlinePerson::words() const {
  std::vector<Word> words{kHelpWord, kRulesWord};
  if (is_own_turn()) words.push_back(kMovesWord);
  words.push_back(kBoardWord);
  if (!table_.seat()) {
    if (may_see_values()) words.push_back({"values", "what every move is worth"});
    words.push_back({"quit", "watch no longer"});
    return words;
  }
  if (is_own_turn() && table_.referee().may_swap())
    words.push_back({kSwapMove, "change seats, as your answer to the first move"});
  if (must_answer()) {
    words.push_back({"agree", "let the other player take back a move"});
    words.push_back({"decline", "do not"});
  } else {
    words.push_back({"undo", "ask the other player to let you take back a move"});
  }
  words.push_back({"say", "one of a few phrases to the other player; alone: which"});
  if (may_claim()) {
    words.push_back({"claim", "win, once the other player has been away for long enough"});
    words.push_back({"abort", "end the game without a winner, likewise"});
  }
  words.push_back({"resign", "give up the game"});
  words.push_back({"quit", "leave; the link leads back to the game"});
  return words;
}

bool OnlinePerson::may_claim() const {
  const auto own = table_.own_player();
  return own && table_.has_claims() && !table_.is_program(1 - *own);
}

// Of a game with secrets nobody who watches knows the position.
bool OnlinePerson::may_see_values() const {
  return !table_.seat() && table_.shows_values() && !table_.game().facts().hidden;
}

std::string OnlinePerson::values(const Names& names) {
  const auto knowledge = solved(table_.chosen());
  if (!knowledge) return sentence(console_, knowledge.error().why.why);
  const Referee& referee = table_.referee();
  return cat(name_at(names, referee.mover()), " is to move and ",
             judgements_text(table_.game(), analysis_of(referee.view(referee.mover()), *knowledge)));
}

std::string OnlinePerson::clock_text(const Names& names) const {
  std::string text = "Time left: ";
  for (const Seat seat : kSeats)
    text += cat(name_at(names, seat), ' ', time_text(table_.clock()->left_at(seat, std::chrono::steady_clock::now())),
                seat == Seat::one ? ", " : "");
  return sentence(console_, text);
}

}  // namespace duello
