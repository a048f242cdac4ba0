// In WebAssembly: whoever starts the program lends it chance.
#include "system/entropy.hpp"

namespace duello {

__attribute__((import_module("duello"), import_name("fresh_seed"))) extern "C" std::uint64_t duello_fresh_seed();

std::uint64_t fresh_seed() { return duello_fresh_seed(); }

}  // namespace duello
