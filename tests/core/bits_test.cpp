#include "core/bits.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace duello {
namespace {

std::vector<int> places_of(std::uint64_t bits) {
  std::vector<int> places;
  for (int place = 0; place < 64; ++place)
    if ((bits >> place & 1) != 0) places.push_back(place);
  return places;
}

TEST(BitNumber, CountsSetBitsFromTheLowest) {
  EXPECT_EQ(bit_number(0b101001, 0), 0);
  EXPECT_EQ(bit_number(0b101001, 1), 3);
  EXPECT_EQ(bit_number(0b101001, 2), 5);
}

TEST(BitNumber, ReachesEveryBitOfTheWord) {
  for (int rank = 0; rank < 64; ++rank) EXPECT_EQ(bit_number(~std::uint64_t{0}, rank), rank);
  EXPECT_EQ(bit_number(std::uint64_t{1} << 63, 0), 63);
}

// The compiler has a way of its own, without the machine's instruction.
TEST(BitNumber, IsTheSameWhileCompiling) {
  static_assert(bit_number(0b101001, 0) == 0);
  static_assert(bit_number(0b101001, 2) == 5);
  static_assert(bit_number(~std::uint64_t{0}, 63) == 63);
  static_assert(bit_number(std::uint64_t{1} << 63, 0) == 63);
}

RC_GTEST_PROP(BitNumber, IsThePlaceInTheListOfSetBits, (std::uint64_t bits)) {
  const std::vector<int> places = places_of(bits);
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    RC_ASSERT(bit_number(bits, static_cast<int>(rank)) == places[rank]);
}

TEST(Compressed, PushesTheBitsOfTheMaskTogether) {
  EXPECT_EQ(compressed(0b101101, 0b111000), 0b101U);
  EXPECT_EQ(compressed(0b100001, 0b100011), 0b101U);
  EXPECT_EQ(compressed(~std::uint64_t{0}, 0), 0U);
  EXPECT_EQ(compressed(~std::uint64_t{0}, ~std::uint64_t{0}), ~std::uint64_t{0});
}

TEST(Expanded, PutsTheLowestBitsWhereTheMaskIs) {
  EXPECT_EQ(expanded(0b101, 0b111000), 0b101000U);
  EXPECT_EQ(expanded(0b101, 0b100011), 0b100001U);
  EXPECT_EQ(expanded(0b1000, 0b100011), 0U) << "those that find no place are lost";
}

TEST(CompressedAndExpanded, AreTheSameWhileCompiling) {
  static_assert(compressed(0b101101, 0b111000) == 0b101);
  static_assert(expanded(0b101, 0b100011) == 0b100001);
  static_assert(expanded(~std::uint64_t{0}, ~std::uint64_t{0}) == ~std::uint64_t{0});
}

RC_GTEST_PROP(CompressedAndExpanded, AreEachOthersInverse, (std::uint64_t bits, std::uint64_t mask)) {
  RC_ASSERT(expanded(compressed(bits, mask), mask) == (bits & mask));
  const std::vector<int> places = places_of(mask);
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    RC_ASSERT((compressed(bits, mask) >> rank & 1) == (bits >> places[rank] & 1));
}

RC_GTEST_PROP(Unpack, MakesAByteOfEachBitAndTouchesNoOther, (std::uint64_t bits)) {
  const auto size = *rc::gen::inRange<std::size_t>(0, 65);
  std::vector<std::uint8_t> bytes(size + 64, 9);
  unpack(bits, std::span(bytes).subspan(0, size));
  for (std::size_t i = 0; i < bytes.size(); ++i) RC_ASSERT(bytes[i] == (i < size ? bits >> i & 1 : 9));
}

RC_GTEST_PROP(UnpackOne, SetsOneByteOfAny, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 200);
  const auto place = *rc::gen::inRange<std::size_t>(0, size);
  std::vector<std::uint8_t> bytes(size + 1, 9);
  unpack_one(place, std::span(bytes).first(size));
  for (std::size_t i = 0; i < size; ++i) RC_ASSERT(bytes[i] == (i == place ? 1 : 0));
  RC_ASSERT(bytes[size] == 9);
}

}  // namespace
}  // namespace duello
