// Linked in place of the room `online` where OpenSSL is not wanted.
#include "online/online_play.hpp"

namespace duello {

OnlinePlay online_play() { return {}; }

}  // namespace duello
