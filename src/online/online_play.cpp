#include "online/online_play.hpp"

#include "online/online.hpp"

namespace duello {

OnlinePlay online_play() { return {.host = host, .join = join}; }

}  // namespace duello
