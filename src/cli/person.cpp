#include "cli/person.hpp"

#include <algorithm>
#include <array>

#include "cli/pager.hpp"
#include "core/title.hpp"
#include "match/typed.hpp"

namespace duello {

namespace {

constexpr Word kSwapWord{kSwapMove, "change seats, as your answer to the first move"};

std::vector<Word> words_for(const Turn& turn) {
  std::vector<Word> words{kHelpWord,
                          {"hint", "a nudge; then the move; then the reason"},
                          kRulesWord,
                          kMovesWord,
                          kBoardWord,
                          {"undo", "take back the last move"},
                          {"resign", "give up the game"},
                          {"quit", "leave the game unfinished"}};
  if (turn.may_swap) words.push_back(kSwapWord);
  return words;
}

}  // namespace

void Person::sit_down(const Names& names, bool other_looks_on) {
  names_.emplace(names);
  other_looks_on_ = other_looks_on;
}

std::optional<Leave> Person::take_shelter(const Turn& turn) {
  shelter_ = Shelter::none;
  if (!turn.game.facts().hidden || !other_looks_on_) return std::nullopt;
  const auto apart = console_.keeps_pages_apart();
  if (!apart) return leave_after(apart.error());
  shelter_ = *apart ? Shelter::page : Shelter::no_echo;
  console_.hand_over();
  return std::nullopt;
}

Answer Person::answer(const Turn& turn) {
  pen_ = names_->pen(turn.swapped);
  hints_ = 0;
  if (const auto leave = take_shelter(turn)) return std::unexpected(*leave);
  return shelter_ == Shelter::page ? answer_on_page(turn) : answer_here(turn);
}

// Whoever sees nothing of what they type should know that it is meant so.
void Person::explain_no_echo() {
  if (shelter_ == Shelter::no_echo && console_.is_terminal()) console_.print("What you type is not shown.\n");
}

Answer Person::answer_here(const Turn& turn) {
  const bool secret = shelter_ != Shelter::none;
  const Prompt prompt(console_, turn.game, turn.view, secret ? turn.table : turn.view, words_for(turn));
  std::vector<std::string> offers = prompt.words();
  if (!secret) std::ranges::move(prompt.moves(), std::back_inserter(offers));
  console_.print(cat('\n', turn.game.turn(prompt.shown(), pen_)));
  if (turn.may_swap) {
    console_.print("You may type swap to change seats.\n");
  }
  explain_no_echo();
  while (true) {
    const std::string question = turn.game.ask(prompt.shown(), pen_);
    const auto line = console_.read_line(question, secret ? Privacy::secret : Privacy::open, offers);
    if (!line) return std::unexpected(leave_after(line.error()));
    const Reply reply = reply_to(*line, turn, prompt);
    if (const Answer* answer = std::get_if<Answer>(&reply)) return *answer;
    if (const auto left = show_text(console_, std::get<std::string>(reply))) return std::unexpected(leave_after(*left));
  }
}

Answer Person::answer_on_page(const Turn& turn) {
  if (const auto leave = hand_over(turn)) return std::unexpected(*leave);
  const Prompt prompt(console_, turn.game, turn.view, turn.view, words_for(turn));
  std::string words;
  while (true) {
    const std::string ask = turn.game.ask(turn.view, pen_);
    console_.show_page(cat(page_head(turn), turn.game.turn(turn.view, pen_), words));
    const auto line = console_.read_line(ask, Privacy::secret, prompt.words());
    if (!line) {
      console_.close_page();
      return std::unexpected(leave_after(line.error()));
    }
    const Reply reply = reply_to(*line, turn, prompt);
    if (const auto* said = std::get_if<std::string>(&reply)) {
      // Where there is little room, the words are seen, and of the page what is left.
      const bool fits = screen_rows(*said + ask, console_.width()).size() <= console_.page_height();
      words = fits ? *said : "";
      if (fits) continue;
      if (const auto left = show_text(console_, *said)) return std::unexpected(leave_after(*left));
      continue;
    }
    const auto& answer = std::get<Answer>(reply);
    if (const AnyMove* move = answer ? std::get_if<AnyMove>(&*answer) : nullptr) {
      const auto last = confirm(turn, *move);
      if (last && std::holds_alternative<Undo>(*last)) {
        words = "Taken back; choose again.\n";
        continue;
      }
      console_.close_page();
      return last;
    }
    console_.close_page();
    return answer;
  }
}

// The move, once more: it counts when Enter is pressed, and can still be taken back.
Answer Person::confirm(const Turn& turn, const AnyMove& move) {
  std::string words;
  while (true) {
    console_.show_page(cat(page_head(turn), "Your move: ", turn.game.write(move), "\n\n", words));
    const auto line = console_.read_line("Press Enter to end your turn, or type undo: ", Privacy::secret);
    if (!line) return std::unexpected(leave_after(line.error()));
    const std::string word = word_in(*line);
    if (word.empty()) return move;
    if (word == "undo") return Undo{};
    if (word == "quit") return std::unexpected(Leave::quit);
    words = "Only Enter, undo or quit will do here; to change the move, type undo.\n";
  }
}

std::optional<Leave> Person::hand_over(const Turn& turn) {
  // What was revealed stands on the screen that the page is about to cover.
  if (turn.new_round) {
    console_.print("\n");
    if (const auto key = console_.choose_key("Press Enter to go on: ", ""); !key) return leave_after(key.error());
  }
  const std::string page =
      cat(banner(full_title(turn.game), pen_), "\n\n", turn.game.board(turn.table, pen_), "\n", pen_.names[turn.seat],
          "'s turn is secret. Hand over the keyboard; ", pen_.names[other(turn.seat)], " looks away.\n\n");
  console_.show_page(page);
  console_.hand_over();
  const auto line = console_.read_line(cat(pen_.names[turn.seat], ", press Enter to begin: "), Privacy::secret);
  const bool quits = line && word_in(*line) == "quit";
  if (line && !quits) {
    console_.cover_page(page, cat(pen_.names[turn.seat], ", press Enter to go on: "));
    return std::nullopt;
  }
  console_.close_page();
  return quits ? Leave::quit : leave_after(line.error());
}

std::string Person::page_head(const Turn& turn) const {
  return cat(banner(cat(full_title(turn.game), ": for ", pen_.names[turn.seat], "'s eyes only"), pen_), "\n\n",
             turn.game.board(turn.view, pen_), '\n');
}

std::optional<Leave> Person::told_of_forced(const Turn& turn) {
  pen_ = names_->pen(turn.swapped);
  if (const auto leave = take_shelter(turn)) return leave;
  // A forced move looks to the other player like any other, or it would tell that nothing is left.
  if (shelter_ != Shelter::page) {
    const bool secret = shelter_ == Shelter::no_echo;
    const AnyView& shown = secret ? turn.table : turn.view;
    const std::string typed = secret ? std::string(kHiddenLine) : turn.game.write(*turn.game.forced(turn.view));
    console_.print(cat('\n', turn.game.turn(shown, pen_)));
    explain_no_echo();
    if (!secret || !console_.is_terminal()) {
      console_.print(cat(turn.game.ask(shown, pen_), typed, '\n'));
    } else if (const auto line = console_.read_line(turn.game.ask(shown, pen_), Privacy::secret); !line) {
      return leave_after(line.error());
    }
    return std::nullopt;
  }
  if (const auto leave = hand_over(turn)) return leave;
  const std::string move = turn.game.write(*turn.game.forced(turn.view));
  console_.show_page(cat(page_head(turn), "You have nothing left to place, so your move is: ", move, "\n\n"));
  const auto line = console_.read_line("Press Enter to end your turn: ", Privacy::secret);
  console_.close_page();
  if (!line) return leave_after(line.error());
  return std::nullopt;
}

// Each hint of a turn says more than the one before.
std::string Person::hint(const Turn& turn) {
  if (shelter_ == Shelter::no_echo) return "A hint would be seen by the other player too.\n";
  const auto knowledge = know_();
  if (!knowledge) return sentence(console_, knowledge.error().why);
  if (hints_ == 0) hint_ = hint_for(turn, *knowledge, random_);
  const std::array<std::string*, 3> steps{&hint_.nudge, &hint_.move, &hint_.reason};
  const std::string text = *steps[static_cast<std::size_t>(std::min(hints_, 2))];
  ++hints_;
  return sentence(console_, hints_ < 3 ? cat(text, " (hint again for more)") : text);
}

Person::Reply Person::reply_to(const std::string& line, const Turn& turn, const Prompt& prompt) {
  pen_ = names_->pen(turn.swapped);  // the window may have changed
  const std::string word = word_in(line);
  if (auto answer = prompt.answer_to(word, pen_, names_->pen(turn.swapped, Boards::told))) return *std::move(answer);
  if (word == "hint") return hint(turn);
  if (const auto answer = request_in(turn, word)) {
    if (*answer) return Answer(**answer);
    return sentence(console_, answer->error().why);
  }
  if (word == "quit") return Answer(std::unexpected(Leave::quit));
  const auto move = prompt.move_in(line);
  if (move) return Answer(*move);
  return move.error();
}

}  // namespace duello
