// What is true of every game under all its rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/random.hpp"
#include "tests/games/agreement.hpp"
#include "tests/games/generators.hpp"

namespace duello {
namespace {

template <class G>
class EveryGame : public ::testing::Test {};
TYPED_TEST_SUITE(EveryGame, EveryGameType);

TYPED_TEST(EveryGame, HasMovesExactlyUntilItIsOver) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      RC_ASSERT((game.legal(position).size() == 0) == game.outcome(position).has_value());
    });
  });
}

TYPED_TEST(EveryGame, CountsPicksAndVisitsTheSameMoves) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      const auto moves = game.legal(position);
      if (moves.size() > 500) return;
      std::uint64_t visited = 0;
      std::set<std::string> texts;
      moves.for_each([&](const typename TypeParam::Move& move) {
        RC_ASSERT(moves[visited] == move);
        texts.insert(game.write(move));
        ++visited;
      });
      RC_ASSERT(visited == moves.size());
      RC_ASSERT(texts.size() == moves.size());
    });
  });
}

TYPED_TEST(EveryGame, HoldsEveryMoveOfItsList) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      for (const auto& move : some_moves<TypeParam>(game.legal(position))) RC_ASSERT(holds(game.legal(position), move));
    });
  });
}

// The moves of another game, with other rules, are asked about.
TYPED_TEST(EveryGame, HoldsNothingThatIsNotInItsList) {
  check([] {
    const TypeParam stranger(*any_rules<TypeParam>());
    const auto strange = stranger.start(any_seat());
    walk_anywhere<TypeParam>([&](const TypeParam& game, const auto& position) {
      const auto moves = game.legal(position);
      if (moves.size() > 500) return;
      std::set<std::string> texts;
      moves.for_each([&](const typename TypeParam::Move& move) { texts.insert(game.write(move)); });
      for (const auto& move : some_moves<TypeParam>(stranger.legal(strange)))
        RC_ASSERT(holds(moves, move) == texts.contains(stranger.write(move)));
    });
  });
}

TYPED_TEST(EveryGame, ReadsWhatItWrites) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      const auto view = game.view(position, game.mover(position));
      for (const auto& move : some_moves<TypeParam>(game.legal(position))) {
        const std::string text = game.write(move);
        RC_ASSERT(!text.empty() && is_printable(text) && text.find(' ') == std::string::npos);
        const auto read = game.read(view, text);
        RC_ASSERT(read.has_value());
        RC_ASSERT(*read == move);
      }
    });
  });
}

TYPED_TEST(EveryGame, IsALineOfMoves) {
  check([] {
    const TypeParam game(*any_rules<TypeParam>());
    const Seat first = any_seat();
    std::vector<std::string> moves;
    auto position = game.start(first);
    for (const std::uint32_t pick : any_picks()) {
      if (game.outcome(position)) break;
      const auto move = picked(game.legal(position), pick);
      moves.push_back(game.write(move));
      position = game.after(position, move);
    }
    auto again = game.start(first);
    for (const std::string& word : words_of(joined(moves, " "))) {
      const auto move = game.read(game.view(again, game.mover(again)), word);
      RC_ASSERT(move.has_value());
      again = game.after(again, *move);
    }
    RC_ASSERT(again == position);
  });
}

// Text near the notation: that of a legal move with characters dropped, doubled or replaced.
std::string mutated(std::string text) {
  static const std::string kLetters("0123456789-+:, \tRBrbmovenodepaslft\x1b\xc3\xa9\xff\n");
  const auto changes = *rc::gen::inRange(1, 5);
  for (int i = 0; i < changes; ++i) {
    const auto place = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const char letter = *rc::gen::elementOf(kLetters);
    switch (*rc::gen::inRange(0, 3)) {
      case 0:
        text.insert(place, 1, letter);
        break;
      case 1:
        text.erase(std::min(place, text.size()), 1);
        break;
      default:
        text.replace(std::min(place, text.size()), 1, 1, letter);
    }
  }
  return text;
}

bool is_well_said(const std::string& complaint) {
  return !complaint.empty() && is_printable(complaint) && !complaint.ends_with('.') && columns(complaint) <= 100 &&
         (complaint.front() == '\'' || (complaint.front() >= 'A' && complaint.front() <= 'Z'));
}

template <class G>
void expect_legal_or_a_complaint(const G& game, const typename G::Position& position, const std::string& text) {
  const auto move = game.read(game.view(position, game.mover(position)), text);
  if (move) {
    RC_ASSERT(holds(game.legal(position), *move));
  } else if (!is_well_said(move.error().why)) {
    RC_FAIL(move.error().why);
  }
}

// A move that was legal one ply ago is the most tempting text of all.
TYPED_TEST(EveryGame, ReadsNoIllegalMoveFromMisspelledText) {
  check([] {
    std::string text = "1";
    walk_anywhere<TypeParam>([&](const TypeParam& game, const auto& position) {
      expect_legal_or_a_complaint(game, position, text);
      expect_legal_or_a_complaint(game, position, mutated(text));
      const auto moves = game.legal(position);
      if (moves.size() != 0) text = game.write(moves[moves.size() - 1]);
    });
  });
}

TYPED_TEST(EveryGame, ReadsNoIllegalMoveFromAnyText) {
  check([](const std::string& text) {
    walk_anywhere<TypeParam>(
        [&](const TypeParam& game, const auto& position) { expect_legal_or_a_complaint(game, position, text); });
  });
}

// No game takes as long; where one is played in rounds, no round does.
TYPED_TEST(EveryGame, EndsOrBeginsANewRound) {
  check([] {
    constexpr int kMostPlies = 500;
    constexpr int kRounds = 3;
    const TypeParam game(*any_rules<TypeParam>());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    auto position = game.start(any_seat());
    for (int plies = 0, rounds = 0; !game.outcome(position) && rounds < kRounds; ++plies) {
      RC_ASSERT(plies < kMostPlies);
      const auto moves = game.legal(position);
      position = game.after(position, moves[random.below(moves.size())]);
      if constexpr (PlayedInRounds<TypeParam>) {
        if (game.begins_round(position)) {
          plies = 0;
          ++rounds;
        }
      }
    }
  });
}

TYPED_TEST(EveryGame, AgreesWithItsTwinUnderAnyRules) {
  check([] {
    const auto rules = *any_rules<TypeParam>();
    const TypeParam game(rules);
    const Seat first = any_seat();
    auto position = game.start(first);
    auto twin = twin_of(rules, first);
    for (const std::uint32_t pick : any_picks()) {
      if (const auto agreed = agree(game, position, twin); !agreed) RC_FAIL(agreed.message());
      if (game.outcome(position)) break;
      const auto move = picked(game.legal(position), pick);
      position = game.after(position, move);
      twin = twin.after(game.write(move));
    }
  });
}

}  // namespace
}  // namespace duello
