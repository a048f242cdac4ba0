#include "core/decimal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

#include "core/text.hpp"

namespace duello {

namespace {

using Limits = std::numeric_limits<double>;

// A whole number that is not negative, large enough for every double and its neighbors as fractions.
class Natural {
 public:
  explicit Natural(std::uint64_t value)
      : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {}

  Natural& operator*=(std::uint32_t factor) {
    std::uint64_t carried = 0;
    for (std::uint32_t& word : words_) {
      carried += std::uint64_t{word} * factor;
      word = static_cast<std::uint32_t>(carried);
      carried >>= 32;
    }
    return *this;
  }
  Natural& operator<<=(int bits) {
    for (; bits >= 31; bits -= 31) *this *= 1U << 31;
    return *this *= 1U << bits;
  }
  Natural& operator-=(const Natural& less) {
    std::int64_t carried = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      carried += std::int64_t{words_[i]} - less.words_[i];
      words_[i] = static_cast<std::uint32_t>(carried);
      carried >>= 32;
    }
    return *this;
  }
  friend Natural operator+(Natural sum, const Natural& more) {
    std::uint64_t carried = 0;
    for (std::size_t i = 0; i < sum.words_.size(); ++i) {
      carried += std::uint64_t{sum.words_[i]} + more.words_[i];
      sum.words_[i] = static_cast<std::uint32_t>(carried);
      carried >>= 32;
    }
    return sum;
  }
  friend std::strong_ordering operator<=>(const Natural& one, const Natural& other) {
    return std::lexicographical_compare_three_way(one.words_.rbegin(), one.words_.rend(), other.words_.rbegin(),
                                                  other.words_.rend());
  }

 private:
  std::array<std::uint32_t, 36> words_;  // the least one first
};

// 53 bits, and the power of 2 that they are multiplied with.
struct Binary {
  std::uint64_t bits;
  int power;
};

Binary binary_of(double value) {
  int power = 0;
  const double fraction = std::frexp(value, &power);
  const Binary exact{static_cast<std::uint64_t>(std::ldexp(fraction, Limits::digits)), power - Limits::digits};
  // The smallest numbers have fewer bits.
  const int missing = std::max(0, Limits::min_exponent - Limits::digits - exact.power);
  return {exact.bits >> missing, exact.power + missing};
}

}  // namespace

// The way of Burger and Dybvig: the number is value / one, and whatever is closer to it than `below` or `above` is read
// back as this one.
Decimal shortest_decimal(double value) {
  const Binary binary = binary_of(value);
  // Below a power of 2 the next number is only half as far.
  const bool is_close_below =
      binary.bits == std::uint64_t{1} << (Limits::digits - 1) && binary.power > Limits::min_exponent - Limits::digits;
  const bool is_even = binary.bits % 2 == 0;  // then the bounds themselves are read back as this number too
  const int finer = is_close_below ? 2 : 1;
  Natural rest(binary.bits);
  Natural one(1);
  Natural below(1);
  rest <<= std::max(0, binary.power) + finer;
  one <<= std::max(0, -binary.power) + finer;
  below <<= std::max(0, binary.power);
  Natural above = below;
  above *= is_close_below ? 2 : 1;
  const auto reaches = [&](const Natural& number, const Natural& bound) {
    return is_even ? number >= bound : number > bound;
  };
  const auto shift = [&] {
    for (Natural* const each : {&rest, &below, &above}) *each *= 10;
  };

  Decimal decimal{{}, 1};
  for (; reaches(rest + above, one); ++decimal.before_point) one *= 10;
  do {
    shift();
    --decimal.before_point;
  } while (!reaches(rest + above, one));
  for (;; shift()) {
    char digit = '0';
    for (; rest >= one; ++digit) rest -= one;
    const bool is_enough = reaches(below, rest);
    const bool is_enough_above = reaches(rest + above, one);
    if (is_enough || is_enough_above) {
      const auto half = rest + rest <=> one;
      const bool is_nearer_above = half > 0 || (half == 0 && digit % 2 == 1);
      if (is_enough_above && (!is_enough || is_nearer_above)) ++digit;
      decimal.digits += digit;
      return decimal;
    }
    decimal.digits += digit;
  }
}

std::string two_places(double value) {
  const Binary binary = binary_of(std::abs(value));
  const std::uint64_t exact = binary.bits * 100;
  const int places = std::min(-binary.power, 63);  // behind the point, in binary
  const std::uint64_t half = std::uint64_t{1} << (places - 1);
  const std::uint64_t rest = exact & (2 * half - 1);
  std::uint64_t hundredths = exact >> places;
  if (rest > half || (rest == half && hundredths % 2 == 1)) ++hundredths;
  return cat(std::signbit(value) ? "-" : "", hundredths / 100, '.', hundredths / 10 % 10, hundredths % 10);
}

}  // namespace duello
