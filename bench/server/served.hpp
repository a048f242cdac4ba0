// A server in a process of its own, to be measured from outside.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "system/descriptor.hpp"

namespace duello {

class Served {
 public:
  // `program serve` with that store and with limits that are in nobody's way. Listens when it comes back; the program
  // ends if it does not.
  Served(const std::string& program, const std::string& store);
  // Stopped in good order.
  ~Served();
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  std::uint16_t port() const { return port_; }
  pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
  Descriptor log_;
  std::uint16_t port_ = 0;
};

}  // namespace duello
