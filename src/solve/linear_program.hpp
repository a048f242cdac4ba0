// The one linear program this program needs, solved exactly or in floating point.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace duello {

using PayoffMatrix = std::vector<std::vector<std::int64_t>>;

// Weights of the rows of a symmetric zero-sum game (payoff[i][j] == -payoff[j][i]) that lose to no column: they are not
// negative and add up to 1. Empty if the solver fails, or if `goes_on`, which is asked now and then, says no.
std::vector<mpq_class> balanced_weights_exactly(const PayoffMatrix& payoff);
std::vector<double> balanced_weights_nearly(const PayoffMatrix& payoff, const std::function<bool()>& goes_on);

}  // namespace duello
