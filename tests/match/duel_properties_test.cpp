// What holds for a duel of any game, whatever the two players ask for and whenever they do.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "match/duel.hpp"
#include "tests/match/random_games.hpp"

namespace duello {
namespace {

constexpr std::optional<Seat> kAudiences[] = {std::nullopt, Seat::one, Seat::two};

struct Asked {
  Seat seat;
  Request request;
  Moment at;
};

AnyMove any_move(const AnyGame& game, const AnyView& view, Random& random) {
  return game.pick(view, random.below(game.count(view)));
}

Terms random_terms(Random& random) {
  Terms terms{.consent = random.below(3) == 0 ? Consent::at_once : Consent::asked};
  for (Sitter& sitter : terms.sitters.of) sitter = random.below(4) == 0 ? Sitter::program : Sitter::person;
  if (random.below(2) == 0)
    terms.time = TimeControl{.kind = random.below(2) == 0 ? TimeControl::Kind::game : TimeControl::Kind::move,
                             .time = std::chrono::milliseconds(1 + random.below(20'000)),
                             .increment = std::chrono::milliseconds(random.below(1'000))};
  return terms;
}

// Mostly what is sensible, and anything else too.
Asked random_request(const Duel& duel, Moment now, Random& random) {
  const Referee& referee = duel.referee();
  const AnyGame& game = referee.game();
  const Seat mover = referee.mover();
  const Seat seat = random.below(8) == 0 ? other(mover) : mover;
  const Seat either = random.below(2) == 0 ? Seat::one : Seat::two;
  switch (random.below(24)) {
    case 0:
    case 1:
    case 2:
      return {either, Undo{}, now};
    case 3:
    case 4:
      return {either, Agree{}, now};
    case 5:
      return {either, Decline{}, now};
    case 6:
    case 7:
      return {seat, Swap{}, now};
    case 8:
      return random.below(4) == 0 ? Asked{either, Resign{}, now} : Asked{either, Forfeit{"it crashed"}, now};
    case 9:
    case 10:  // perhaps legal, perhaps not
      return {seat, any_move(game, game.view(game.start(referee.first()), referee.first()), random), now};
    default:
      if (referee.result()) return {seat, Undo{}, now};
      return {seat, any_move(game, referee.view(mover), random), now};
  }
}

// All that anybody can find out about a duel.
std::string everything(const Duel& duel) {
  std::string text = everything_shown(duel.referee());
  text += cat(duel.events().size(), ' ', duel.offer() ? number(*duel.offer()) : 0, ' ', line_of_moves(duel.referee()));
  if (duel.clock()) text += duel.clock()->text();
  for (const Seat seat : kSeats) text += duel.objection_to_undo(seat);
  return text;
}

RC_GTEST_PROP(AnyDuel, NumbersItsEventsChangesNothingOnAComplaintAndIsTheSameAgain, (std::uint64_t seed)) {
  for_each_game(seed, [](const AnyGame& game, Random& random) {
    const Terms terms = random_terms(random);
    const Conditions conditions{.round_limit = 3, .seed = random(), .swap = random.below(2) == 0};
    Duel duel(Referee(game, conditions), terms);
    std::vector<Asked> accepted;
    std::vector<News> told[3];
    for (std::size_t i = 0; i < 3; ++i) told[i] = duel.since(0, kAudiences[i]);
    Moment now{};
    for (int step = 0; step < 40; ++step) {
      now += std::chrono::milliseconds(random.below(1'000));
      const Asked asked = random_request(duel, now, random);
      const Duel before = duel;
      const bool was_over = duel.referee().result().has_value();
      const std::size_t known = duel.events().size();
      const auto events = duel.submit(asked.seat, asked.request, asked.at);
      if (!events) {
        RC_ASSERT(everything(duel) == everything(before));
        RC_ASSERT(is_printable(events.error().why) && !events.error().why.empty() && events.error().why.back() != '.');
        continue;
      }
      RC_ASSERT(!was_over);
      accepted.push_back(asked);
      RC_ASSERT(!events->empty());
      RC_ASSERT(events->front().number == known + 1);
      RC_ASSERT(events->size() == duel.events().size() - known);
      for (std::size_t i = 0; i < duel.events().size(); ++i) RC_ASSERT(duel.events()[i].number == i + 1);
      RC_ASSERT(duel.events().back().is<event::Ended>() == duel.referee().result().has_value());
      for (std::size_t i = 0; i < 3; ++i)
        for (const Event& event : *events) told[i].push_back(duel.told(event, kAudiences[i]));
    }
    // Whoever asks later is told the same as whoever listened all the time.
    for (std::size_t i = 0; i < 3; ++i) RC_ASSERT(duel.since(0, kAudiences[i]) == told[i]);

    Duel again(Referee(game, conditions), terms);
    for (const Asked& asked : accepted) RC_ASSERT(again.submit(asked.seat, asked.request, asked.at).has_value());
    RC_ASSERT(everything(again) == everything(duel));
    for (const auto audience : kAudiences) RC_ASSERT(again.since(0, audience) == duel.since(0, audience));
    RC_ASSERT(again.clock() == duel.clock());
  });
}

// What an audience can find out about a duel.
std::string known_to(const Duel& duel, std::optional<Seat> audience) {
  const Referee& referee = duel.referee();
  const Pen pen = plain_pen(referee.game());
  std::string text =
      cat(referee.game().board(referee.view(audience), pen), joined(referee.told(audience), " "), ' ',
          duel.events().size(), ' ', duel.offer() ? number(*duel.offer()) : 0, ' ', referee.swapped() ? "swapped" : "");
  if (referee.result()) text += cat(number(referee.result()->winner), referee.result()->reason, referee.closing(pen));
  return text;
}

RC_GTEST_PROP(AnyDuel, IsFollowedByWhoeverIsToldOfIt, (std::uint64_t seed)) {
  for_each_game(seed, [](const AnyGame& game, Random& random) {
    Terms terms = random_terms(random);
    const Conditions conditions{.round_limit = 3, .seed = random(), .swap = random.below(2) == 0};
    Duel duel(Referee(game, conditions), terms);
    Record record = record_of(game, conditions);
    terms.time.reset();
    Conditions known = conditions;
    known.seed = random();  // as nobody is told how the coin will fall
    std::vector<Duel> followers(3, Duel(Referee(game, known), terms));
    Moment now{};
    for (int step = 0; step < 40; ++step) {
      now += std::chrono::milliseconds(random.below(1'000));
      const Asked asked = random_request(duel, now, random);
      const auto events = duel.submit(asked.seat, asked.request, asked.at);
      if (!events) continue;
      append_events(record, duel.referee(), *events);
      Record rebuilt = record_of(game, conditions);
      bring_up_to_date(rebuilt, duel.referee());
      RC_ASSERT(record_text(record) == record_text(rebuilt));
      for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<News> news = duel.since(events->front().number - 1, kAudiences[i]);
        for (std::span<const News> rest = news; !rest.empty(); rest = rest.subspan(1))
          RC_ASSERT(followers[i].follow(rest).has_value());
        RC_ASSERT(known_to(followers[i], kAudiences[i]) == known_to(duel, kAudiences[i]));
      }
    }
    // Whoever comes later is told everything at once.
    for (const auto audience : kAudiences) {
      Duel late(Referee(game, known), terms);
      const std::vector<News> news = duel.since(1, audience);
      for (std::span<const News> rest = news; !rest.empty(); rest = rest.subspan(1))
        RC_ASSERT(late.follow(rest).has_value());
      RC_ASSERT(known_to(late, audience) == known_to(duel, audience));
    }
  });
}

// Two games go the same way, but for what one seat does in secret. Until it is revealed nobody else can tell them
// apart.
RC_GTEST_PROP(AnyDuel, TellsNothingOfASecretBeforeItIsRevealed, (std::uint64_t seed)) {
  for_each_game(seed, [](const AnyGame& game, Random& random) {
    const Seat hider = random.below(2) == 0 ? Seat::one : Seat::two;
    Terms terms = random_terms(random);
    terms.sitters = {};
    Duel one(Referee(game, {.round_limit = 3}), terms);
    Duel two = one;
    Moment now{};
    for (int step = 0; step < 40; ++step) {
      now += std::chrono::milliseconds(random.below(1'000));
      const Asked asked = random_request(one, now, random);
      Request request = asked.request;
      if (const AnyMove* const move = std::get_if<AnyMove>(&request); move != nullptr && asked.seat == hider) {
        const AnyView view = two.referee().view(hider);
        // Nobody else is told either why a secret move was refused.
        if (!game.allows(one.referee().view(hider), *move)) continue;
        if (!game.shows(*move)) {
          if (!game.stand_in(view)) return;
          AnyMove secret = any_move(game, view, random);
          while (game.shows(secret)) secret = any_move(game, view, random);
          request = secret;
        }
      }
      const auto first = one.submit(asked.seat, asked.request, asked.at);
      const auto second = two.submit(asked.seat, request, asked.at);
      RC_ASSERT(first.has_value() == second.has_value());
      if (!first) {
        RC_ASSERT(first.error().why == second.error().why);
        continue;
      }
      for (const Event& event : *first)
        if (event.is<event::Revealed>()) return;
      for (const auto audience : {std::optional<Seat>(), std::optional(other(hider))})
        RC_ASSERT(one.since(0, audience) == two.since(0, audience));
      RC_ASSERT(one.clock() == two.clock());
      if (one.referee().result()) return;
    }
  });
}

// What a player has in its hands is bound to its seat.
template <class T>
concept TellsAnySeat = requires(const T& story, Seat seat) { story.told(seat); };

static_assert(!TellsAnySeat<Story> && !TellsAnySeat<SeatStory>);
static_assert(!std::is_base_of_v<Story, Referee> && !std::is_base_of_v<Story, Duel>);
static_assert(!std::is_convertible_v<const Story&, const Referee&>);
static_assert(!std::is_convertible_v<const SeatStory&, const Referee&>);

TEST(SeatStory, TellsItsOwnSeatAlone) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {.first = Seat::two});
  play(referee, "1:5 2:3");
  EXPECT_EQ(SeatStory(referee, Seat::one).told(), (std::vector<std::string>{"?", "2:3"}));
  EXPECT_EQ(SeatStory(referee, Seat::two).told(), (std::vector<std::string>{"1:5", "?"}));
  EXPECT_EQ(SeatStory(referee, Seat::one).seat(), Seat::one);
  EXPECT_EQ(SeatStory(referee, Seat::one).first(), Seat::two);
}

}  // namespace
}  // namespace duello
