// In WebAssembly: whoever starts the program has the clock.
#include "system/clock.hpp"

namespace duello {

__attribute__((import_module("duello"), import_name("seconds_passed"))) extern "C" double duello_seconds_passed();

double seconds_passed() { return duello_seconds_passed(); }

}  // namespace duello
