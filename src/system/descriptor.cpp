#include "system/descriptor.hpp"

#include <unistd.h>

namespace duello {

void Descriptor::close() {
  if (number_ >= 0) ::close(release());
}

}  // namespace duello
