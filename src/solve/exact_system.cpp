#include "solve/exact_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace duello {

namespace {

using boost::multiprecision::cpp_int;
__extension__ using Wide = __int128;

using Matrix = std::vector<std::vector<std::int64_t>>;
using Residues = std::vector<std::vector<std::uint64_t>>;

// Primes just below 2^31. A matrix that is singular for all of them is taken to be singular.
constexpr std::array<std::uint64_t, 3> kPrimes{2147483647, 2147483629, 2147483587};

std::uint64_t residue(Wide value, std::uint64_t prime) {
  const auto rest = static_cast<std::int64_t>(value % static_cast<Wide>(prime));
  return static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<std::int64_t>(prime) : rest);
}

std::uint64_t inverse(std::uint64_t value, std::uint64_t prime) {
  std::uint64_t result = 1;
  for (std::uint64_t power = prime - 2; power != 0; power >>= 1, value = value * value % prime)
    if ((power & 1) != 0) result = result * value % prime;
  return result;
}

// By Gauss and Jordan, modulo a prime.
std::optional<Residues> inverse(const Matrix& matrix, std::uint64_t prime) {
  const std::size_t size = matrix.size();
  Residues rows(size, std::vector<std::uint64_t>(2 * size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) rows[i][j] = residue(matrix[i][j], prime);
    rows[i][size + i] = 1;
  }
  for (std::size_t column = 0; column < size; ++column) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(column), rows.end(),
                                    [&](const auto& row) { return row[column] != 0; });
    if (pivot == rows.end()) return std::nullopt;
    std::swap(*pivot, rows[column]);
    const std::uint64_t scale = inverse(rows[column][column], prime);
    for (std::uint64_t& entry : rows[column]) entry = entry * scale % prime;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t factor = prime - rows[i][column];
      if (i == column || factor == prime) continue;
      for (std::size_t j = column; j < 2 * size; ++j) rows[i][j] = (rows[i][j] + factor * rows[column][j]) % prime;
    }
  }
  for (auto& row : rows) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size));
  return rows;
}

// The digits, to the base of a prime, of numbers that solve the equations modulo ever higher powers of it (Dixon's
// method).
class Lifting {
 public:
  Lifting(const Matrix& matrix, Residues inverse, std::uint64_t prime)
      : matrix_(matrix), inverse_(std::move(inverse)), prime_(prime), rest_(matrix.size(), 1), found_(matrix.size()) {}

  void lift(std::size_t steps) {
    std::vector<std::uint64_t> digit(matrix_.size());
    for (std::size_t step = 0; step < steps; ++step) {
      std::vector<std::uint64_t> reduced(matrix_.size());
      std::ranges::transform(rest_, reduced.begin(), [&](Wide value) { return residue(value, prime_); });
      for (std::size_t i = 0; i < digit.size(); ++i) {
        Wide sum = 0;
        for (std::size_t j = 0; j < digit.size(); ++j) sum += static_cast<Wide>(inverse_[i][j] * reduced[j]);
        digit[i] = residue(sum, prime_);
        found_[i] += cpp_int(digit[i]) * modulus_;
      }
      for (std::size_t i = 0; i < digit.size(); ++i) {
        Wide product = 0;
        for (std::size_t j = 0; j < digit.size(); ++j)
          product += static_cast<Wide>(matrix_[i][j]) * static_cast<Wide>(digit[j]);
        rest_[i] = (rest_[i] - product) / static_cast<Wide>(prime_);
      }
      modulus_ *= prime_;
    }
  }

  const cpp_int& modulus() const { return modulus_; }
  const std::vector<cpp_int>& found() const { return found_; }

 private:
  const Matrix& matrix_;
  Residues inverse_;
  std::uint64_t prime_;
  std::vector<Wide> rest_;  // of the right side, divided by the modulus
  std::vector<cpp_int> found_;
  cpp_int modulus_ = 1;
};

// The denominator of the fraction that `value` stands for modulo `modulus`, if both its parts are at most `most`.
std::optional<cpp_int> denominator_of(const cpp_int& value, const cpp_int& modulus, const cpp_int& most) {
  cpp_int high = modulus;
  cpp_int low = value;
  cpp_int before = 0;
  cpp_int now = 1;
  while (low > most) {
    const cpp_int quotient = high / low;
    // Each left side is a number of its own before anything is moved.
    high = std::exchange(low, cpp_int(high - quotient * low));
    before = std::exchange(now, cpp_int(before - quotient * now));
  }
  if (now < 0) now = -now;
  if (now == 0 || now > most) return std::nullopt;
  return now;
}

// All fractions, over one denominator; nothing if they do not fit the modulus.
std::optional<ExactSolution> fractions_of(const std::vector<cpp_int>& values, const cpp_int& modulus) {
  const cpp_int most = sqrt(cpp_int(modulus / 2));
  ExactSolution solution{.numerators = {}, .denominator = 1};
  for (const cpp_int& value : values) {
    const auto more = denominator_of(value * solution.denominator % modulus, modulus, most);
    if (!more) return std::nullopt;
    solution.denominator *= *more;
  }
  for (const cpp_int& value : values) {
    cpp_int numerator = value * solution.denominator % modulus;
    if (numerator > modulus / 2) numerator -= modulus;
    solution.numerators.push_back(numerator);
  }
  return solution;
}

bool holds(const Matrix& matrix, const ExactSolution& solution) {
  return std::ranges::all_of(matrix, [&](const std::vector<std::int64_t>& row) {
    cpp_int sum = 0;
    for (std::size_t j = 0; j < row.size(); ++j) sum += solution.numerators[j] * row[j];
    return sum == solution.denominator;
  });
}

// So many digits are enough, by Hadamard's bound on determinants.
std::size_t enough_digits(const Matrix& matrix) {
  double bits = 2;
  for (const auto& row : matrix) {
    double squares = 1;
    for (const std::int64_t entry : row) squares += static_cast<double>(entry) * static_cast<double>(entry);
    bits += std::log2(squares);  // twice the logarithm of its length: for numerator and denominator
  }
  return static_cast<std::size_t>(bits / 30) + 3;
}

}  // namespace

std::optional<ExactSolution> solved_for_ones(const Matrix& matrix) {
  for (const std::uint64_t prime : kPrimes) {
    auto inverted = inverse(matrix, prime);
    if (!inverted) continue;
    Lifting lifting(matrix, *std::move(inverted), prime);
    const std::size_t enough = enough_digits(matrix);
    // Most solutions are far simpler than the bound fears, so less is tried first.
    for (std::size_t done = 0, step = 8; done < enough; done += step, step = done) {
      lifting.lift(step);
      if (auto solution = fractions_of(lifting.found(), lifting.modulus()); solution && holds(matrix, *solution))
        return solution;
    }
  }
  return std::nullopt;
}

}  // namespace duello
