// A number as people write it: the fewest digits that are read back as the same number.
#pragma once

#include <string>

namespace duello {

struct Decimal {
  std::string digits;  // the first one is not 0, unless it is the only one
  int exponent;        // of ten, for a point behind the first digit
};

// `value` is finite and not negative. Among several that are equally short it is the nearest. Needs no tables, which
// would be most of what a page has to load for it.
Decimal shortest_decimal(double value);

}  // namespace duello
