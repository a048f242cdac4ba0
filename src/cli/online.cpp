#include "cli/online.hpp"

#ifdef DUELLO_SERVER

#include <algorithm>
#include <deque>
#include <variant>

#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/pager.hpp"
#include "cli/prompt.hpp"
#include "core/random.hpp"
#include "engines/engine_pool.hpp"
#include "json/games.hpp"
#include "match/conduct.hpp"
#include "match/dialogue.hpp"
#include "server/remote.hpp"
#include "server/replica.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

constexpr JsonLimits kLimits{.bytes = std::size_t{4} << 20, .depth = 16};
constexpr std::string_view kLinkBack = "the link leads back to it";

std::string text_in(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  return found != nullptr && found->kind == JsonValue::Kind::text ? found->text : std::string();
}

std::uint64_t whole_in(const JsonValue& value, std::string_view key, std::uint64_t otherwise) {
  const JsonValue* const found = value.find(key);
  return found == nullptr ? otherwise : found->whole().value_or(otherwise);
}

bool flag_in(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  return found != nullptr && found->text == "true";
}

// Foreign words as a sentence of ours would have them.
std::string clause(std::string_view text) {
  std::string words = printable(text, 300);
  if (words.ends_with('.')) words.pop_back();
  return words;
}

std::string time_text(std::chrono::milliseconds left) {
  const auto seconds = static_cast<std::uint64_t>(std::max<std::int64_t>(left.count(), 0)) / 1000;
  constexpr std::uint64_t kDay = 86'400;
  if (seconds >= kDay) return cat(counted(seconds / kDay, "day"), ' ', counted(seconds % kDay / 3600, "hour"));
  const auto two = [](std::uint64_t number) { return cat(number < 10 ? "0" : "", number); };
  if (seconds >= 3600) return cat(seconds / 3600, ':', two(seconds % 3600 / 60), ':', two(seconds % 60));
  return cat(seconds / 60, ':', two(seconds % 60));
}

// As a server takes it.
std::string request_text(const AnyGame& game, const Answer& answer) {
  std::string text;
  {
    JsonObject json(text);
    if (const auto* const move = std::get_if<AnyMove>(&answer))
      json.add("move", game.write(*move));
    else if (std::holds_alternative<Undo>(answer))
      json.add("undo", true);
    else if (std::holds_alternative<Swap>(answer))
      json.add("swap", true);
    else
      json.add("resign", true);
  }
  return text;
}

class OnlineTable {
 public:
  OnlineTable(Console& console, TableLink link, const OnlineSitter& sitter, EnginePool& engines)
      : console_(console),
        link_(std::move(link)),
        sitter_(sitter),
        engines_(engines),
        remote_(link_, sitter.name),
        ids_(cat(fresh_seed() % 1'000'000'000, '.')) {
    console_.listen(remote_.descriptor(), [this] { return heard(); });
  }
  OnlineTable(const OnlineTable&) = delete;
  OnlineTable& operator=(const OnlineTable&) = delete;
  ~OnlineTable() { console_.listen(-1, {}); }

  int run() {
    while (!status_ && rematch_.empty()) {
      handle_all();
      if (status_ || !rematch_.empty()) break;
      step();
    }
    return status_.value_or(0);
  }
  // Where another game is played; empty if none is.
  const std::string& rematch() const { return rematch_; }

 private:
  struct ToldClock {
    std::array<std::chrono::milliseconds, 2> left{};
    std::optional<Seat> runs;
    std::chrono::steady_clock::time_point told;
  };

  // --- What comes from the server.

  // Whether whoever is asked something must hear it at once.
  bool heard() {
    bool matters = false;
    for (RemoteEvent& event : remote_.take()) {
      const bool is_small = event.kind == RemoteEvent::Kind::lost || event.kind == RemoteEvent::Kind::back ||
                            event.text.starts_with("{\"present\"");
      matters = matters || !is_small || !is_asking_;
      inbox_.push_back(std::move(event));
    }
    return matters;
  }

  void handle_all() {
    heard();
    while (!inbox_.empty() && !status_ && rematch_.empty()) {
      const RemoteEvent event = std::move(inbox_.front());
      inbox_.pop_front();
      handle(event);
    }
  }

  void handle(const RemoteEvent& event) {
    switch (event.kind) {
      case RemoteEvent::Kind::failed:
        status_ = fail({event.text});
        return;
      case RemoteEvent::Kind::lost:
        return say("The connection to the server is lost; it is tried again until it is back");
      case RemoteEvent::Kind::back:
        return say("The connection is back");
      case RemoteEvent::Kind::message:
        if (const auto value = read_json(event.text, kLimits)) handle(*value);
    }
  }

  void handle(const JsonValue& message) {
    const std::string id = text_in(message, "id");
    const bool is_answer = !id.empty() && id == pending_;
    if (is_answer) pending_.clear();
    if (message.find("refused") != nullptr) return refused(message, id, is_answer);
    if (message.find("table") != nullptr) return welcomed(message);
    if (!chosen_) return;
    if (message.find("news") != nullptr) take_news(message);
    if (message.find("present") != nullptr) take_presence(message);
    if (message.find("closing") != nullptr) say(clause(text_in(message, "closing")));
    if (const JsonValue* const rematch = message.find("rematch")) take_rematch(*rematch);
  }

  void refused(const JsonValue& message, const std::string& id, bool is_answer) {
    const std::string why = clause(text_in(message, "refused"));
    if (!chosen_) {
      console_.flush();
      status_ = complain(why);
    } else if (is_answer || id.empty()) {
      say(why);
      // It is asked again; a program would say the same once more.
      if (player_ && is_answer) status_ = fail({cat("The engine's move was refused: ", why)});
    }
  }

  void welcomed(const JsonValue& facts) {
    if (!chosen_) {
      if (const auto known = learn(facts); !known) {
        status_ = fail(known.error());
        return;
      }
    }
    take_news(facts);
    if (const JsonValue* const wins = facts.find("wins"); wins != nullptr && wins->values.size() == 2)
      for (std::size_t i = 0; i < 2; ++i) wins_[i] = wins->values[i].whole().value_or(0);
    take_presence(facts);
  }

  std::expected<void, Complaint> learn(const JsonValue& facts) {
    JsonValue choice{.kind = JsonValue::Kind::object};
    for (const std::string_view key : {"game", "rules"})
      if (const JsonValue* const part = facts.find(key)) {
        choice.keys.emplace_back(key);
        choice.values.push_back(*part);
      }
    const auto wanted = read_choice(choice);
    if (!wanted) return std::unexpected(wanted.error());
    auto chosen = ChosenGame::from(*wanted);
    if (!chosen) return std::unexpected(chosen.error());
    chosen_.emplace(*std::move(chosen));
    if (const JsonValue* const players = facts.find("players"); players != nullptr && players->values.size() == 2)
      for (std::size_t i = 0; i < 2; ++i)
        if (players->values[i].text != kHuman) programs_[i] = printable(players->values[i].text, Known::kLongest);
    swap_ = flag_in(facts, "swap");
    best_of_ = whole_in(facts, "best_of", 1);
    rounds_ = static_cast<int>(std::min<std::uint64_t>(whole_in(facts, "rounds", 10), Agreement::kMostGames));
    if (sitter_.engine.empty()) return {};
    auto player = engines_.player(sitter_.engine, chosen_->game(), Random(fresh_seed()));
    if (!player) return std::unexpected(player.error());
    player_ = *std::move(player);
    return {};
  }

  void take_news(const JsonValue& message) {
    if (const JsonValue* const names = message.find("names"); names != nullptr && names->values.size() == 2)
      for (std::size_t i = 0; i < 2; ++i) given_[i] = printable(names->values[i].text, Known::kLongest);
    if (const auto seat = whole_in(message, "seat", 0); seat != 0) seat_ = seat == 1 ? Seat::one : Seat::two;
    if (const std::string state = text_in(message, "state"); !state.empty()) state_ = state;
    take_clock(message);
    const JsonValue* const at = message.find("at");
    const JsonValue* const list = message.find("news");
    const auto news = list == nullptr ? std::vector<News>() : read_all_news(*list);
    const auto mark = at == nullptr ? complaint("There is no mark") : read_mark(*at);
    const auto taken = !news   ? std::unexpected(news.error())
                       : !mark ? std::unexpected(mark.error())
                               : take_news(*news, *mark);
    if (!taken) status_ = fail(taken.error());
  }

  std::expected<void, Complaint> take_news(const std::vector<News>& news, Bookmark mark) {
    if (mark.game == 0) return {};
    if (mark.game != game_) return begin_game(news, mark);
    const auto taken = replica_->take(news, [this](const Duel& duel, const Event& event) { tell(duel, event); });
    remote_.follow({game_, replica_->number()});
    return taken;
  }

  // From its beginning, or from where it stands.
  std::expected<void, Complaint> begin_game(const std::vector<News>& news, Bookmark mark) {
    game_ = mark.game;
    Terms terms{.consent = Consent::asked};
    PerSeat<Known> known;
    for (const Seat seat : kSeats) {
      const std::size_t player = player_at(seat);
      terms.sitters[seat] = programs_[player].empty() ? Sitter::person : Sitter::program;
      known[seat] = {given_[player], programs_[player], swap_ || best_of_ > 1 ? static_cast<int>(player) + 1 : 0};
    }
    replica_.emplace(chosen_->game(), Conditions{.first = Seat::one, .round_limit = rounds_, .swap = swap_}, terms);
    const auto taken = replica_->take(news, {});
    if (!taken) return taken;
    remote_.follow({game_, replica_->number()});
    const Referee& referee = replica_->duel().referee();
    names_.emplace(console_.paper(), chosen_->facts(), known);
    PerSeat<bool> types_here{};
    if (seat_ && !player_) types_here[referee.began(*seat_)] = true;
    dialogue_.emplace([this](std::string_view text) { console_.print(text); }, *names_, seat_, types_here);
    console_.print("\n");
    if (best_of_ > 1) console_.print(cat("Game ", game_, " of at most ", best_of_, "\n"));
    dialogue_->started(replica_->duel());
    if (referee.result()) dialogue_->ended(referee);
    if (replica_->offer()) tell_offer(*replica_->offer());
    return {};
  }

  void tell(const Duel& duel, const Event& event) {
    dialogue_->heard(duel, std::span(&event, 1));
    if (const auto* const offered = std::get_if<event::Offered>(&event.what)) tell_offer(offered->by);
    if (const auto* const declined = std::get_if<event::Declined>(&event.what))
      say(cat(name_at(declined->by), " declines to take back a move"));
    if (!event.is<event::Ended>()) return;
    const Referee& referee = duel.referee();
    ++wins_[player_at(referee.began(referee.result()->winner))];
    if (player_ && seat_) player_->game_over(SeatStory(referee, *seat_));
    if (best_of_ > 1)
      say(cat("The series stands at ", names_->player(Seat::one), ' ', wins_[player_at(Seat::one)], ", ",
              names_->player(Seat::two), ' ', wins_[player_at(Seat::two)]));
  }

  void tell_offer(Seat by) {
    if (by == seat_) return say("You have offered to take back a move");
    say(cat(name_at(by), " offers to take back a move", seat_ && !player_ ? "; type agree or decline" : ""));
  }

  void take_clock(const JsonValue& message) {
    const JsonValue* const clock = message.find("clock");
    const JsonValue* const left = clock == nullptr ? nullptr : clock->find("left");
    if (left == nullptr || left->values.size() != 2) return;
    ToldClock told{.left = {}, .runs = {}, .told = std::chrono::steady_clock::now()};
    for (std::size_t i = 0; i < 2; ++i) told.left[i] = std::chrono::milliseconds(left->values[i].whole().value_or(0));
    if (const auto runs = whole_in(*clock, "runs", 0); runs != 0) told.runs = runs == 1 ? Seat::one : Seat::two;
    clock_ = told;
  }

  void take_presence(const JsonValue& message) {
    const JsonValue* const present = message.find("present");
    if (present == nullptr || present->values.size() != 2) return;
    std::array<bool, 2> now{};
    for (std::size_t i = 0; i < 2; ++i) now[i] = present->values[i].text == "true";
    const std::array<bool, 2> before = std::exchange(present_, now);
    const bool was_told = std::exchange(knows_presence_, true);
    if (!names_ || state_ != "playing") return;
    for (const Seat began : kSeats) {
      const std::size_t player = player_at(began);
      if (seat_ && replica_->duel().referee().began(*seat_) == began) continue;
      if (!programs_[player].empty() || (was_told && before[player] == now[player]) || (!was_told && now[player]))
        continue;
      say(cat(names_->player(began), now[player] ? " is there" : " is not there just now"));
    }
  }

  void take_rematch(const JsonValue& rematch) {
    if (rematch.find("table") != nullptr) {
      if (seat_ && wants_rematch_) rematch_ = text_in(rematch, "table");
      return;
    }
    const auto by = whole_in(rematch, "by", 0);
    const std::optional<std::size_t> own = own_player();
    if (by != 0 && own && by != *own + 1) say("The other player wants to play again");
  }

  // --- What happens here.

  void step() {
    if (!replica_) return await(!chosen_ ? "" : "Waiting for the other player to come");
    const Referee& referee = replica_->duel().referee();
    if (referee.result()) return state_ == "over" ? offer_rematch() : go_on();
    if (!seat_ || !pending_.empty()) return await({});
    if (player_) return let_engine_play();
    if (referee.mover() == *seat_) return ask_move();
    if (!console_.is_terminal()) return await({});
    ask_while_waiting();
  }

  // Nothing can be typed meanwhile.
  void await(std::string_view why) {
    if (state_ == "withdrawn") {
      status_ = fail({"The game was withdrawn"});
      return;
    }
    if (!why.empty() && !std::exchange(has_said_waiting_, true)) say(why);
    if (console_.wait_for_news() == NoLine::interrupted) leave(Leave::interrupted);
  }

  void submit(std::string_view request) {
    pending_ = next_id();
    std::string text;
    {
      JsonObject json(text);
      json.at("submit") += request;
      json.add("id", pending_);
      append_mark(json.at("behind"), {game_, replica_->number()});
    }
    remote_.send(pending_, std::move(text));
  }

  void ask_for(std::string_view what) {
    pending_ = next_id();
    std::string text;
    JsonObject(text).add(what, true).add("id", pending_);
    remote_.send(pending_, std::move(text));
  }

  void let_engine_play() {
    const Duel& duel = replica_->duel();
    if (replica_->offer() && replica_->offer() != seat_) return submit(R"({"decline":true})");
    if (duel.referee().mover() != *seat_) return await({});
    const TurnOfDuel turn(duel);
    const auto forced = duel.referee().forced();
    const Answer answer = forced ? Answer(*forced) : player_->answer(*turn);
    if (const auto* const left = std::get_if<Leave>(&answer)) return leave(*left);
    if (const auto* const forfeit = std::get_if<Forfeit>(&answer)) {
      console_.flush();
      complain(cat("The engine gives up: ", forfeit->why));
    }
    submit(request_text(chosen_->game(), answer));
  }

  std::vector<Word> words(bool is_own_turn) const {
    std::vector<Word> words{kHelpWord, kRulesWord};
    if (is_own_turn) words.push_back(kMovesWord);
    words.push_back(kBoardWord);
    words.push_back({"undo", "offer to take back your last move"});
    if (is_answer_due()) {
      words.push_back({"agree", "let the other player take back a move"});
      words.push_back({"decline", "do not"});
    }
    if (is_own_turn && replica_->duel().referee().may_swap())
      words.push_back({kSwapMove, "change seats, as your answer to the first move"});
    words.push_back({"resign", "give up the game"});
    words.push_back({"quit", "leave; the link leads back to the game"});
    return words;
  }

  bool is_answer_due() const { return replica_->offer() && replica_->offer() != seat_; }

  void ask_move() {
    const TurnOfDuel turn_of_duel(replica_->duel());
    const Turn& turn = *turn_of_duel;
    const Pen pen = names_->pen(turn.swapped);
    const Prompt prompt(console_, turn.game, turn.view, turn.view, words(true));
    const std::string question = turn.game.ask(turn.view, pen);
    console_.print(cat('\n', turn.game.turn(turn.view, pen)));
    if (turn.may_swap) console_.print("You may type swap to change seats.\n");
    tell_clock();
    if (const auto forced = replica_->duel().referee().forced()) {
      console_.print(cat(question, turn.game.write(*forced), '\n'));
      return submit(request_text(turn.game, *forced));
    }
    std::vector<std::string> offers = prompt.words();
    std::ranges::move(prompt.moves(), std::back_inserter(offers));
    while (const auto line = asked(question, offers)) {
      const std::string word = word_in(*line);
      if (auto text = prompt.answer_to(word, pen, names_->pen(turn.swapped, Boards::told))) {
        if (const auto left = show_text(console_, *text)) return leave(leave_after(*left));
        continue;
      }
      if (word == kSwapMove && !turn.may_swap) {
        say("Seats can be changed only with the pie rule, and only in answer to the first move");
        continue;
      }
      if (word == kSwapMove) return submit(request_text(turn.game, Swap{}));
      if (took_word(word)) return;
      const auto move = prompt.move_in(*line);
      if (move) return submit(request_text(turn.game, *move));
      console_.print(move.error());
    }
  }

  void ask_while_waiting() {
    const Referee& referee = replica_->duel().referee();
    const Pen pen = names_->pen(referee.swapped());
    const AnyView view = referee.view(seat_);
    const Prompt prompt(console_, chosen_->game(), view, view, words(false));
    tell_clock();
    const std::string question =
        cat("Waiting for ", name_at(referee.mover()),
            is_answer_due() ? " (agree, decline, resign or quit): " : " (undo, resign or quit): ");
    while (const auto line = asked(question, prompt.words())) {
      const std::string word = word_in(*line);
      if (took_word(word)) return;
      const auto text = word == kMovesWord.word
                            ? std::nullopt
                            : prompt.answer_to(word, pen, names_->pen(referee.swapped(), Boards::told));
      if (text) {
        if (const auto left = show_text(console_, *text)) return leave(leave_after(*left));
      } else if (!word.empty()) {
        say(cat("It is the turn of ", name_at(referee.mover())));
      }
    }
  }

  // Nothing if there is something else to do than to wait for a line.
  std::optional<std::string> asked(const std::string& question, const std::vector<std::string>& offers) {
    is_asking_ = true;
    auto line = console_.read_line(question, Privacy::open, offers);
    is_asking_ = false;
    if (line) return *std::move(line);
    if (line.error() != NoLine::news) leave(leave_after(line.error()));
    return std::nullopt;
  }

  // The words that can be typed at any time.
  bool took_word(std::string_view word) {
    if (word == "quit") {
      leave(Leave::quit);
    } else if (word == "undo" || word == "resign" || word == "agree" || word == "decline") {
      std::string text;
      JsonObject(text).add(word, true);
      submit(text);
    } else {
      return false;
    }
    return true;
  }

  void tell_clock() {
    if (!clock_) return;
    std::string text;
    for (const Seat seat : kSeats) {
      auto left = clock_->left[index(seat)];
      if (clock_->runs == seat)
        left -= std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - clock_->told);
      text += cat(text.empty() ? "Time left: " : ", ", name_at(seat), ' ', time_text(left));
    }
    say(text);
  }

  // The next game of a series.
  void go_on() {
    if (!seat_ || asked_next_ == game_) return await({});
    if (console_.is_terminal() && !player_) {
      const auto key = console_.choose_key("Press Enter for the next game, q to quit: ", "q");
      if (!key) return key.error() == NoLine::news ? void() : leave(leave_after(key.error()));
      if (*key == 'q') return leave(Leave::quit);
    }
    asked_next_ = game_;
    ask_for("next");
    pending_.clear();  // whoever asks second is refused, and need not know
  }

  void offer_rematch() {
    if (!seat_ || player_ || !console_.is_terminal()) {
      status_ = done(console_);
      return;
    }
    if (wants_rematch_) return await({});
    const auto key = console_.choose_key("Press a to play again, Enter to leave: ", "aq");
    if (!key && key.error() == NoLine::news) return;
    if (!key && key.error() == NoLine::interrupted) {
      status_ = 128 + console_.signal();
      return;
    }
    if (!key || *key != 'a') {
      status_ = done(console_);
      return;
    }
    wants_rematch_ = true;
    say("Waiting for the other player to agree");
    ask_for("rematch");
  }

  void leave(Leave leave) {
    const bool is_over = state_ == "over";
    switch (leave) {
      case Leave::quit:
        if (!is_over) say(cat("The game is left unfinished; ", kLinkBack));
        status_ = done(console_);
        return;
      case Leave::end_of_input:
        console_.flush();
        complain(cat("The input ended before the game did; ", kLinkBack));
        status_ = 1;
        return;
      case Leave::interrupted:
        if (!is_over) say(cat("Interrupted; ", kLinkBack));
        console_.flush();
        status_ = 128 + console_.signal();
    }
  }

  // --- Small things.

  void say(std::string_view words) {
    console_.print(sentence(console_, words));
    console_.flush();
  }
  std::string next_id() { return cat(ids_, ++sent_); }
  // Players are counted as they sit in the first game.
  std::size_t player_at(Seat began) const { return (index(began) + game_ + 1) % 2; }
  std::optional<std::size_t> own_player() const {
    if (!seat_ || !replica_) return std::nullopt;
    return player_at(replica_->duel().referee().began(*seat_));
  }
  const std::string& name_at(Seat seat) const { return names_->player(replica_->duel().referee().began(seat)); }

  Console& console_;
  const TableLink link_;
  const OnlineSitter& sitter_;
  EnginePool& engines_;
  Remote remote_;
  std::deque<RemoteEvent> inbox_;  // what was heard and is still to be handled
  bool is_asking_ = false;

  std::optional<ChosenGame> chosen_;
  std::unique_ptr<Player> player_;  // an engine
  std::array<std::string, 2> given_;
  std::array<std::string, 2> programs_;
  bool swap_ = false;
  std::uint64_t best_of_ = 1;
  int rounds_ = 10;
  std::array<std::uint64_t, 2> wins_{};

  std::string state_;
  std::optional<Seat> seat_;
  std::uint32_t game_ = 0;
  std::optional<Replica> replica_;
  std::optional<Names> names_;
  std::optional<Dialogue> dialogue_;
  std::optional<ToldClock> clock_;
  std::array<bool, 2> present_{};
  bool knows_presence_ = false;
  bool has_said_waiting_ = false;

  const std::string ids_;  // what ours begin with, as those of an earlier visit are remembered
  std::uint64_t sent_ = 0;
  std::string pending_;  // the id of what was not answered yet
  std::uint32_t asked_next_ = 0;
  bool wants_rematch_ = false;
  std::string rematch_;
  std::optional<int> status_;
};

}  // namespace

int play_online(Console& console, const TableLink& link, const OnlineSitter& sitter) {
  std::optional<Interruption> interruption;
  if (!sitter.engine.empty()) interruption.emplace();
  EnginePool engines({.move = std::chrono::milliseconds(sitter.movetime)},
                     [&] { return interruption && interruption->signal() != 0; });
  TableLink at = link;
  while (true) {
    OnlineTable table(console, at, sitter, engines);
    const int status = table.run();
    if (table.rematch().empty()) return status;
    at.table = table.rematch();
  }
}

}  // namespace duello

#endif
