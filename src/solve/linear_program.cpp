#include "solve/linear_program.hpp"

#include <glpk.h>

#include <algorithm>
#include <memory>
#include <new>
#include <numeric>

#include "solve/memory.hpp"

extern "C" {
#include <qsopt_ex/QSopt_ex.h>
}

namespace duello {

namespace {

void ignore_message(const char*, void*) {}

// The library would abort the program; what can go wrong here is that there is no memory.
[[noreturn]] void on_error(void*) { throw std::bad_alloc(); }

// More than the exact solver has ever taken for so many rows. It ends the program without a word when memory runs out.
double bytes_for_exact(double rows) {
  constexpr double kAtLeast = 6e6;
  constexpr double kEach = 600;
  return kAtLeast + kEach * rows * rows;
}

struct Started {
  Started() {
    QSexactStart();
    QSlog_set_handler(ignore_message, nullptr);
  }
};

}  // namespace

// Both programs: find x >= 0 with sum 1 such that, for every column j, sum over i of x[i] * payoff[i][j] >= 0. There is
// nothing to maximize, because the value of a symmetric game is known to be 0.
std::vector<mpq_class> balanced_weights_exactly(const PayoffMatrix& payoff) {
  if (bytes_left_by_limits() < bytes_for_exact(static_cast<double>(payoff.size()))) throw std::bad_alloc();
  static const Started started;
  const int size = static_cast<int>(payoff.size());
  const std::unique_ptr<mpq_QSdata, void (*)(mpq_QSdata*)> program(mpq_QScreate_prob("balance", QS_MAX),
                                                                   mpq_QSfree_prob);
  const mpq_class zero = 0;
  const mpq_class one = 1;
  for (int j = 0; j < size; ++j)
    if (mpq_QSnew_row(program.get(), zero.get_mpq_t(), 'G', nullptr) != 0) return {};
  if (mpq_QSnew_row(program.get(), one.get_mpq_t(), 'E', nullptr) != 0) return {};

  std::vector<int> rows(payoff.size() + 1);
  std::iota(rows.begin(), rows.end(), 0);  // NOLINT(modernize-use-ranges): not in this library yet
  for (const auto& payoffs : payoff) {
    std::vector<mpq_class> column(payoffs.begin(), payoffs.end());
    column.emplace_back(1);
    // mpq_class is a struct around one mpq_t.
    auto* const values = reinterpret_cast<mpq_t*>(column.data());
    mpq_class none = 0;
    if (mpq_QSadd_col(program.get(), size + 1, rows.data(), values, none.get_mpq_t(), none.get_mpq_t(),
                      mpq_ILL_MAXDOUBLE, nullptr) != 0)
      return {};
  }
  int status = 0;
  std::vector<mpq_class> weights(payoff.size());
  if (QSexact_solver(program.get(), nullptr, nullptr, nullptr, PRIMAL_SIMPLEX, &status) != 0 ||
      status != QS_LP_OPTIMAL || mpq_QSget_x_array(program.get(), reinterpret_cast<mpq_t*>(weights.data())) != 0)
    return {};
  return weights;
}

std::vector<double> balanced_weights_nearly(const PayoffMatrix& payoff, const std::function<bool()>& goes_on) {
  const int size = static_cast<int>(payoff.size());
  glp_term_out(GLP_OFF);
  glp_error_hook(on_error, nullptr);
  const std::unique_ptr<glp_prob, void (*)(glp_prob*)> program(glp_create_prob(), glp_delete_prob);
  glp_add_rows(program.get(), size + 1);
  glp_add_cols(program.get(), size);
  for (int j = 1; j <= size; ++j) glp_set_row_bnds(program.get(), j, GLP_LO, 0, 0);
  glp_set_row_bnds(program.get(), size + 1, GLP_FX, 1, 1);
  std::vector<int> rows(payoff.size() + 2);
  std::iota(rows.begin(), rows.end(), 0);  // NOLINT(modernize-use-ranges): not in this library yet
  std::int64_t highest = 1;
  for (const auto& payoffs : payoff) highest = std::max(highest, std::ranges::max(payoffs));
  const auto scale = static_cast<double>(highest);
  for (int i = 1; i <= size; ++i) {
    const auto& payoffs = payoff[static_cast<std::size_t>(i - 1)];
    std::vector<double> values(payoff.size() + 2, 1.0);
    for (std::size_t j = 0; j < payoffs.size(); ++j) values[j + 1] = static_cast<double>(payoffs[j]) / scale;
    glp_set_col_bnds(program.get(), i, GLP_LO, 0, 0);
    glp_set_mat_col(program.get(), i, size + 1, rows.data(), values.data());
  }
  glp_smcp options;
  glp_init_smcp(&options);
  options.tol_bnd = 1e-11;
  options.presolve = GLP_OFF;
  // A few steps at a time; each call goes on where the last one left off.
  options.it_lim = 500;
  int status = 0;
  while ((status = glp_simplex(program.get(), &options)) == GLP_EITLIM)
    if (!goes_on()) return {};
  if (status != 0 || glp_get_status(program.get()) != GLP_OPT) return {};
  std::vector<double> weights(payoff.size());
  for (int i = 1; i <= size; ++i)
    weights[static_cast<std::size_t>(i - 1)] = std::max(0.0, glp_get_col_prim(program.get(), i));
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= total;
  return weights;
}

}  // namespace duello
