// What the lab finds out, printed row by row as it comes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "study/findings.hpp"

namespace duello {

// A table, comma-separated values, or one JSON document, which is whole once `end` was called.
class FindingsPrinter {
 public:
  // `widest` is the greatest width of a settings text to come.
  FindingsPrinter(Console& console, const LabOptions& options, const Facts& facts, std::size_t widest)
      : console_(console), options_(options), facts_(facts), widest_(widest) {}

  void add(const Finding& finding);
  void end();

 private:
  std::string head(const std::vector<RuleValue>& rules) const;
  std::string row(const Finding& finding) const;

  Console& console_;
  const LabOptions& options_;
  const Facts& facts_;
  std::size_t widest_;
  std::size_t rows_ = 0;
};

}  // namespace duello
