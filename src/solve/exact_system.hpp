// Linear equations in whole numbers, solved exactly.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace duello {

// x[i] = numerators[i] / denominator, the denominator positive.
struct ExactSolution {
  std::vector<boost::multiprecision::cpp_int> numerators;
  boost::multiprecision::cpp_int denominator;
};

// The x with matrix * x = (1, …, 1). Nothing if the matrix, which is square, is singular.
std::optional<ExactSolution> solved_for_ones(const std::vector<std::vector<std::int64_t>>& matrix);

}  // namespace duello
