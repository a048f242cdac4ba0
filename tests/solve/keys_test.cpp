#include "solve/keys.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "tests/solve/reference_solver.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

using KeyScore = KeyMap::Score;

::testing::AssertionResult holds_the_same(const KeyMap& map, const std::map<std::uint64_t, KeyScore>& expected) {
  if (map.size() != expected.size())
    return ::testing::AssertionFailure() << map.size() << " keys instead of " << expected.size();
  for (const auto& [key, score] : expected)
    if (const KeyScore* found = map.find(key); found == nullptr || *found != score)
      return ::testing::AssertionFailure() << "key " << key << (found == nullptr ? " is lost" : " has another score");
  return ::testing::AssertionSuccess();
}

std::uint64_t bytes_in(KeyMap& map) {
  std::uint64_t bytes = 0;
  for (const auto& part : map.contents()) bytes += part.size();
  return bytes;
}

RC_GTEST_PROP(KeyMap, HoldsWhatAMapHolds, (const std::map<std::uint32_t, KeyScore>& pairs, std::uint32_t stranger)) {
  KeyMap map;
  std::map<std::uint64_t, KeyScore> expected;
  for (const auto& [key, score] : pairs) {
    RC_ASSERT(map.find(key) == nullptr);
    map.insert(key, score);
    expected.emplace(key, score);
  }
  RC_ASSERT(holds_the_same(map, expected));
  RC_ASSERT((map.find(stranger) != nullptr) == pairs.contains(stranger));
}

// Keys that lie close together, far apart, and all in one corner of the numbers.
TEST(KeyMap, KeepsEverythingWhileItGrows) {
  for (const int shift : {0, 12, 40}) {
    KeyMap map;
    std::map<std::uint64_t, KeyScore> expected;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      const auto score = static_cast<KeyScore>(i % 1000);
      map.insert(i << shift, score);
      expected.emplace(i << shift, score);
    }
    EXPECT_TRUE(holds_the_same(map, expected)) << shift;
    EXPECT_EQ(map.find((std::uint64_t{20'000} << shift) + 1), nullptr);
  }
}

TEST(KeyMap, TakesNoMoreMemoryThanItSays) {
  KeyMap map;
  for (std::uint64_t key = 0; key < 100'000; ++key) {
    const std::uint64_t slots = map.shape()[0];
    map.insert(key, 0);
    if (map.shape()[0] == slots) continue;
    const auto bytes_while_growing = static_cast<double>((slots + map.shape()[0]) * (sizeof key + sizeof(KeyScore)));
    EXPECT_LE(bytes_while_growing, KeyMap::kBytesEach * static_cast<double>(map.size()));
  }
}

TEST(KeyMap, IsEmptyAfterClear) {
  KeyMap map;
  map.insert(7, 1);
  map.clear();
  EXPECT_EQ(map.size(), 0U);
  EXPECT_EQ(map.find(7), nullptr);
}

TEST(KeyMap, IsTheSameAgainFromItsShapeAndContents) {
  KeyMap map;
  std::map<std::uint64_t, KeyScore> expected;
  for (std::uint64_t key = 1; key < 3000; ++key) {
    map.insert(key * key, static_cast<KeyScore>(key));
    expected.emplace(key * key, static_cast<KeyScore>(key));
  }
  KeyMap copy;
  ASSERT_TRUE(copy.reshape(map.shape(), bytes_in(map)));
  for (std::size_t part = 0; part < 2; ++part) std::ranges::copy(map.contents()[part], copy.contents()[part].begin());
  EXPECT_TRUE(holds_the_same(copy, expected));
}

// One slot would make a search shift by all its bits; one that is always taken would make it go on for ever; too many
// would take memory that no file has.
TEST(KeyMap, RefusesShapesThatItCannotHave) {
  KeyMap map;
  for (const std::vector<std::uint64_t>& shape : {std::vector<std::uint64_t>{},
                                                  {1024},
                                                  {1024, 1, 1},
                                                  {0, 0},
                                                  {1, 0},
                                                  {1, 1},
                                                  {512, 1},
                                                  {1023, 1},
                                                  {1024, 769},
                                                  {1024, 1024},
                                                  {1024, 1025},
                                                  {2048, 768},
                                                  {std::uint64_t{1} << 40, 1},
                                                  {std::uint64_t{1} << 63, (std::uint64_t{1} << 62) + 1}}) {
    EXPECT_FALSE(map.reshape(shape, shape.empty() ? 0 : shape[0] * 10)) << ::testing::PrintToString(shape);
    EXPECT_FALSE(map.reshape(shape, 10'240)) << ::testing::PrintToString(shape);
  }
  EXPECT_TRUE(map.reshape({1024, 768}, 10'240));
  EXPECT_FALSE(map.reshape({1024, 768}, 10'241));
}

// A map with a few keys, and its slots to tamper with.
class TamperedMap : public ::testing::Test {
 protected:
  TamperedMap() {
    for (std::uint64_t key = 1; key <= kKeys; ++key) map_.insert(key * key, 0);
  }
  std::span<std::uint64_t> keys() {
    const auto bytes = map_.contents()[0];
    return {reinterpret_cast<std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t)};
  }
  std::uint64_t& first_free() { return *std::ranges::find(keys(), kFree); }
  std::uint64_t& first_used() {
    return *std::ranges::find_if(keys(), [](auto key) { return key != kFree; });
  }

  static constexpr std::uint64_t kKeys = 500;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  KeyMap map_;
};

TEST_F(TamperedMap, IsSoundAsItWas) { EXPECT_TRUE(map_.is_sound()); }

TEST_F(TamperedMap, IsNotSoundWithAKeyTooMany) {
  first_free() = 12345;
  EXPECT_FALSE(map_.is_sound());
}

TEST_F(TamperedMap, IsNotSoundWithAKeyTooFew) {
  first_used() = kFree;
  EXPECT_FALSE(map_.is_sound());
}

TEST_F(TamperedMap, IsNotSoundWithAKeyWhereNoSearchComes) {
  std::swap(first_used(), keys()[keys().size() / 2]);
  EXPECT_FALSE(map_.is_sound());
}

TEST_F(TamperedMap, IsNotSoundWithAKeyTwice) {
  const auto taken = [](std::uint64_t key) { return key != kFree; };
  const auto second = std::ranges::adjacent_find(keys(), [&](auto one, auto two) { return taken(one) && taken(two); });
  ASSERT_NE(second, keys().end());
  *(second + 1) = *second;
  EXPECT_FALSE(map_.is_sound());
}

TEST(KeyMap, DoesNotFindTheKeyThatMarksFreeSlots) {
  EXPECT_EQ(KeyMap().find(~std::uint64_t{0}), nullptr);
  EXPECT_EQ(KeyMap().find(0), nullptr);
}

// Keys that all begin at one place would make every search pass them all.
TEST(KeyMap, IsNotSoundIfItsKeysCrowd) {
  constexpr std::uint64_t kInverse = 0xf1de83e19937733d;  // of the factor that spreads keys
  KeyMap map;
  for (std::uint64_t i = 0; i < 700; ++i) map.insert(i * kInverse, 0);
  EXPECT_FALSE(map.is_sound());
}

template <class G>
class EveryKeyedGame : public ::testing::Test {};
using KeyedGameTypes = ::testing::Types<ColorCapture, CaptureTheFlag, ColorClash>;
TYPED_TEST_SUITE(EveryKeyedGame, KeyedGameTypes);

TYPED_TEST(EveryKeyedGame, GivesOneKeyOnlyToPositionsOfEqualWorth) {
  for (const auto& rules : small_variants<TypeParam>()) {
    const TypeParam game(rules);
    std::map<std::uint64_t, Value> values;
    std::size_t different = 0;
    reference::Solver(game).for_each([&](const auto& position, Value value) {
      different += static_cast<std::size_t>(values.try_emplace(game.key(position), value).first->second != value);
    });
    EXPECT_EQ(different, 0U) << name_of<TypeParam>(rules);
  }
}

TYPED_TEST(EveryKeyedGame, HasNoMoreKeysThanItsBound) {
  for (const auto& rules : small_variants<TypeParam>()) {
    const TypeParam game(rules);
    std::set<std::uint64_t> keys;
    reference::Solver(game).for_each(
        [&](const typename TypeParam::Position& position, Value) { keys.insert(game.key(position)); });
    EXPECT_FALSE(keys.contains(~std::uint64_t{0})) << "which marks a free slot";
    EXPECT_LE(static_cast<double>(keys.size()), game.position_bound()) << name_of<TypeParam>(rules);
    EXPECT_EQ(solution_of<TypeParam>(rules).size(), keys.size()) << name_of<TypeParam>(rules);
  }
}

// The rules of larger tables, as solved.
template <class G>
void expect_within_bound(const typename G::Rules& rules) {
  EXPECT_LE(static_cast<double>(solution_of<G>(rules).size()), G(rules).position_bound()) << name_of<G>(rules);
}

TEST(PositionBound, HoldsForLargerTablesToo) {
  for (const int tokens : {20, 25, 30})
    for (int colors = 1; colors <= ColorCapture::kMostColors; ++colors)
      for (const int majority : {ColorCapture::Rules::kFirst, ColorCapture::Rules::kEnd})
        if (tokens <= 20 || colors <= 3)
          expect_within_bound<ColorCapture>({.tokens = tokens, .colors = colors, .majority = majority});
  for (const int stride : {1, 2, 7, 60})
    for (const int flag : {7, 20, 60}) expect_within_bound<CaptureTheFlag>({.flag = flag, .stride = stride});
  for (int disks = 1; disks <= 5; ++disks) expect_within_bound<ColorClash>({.disks = disks, .positions = 12});
}

}  // namespace
}  // namespace duello
