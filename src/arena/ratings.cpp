#include "arena/ratings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace duello {

namespace {

constexpr double kNormal95 = 1.959963984540054;
constexpr double kEloPerNat = 400 / std::numbers::ln10;

double expected_score(double difference) { return 1 / (1 + std::exp(-difference)); }

using Matrix = std::vector<std::vector<double>>;

// The inverse of a positive definite matrix, by elimination.
Matrix inverse(Matrix matrix) {
  const std::size_t n = matrix.size();
  Matrix result(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = matrix[i][i];
    for (std::size_t k = 0; k < n; ++k) {
      matrix[i][k] /= pivot;
      result[i][k] /= pivot;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == i) continue;
      const double factor = matrix[row][i];
      for (std::size_t k = 0; k < n; ++k) {
        matrix[row][k] -= factor * matrix[i][k];
        result[row][k] -= factor * result[i][k];
      }
    }
  }
  return result;
}

// What the logarithm of the likelihood says at a point: its slope, its curvature, and how much the slope varies from
// pair to pair.
struct Fit {
  std::vector<double> slope;
  Matrix curvature;
  Matrix spread;

  explicit Fit(std::size_t n) : slope(n), curvature(n, std::vector<double>(n)), spread(curvature) {}

  void add(const Encounter& encounter, double games, double wins, double p, double times) {
    const double error = wins - games * p;
    slope[encounter.one] += times * error;
    slope[encounter.two] -= times * error;
    add(curvature, encounter, times * games * p * (1 - p));
    add(spread, encounter, times * error * error);
  }

 private:
  static void add(Matrix& matrix, const Encounter& encounter, double value) {
    matrix[encounter.one][encounter.one] += value;
    matrix[encounter.two][encounter.two] += value;
    matrix[encounter.one][encounter.two] -= value;
    matrix[encounter.two][encounter.one] -= value;
  }
};

// The group of each player: players that are connected by games, directly or through others. Ratings can be compared
// only within a group.
std::vector<std::size_t> groups_of(std::size_t players, const std::vector<Encounter>& encounters) {
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < players; ++i) groups.push_back(i);
  for (const Encounter& each : encounters) {
    const std::size_t one = groups[each.one];
    const std::size_t two = groups[each.two];
    if (each.games() != 0) std::ranges::replace(groups, two, one);
  }
  return groups;
}

Fit fit_at(const std::vector<double>& strengths, const std::vector<Encounter>& encounters,
           const std::vector<std::size_t>& groups) {
  Fit fit(strengths.size());
  for (const Encounter& each : encounters) {
    if (each.games() == 0) continue;
    const double p = expected_score(strengths[each.one] - strengths[each.two]);
    for (std::size_t wins = 0; wins < each.pairs.size(); ++wins)
      fit.add(each, 2, static_cast<double>(wins), p, static_cast<double>(each.pairs[wins]));
    for (std::size_t wins = 0; wins < each.singles.size(); ++wins)
      fit.add(each, 1, static_cast<double>(wins), p, static_cast<double>(each.singles[wins]));
    fit.add(each, 1, 0.5, p, 1);
  }
  // Only differences matter; this pins the mean of each group to 0.
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t k = 0; k < groups.size(); ++k)
      if (groups[i] == groups[k]) fit.curvature[i][k] += 1.0 / static_cast<double>(strengths.size());
  return fit;
}

}  // namespace

std::vector<Rating> ratings(std::size_t players, const std::vector<Encounter>& encounters) {
  constexpr int kMostSteps = 200;
  constexpr double kLongestStep = 1;
  constexpr double kSmallest = 1e-10;
  const std::vector<std::size_t> groups = groups_of(players, encounters);
  std::vector<double> strengths(players);
  for (int step = 0; step < kMostSteps; ++step) {
    const Fit fit = fit_at(strengths, encounters, groups);
    const Matrix inverted = inverse(fit.curvature);
    double largest = 0;
    for (std::size_t i = 0; i < players; ++i) {
      double change = 0;
      for (std::size_t k = 0; k < players; ++k) change += inverted[i][k] * fit.slope[k];
      change = std::clamp(change, -kLongestStep, kLongestStep);
      strengths[i] += change;
      largest = std::max(largest, std::abs(change));
    }
    if (largest < kSmallest) break;
  }
  const Fit fit = fit_at(strengths, encounters, groups);
  const Matrix inverted = inverse(fit.curvature);
  std::vector<Rating> found(players);
  for (std::size_t i = 0; i < players; ++i) {
    const auto size = static_cast<double>(std::ranges::count(groups, groups[i]));
    double mean = 0;
    double variance = 0;
    for (std::size_t k = 0; k < players; ++k) {
      if (groups[k] == groups[i]) mean += strengths[k] / size;
      for (std::size_t m = 0; m < players; ++m) variance += inverted[i][k] * fit.spread[k][m] * inverted[m][i];
    }
    found[i] = {kEloPerNat * (strengths[i] - mean), kNormal95 * kEloPerNat * std::sqrt(variance)};
  }
  return found;
}

Share share(std::uint64_t wins, std::uint64_t games) {
  if (games == 0) return {0, 0, 1};
  const auto n = static_cast<double>(games);
  const double p = static_cast<double>(wins) / n;
  const double z2 = kNormal95 * kNormal95;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {p, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::string Sprt::text() const {
  const auto written = [](double elo) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, elo).ptr;
    return std::string(digits, end);
  };
  return cat(written(elo0), ',', written(elo1));
}

std::expected<Sprt, Complaint> Sprt::read(std::string_view text) {
  constexpr double kMost = 2000;
  const std::vector<std::string> parts = parts_of(text, ',');
  const auto low = number_in<double>(parts.front());
  const auto high = number_in<double>(parts.back());
  if (parts.size() != 2 || !low || !high || !(*low < *high) || *low < -kMost || *high > kMost)
    return complaint("It must be two numbers of Elo, the smaller first, as in 0,10, not ", in_quotes(text));
  return Sprt{.elo0 = *low, .elo1 = *high};
}

double Sprt::log_likelihood_ratio(const std::array<std::uint64_t, 3>& pairs) const {
  // A little of every result, so that the variance is never 0.
  constexpr double kLittle = 0.5;
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t wins = 0; wins < pairs.size(); ++wins) {
    const double times = static_cast<double>(pairs[wins]) + kLittle;
    const double score = static_cast<double>(wins) / 2;
    count += times;
    sum += times * score;
    squares += times * score * score;
  }
  const double mean = sum / count;
  const double variance = squares / count - mean * mean;
  const double score0 = expected_score(elo0 / kEloPerNat);
  const double score1 = expected_score(elo1 / kEloPerNat);
  return (score1 - score0) * (2 * sum - count * (score0 + score1)) / (2 * variance);
}

Sprt::Verdict Sprt::verdict(const std::array<std::uint64_t, 3>& pairs) const {
  const double bound = std::log(0.95 / 0.05);
  const double ratio = log_likelihood_ratio(pairs);
  return ratio >= bound ? Verdict::elo1 : ratio <= -bound ? Verdict::elo0 : Verdict::open;
}

}  // namespace duello
