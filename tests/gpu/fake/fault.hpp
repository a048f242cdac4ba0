// What goes wrong with the graphics processor that is not there (driver.cpp).
#pragma once

#include <cstdlib>

namespace duello {

// Something goes wrong as long as this is there.
class Fault {
 public:
  explicit Fault(const char* name) { ::setenv("FAKE_GPU", name, 1); }
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;
  ~Fault() { ::unsetenv("FAKE_GPU"); }
};

}  // namespace duello
