// Steele and White's way in whole numbers, as Dragon4 has it: the number and half the gaps to its neighbors are
// fractions with one denominator, and digits are taken off until what is left cannot be told from zero.
#include "json/decimal.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace duello {

namespace {

// A whole number of any size, the lowest part first, without noughts at the end.
class Whole {
 public:
  explicit Whole(std::uint64_t value) {
    for (; value != 0; value >>= kBits) parts_.push_back(static_cast<std::uint32_t>(value));
  }

  Whole& times(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& part : parts_) {
      carry += std::uint64_t{part} * factor;
      part = static_cast<std::uint32_t>(carry);
      carry >>= kBits;
    }
    if (carry != 0) parts_.push_back(static_cast<std::uint32_t>(carry));
    return *this;
  }
  Whole& doubled(int times_over) {
    for (; times_over >= kStep; times_over -= kStep) times(std::uint32_t{1} << kStep);
    return times(std::uint32_t{1} << static_cast<unsigned>(times_over));
  }
  Whole& times_ten(int times_over) {
    for (; times_over > 0; --times_over) times(10);
    return *this;
  }
  Whole& plus(const Whole& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < other.parts_.size() || carry != 0; ++i) {
      if (i == parts_.size()) parts_.push_back(0);
      carry += std::uint64_t{parts_[i]} + (i < other.parts_.size() ? other.parts_[i] : 0);
      parts_[i] = static_cast<std::uint32_t>(carry);
      carry >>= kBits;
    }
    return *this;
  }
  // `other` is not the larger one.
  Whole& minus(const Whole& other) {
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      carry += std::int64_t{parts_[i]} - (i < other.parts_.size() ? other.parts_[i] : 0);
      parts_[i] = static_cast<std::uint32_t>(carry);
      carry >>= kBits;
    }
    while (!parts_.empty() && parts_.back() == 0) parts_.pop_back();
    return *this;
  }
  // Negative, 0 or positive, as it is less than the other, equal or greater.
  int compared_with(const Whole& other) const {
    if (parts_.size() != other.parts_.size()) return parts_.size() < other.parts_.size() ? -1 : 1;
    for (std::size_t i = parts_.size(); i-- > 0;)
      if (parts_[i] != other.parts_[i]) return parts_[i] < other.parts_[i] ? -1 : 1;
    return 0;
  }

 private:
  static constexpr unsigned kBits = 32;
  static constexpr int kStep = 31;

  std::vector<std::uint32_t> parts_;
};

}  // namespace

Decimal shortest_decimal(double value) {
  if (value == 0) return {"0", 0};
  constexpr unsigned kFraction = 52;
  constexpr std::uint64_t kHidden = std::uint64_t{1} << kFraction;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto raised = static_cast<int>(bits >> kFraction);
  const std::uint64_t digits = (bits & (kHidden - 1)) + (raised == 0 ? 0 : kHidden);
  const int power = std::max(raised, 1) - 1075;
  // Below a power of two the neighbors are twice as near.
  const int near = digits == kHidden && raised > 1 ? 1 : 0;
  Whole rest(digits);
  Whole unit(1);
  Whole below(1);
  Whole above(1);
  rest.doubled(std::max(power, 0) + 1 + near);
  unit.doubled(std::max(-power, 0) + 1 + near);
  below.doubled(std::max(power, 0));
  above.doubled(std::max(power, 0) + near);
  // Whoever reads rounds to even.
  const int edge = digits % 2 == 0 ? 0 : 1;
  const auto ends_above = [&] { return Whole(rest).plus(above).compared_with(unit) >= edge; };

  // Close to the right power of ten, and never above it: 1233 / 4096 is a little less than the logarithm of 2.
  const int guess = (static_cast<int>(std::bit_width(digits)) + power - 1) * 1233 / 4096 - 1;
  if (guess > 0) unit.times_ten(guess);
  for (Whole* const part : {&rest, &below, &above}) part->times_ten(std::max(-guess, 0));
  int exponent = guess;
  for (; ends_above(); ++exponent) unit.times(10);

  Decimal decimal{"", exponent - 1};
  while (true) {
    rest.times(10);
    below.times(10);
    above.times(10);
    char digit = '0';
    for (; rest.compared_with(unit) >= 0; ++digit) rest.minus(unit);
    const bool down = rest.compared_with(below) < 1 - edge;
    const bool up = ends_above();
    if (!down && !up) {
      decimal.digits += digit;
      continue;
    }
    const int half = Whole(rest).times(2).compared_with(unit);
    const bool is_odd = (digit - '0') % 2 == 1;
    if (up && (!down || half > 0 || (half == 0 && is_odd))) ++digit;
    decimal.digits += digit;
    return decimal;
  }
}

}  // namespace duello
