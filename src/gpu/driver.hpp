// A graphics processor, by way of its driver alone: libcuda.so.1, opened when it is wanted. Nothing of its maker is
// needed to build this. Whatever goes wrong is a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/text.hpp"

namespace duello::gpu {

struct Library;  // the driver's functions

// An address in the card's memory.
using Address = std::uint64_t;

// Memory of the card, given back at the end.
class Memory {
 public:
  Memory() = default;
  Memory(const Library* library, Address address, std::uint64_t bytes)
      : library_(library), address_(address), bytes_(bytes) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(library_, other.library_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Memory();

  Address address() const { return address_; }
  std::uint64_t size() const { return bytes_; }

 private:
  const Library* library_ = nullptr;
  Address address_ = 0;
  std::uint64_t bytes_ = 0;
};

// A function that the card can run.
struct Kernel {
  void* function = nullptr;
};

// How many threads, in groups of how many.
struct Grid {
  std::uint32_t groups;
  std::uint32_t threads;  // a group
  std::uint32_t shared;   // bytes that a group has in common
};

class Card {
 public:
  // The first one that there is.
  static std::expected<std::unique_ptr<Card>, Complaint> open();
  Card(const Card&) = delete;
  Card& operator=(const Card&) = delete;
  ~Card();

  const std::string& name() const { return name_; }
  // What may be taken now.
  std::expected<double, Complaint> free_bytes() const;

  // `code` is PTX, which the driver compiles for the card; there may be several. A kernel is found in the last that has
  // it.
  std::expected<void, Complaint> load(const std::string& code);
  std::expected<Kernel, Complaint> kernel(const std::string& name) const;

  std::expected<Memory, Complaint> allocate(std::uint64_t bytes) const;
  // Begins to run it; what is begun later waits for it. `arguments` point to the values.
  std::expected<void, Complaint> launch(Kernel kernel, Grid grid, std::span<void*> arguments) const;
  // Waits for all that was begun.
  std::expected<void, Complaint> finish() const;
  std::expected<void, Complaint> write(Address to, std::span<const std::byte> from) const;
  std::expected<void, Complaint> read(std::span<std::byte> to, Address from) const;

 private:
  explicit Card(const Library* library) : library_(library) {}
  std::expected<void, Complaint> begin();
  // Threads share the card; each says so for itself.
  int used() const;
  std::expected<void, Complaint> checked(int result, std::string_view what) const;

  const Library* library_;
  int device_ = 0;
  void* context_ = nullptr;
  std::vector<void*> modules_;
  std::string name_;
};

}  // namespace duello::gpu
