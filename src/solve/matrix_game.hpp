// A symmetric game in numbers, and a mixture of its rows that loses to none of them: found in floating point, proved in
// whole numbers.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace duello {

using Integer = boost::multiprecision::cpp_int;

// What each row wins from each other one: payoff[i][j] == -payoff[j][i].
using Payoffs = std::vector<std::vector<std::int64_t>>;

// Row i has the share shares[i] / whole. No share is negative, they add up to `whole`, and no factor is common to all.
struct Mixture {
  std::vector<Integer> shares;
  Integer whole;
};

// What a row wins from the mixture, times `whole`, if it wins `payoffs` from the rows that make it up.
Integer gain(const std::vector<std::int64_t>& payoffs, const Mixture& mixture);
// Whether no row of the game wins anything from it.
bool loses_to_nothing(const Payoffs& payoffs, const Mixture& mixture);

// A mixture that loses to nothing; the same one every time and on every machine. The game has at least one row. Nothing
// if `goes_on`, which is asked now and then, says no.
using GoesOn = std::function<bool()>;
std::optional<Mixture> balanced_mixture(const Payoffs& payoffs, const GoesOn& goes_on);

// Its two ways. The first takes from floating point which rows matter, and comes back empty-handed where rounding has
// led it astray; the second always arrives, but is slow where there are hundreds of rows.
std::optional<Mixture> mixture_by_support(const Payoffs& payoffs);
std::optional<Mixture> mixture_by_exact_pivots(const Payoffs& payoffs, const GoesOn& goes_on);

}  // namespace duello
