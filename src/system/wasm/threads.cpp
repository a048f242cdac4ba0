// In WebAssembly there are no threads.
#include "system/threads.hpp"

namespace duello {

std::unique_ptr<Workers> make_workers(unsigned /*count*/) { return std::make_unique<OneWorker>(); }

}  // namespace duello
