// The shortest digits are those that the standard library finds with its tables.
#include "json/decimal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "core/text.hpp"

namespace duello {
namespace {

std::string scientific(double value) {
  const auto [digits, exponent] = shortest_decimal(value);
  return cat(digits.substr(0, 1), digits.size() > 1 ? "." : "", digits.substr(1), 'e', exponent < 0 ? '-' : '+',
             std::abs(exponent) < 10 ? "0" : "", std::abs(exponent));
}

std::string from_tables(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  return {buffer, end};
}

TEST(ShortestDecimal, IsTheStandardLibrarys) {
  for (const double value : {0.0, 1.0, 0.1, 0.3, 2.0 / 3, 5e-324, 1e23, 9007199254740993.0, 9.5, 123456789012345680.0,
                             std::numeric_limits<double>::max(), std::numeric_limits<double>::min()})
    EXPECT_EQ(scientific(value), from_tables(value));
}

TEST(ShortestDecimal, IsSoAtPowersOfTwoAndTen) {
  for (int power = -1074; power < 1024; ++power)
    EXPECT_EQ(scientific(std::ldexp(1.0, power)), from_tables(std::ldexp(1.0, power)));
  for (int power = -300; power < 300; ++power)
    EXPECT_EQ(scientific(std::pow(10.0, power)), from_tables(std::pow(10.0, power)));
}

TEST(ShortestDecimal, IsSoForAnyNumber) {
  Random random(7);
  constexpr int kTries = 20000;
  for (int i = 0; i < kTries; ++i) {
    const double any = std::abs(std::bit_cast<double>(random()));
    if (!std::isfinite(any)) continue;
    ASSERT_EQ(scientific(any), from_tables(any));
    const double share =
        static_cast<double>(random.below(1'000'000)) / static_cast<double>(1 + random.below(1'000'000));
    ASSERT_EQ(scientific(share), from_tables(share));
    const auto whole = static_cast<double>(random() >> random.below(64));
    ASSERT_EQ(scientific(whole), from_tables(whole));
  }
}

}  // namespace
}  // namespace duello
