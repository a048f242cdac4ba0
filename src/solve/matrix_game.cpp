#include "solve/matrix_game.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solve/exact_system.hpp"

namespace duello {

// The linear program: with a constant added to all payoffs, so that they are positive, the greatest sum of y >= 0 with
// payoffs * y <= 1 for every row. Scaled to a sum of 1, y is a mixture. Slack variables make a first basis.

namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

std::int64_t shift_of(const Payoffs& payoffs) {
  std::int64_t highest = 1;
  for (const auto& row : payoffs) highest = std::max(highest, *std::ranges::max_element(row));
  return 2 * highest;
}

// Which variables are in the basis and which are not: below `size` a share, from `size` on a row's slack.
struct Basis {
  std::vector<std::size_t> inside;
  std::vector<std::size_t> outside;

  explicit Basis(std::size_t size) : inside(size), outside(size) {
    for (std::size_t i = 0; i < size; ++i) {
      inside[i] = size + i;
      outside[i] = i;
    }
  }
};

// The program in floating point. Every operation is rounded the same way on every machine, so the way it goes is too.
class FloatingProgram {
 public:
  explicit FloatingProgram(const Payoffs& payoffs)
      : size_(payoffs.size()), basis_(size_), rows_(size_, std::vector<double>(size_ + 1)), goal_(size_, 1.0) {
    const std::int64_t shift = shift_of(payoffs);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j)
        rows_[i][j] = static_cast<double>(payoffs[i][j] + shift) / static_cast<double>(shift);
      rows_[i][size_] = 1;
    }
  }

  // The basis in the end; nothing if there is no end in sight.
  std::optional<Basis> solved() {
    const std::size_t most = 100 * size_ + 1000;
    for (std::size_t pivots = 0; pivots < most; ++pivots) {
      const std::size_t column = entering();
      if (column == kNowhere) return basis_;
      const std::size_t row = leaving(column);
      if (row == kNowhere) return std::nullopt;
      pivot(row, column);
    }
    return std::nullopt;
  }

 private:
  static constexpr double kNothing = 1e-11;

  std::size_t entering() const {
    const auto best = std::ranges::max_element(goal_);
    return *best > kNothing ? static_cast<std::size_t>(best - goal_.begin()) : kNowhere;
  }

  // Among rows that are reached at the same time, the one with the largest pivot.
  std::size_t leaving(std::size_t column) const {
    std::size_t found = kNowhere;
    double least = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (rows_[i][column] <= kNothing) continue;
      const double reached = rows_[i][size_] / rows_[i][column];
      const bool sooner = found == kNowhere || reached < least - kNothing;
      const bool as_soon = found != kNowhere && reached < least + kNothing;
      if (sooner || (as_soon && rows_[i][column] > rows_[found][column])) {
        found = i;
        least = sooner ? reached : std::min(least, reached);
      }
    }
    return found;
  }

  void pivot(std::size_t row, std::size_t column) {
    std::vector<double>& base = rows_[row];
    const double scale = 1 / base[column];
    for (double& entry : base) entry *= scale;
    base[column] = scale;
    for (std::size_t i = 0; i < size_; ++i) {
      const double factor = rows_[i][column];
      if (i == row || factor == 0) continue;
      for (std::size_t j = 0; j <= size_; ++j) rows_[i][j] -= factor * base[j];
      rows_[i][column] = -factor * scale;
    }
    const double factor = goal_[column];
    for (std::size_t j = 0; j < size_; ++j) goal_[j] -= factor * base[j];
    goal_[column] = -factor * scale;
    std::swap(basis_.inside[row], basis_.outside[column]);
  }

  std::size_t size_;
  Basis basis_;
  std::vector<std::vector<double>> rows_;  // and, last in each, its right side
  std::vector<double> goal_;
};

// The program in whole numbers: every entry stands over one denominator, which is the pivot before.
class ExactProgram {
 public:
  explicit ExactProgram(const Payoffs& payoffs)
      : size_(payoffs.size()), basis_(size_), rows_(size_, std::vector<Integer>(size_ + 1)), goal_(size_, 1) {
    const std::int64_t shift = shift_of(payoffs);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) rows_[i][j] = payoffs[i][j] + shift;
      rows_[i][size_] = 1;
    }
  }

  // Bland's rule: the first variable that helps, so that nothing comes around twice.
  std::optional<std::vector<Integer>> solved(const GoesOn& goes_on) {
    while (true) {
      const std::size_t column = first_of(basis_.outside, [&](std::size_t j) { return goal_[j] > 0; });
      if (column == kNowhere) break;
      if (!goes_on()) return std::nullopt;
      pivot(leaving(column), column);
    }
    std::vector<Integer> shares(size_);
    for (std::size_t i = 0; i < size_; ++i)
      if (basis_.inside[i] < size_) shares[basis_.inside[i]] = rows_[i][size_];
    return shares;
  }

 private:
  // Where, among the places that will do, the lowest variable stands.
  template <class Will>
  static std::size_t first_of(const std::vector<std::size_t>& variables, Will will) {
    std::size_t found = kNowhere;
    for (std::size_t i = 0; i < variables.size(); ++i)
      if ((found == kNowhere || variables[i] < variables[found]) && will(i)) found = i;
    return found;
  }

  // There is one, as the payoffs are positive.
  std::size_t leaving(std::size_t column) const {
    std::size_t soonest = kNowhere;
    const auto compared = [&](std::size_t i) {
      return Integer(rows_[i][size_] * rows_[soonest][column]).compare(rows_[soonest][size_] * rows_[i][column]);
    };
    for (std::size_t i = 0; i < size_; ++i) {
      if (rows_[i][column] <= 0) continue;
      const int later = soonest == kNowhere ? -1 : compared(i);
      if (later < 0 || (later == 0 && basis_.inside[i] < basis_.inside[soonest])) soonest = i;
    }
    return soonest;
  }

  void pivot(std::size_t row, std::size_t column) {
    const std::vector<Integer> base = rows_[row];
    const Integer& head = base[column];
    const auto reduce = [&](std::vector<Integer>& entries) {
      const Integer factor = entries[column];
      for (std::size_t j = 0; j < entries.size(); ++j)
        entries[j] = j == column ? Integer(-factor) : Integer((entries[j] * head - factor * base[j]) / denominator_);
    };
    for (std::size_t i = 0; i < size_; ++i)
      if (i != row) reduce(rows_[i]);
    reduce(goal_);
    rows_[row][column] = denominator_;
    denominator_ = head;
    std::swap(basis_.inside[row], basis_.outside[column]);
  }

  std::size_t size_;
  Basis basis_;
  std::vector<std::vector<Integer>> rows_;
  std::vector<Integer> goal_;
  Integer denominator_ = 1;
};

Mixture mixture_of(std::vector<Integer> shares) {
  Mixture mixture{.shares = std::move(shares), .whole = 0};
  Integer common = 0;
  for (const Integer& share : mixture.shares) common = gcd(common, share);
  for (Integer& share : mixture.shares) {
    share /= common;
    mixture.whole += share;
  }
  return mixture;
}

}  // namespace

Integer gain(const std::vector<std::int64_t>& payoffs, const Mixture& mixture) {
  Integer sum = 0;
  for (std::size_t i = 0; i < payoffs.size(); ++i)
    if (payoffs[i] != 0 && !mixture.shares[i].is_zero()) sum += mixture.shares[i] * payoffs[i];
  return sum;
}

bool loses_to_nothing(const Payoffs& payoffs, const Mixture& mixture) {
  return std::ranges::all_of(payoffs, [&](const auto& row) { return gain(row, mixture) <= 0; });
}

std::optional<Mixture> mixture_by_support(const Payoffs& payoffs) {
  const std::size_t size = payoffs.size();
  const auto basis = FloatingProgram(payoffs).solved();
  if (!basis) return std::nullopt;
  std::vector<std::size_t> support;
  std::vector<std::size_t> tight;
  for (const std::size_t variable : basis->inside)
    if (variable < size) support.push_back(variable);
  for (const std::size_t variable : basis->outside)
    if (variable >= size) tight.push_back(variable - size);
  const std::int64_t shift = shift_of(payoffs);
  Payoffs system;
  for (const std::size_t i : tight) {
    system.emplace_back();
    for (const std::size_t j : support) system.back().push_back(payoffs[i][j] + shift);
  }
  const auto solution = solved_for_ones(system);
  if (!solution || std::ranges::any_of(solution->numerators, [](const Integer& share) { return share < 0; }))
    return std::nullopt;
  std::vector<Integer> shares(size);
  for (std::size_t i = 0; i < support.size(); ++i) shares[support[i]] = solution->numerators[i];
  Mixture mixture = mixture_of(std::move(shares));
  return loses_to_nothing(payoffs, mixture) ? std::optional(std::move(mixture)) : std::nullopt;
}

std::optional<Mixture> mixture_by_exact_pivots(const Payoffs& payoffs, const GoesOn& goes_on) {
  auto shares = ExactProgram(payoffs).solved(goes_on);
  if (!shares) return std::nullopt;
  return mixture_of(*std::move(shares));
}

std::optional<Mixture> balanced_mixture(const Payoffs& payoffs, const GoesOn& goes_on) {
  auto mixture = mixture_by_support(payoffs);
  return mixture ? std::move(mixture) : mixture_by_exact_pivots(payoffs, goes_on);
}

}  // namespace duello
