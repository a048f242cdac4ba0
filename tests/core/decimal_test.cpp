#include "core/decimal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "core/text.hpp"

namespace duello {
namespace {

// As the standard library writes it: one digit, the others behind a point, and an exponent of at least two digits.
std::string scientific(const Decimal& decimal) {
  std::string text = decimal.digits.substr(0, 1);
  if (decimal.digits.size() > 1) text += "." + decimal.digits.substr(1);
  const int exponent = decimal.before_point - 1;
  return cat(text, 'e', exponent < 0 ? '-' : '+', std::abs(exponent) < 10 ? "0" : "", std::abs(exponent));
}

std::string expected(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
  return {text.data(), end};
}

std::string expected_places(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 2).ptr;
  return {text.data(), end};
}

TEST(ShortestDecimal, IsWhatTheStandardLibraryWrites) {
  Random random(11);
  for (int i = 0; i < 20'000; ++i) {
    const double any = std::abs(std::bit_cast<double>(random()));
    const double usual = static_cast<double>(random.below(1'000'000) + 1) / static_cast<double>(random.below(5000) + 1);
    for (const double value : {any, usual}) {
      if (!std::isfinite(value) || value == 0) continue;
      ASSERT_EQ(scientific(shortest_decimal(value)), expected(value)) << std::bit_cast<std::uint64_t>(value);
    }
  }
}

TEST(ShortestDecimal, KnowsWhereNumbersLieCloserTogether) {
  for (int power = -1074; power < 1024; ++power) {
    const double value = std::ldexp(1.0, power);
    for (const double each : {value, std::nextafter(value, 0.0), std::nextafter(value, 2 * value)}) {
      if (each == 0) continue;
      ASSERT_EQ(scientific(shortest_decimal(each)), expected(each)) << power;
    }
  }
  for (int power = -323; power <= 308; ++power) {
    const double value = std::pow(10.0, power);
    ASSERT_EQ(scientific(shortest_decimal(value)), expected(value)) << power;
  }
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(scientific(shortest_decimal(most)), expected(most));
}

TEST(TwoPlaces, AreWhatTheStandardLibraryWrites) {
  Random random(12);
  for (const double value :
       {0.0, -0.0, 0.005, 0.015, 0.125, 0.375, -0.125, 1.005, 1.115, 0.995, 99.995, 1e-300, 5e-324})
    EXPECT_EQ(two_places(value), expected_places(value)) << value;
  for (int i = 0; i < 20'000; ++i) {
    const double value = static_cast<double>(random.below(4'000'001)) / 1000 - 2000;
    ASSERT_EQ(two_places(value), expected_places(value)) << value;
    ASSERT_EQ(two_places(value / 1024), expected_places(value / 1024)) << value / 1024;
  }
}

}  // namespace
}  // namespace duello
