// A graphics processor, by way of its driver alone: libcuda.so.1, opened when it is wanted. Nothing of its maker is
// needed to build this. Whatever goes wrong is a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "core/text.hpp"

namespace duello::gpu {

struct Library;  // the driver's functions
class Card;

// An address in the card's memory.
using Address = std::uint64_t;

// Memory of a card, which must stay; given back at the end.
class Memory {
 public:
  Memory() = default;
  Memory(const Card& card, Address address, std::uint64_t bytes) : card_(&card), address_(address), bytes_(bytes) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(card_, other.card_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Memory();

  Address address() const { return address_; }
  std::uint64_t size() const { return bytes_; }

 private:
  const Card* card_ = nullptr;
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

  // `code` is PTX, which the driver compiles for the card. Once, and before a kernel is asked for.
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
  friend class Memory;

  explicit Card(const Library* library) : library_(library) {}
  std::expected<void, Complaint> begin();
  void release(Address address) const;
  // What the driver answers to `call` once the card is the one that this thread uses: threads share it, and each has to
  // say so.
  template <class Call>
  int with_card(Call call) const;
  std::expected<void, Complaint> checked(int result, std::string_view what) const;

  const Library* library_;
  int device_ = 0;
  void* context_ = nullptr;
  void* module_ = nullptr;
  std::string name_ = "a GPU without a name";
};

}  // namespace duello::gpu
