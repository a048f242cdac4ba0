#include "arena/arena.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <system_error>
#include <thread>

#include "core/random.hpp"
#include "match/replay.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

// How a finished game is kept in a byte; 0 is one that was not played.
enum Bits : std::uint8_t { kPlayed = 1, kWonByTwo = 2, kForfeited = 4 };

constexpr std::string_view kEvent = "arena";
constexpr std::string_view kOpeningNames[] = {"none", "random", "balanced"};
constexpr std::string_view kPairingNames[] = {"everybody", "gauntlet"};

template <class Kind, std::size_t N>
std::optional<Kind> kind_of(const std::string_view (&names)[N], std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Kind>(found - std::begin(names));
}

// Puts down what was read; false if nothing was.
template <class T>
bool take(T& place, const std::optional<T>& read) {
  place = read.value_or(place);
  return read.has_value();
}

constexpr Terms kPrograms{.sitters = {{Sitter::program, Sitter::program}}};

// A game may be without an end.
class StopSign final : public Listener {
 public:
  explicit StopSign(const std::atomic<bool>& stopped) : stopped_(stopped) {}
  bool goes_on() const override { return !stopped_; }

 private:
  const std::atomic<bool>& stopped_;
};

// Commands of engines may hold anything, so whatever is not a plain letter, digit or sign, or means something in a
// plan, is written as its code.
std::string word_of(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte >= 0x7f || c == '%' || c == ',')
      word += {'%', kHex[byte >> 4], kHex[byte & 15]};
    else
      word += c;
  }
  return word;
}

std::string text_of(std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    unsigned code = 0;
    if (word[i] == '%' && i + 2 < word.size() &&
        std::from_chars(word.data() + i + 1, word.data() + i + 3, code, 16).ec == std::errc()) {
      text += static_cast<char>(code);
      i += 2;
    } else {
      text += word[i];
    }
  }
  return text;
}

}  // namespace

std::optional<OpeningKind> opening_kind(std::string_view name) { return kind_of<OpeningKind>(kOpeningNames, name); }

std::string ArenaPlan::objection() const {
  if (players.size() < 2) return "An arena needs at least two players";
  if (players.size() > kMostPlayers)
    return cat("An arena has at most ", kMostPlayers, " players, not ", players.size());
  if (games == 0 || games % 2 != 0) return "An arena has an even number of games for each two players";
  if (all_games() > kMostGames) return cat("An arena has at most ", kMostGames, " games in all; lower --games");
  if (sprt && players.size() != 2) return "--sprt compares two players; name exactly two";
  if (text().size() > kLongestText) return "The names of the players are too long for a record";
  return {};
}

std::string ArenaPlan::text() const {
  std::vector<std::string> names;
  for (const std::string& player : players) names.push_back(word_of(player));
  std::string text =
      cat(kEvent, " players=", joined(names, ","), " pairings=", kPairingNames[static_cast<std::size_t>(pairings)],
          " games=", games, " openings=", kOpeningNames[static_cast<std::size_t>(openings)], " moves=", opening_moves,
          " rounds=", rounds, " movetime=", movetime, " seed=", seed);
  if (sprt) text += cat(" sprt=", sprt->text());
  return text;
}

std::expected<ArenaPlan, Complaint> ArenaPlan::read(std::string_view text) {
  const auto wrong = [&] {
    return complaint("The tag ", kEventTag, " is not a plan that this version knows: ", in_quotes(text));
  };
  std::vector<std::string> words = words_of(text);
  if (words.empty() || words.front() != kEvent) return wrong();
  ArenaPlan plan;
  for (const std::string& word : std::span(words).subspan(1)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return wrong();
    const std::string_view key = std::string_view(word).substr(0, equals);
    const std::string_view value = std::string_view(word).substr(equals + 1);
    bool fine = true;
    if (key == "players") {
      for (const std::string& player : parts_of(value, ',')) plan.players.push_back(text_of(player));
    } else if (key == "pairings") {
      fine = take(plan.pairings, kind_of<Pairings>(kPairingNames, value));
    } else if (key == "openings") {
      fine = take(plan.openings, kind_of<OpeningKind>(kOpeningNames, value));
    } else if (key == "games") {
      fine = take(plan.games, number_in<std::uint64_t>(value));
    } else if (key == "moves") {
      fine = take(plan.opening_moves, number_in<int>(value));
    } else if (key == "rounds") {
      fine = take(plan.rounds, number_in<int>(value));
    } else if (key == "movetime") {
      fine = take(plan.movetime, number_in<int>(value));
    } else if (key == "seed") {
      fine = take(plan.seed, number_in<std::uint64_t>(value));
    } else if (key == "sprt") {
      const auto sprt = Sprt::read(value);
      fine = sprt.has_value();
      if (sprt) plan.sprt = *sprt;
    } else {
      fine = false;
    }
    if (!fine) return wrong();
  }
  if (plan.opening_moves < 0 || plan.opening_moves > kMostOpeningMoves || plan.rounds < 0 || plan.movetime < 0)
    return wrong();
  if (const std::string objection = plan.objection(); !objection.empty())
    return complaint("The tag ", kEventTag, " cannot be played: ", objection);
  // Games are told to be of the same plan by its text, so there is only one.
  if (plan.text() != text) return wrong();
  return plan;
}

std::vector<std::array<std::size_t, 2>> ArenaPlan::meetings() const {
  std::vector<std::array<std::size_t, 2>> meetings;
  const std::size_t firsts = pairings == Pairings::gauntlet ? 1 : players.size();
  for (std::size_t one = 0; one < firsts; ++one)
    for (std::size_t two = one + 1; two < players.size(); ++two) meetings.push_back({one, two});
  return meetings;
}

std::uint64_t ArenaPlan::all_games() const {
  const std::uint64_t others = players.empty() ? 0 : players.size() - 1;
  const std::uint64_t pairs = pairings == Pairings::gauntlet ? others : players.size() * others / 2;
  std::uint64_t all = 0;
  return __builtin_mul_overflow(games, pairs, &all) ? std::numeric_limits<std::uint64_t>::max() : all;
}

Arena::Arena(const AnyGame& game, ArenaPlan plan, const Oracle* oracle)
    : game_(game),
      plan_(std::move(plan)),
      event_(plan_.text()),
      seeds_(plan_.seed),
      openings_(game, plan_.openings, plan_.opening_moves, seeds_.openings(), oracle),
      pairings_(plan_.meetings()),
      results_(pairings_.size() * plan_.games),
      decided_at_(results_.size()) {}

// The two games of a pair stand together, and the pairings take turns, so that standings mean something at any time.
Arena::Fixture Arena::fixture(std::uint64_t game) const {
  const std::uint64_t pair = game / 2;
  Fixture fixture{
      .pairing = static_cast<std::size_t>(pair % pairings_.size()), .opening = pair / pairings_.size(), .players = {}};
  const auto& [one, two] = pairings_[fixture.pairing];
  fixture.players = game % 2 == 0 ? PerSeat<std::size_t>{{one, two}} : PerSeat<std::size_t>{{two, one}};
  return fixture;
}

std::expected<void, Complaint> Arena::count(const Record& record) {
  const std::string_view round = record.tag(kRoundTag);
  const std::uint64_t number = number_in<std::uint64_t>(round).value_or(0);
  if (record.tag(kEventTag) != event_) return complaint("A game of another arena is among the records");
  if (number < 1 || number > results_.size())
    return complaint("The tag ", kRoundTag, " must be a number from 1 to ", results_.size(), ", not ",
                     in_quotes(round));
  if (!record.winner) return complaint("Game ", number, " of the arena is unfinished");
  if (results_[number - 1] != 0) return complaint("Game ", number, " of the arena appears twice");
  note(number - 1, {*record.winner, record.reason.starts_with(Referee::kForfeit)});
  return {};
}

void Arena::note(std::uint64_t game, const Ending& ending) {
  unsigned bits = kPlayed;
  if (ending.winner == Seat::two) bits |= kWonByTwo;
  if (ending.by_forfeit) bits |= kForfeited;
  results_[game].store(static_cast<std::uint8_t>(bits), std::memory_order_release);
  for (std::uint64_t end = played_end_; end <= game && !played_end_.compare_exchange_weak(end, game + 1);) {
  }
  played_.fetch_add(1, std::memory_order_relaxed);
  if (plan_.sprt) advance_test();
}

void Arena::advance_test() {
  const std::scoped_lock lock(test_mutex_);
  while (decided_at_ == results_.size() && 2 * tested_ + 1 < results_.size()) {
    const unsigned first = results_[2 * tested_].load(std::memory_order_acquire);
    const unsigned second = results_[2 * tested_ + 1].load(std::memory_order_acquire);
    if (first == 0 || second == 0) return;
    ++tested_;
    ++test_pairs_[((first & kWonByTwo) == 0 ? 1U : 0U) + ((second & kWonByTwo) != 0 ? 1U : 0U)];
    if (plan_.sprt->verdict(test_pairs_) != Sprt::Verdict::open) decided_at_ = 2 * tested_;
  }
}

void Arena::play(std::vector<Desk> desks, const std::function<bool()>& goes_on) {
  next_ = 0;
  stopped_ = false;
  std::atomic<std::size_t> working = desks.size();
  std::vector<std::jthread> threads;
  try {
    for (Desk& desk : desks)
      threads.emplace_back([this, &desk, &working] {
        work(desk);
        desk.supplies.reset();
        working.fetch_sub(1);
      });
  } catch (const std::system_error&) {
    // Where there is no room for more threads, fewer do the work.
    if (threads.empty()) throw;
    working.fetch_sub(desks.size() - threads.size());
  }
  constexpr auto kNowAndThen = std::chrono::milliseconds(20);
  while (working != 0) {
    if (!goes_on()) stopped_ = true;
    std::this_thread::sleep_for(kNowAndThen);
  }
}

void Arena::work(Desk& desk) {
  while (!stopped_) {
    const std::uint64_t game = next_.fetch_add(1, std::memory_order_relaxed);
    if (game >= decided_at_) return;
    if (results_[game].load(std::memory_order_relaxed) != 0) continue;
    if (!play_one(game, desk)) stopped_ = true;
  }
}

std::optional<Duel> Arena::conducted(std::uint64_t game, Supplies& supplies, Listener& listener) const {
  const Fixture fixture = this->fixture(game);
  const bool has_engine =
      std::ranges::any_of(kSeats, [&](Seat seat) { return is_engine(plan_.players[fixture.players[seat]]); });
  const std::uint64_t seed = has_engine ? fresh_seed() : seeds_.game(game);
  const GameSeeds spent = Seeds(seed).after(0);
  Duel duel(Referee(game_, {.first = Seat::one, .round_limit = plan_.rounds, .seed = seed}), kPrograms);
  const Referee& referee = duel.referee();
  for (const AnyMove& move : openings_.at(fixture.opening)) {
    [[maybe_unused]] const auto played = duel.submit(referee.mover(), move);
    assert(played);
  }

  PerSeat<std::unique_ptr<Player>> players;
  for (const Seat seat : kSeats) {
    auto player = make_player(plan_.players[fixture.players[seat]], Random(spent.players[seat]), supplies);
    if (player)
      players[seat] = *std::move(player);
    else if (supplies.is_interrupted())
      return std::nullopt;
    else if (!referee.result())
      duel.submit(seat, Forfeit{player.error().why}).value();
  }
  // Whoever leaves here was interrupted, and the game will be played another time.
  if (!referee.result() && conduct(duel, {{players[Seat::one].get(), players[Seat::two].get()}}, listener))
    return std::nullopt;
  return duel;
}

Record Arena::record_of(std::uint64_t game, const Duel& duel) const {
  const Fixture fixture = this->fixture(game);
  Record record = duello::record_of(game_, duel.referee().conditions());
  bring_up_to_date(record, duel.referee());
  for (const Seat seat : kSeats) record.players[seat] = plan_.players[fixture.players[seat]];
  record.set(kEventTag, event_);
  record.set(kRoundTag, cat(game + 1));
  if (const auto opening = openings_.at(fixture.opening); !opening.empty())
    record.set(kOpeningTag, cat(opening.size()));
  return record;
}

bool Arena::play_one(std::uint64_t game, Desk& desk) {
  StopSign stop(stopped_);
  const auto duel = conducted(game, *desk.supplies, stop);
  if (!duel) return false;
  if (desk.keep) {
    Record record = record_of(game, *duel);
    if (!desk.keep(record)) return false;
  }
  const Result& result = *duel->referee().result();
  note(game, {result.winner, result.how == Result::How::forfeited});
  return true;
}

Arena::Tally Arena::new_tally() const {
  Tally tally;
  for (std::size_t i = 0; i < plan_.players.size(); ++i) tally.players.push_back({.player = i, .rating = {}});
  for (const auto& [one, two] : pairings_) tally.encounters.push_back({.one = one, .two = two});
  return tally;
}

bool Arena::add_pair(Tally& tally, bool whole) const {
  const std::array<unsigned, 2> results{results_[2 * tally.pairs].load(std::memory_order_acquire),
                                        results_[2 * tally.pairs + 1].load(std::memory_order_acquire)};
  if (whole && (results[0] == 0 || results[1] == 0)) return false;
  std::size_t games = 0;
  std::size_t wins = 0;  // of the pairing's first player
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i] == 0) continue;
    const Fixture fixture = this->fixture(2 * tally.pairs + i);
    const Seat winner = (results[i] & kWonByTwo) == 0 ? Seat::one : Seat::two;
    ++games;
    wins += fixture.players[winner] == pairings_[fixture.pairing][0] ? 1 : 0;
    tally.first_wins += winner == Seat::one ? 1 : 0;
    for (const Seat seat : kSeats) ++tally.players[fixture.players[seat]].games;
    ++tally.players[fixture.players[winner]].wins;
    if ((results[i] & kForfeited) != 0) ++tally.players[fixture.players[other(winner)]].forfeits;
  }
  Encounter& encounter = tally.encounters[static_cast<std::size_t>(tally.pairs % pairings_.size())];
  if (games == 2) ++encounter.pairs[wins];
  if (games == 1) ++encounter.singles[wins];
  tally.counted += games;
  ++tally.pairs;
  return true;
}

Standings Arena::standings() const {
  const std::uint64_t end = std::min<std::uint64_t>(decided_at_, played_end_ + played_end_ % 2);
  Tally tally = [&] {
    const std::scoped_lock lock(tally_mutex_);
    if (complete_.players.empty() || 2 * complete_.pairs > end) complete_ = new_tally();
    while (2 * complete_.pairs < end && add_pair(complete_, true)) {
    }
    return complete_;
  }();
  while (2 * tally.pairs < end) add_pair(tally, false);

  Standings standings;
  standings.planned = results_.size();
  standings.played = played_;
  standings.counted = tally.counted;
  standings.players = std::move(tally.players);
  standings.encounters = std::move(tally.encounters);
  standings.first = share(tally.first_wins, standings.counted);
  const std::vector<Rating> rated = ratings(plan_.players.size(), standings.encounters);
  for (Standing& standing : standings.players) standing.rating = rated[standing.player];
  std::ranges::sort(standings.players, [](const Standing& one, const Standing& two) {
    return one.rating.elo != two.rating.elo ? one.rating.elo > two.rating.elo : one.player < two.player;
  });
  if (plan_.sprt) {
    const std::scoped_lock lock(test_mutex_);
    standings.log_likelihood_ratio = plan_.sprt->log_likelihood_ratio(test_pairs_);
    standings.verdict = plan_.sprt->verdict(test_pairs_);
  }
  return standings;
}

}  // namespace duello
