#include "core/lanes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

#include "core/bits.hpp"

namespace duello {
namespace {

RC_GTEST_PROP(Lanes, CountBitsAsTheProcessorDoes, (std::uint32_t bits)) {
  RC_ASSERT(lane_popcount(bits) == static_cast<std::uint32_t>(std::popcount(bits)));
}

RC_GTEST_PROP(Lanes, FindBitsAsTheProcessorDoes, (std::uint32_t bits)) {
  for (const int width : {16, 32}) {
    const std::uint32_t some = width == 16 ? bits & 0xffff : bits;
    for (int rank = 0; rank < std::popcount(some); ++rank)
      RC_ASSERT(static_cast<int>(lane_bit_number(some, static_cast<std::uint32_t>(rank), width)) ==
                bit_number(some, rank));
  }
}

TEST(Lanes, FindEveryBitOfAFullWord) {
  for (std::uint32_t rank = 0; rank < 32; ++rank) EXPECT_EQ(lane_bit_number(~std::uint32_t{0}, rank, 32), rank);
}

}  // namespace
}  // namespace duello
