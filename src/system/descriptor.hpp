// A file descriptor that is closed in the end.
#pragma once

#include <utility>

namespace duello {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& from) noexcept : number_(from.release()) {}
  Descriptor& operator=(Descriptor&& from) noexcept {
    if (this != &from) close();
    number_ = from.release();
    return *this;
  }
  ~Descriptor() { close(); }

  // -1 if there is none.
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();
  // Whoever takes it closes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace duello
