// A graphics processor that is not there (fake/driver.cpp): all that goes right with it, and what may go wrong.
#include "solve/gpu/driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "games/color_bridge.hpp"
#include "solve/gpu/solver.hpp"
#include "tests/gpu/fake/fault.hpp"

namespace duello {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::unique_ptr<gpu::Card> card_with_code() {
  auto card = gpu::Card::open();
  EXPECT_TRUE(card);
  EXPECT_TRUE((*card)->load(".version 6.4"));
  return *std::move(card);
}

std::string bytes_of(const SolvedGame& table) {
  std::string bytes;
  for (const auto part : table.contents()->parts())
    bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
  return bytes;
}

TEST(Card, SolvesWhatTheProcessorDoes) {
  OneWorker worker;
  for (const ColorBridge::Rules rules :
       {ColorBridge::Rules{.length = 9, .run = 3, .reach = 2}, ColorBridge::Rules{.length = 8, .run = 4, .reach = 3},
        ColorBridge::Rules{.length = 7, .run = 3, .reach = 1}}) {
    const ColorBridge game(rules);
    const std::shared_ptr<const gpu::Card> card = card_with_code();
    const auto expected = solve_values(game, worker, go_on).value();
    const auto values = solve_values_on(card, game, go_on).value();
    const auto winners = solve_winners_on(card, game, go_on).value();
    const auto start = AnyView::of(game.start(Seat::one));
    EXPECT_EQ(values->value(start), expected->value(start));
    EXPECT_EQ(winners->value(start), expected->value(start));
    EXPECT_TRUE(values->is_sound() && winners->is_sound());
    EXPECT_EQ(values->survey(go_on)->won, expected->survey(go_on)->won);
    EXPECT_EQ(winners->survey(go_on)->only_move, expected->survey(go_on)->only_move);
    EXPECT_EQ(bytes_of(*values), bytes_of(*expected));
  }
}

TEST(Card, StopsBetweenLayers) {
  const ColorBridge game;
  CardTable<ColorBridge, Words> table(card_with_code(), game);
  const auto filled = table.fill(Words::Round::won, [](std::uint64_t, std::uint64_t) { return false; });
  ASSERT_TRUE(filled);
  EXPECT_FALSE(*filled);
}

TEST(Card, ThatIsNotThereIsASentence) {
  for (const char* const none : {"none", "fewer"}) {
    const Fault fault(none);
    EXPECT_EQ(gpu::Card::open().error().why, "There is a driver for a GPU here, but no GPU");
  }
}

// All that a table asks of a driver, from the beginning to the end.
std::expected<void, Complaint> solve_something() {
  auto card = gpu::Card::open();
  if (!card) return std::unexpected(card.error());
  if (const auto free = (*card)->free_bytes(); !free) return std::unexpected(free.error());
  if (const auto loaded = (*card)->load(".version 6.4"); !loaded) return loaded;
  CardTable<ColorBridge, Words> table(*std::move(card), ColorBridge({.length = 5}));
  const auto filled = table.fill(Words::Round::won, go_on);
  if (!filled) return std::unexpected(filled.error());
  table.unit_of(ColorBridge().start(Seat::one));
  return {};
}

TEST(Card, WhoseDriverFailsAtAnythingIsASentence) {
  for (const char* const function : {"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDevicePrimaryCtxRetain",
                                     "cuCtxSetCurrent", "cuMemGetInfo_v2", "cuModuleLoadDataEx", "cuModuleGetFunction",
                                     "cuMemAlloc_v2", "cuMemcpyHtoD_v2", "cuLaunchKernel", "cuCtxSynchronize"}) {
    const Fault fault(function);
    const auto solved = solve_something();
    ASSERT_FALSE(solved) << function;
    EXPECT_THAT(solved.error().why, AllOf(StartsWith("The GPU's driver could not "), EndsWith(": something else")));
  }
  const Fault fault("cuMemcpyDtoH_v2");
  EXPECT_THROW(EXPECT_FALSE(solve_something()), LostCard);
}

TEST(Card, WhoseDriverFailsAtWhatDoesNotMatterIsUsed) {
  for (const char* const function :
       {"cuDeviceGetName", "cuDevicePrimaryCtxRelease_v2", "cuModuleUnload", "cuMemFree_v2", "cuGetErrorString"}) {
    const Fault fault(function);
    EXPECT_TRUE(solve_something()) << function;
  }
}

TEST(Card, WithoutANameHasOne) {
  for (const char* const nameless : {"nameless", "cuDeviceGetName"}) {
    const Fault fault(nameless);
    EXPECT_EQ(gpu::Card::open().value()->name(), "a GPU without a name");
  }
}

// A thread that could not use the card has not done anything there.
TEST(Card, IsNotTakenToHaveDoneWhatItHasNot) {
  const auto card = card_with_code();
  const Fault fault("flaky");
  int failed = 0;
  for (int repeat = 0; repeat < 4; ++repeat) {
    int seen = 0;
    auto room = card->allocate(sizeof seen);
    if (!room) room = card->allocate(sizeof seen);
    const int written = 7 + repeat;
    const auto wrote = card->write(room->address(), std::as_bytes(std::span(&written, 1)));
    const auto read = card->read(std::as_writable_bytes(std::span(&seen, 1)), room->address());
    failed += static_cast<int>(!wrote) + static_cast<int>(!read);
    if (wrote && read) {
      EXPECT_EQ(seen, written);
    }
  }
  EXPECT_GT(failed, 0);
}

TEST(Card, IsSharedByThreads) {
  const std::shared_ptr<const gpu::Card> card = card_with_code();
  const double before = card->free_bytes().value();
  auto table = std::make_unique<CardTable<ColorBridge, Words>>(card, ColorBridge());
  std::jthread([&] {
    EXPECT_TRUE(card->free_bytes());
    EXPECT_TRUE(table->fill(Words::Round::won, go_on));
  }).join();
  EXPECT_LT(card->free_bytes().value(), before);
  std::jthread([&] { table.reset(); }).join();
  EXPECT_EQ(card->free_bytes().value(), before);
}

TEST(Card, ThatGivesNonsenseBackIsFoundOut) {
  const std::shared_ptr<const gpu::Card> card = card_with_code();
  const Fault fault("wrong");
  for (const auto& solve : {solve_values_on<ColorBridge>, solve_winners_on<ColorBridge>}) {
    const SolveResult solved = solve(card, ColorBridge(), go_on);
    ASSERT_FALSE(solved);
    EXPECT_FALSE(solved.error().stopped);
    EXPECT_THAT(solved.error().why.why, HasSubstr("has solved the game wrongly"));
  }
}

TEST(Card, WithoutMemoryIsASentence) {
  const Fault fault("small");
  CardTable<ColorBridge, Words> table(card_with_code(), ColorBridge({.length = 16}));
  EXPECT_THAT(table.fill(Words::Round::won, go_on).error().why, HasSubstr("out of memory"));
}

TEST(Card, ThatIsLostIsASentence) {
  CardTable<ColorBridge, Words> table(card_with_code(), ColorBridge());
  ASSERT_TRUE(table.fill(Words::Round::won, go_on));
  const Fault fault("lost");
  EXPECT_EQ(table.fill(Words::Round::won, go_on).error().why,
            "The GPU's driver could not do the work: unspecified launch failure");
  EXPECT_THROW(table.unit_of(ColorBridge().start(Seat::one)), LostCard);
}

// Half a table is none.
TEST(Card, ThatIsLostOnTheWayHomeLeavesNothingThere) {
  const ColorBridge game;
  const std::shared_ptr<const gpu::Card> card = card_with_code();
  for (const auto& solve : {solve_values_on<ColorBridge>, solve_winners_on<ColorBridge>}) {
    const auto table = solve(card, game, go_on).value();
    const auto start = AnyView::of(game.start(Seat::one));
    {
      const Fault fault("lost");
      EXPECT_THROW(table->contents(), LostCard);
      EXPECT_THROW(table->value(start), LostCard);
    }
    EXPECT_EQ(table->value(start), Value::win(3));
  }
}

TEST(Card, DoesNotTakeBrokenCode) {
  auto card = gpu::Card::open();
  ASSERT_TRUE(card);
  EXPECT_EQ((*card)->load("no PTX").error().why,
            "The GPU's driver could not compile the code for it: a PTX JIT compilation failed");
}

TEST(Card, DoesNotFindWhatIsNotThere) {
  EXPECT_THAT(card_with_code()->kernel("nothing").error().why, HasSubstr("could not find nothing in the code for it"));
}

}  // namespace
}  // namespace duello
