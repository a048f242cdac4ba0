// How time passes.
#pragma once

namespace duello {

// Since some moment that stays the same; never less than before.
double seconds_passed();

}  // namespace duello
