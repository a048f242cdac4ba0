#include "server/followed_table.hpp"

#include <algorithm>
#include <utility>

#include "json/games.hpp"
#include "json/state.hpp"
#include "server/link.hpp"
#include "server/token.hpp"

namespace duello {

namespace {

constexpr std::size_t kMostNews = 4'096;  // of one message
constexpr std::chrono::seconds kArrival{3};
constexpr std::uint64_t kLongestTold = 1ULL << 40;  // milliseconds: more than anybody lives

std::unexpected<Complaint> senseless(std::string_view what) {
  return complaint("What the server says makes no sense here (", what, ')');
}

// Words of strangers that stand in our sentences.
std::string shown(std::string_view text) {
  const std::string name = printable(text, Known::kLongest);
  return is_name(name) ? name : "";
}

}  // namespace

std::chrono::milliseconds ToldClock::left_at(Seat seat, Time now) const {
  const auto passed = std::chrono::floor<std::chrono::milliseconds>(now - told);
  return std::max(std::chrono::milliseconds(0), runs == seat ? left[seat] - passed : left[seat]);
}

// What is there must be as it should be; servers to come may add what is not known here.
std::expected<void, Complaint> FollowedTable::take(const JsonValue& value, ToldClock::Time now, Listener& listener) {
  auto message = JsonFields::lenient(value, "a message");
  if (message.has("table") && !is_known())
    if (const auto learned = learn(message); !learned) return learned;
  // Before the welcome nothing is meant for us.
  if (!is_known()) return {};
  if (message.has("events")) {
    take_state(message);
    take_clock(message, now);
    take_news(message, listener);
  }
  take_presence(message, listener);
  take_said(message, listener);
  take_rematch(message, listener);
  const std::string closing = message.text_or_none("closing");
  if (!message.is_good()) return senseless(message.checked().error().why);
  if (!closing.empty()) listener.closing(clause_of(closing));
  return {};
}

std::expected<void, Complaint> FollowedTable::learn(JsonFields& welcome) {
  welcome.list("events");
  const GameChoice wanted = read_choice(welcome);
  const auto players = welcome.two_texts_if_any("players");
  for (std::size_t i = 0; i < 2; ++i)
    if (players && (*players)[i] != kHuman)
      programs_[i] = shown((*players)[i]).empty() ? "program" : shown((*players)[i]);
  may_swap_ = welcome.flag("swap");
  shows_values_ = welcome.flag("values");
  claim_after_ = std::chrono::milliseconds(welcome.whole_if_any("claim_after", 0, kLongestTold).value_or(0));
  best_of_ = static_cast<int>(welcome.whole_if_any("best_of", 1, Agreement::kMostGames).value_or(1));
  rounds_ = static_cast<int>(welcome.whole_if_any("rounds", 0, Agreement::kMostGames).value_or(10));
  if (!welcome.is_good()) return senseless(welcome.checked().error().why);
  // A game that is not known here is told of as the catalog tells it.
  auto chosen = ChosenGame::from(wanted);
  if (!chosen) return complaint("This game cannot be played here: ", printable(chosen.error().why, 300));
  chosen_.emplace(*std::move(chosen));
  return {};
}

void FollowedTable::take_state(JsonFields& message) {
  seat_ = message.seat_if_any("seat");
  if (const auto names = message.two_texts_if_any("names")) names_ = {shown((*names)[0]), shown((*names)[1])};
  if (const auto wins = message.two_wholes_if_any("wins", Agreement::kMostGames))
    wins_ = {static_cast<int>((*wins)[0]), static_cast<int>((*wins)[1])};
  if (!message.has("state")) return;
  const std::string state = message.text("state");
  for (const TableState each :
       {TableState::open, TableState::playing, TableState::over, TableState::withdrawn, TableState::aborted})
    if (state == name_of(each)) {
      state_ = each;
      return;
    }
  message.must_be("state", "one that is known here");
}

void FollowedTable::take_news(JsonFields& message, Listener& listener) {
  const auto mark = read_mark(message, "at");
  if (!mark) message.must_be("at", "a mark");
  if (message.list("events").values.size() > kMostNews) return message.must_be("events", "shorter");
  const std::vector<News> news = read_all_news(message, "events");
  const auto sitting = message.two_wholes_if_any("seats", 2);
  if (!message.is_good()) return;
  // What is older than what is known says nothing new.
  if (mark->game == 0 || *mark <= this->mark()) return;
  const bool are_wins_told = message.has("wins");
  if (mark->game != number_of_game_) {
    // The game begins when somebody takes the free seat, who is then on their way to the table.
    if (!has_begun() && !message.has("table")) is_arriving_ = {true, true};
    if (auto begun = begin(news, *mark, listener); !begun) return message.fail(std::move(begun.error()));
  } else {
    auto followed = follow(news, [&](const Event& event) {
      if (event.is<event::Ended>() && !are_wins_told) ++wins_[player_now_at(referee().result()->winner)];
      listener.happened(*this, *duel_, event);
    });
    if (!followed) return message.fail(std::move(followed.error()));
  }
  if (this->mark() != *mark) message.must_be("at", "where the news end");
  if (sitting && (*sitting)[0] != player_now_at(Seat::one) + 1) message.must_be("seats", "as the news have it");
}

// From its beginning, or from where it stands.
std::expected<void, Complaint> FollowedTable::begin(std::span<const News> news, Bookmark mark, Listener& listener) {
  const bool is_first_told = !has_begun();
  number_of_game_ = mark.game;
  Terms terms{.consent = Consent::asked};
  for (const Seat seat : kSeats) terms.sitters[seat] = is_program(player_at(seat)) ? Sitter::program : Sitter::person;
  const auto* const started = news.empty() ? nullptr : std::get_if<event::Started>(&news.front().what);
  if (started == nullptr) return complaint("a game that has not started");
  duel_.emplace(Referee(game(), {.first = started->first, .round_limit = rounds_, .swap = may_swap_}), terms);
  if (const auto followed = follow(news, [](const Event&) {}); !followed) return followed;
  // Both sit there when a game begins; if not, it is told at once.
  if (is_first_told) is_there_ = {true, true};
  listener.began(*this);
  return {};
}

std::expected<void, Complaint> FollowedTable::follow(std::span<const News> news,
                                                     const std::function<void(const Event&)>& tell) {
  for (; !news.empty(); news = news.subspan(1)) {
    if (news.front().number <= duel_->events().size()) continue;
    if (const auto done = duel_->follow(news); !done) return done;
    tell(duel_->events().back());
  }
  return {};
}

void FollowedTable::take_clock(JsonFields& message, ToldClock::Time now) {
  if (!message.has("clock")) return;
  auto clock = JsonFields::lenient(message.object("clock"), "a clock");
  const auto left = clock.two_wholes_if_any("left", kLongestTold);
  if (!left) clock.must_be("left", "two times");
  const auto runs = clock.seat_if_any("runs");
  if (auto good = clock.checked(); !good) return message.fail(std::move(good.error()));
  const auto time = [&](Seat seat) { return std::chrono::milliseconds((*left)[index(seat)]); };
  clock_ = {.left = {{time(Seat::one), time(Seat::two)}}, .runs = runs, .told = now};
}

void FollowedTable::take_presence(JsonFields& message, Listener& listener) {
  const auto present = message.two_flags_if_any("present");
  const auto absent = message.two_wholes_if_any("absent", kLongestTold);
  if (!message.is_good() || !present) return;
  for (std::size_t player = 0; player < 2; ++player) {
    if (absent) absent_[player] = std::chrono::milliseconds((*absent)[player]);
    const bool is_there = (*present)[player];
    is_arriving_[player] = is_arriving_[player] && !is_there && absent_[player] < kArrival;
    if (is_arriving_[player]) continue;
    const bool was_there = std::exchange(is_there_[player], is_there);
    if (!has_begun() || is_there == was_there || is_program(player) || player == own_player()) continue;
    is_there ? listener.came(*this, player) : listener.went(*this, player);
  }
}

void FollowedTable::take_said(JsonFields& message, Listener& listener) {
  if (!message.has("said")) return;
  auto said = JsonFields::lenient(message.object("said"), "a phrase");
  const Seat seat = said.seat("seat");
  const std::uint64_t phrase = said.whole("phrase", 1, UINT32_MAX);
  if (auto good = said.checked(); !good) return message.fail(std::move(good.error()));
  // One that is not known here may come from a newer program.
  if (has_begun() && phrase <= kSpoken.size()) listener.said(*this, seat, kSpoken[phrase - 1]);
}

void FollowedTable::take_rematch(JsonFields& message, Listener& listener) {
  if (!message.has("rematch")) return;
  auto rematch = JsonFields::lenient(message.object("rematch"), "a rematch");
  const auto by = rematch.whole_if_any("by", 1, 2);
  const std::string table = rematch.text_or_none("table");
  if (!table.empty() && !is_table_id(table)) rematch.must_be("table", "the name of a table");
  if (!has_begun()) rematch.fail({"a rematch before a game"});
  if (auto good = rematch.checked(); !good) return message.fail(std::move(good.error()));
  if (!table.empty()) rematch_ = table;
  if (by && rematch_.empty()) listener.wants_rematch(*this, *by - 1);
}

std::optional<std::chrono::milliseconds> FollowedTable::claimable_in(std::size_t player) const {
  const bool is_possible = has_claims() && state_ == TableState::playing && own_player() && own_player() != player &&
                           !is_program(player) && !is_there(player);
  if (!is_possible) return std::nullopt;
  return std::max(std::chrono::milliseconds(0), claim_after_ - absent_[player]);
}

std::optional<std::size_t> FollowedTable::own_player() const {
  if (!seat_ || !duel_) return std::nullopt;
  return player_now_at(*seat_);
}

PerSeat<Known> FollowedTable::known() const {
  PerSeat<Known> known;
  for (const Seat seat : kSeats) {
    const std::size_t player = player_at(seat);
    const bool may_change = may_swap_ || best_of_ > 1;
    known[seat] = {names_[player], programs_[player], may_change ? static_cast<int>(player) + 1 : 0};
  }
  return known;
}

}  // namespace duello
