// What a graphics processor can solve. Nothing else is known of one outside solve/gpu.
#pragma once

#include <expected>

#include "solve/oracle.hpp"

namespace duello {

class GpuSolver {
 public:
  virtual ~GpuSolver() = default;

  // What may be taken of its memory now, which opens it; or why it cannot be used.
  virtual std::expected<double, Complaint> free_bytes() const = 0;
  // What a table takes there at most.
  virtual double bytes(const AnyGame& game, TableKind kind) const = 0;
  // The table stays there until somebody wants all of it.
  virtual SolveResult solve(const AnyGame& game, TableKind kind, const Watch& watch) const = 0;
};

}  // namespace duello
