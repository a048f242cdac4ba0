#include "online/online.hpp"

#include <algorithm>
#include <deque>
#include <thread>
#include <variant>

#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "core/random.hpp"
#include "engines/engine_pool.hpp"
#include "match/conduct.hpp"
#include "online/person.hpp"
#include "online/record.hpp"
#include "online/show.hpp"
#include "server/padding.hpp"
#include "server/remote.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

// In the server's format. A client cannot forfeit, so a player that cannot go on resigns.
std::string request_text(const AnyGame& game, const Request& request) {
  constexpr std::array<std::string_view, 7> kNames{"move", "undo", "agree", "decline", "swap", "resign", "resign"};
  std::string text;
  if (const auto* const move = std::get_if<AnyMove>(&request))
    JsonObject(text).add("move", game.write(*move));
  else
    JsonObject(text).add(kNames[request.index()], true);
  return text;
}

class OnlineTable {
 public:
  OnlineTable(Console& console, const TableLink& link, const OnlineSitter& sitter, EnginePool& engines)
      : console_(console),
        link_(link),
        sitter_(sitter),
        engines_(engines),
        show_(console, sitter.engine.empty() ? OnlineShow::Here::person : OnlineShow::Here::engine),
        person_(console, table_, [this](const auto& question, const auto& offers) { return asked(question, offers); }),
        ids_(cat(fresh_seed() % 1'000'000'000, '.')),
        remote_(link, sitter.name) {
    console_.listen(remote_.descriptor(), [this] { return heard(); });
  }
  OnlineTable(const OnlineTable&) = delete;
  OnlineTable& operator=(const OnlineTable&) = delete;
  ~OnlineTable() { console_.listen(-1, {}); }

  // Until somebody leaves; the exit status. Nothing if they play on at another table.
  std::optional<int> run() {
    while (true) {
      handle_all();
      if (status_ || goes_elsewhere_) return status_;
      step();
      if (status_) return status_;
    }
  }
  const std::string& rematch() const { return table_.rematch(); }

 private:
  // --- What comes from the server.

  // Whether a question is broken off. Small things are told above it.
  bool heard() {
    bool matters = false;
    for (RemoteEvent& event : remote_.take()) {
      if (is_asking_ && inbox_.empty() && is_small(event)) {
        handle(event);
        matters = matters || status_.has_value();
      } else {
        matters = true;
        inbox_.push_back(std::move(event));
      }
    }
    return matters && is_listening_;
  }

  static bool is_small(const RemoteEvent& event) {
    if (event.kind != RemoteEvent::Kind::message) return event.kind != RemoteEvent::Kind::failed;
    constexpr std::array<std::string_view, 4> kGreat{"table", "events", "rematch", "id"};
    return std::ranges::none_of(kGreat, [&](std::string_view key) { return event.message.find(key) != nullptr; });
  }

  void handle_all() {
    heard();
    while (!inbox_.empty() && !status_) {
      const RemoteEvent event = std::move(inbox_.front());
      inbox_.pop_front();
      handle(event);
    }
  }

  void handle(const RemoteEvent& event) {
    switch (event.kind) {
      case RemoteEvent::Kind::failed:
        return give_up({event.why});
      case RemoteEvent::Kind::lost:
        return say(cat("The connection to the server is lost (", event.why, "); it is tried again until it is back"));
      case RemoteEvent::Kind::back:
        return say("The connection is back");
      case RemoteEvent::Kind::message:
        return handle(event.message);
    }
  }

  void handle(const JsonValue& message) {
    auto told = JsonFields::lenient(message, "a message");
    const std::string id = told.text_or_none("id");
    const bool is_answer = !id.empty() && id == pending_;
    if (is_answer) pending_.clear();
    if (told.has("error")) {
      const bool is_still_wanted = !id.empty() && id == asked_ && !has_what_was_asked();
      if (is_still_wanted) forget_wishes();
      if (id.empty() || is_answer || is_still_wanted) refused(clause_of(told.text("error")));
      return;
    }
    if (is_answer) refusals_ = 0;
    const bool was_known = table_.is_known();
    if (const auto taken = table_.take(message, std::chrono::steady_clock::now(), show_); !taken)
      return give_up(taken.error());
    if (table_.has_begun()) remote_.follow(table_.mark());
    if (!was_known && table_.is_known()) sit_down();
  }

  void refused(const std::string& why) {
    if (!table_.is_known()) {
      console_.flush();
      status_ = complain(why);
    } else if (!engine_) {
      say(why);
    } else if (constexpr int kMost = 20; ++refusals_ == kMost) {
      give_up({cat("What the engine wants is refused: ", why)});
    } else {
      // The server may be in trouble, and an engine asks again faster than anybody types.
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
  }

  // The second player to ask for the next game, or for a rematch, is refused; that is no error.
  bool has_what_was_asked() const {
    return wants_rematch_ ? !table_.rematch().empty() : table_.mark().game != asked_next_;
  }

  void forget_wishes() {
    asked_next_ = 0;
    wants_rematch_ = false;
  }

  void sit_down() {
    if (sitter_.engine.empty()) return;
    if (!table_.seat()) return give_up({"The link is for watching; it has no seat for an engine"});
    auto player = engines_.player(sitter_.engine, table_.game(), Random(fresh_seed()));
    if (!player) return give_up(player.error());
    engine_ = *std::move(player);
  }

  // --- What happens here.

  void step() {
    if (table_.is_known() && table_.state() == TableState::withdrawn) return give_up({"The game was withdrawn"});
    if (!table_.is_known()) return await();
    if (table_.state() == TableState::aborted) {
      say("The game was aborted; nobody has won");
      status_ = done(console_);
      return;
    }
    if (!table_.has_begun()) return await_other();
    if (table_.referee().result()) {
      tell_engine();
      return table_.state() == TableState::over ? end() : go_on();
    }
    if (!pending_.empty()) return await();
    if (engine_) return let_engine_play();
    const bool is_concerned = table_.seat() == table_.referee().mover() ||
                              (table_.seat() && table_.offer() && table_.offer() != table_.seat());
    // On a pipe what stands there is kept for when it is asked for.
    if (!console_.is_terminal() && !is_concerned) return await();
    if (const auto wish = person_.ask(show_.names(), show_.positions())) do_as(*wish);
  }

  void do_as(const Wish& wish) {
    if (const auto* const leave = std::get_if<Leave>(&wish)) return this->leave(*leave);
    if (const auto* const request = std::get_if<Request>(&wish)) return submit(*request);
    if (const auto* const what = std::get_if<Claim>(&wish)) return claim(*what);
    std::string text;
    JsonObject(text).add("say", std::get<Phrase>(wish).number);
    remote_.send({}, std::move(text));
  }

  void let_engine_play() {
    const Duel& duel = table_.duel();
    if (table_.offer() && table_.offer() != table_.seat()) return submit(Decline{});
    if (duel.referee().mover() != *table_.seat()) return await();
    tell_engine_of_new_game();
    const TurnOfDuel turn(duel);
    const auto forced = duel.referee().forced();
    // Where moves are hidden, the engine is asked for a forced one too: the time would tell that nothing is left.
    Answer answer = forced && !table_.game().facts().hidden ? Answer(*forced) : engine_->answer(*turn);
    if (!answer) return leave(answer.error());
    if (forced) answer = *forced;
    if (const auto* const forfeit = std::get_if<Forfeit>(&*answer)) {
      console_.flush();
      complain(cat("The engine resigns: ", forfeit->why));
    }
    submit(*answer);
  }

  void tell_engine() {
    if (!engine_ || std::exchange(told_engine_, table_.mark().game) == table_.mark().game) return;
    engine_->game_over(SeatStory(table_.referee(), *table_.seat()));
  }

  // The other player may ask for the next game before this one's end was seen here: both can come at once. What the
  // engine knows of the last game must not be taken for this one's.
  void tell_engine_of_new_game() {
    const std::uint32_t game = table_.mark().game;
    if (const auto last = std::exchange(engine_game_, game); last != 0 && last != game && told_engine_ != last)
      engine_->game_over(SeatStory(table_.referee(), *table_.seat()));
  }

  // Until something is heard. Nothing can be typed meanwhile.
  void await() {
    if (listening([&] { return console_.wait_for_news(); }) == NoLine::interrupted) leave(Leave::interrupted);
  }

  void await_other() {
    if (!console_.is_terminal() || engine_) {
      if (!std::exchange(has_said_waiting_, true)) say("Waiting for the other player");
      return await();
    }
    const auto key = choose("Waiting for the other player (q to leave): ", "q");
    if (key ? *key == 'q' : key.error() != NoLine::news) leave(key ? Leave::quit : leave_after(key.error()));
  }

  void submit(const Request& request) {
    pending_ = next_id();
    std::string text;
    {
      JsonObject json(text);
      json.at("submit") += request_text(table_.game(), request);
      json.add("id", pending_);
      append_mark(json.at("at"), table_.mark());
    }
    // The length of a hidden move would tell how many units it places.
    if (table_.game().facts().hidden) pad(text, kPaddingStep);
    remote_.send(pending_, std::move(text));
  }

  void claim(Claim what) {
    pending_ = next_id();
    std::string text;
    JsonObject(text).add("claim", what == Claim::win ? "win" : "abort").add("id", pending_);
    remote_.send(pending_, std::move(text));
  }

  void ask_for(std::string_view what) {
    std::string text;
    asked_ = next_id();
    JsonObject(text).add(what, true).add("id", asked_);
    remote_.send(asked_, std::move(text));
  }

  // To the next game of a series.
  void go_on() {
    const std::uint32_t game = table_.mark().game;
    if (!table_.seat() || asked_next_ == game) return await();
    if (console_.is_terminal() && !engine_) {
      const auto key = choose("Press Enter for the next game, q to leave: ", "q");
      if (!key) return key.error() == NoLine::news ? void() : leave(leave_after(key.error()));
      if (*key == 'q') return leave(Leave::quit);
    }
    asked_next_ = game;
    ask_for("next");
  }

  // All games are over.
  void end() {
    if (table_.seat() && !std::exchange(is_kept_, true)) keep();
    if (!table_.rematch().empty()) {
      goes_elsewhere_ = true;
      return;
    }
    if (!table_.seat() || engine_ || !console_.is_terminal()) {
      status_ = done(console_);
      return;
    }
    const std::string question = wants_rematch_ ? "Waiting for the other player (r to review, Enter to leave): "
                                                : cat(records_.empty() ? "Press " : "Press r to review the game, ",
                                                      "a to play again, Enter to go on: ");
    const auto key = choose(question, records_.empty() ? "aq" : "raq");
    if (!key && key.error() == NoLine::news) return;
    if (!key && key.error() == NoLine::interrupted) {
      status_ = 128 + console_.signal();
    } else if (!key || *key == 'q' || *key == '\n') {
      status_ = done(console_);
    } else if (*key == 'r') {
      review();
    } else if (!std::exchange(wants_rematch_, true)) {
      ask_for("rematch");
    }
  }

  void keep() {
    const auto not_kept = [this](const Complaint& why) {
      console_.flush();
      complain(cat("The game is not kept: ", why.why));
    };
    auto records = fetched_records(link_, table_.game());
    if (!records) return not_kept(records.error());
    records_ = *std::move(records);
    if (const auto kept = keep_records(link_, records_); !kept) not_kept(kept.error());
  }

  void review() {
    console_.print("\n");
    if (const int status = review_game(console_, table_.chosen(), records_.back()); status != 0) status_ = status;
    console_.print("\n");
  }

  // --- How it is left.

  void give_up(const Complaint& why) {
    console_.flush();
    status_ = fail(why);
  }

  void leave(Leave leave) {
    const bool is_unfinished = table_.seat() && table_.state() != TableState::over;
    const std::string unfinished =
        is_unfinished ? cat("the game is left unfinished; duello join ", link_.text(), " goes on with it") : "";
    switch (leave) {
      case Leave::quit:
        if (is_unfinished) say(cat('T', std::string_view(unfinished).substr(1)));
        status_ = done(console_);
        return;
      case Leave::end_of_input:
        console_.flush();
        complain(is_unfinished ? cat("The input ended before the game did; ", unfinished)
                               : "The input ended before the game did");
        status_ = 1;
        return;
      case Leave::interrupted:
        if (is_unfinished) say(cat("Interrupted; ", unfinished));
        console_.flush();
        status_ = 128 + (engines_.is_interrupted() ? Interruption::noted() : console_.signal());
    }
  }

  // --- Small things.

  // While it waits, what is heard breaks it off; anything else goes on undisturbed.
  template <class Wait>
  std::invoke_result_t<Wait> listening(const Wait& wait) {
    is_listening_ = true;
    auto what = wait();
    is_listening_ = false;
    return what;
  }

  std::expected<std::string, NoLine> asked(const std::string& question, const std::vector<std::string>& offers) {
    if (!inbox_.empty()) return std::unexpected(NoLine::news);
    is_asking_ = true;
    auto line = listening([&] { return console_.read_line(question, Privacy::open, offers); });
    is_asking_ = false;
    return line;
  }

  std::expected<char, NoLine> choose(const std::string& question, std::string_view keys) {
    return listening([&] { return console_.choose_key(question, keys); });
  }

  void say(std::string_view words) { show_.say(words); }
  std::string next_id() { return cat(ids_, ++sent_); }

  Console& console_;
  const TableLink link_;
  const OnlineSitter& sitter_;
  EnginePool& engines_;
  FollowedTable table_;
  OnlineShow show_;
  OnlinePerson person_;
  std::unique_ptr<Player> engine_;
  std::uint32_t engine_game_ = 0;  // the last game in which the engine was asked for a move
  std::uint32_t told_engine_ = 0;  // the last game of which the engine has been told that it is over

  std::deque<RemoteEvent> inbox_;  // what was heard and is still to be handled
  bool is_asking_ = false;         // for a line, above which something can be told
  bool is_listening_ = false;
  bool has_said_waiting_ = false;

  const std::string ids_;  // what ours begin with, as those of an earlier visit are remembered
  std::uint64_t sent_ = 0;
  std::string pending_;  // the id of what was submitted and not answered yet
  std::string asked_;    // the id of the last wish for a game
  std::uint32_t asked_next_ = 0;
  int refusals_ = 0;  // of an engine's requests, in a row
  bool wants_rematch_ = false;
  bool goes_elsewhere_ = false;
  bool is_kept_ = false;
  std::vector<Record> records_;
  std::optional<int> status_;
  Remote remote_;
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
    if (const auto status = table.run()) return *status;
    at.table = table.rematch();
  }
}

}  // namespace duello
