#include "solve/exact_system.hpp"

#include <algorithm>
#include <utility>

namespace duello {

using boost::multiprecision::cpp_int;

// Bareiss's elimination: each division is exact, as every entry is a minor of the matrix.
std::optional<ExactSolution> solved_for_ones(const std::vector<std::vector<std::int64_t>>& matrix) {
  const std::size_t size = matrix.size();
  std::vector<std::vector<cpp_int>> rows;
  for (const auto& row : matrix) {
    rows.emplace_back(row.begin(), row.end());
    rows.back().emplace_back(1);
  }
  cpp_int before = 1;  // the pivot of the column before
  cpp_int product;
  for (std::size_t k = 0; k < size; ++k) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(k), rows.end(),
                                    [&](const auto& row) { return row[k] != 0; });
    if (pivot == rows.end()) return std::nullopt;
    std::swap(*pivot, rows[k]);
    for (std::size_t i = k + 1; i < size; ++i) {
      for (std::size_t j = k + 1; j <= size; ++j) {
        rows[i][j] *= rows[k][k];
        product = rows[i][k] * rows[k][j];
        rows[i][j] -= product;
        rows[i][j] /= before;
      }
    }
    before = rows[k][k];
  }

  // By Cramer's rule the determinant is a common denominator.
  ExactSolution solution{.numerators = std::vector<cpp_int>(size), .denominator = before};
  cpp_int divisor = before;
  for (std::size_t i = size; i-- > 0;) {
    cpp_int sum = rows[i][size] * solution.denominator;
    for (std::size_t j = i + 1; j < size; ++j) sum -= rows[i][j] * solution.numerators[j];
    solution.numerators[i] = sum / rows[i][i];
    divisor = gcd(divisor, solution.numerators[i]);
  }
  if (solution.denominator < 0) divisor = -divisor;
  for (cpp_int& numerator : solution.numerators) numerator /= divisor;
  solution.denominator /= divisor;
  return solution;
}

}  // namespace duello
