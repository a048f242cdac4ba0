// Numbers with a point, written in digits. The standard library can do it too, with tables of more than a hundred
// kilobytes, which a page would have to load.
#pragma once

#include <string>

namespace duello {

struct Decimal {
  std::string digits;  // neither the first nor the last is 0
  int before_point;    // so many of them stand before the point; below 0, so many zeros stand behind it first
};

// The fewest digits that are read back as this number, which is above 0 and finite; of these, the closest to it.
Decimal shortest_decimal(double value);

// Rounded to two digits behind the point, as in "-0.67"; to even if it is halfway between. It is below 2^52.
std::string two_places(double value);

}  // namespace duello
