#include "server/followed_table.hpp"

#include <algorithm>
#include <utility>

#include "json/games.hpp"
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

// Parts of a message that may be missing. What is there must be as it should be; servers to come may add what is not
// known here.
template <class Part>
using Perhaps = std::expected<std::optional<Part>, Complaint>;

Perhaps<std::uint64_t> number_at(const JsonValue& value, std::string_view key, std::uint64_t least,
                                 std::uint64_t most) {
  const JsonValue* const found = value.find(key);
  if (found == nullptr) return std::nullopt;
  const auto number = found->whole();
  if (!number || *number < least || *number > most) return senseless(key);
  return *number;
}

Perhaps<Seat> seat_at(const JsonValue& value, std::string_view key) {
  const auto number = number_at(value, key, 1, 2);
  if (!number) return std::unexpected(number.error());
  if (!*number) return std::nullopt;
  return **number == 1 ? Seat::one : Seat::two;
}

std::expected<bool, Complaint> flag_at(const JsonValue& value, std::string_view key) {
  const JsonValue* const found = value.find(key);
  if (found == nullptr) return false;
  if (found->kind != JsonValue::Kind::flag) return senseless(key);
  return found->text == "true";
}

// A list of two parts of that kind.
std::expected<const JsonValue*, Complaint> two_at(const JsonValue& value, std::string_view key, JsonValue::Kind kind) {
  const JsonValue* const found = value.find(key);
  if (found == nullptr) return nullptr;
  const bool is_good = found->kind == JsonValue::Kind::list && found->values.size() == 2 &&
                       std::ranges::all_of(found->values, [&](const JsonValue& each) { return each.kind == kind; });
  if (!is_good) return senseless(key);
  return found;
}

// Words of strangers that stand in our sentences.
std::string shown(const JsonValue& text) {
  const std::string name = printable(text.text, Known::kLongest);
  return is_name(name) ? name : "";
}

}  // namespace

std::chrono::milliseconds ToldClock::left_at(Seat seat, Time now) const {
  const auto passed = std::chrono::floor<std::chrono::milliseconds>(now - told);
  return std::max(std::chrono::milliseconds(0), runs == seat ? left[seat] - passed : left[seat]);
}

std::expected<void, Complaint> FollowedTable::take(const JsonValue& message, ToldClock::Time now, Listener& listener) {
  if (message.find("table") != nullptr) {
    if (const auto done = welcome(message); !done) return done;
  }
  // Before the welcome nothing is meant for us.
  if (!is_known()) return {};
  const bool is_about_game = message.find("news") != nullptr;
  if (is_about_game) {
    for (const auto& done : {take_state(message), take_lists(message), take_clock(message, now)})
      if (!done) return done;
    if (const auto done = take_news(message, listener); !done) return done;
  }
  if (const auto done = take_presence(message, listener); !done) return done;
  if (const JsonValue* const said = message.find("said"))
    if (const auto done = take_said(*said, listener); !done) return done;
  if (const JsonValue* const rematch = message.find("rematch"))
    if (const auto done = take_rematch(*rematch, listener); !done) return done;
  if (const JsonValue* const closing = message.find("closing")) listener.closing(clause_of(closing->text));
  return {};
}

std::expected<void, Complaint> FollowedTable::welcome(const JsonValue& facts) {
  if (is_known()) return {};
  if (facts.find("news") == nullptr) return senseless("a welcome without news");
  return learn(facts);
}

std::expected<void, Complaint> FollowedTable::learn(const JsonValue& facts) {
  JsonValue choice{.kind = JsonValue::Kind::object};
  for (const std::string_view key : {"game", "rules"})
    if (const JsonValue* const part = facts.find(key)) {
      choice.keys.emplace_back(key);
      choice.values.push_back(*part);
    }
  const auto wanted = read_choice(choice);
  if (!wanted) return senseless("the game");
  const auto players = two_at(facts, "players", JsonValue::Kind::text);
  if (!players) return std::unexpected(players.error());
  if (*players != nullptr)
    for (std::size_t i = 0; i < 2; ++i)
      if (const JsonValue& who = (*players)->values[i]; who.text != kHuman)
        programs_[i] = shown(who).empty() ? "program" : shown(who);
  const auto swap = flag_at(facts, "swap");
  const auto values = flag_at(facts, "values");
  const auto best_of = number_at(facts, "best_of", 1, Agreement::kMostGames);
  const auto rounds = number_at(facts, "rounds", 0, Agreement::kMostGames);
  const auto claim_after = number_at(facts, "claim_after", 0, kLongestTold);
  if (!swap || !values || !best_of || !rounds || !claim_after) return senseless("what was agreed on");
  may_swap_ = *swap;
  shows_values_ = *values;
  claim_after_ = std::chrono::milliseconds(claim_after->value_or(0));
  best_of_ = static_cast<int>(best_of->value_or(1));
  rounds_ = static_cast<int>(rounds->value_or(10));
  // A game that is not known here is told of as the catalog tells it.
  auto chosen = ChosenGame::from(*wanted);
  if (!chosen) return complaint("This game cannot be played here: ", printable(chosen.error().why, 300));
  chosen_.emplace(*std::move(chosen));
  return {};
}

std::expected<void, Complaint> FollowedTable::take_state(const JsonValue& message) {
  const auto seat = seat_at(message, "seat");
  if (!seat) return std::unexpected(seat.error());
  seat_ = *seat;
  const JsonValue* const state = message.find("state");
  if (state == nullptr) return {};
  for (const TableState each :
       {TableState::open, TableState::playing, TableState::over, TableState::withdrawn, TableState::aborted})
    if (state->text == name_of(each)) {
      state_ = each;
      return {};
    }
  return senseless("state");
}

std::expected<void, Complaint> FollowedTable::take_lists(const JsonValue& message) {
  const auto names = two_at(message, "names", JsonValue::Kind::text);
  if (!names) return std::unexpected(names.error());
  if (*names != nullptr)
    for (std::size_t i = 0; i < 2; ++i) names_[i] = shown((*names)->values[i]);
  const auto wins = two_at(message, "wins", JsonValue::Kind::number);
  if (!wins) return std::unexpected(wins.error());
  if (*wins != nullptr)
    for (std::size_t i = 0; i < 2; ++i) {
      const auto count = (*wins)->values[i].whole();
      if (!count || *count > Agreement::kMostGames) return senseless("wins");
      wins_[i] = static_cast<int>(*count);
    }
  return {};
}

std::expected<void, Complaint> FollowedTable::take_news(const JsonValue& message, Listener& listener) {
  const JsonValue* const at = message.find("at");
  const auto mark = at == nullptr ? senseless("no mark") : read_mark(*at);
  if (!mark) return senseless("the mark");
  const JsonValue& list = *message.find("news");
  if (list.kind != JsonValue::Kind::list || list.values.size() > kMostNews) return senseless("news");
  const auto news = read_all_news(list);
  if (!news) return std::unexpected(news.error());
  // What is older than what is known says nothing new.
  if (mark->game == 0 || *mark <= this->mark()) return {};
  const bool are_wins_told = message.find("wins") != nullptr;
  if (mark->game != number_of_game_) {
    // The game begins when somebody takes the free seat, who is then on their way to the table.
    if (!has_begun() && message.find("table") == nullptr) is_arriving_ = {true, true};
    if (const auto begun = begin(*news, *mark, listener); !begun) return begun;
  } else {
    const auto taken = replica_->take(*news, [&](const Duel& duel, const Event& event) {
      if (event.is<event::Ended>() && !are_wins_told) ++wins_[player_now_at(duel.referee().result()->winner)];
      listener.happened(*this, duel, event);
    });
    if (!taken) return taken;
  }
  if (replica_->number() != mark->number) return senseless("the number of an event");
  const auto sitting = two_at(message, "sitting", JsonValue::Kind::number);
  if (!sitting || (*sitting != nullptr && (*sitting)->values[0].whole() != player_now_at(Seat::one) + 1))
    return senseless("who sits where");
  return {};
}

// From its beginning, or from where it stands.
std::expected<void, Complaint> FollowedTable::begin(const std::vector<News>& news, Bookmark mark, Listener& listener) {
  const bool is_first_told = !has_begun();
  number_of_game_ = mark.game;
  Terms terms{.consent = Consent::asked};
  for (const Seat seat : kSeats) terms.sitters[seat] = is_program(player_at(seat)) ? Sitter::program : Sitter::person;
  replica_.emplace(game(), Conditions{.first = Seat::one, .round_limit = rounds_, .swap = may_swap_}, terms);
  if (const auto taken = replica_->take(news, {}); !taken) return taken;
  // Both sit there when a game begins; if not, it is told at once.
  if (is_first_told) is_there_ = {true, true};
  listener.began(*this);
  return {};
}

std::expected<void, Complaint> FollowedTable::take_clock(const JsonValue& message, ToldClock::Time now) {
  const JsonValue* const clock = message.find("clock");
  if (clock == nullptr) return {};
  const auto left = two_at(*clock, "left", JsonValue::Kind::number);
  const auto runs = seat_at(*clock, "runs");
  if (!left || *left == nullptr || !runs) return senseless("clock");
  ToldClock told{.left = {}, .runs = *runs, .told = now};
  for (const Seat seat : kSeats) {
    const auto time = (*left)->values[index(seat)].whole();
    if (!time || *time > kLongestTold) return senseless("clock");
    told.left[seat] = std::chrono::milliseconds(*time);
  }
  clock_ = told;
  return {};
}

std::expected<void, Complaint> FollowedTable::take_presence(const JsonValue& message, Listener& listener) {
  const auto present = two_at(message, "present", JsonValue::Kind::flag);
  if (!present) return std::unexpected(present.error());
  if (*present == nullptr) return {};
  const auto absent = two_at(message, "absent", JsonValue::Kind::number);
  if (!absent) return std::unexpected(absent.error());
  for (std::size_t player = 0; player < 2 && *absent != nullptr; ++player) {
    const auto time = (*absent)->values[player].whole();
    if (!time || *time > kLongestTold) return senseless("absent");
    absent_[player] = std::chrono::milliseconds(*time);
  }
  for (std::size_t player = 0; player < 2; ++player) {
    const bool is_there = (*present)->values[player].text == "true";
    is_arriving_[player] = is_arriving_[player] && !is_there && absent_[player] < kArrival;
    if (is_arriving_[player]) continue;
    const bool was_there = std::exchange(is_there_[player], is_there);
    if (!has_begun() || is_there == was_there || is_program(player) || player == own_player()) continue;
    is_there ? listener.came(*this, player) : listener.went(*this, player);
  }
  return {};
}

std::expected<void, Complaint> FollowedTable::take_said(const JsonValue& said, Listener& listener) {
  const auto seat = seat_at(said, "seat");
  const auto phrase = number_at(said, "phrase", 1, UINT32_MAX);
  if (!seat || !*seat || !phrase || !*phrase) return senseless("said");
  // One that is not known here may come from a newer program.
  if (has_begun() && **phrase <= kSpoken.size()) listener.said(*this, **seat, kSpoken[**phrase - 1]);
  return {};
}

std::expected<void, Complaint> FollowedTable::take_rematch(const JsonValue& rematch, Listener& listener) {
  const auto by = number_at(rematch, "by", 1, 2);
  const JsonValue* const table = rematch.find("table");
  if (!by || (table != nullptr && !is_table_id(table->text)) || !has_begun()) return senseless("rematch");
  if (table != nullptr) rematch_ = table->text;
  if (*by && rematch_.empty()) listener.wants_rematch(*this, **by - 1);
  return {};
}

std::optional<std::chrono::milliseconds> FollowedTable::claimable_in(std::size_t player) const {
  const bool is_possible = has_claims() && state_ == TableState::playing && own_player() && own_player() != player &&
                           !is_program(player) && !is_there(player);
  if (!is_possible) return std::nullopt;
  return std::max(std::chrono::milliseconds(0), claim_after_ - absent_[player]);
}

std::optional<std::size_t> FollowedTable::own_player() const {
  if (!seat_ || !replica_) return std::nullopt;
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
