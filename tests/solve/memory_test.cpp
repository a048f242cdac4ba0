#include "solve/memory.hpp"

#include <gtest/gtest.h>

namespace duello {
namespace {

TEST(Memory, IsThere) {
  EXPECT_GT(available_bytes(), 1e6);
  EXPECT_LT(available_bytes(), 1e16);
}

TEST(BytesText, NamesTheUnitThatSuitsTheNumber) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(999), "999 bytes");
  EXPECT_EQ(bytes_text(1000), "1 kB");
  EXPECT_EQ(bytes_text(177147), "177 kB");
  EXPECT_EQ(bytes_text(129e6), "129 MB");
  EXPECT_EQ(bytes_text(3.5e9), "3.5 GB");
  EXPECT_EQ(bytes_text(617.7e12), "618 TB");
  EXPECT_EQ(bytes_text(2e15), "2.0 PB");
}

TEST(BytesText, NeverRoundsUpToAThousand) {
  EXPECT_EQ(bytes_text(999.6), "1 kB");
  EXPECT_EQ(bytes_text(999.6e3), "1 MB");
  EXPECT_EQ(bytes_text(999.6e6), "1.0 GB");
  EXPECT_EQ(bytes_text(99.96e9), "100 GB");
}

TEST(BytesText, HasNoUnitBeyondPetabytes) { EXPECT_EQ(bytes_text(5e18), "5000 PB"); }

}  // namespace
}  // namespace duello
