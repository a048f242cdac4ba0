// In WebAssembly there is no driver.
#include "gpu/driver.hpp"

namespace duello::gpu {

namespace {

std::unexpected<Complaint> no_driver() { return complaint("There is no driver for a GPU here"); }

}  // namespace

Memory::~Memory() = default;
Card::~Card() = default;

std::expected<std::unique_ptr<Card>, Complaint> Card::open() { return no_driver(); }
std::expected<double, Complaint> Card::free_bytes() const { return no_driver(); }
std::expected<void, Complaint> Card::load(const std::string& /*code*/) { return no_driver(); }
std::expected<Kernel, Complaint> Card::kernel(const std::string& /*name*/) const { return no_driver(); }
std::expected<Memory, Complaint> Card::allocate(std::uint64_t /*bytes*/) const { return no_driver(); }
std::expected<void, Complaint> Card::launch(Kernel /*kernel*/, Grid /*grid*/, std::span<void*> /*arguments*/) const {
  return no_driver();
}
std::expected<void, Complaint> Card::finish() const { return no_driver(); }
std::expected<void, Complaint> Card::write(Address /*to*/, std::span<const std::byte> /*from*/) const {
  return no_driver();
}
std::expected<void, Complaint> Card::read(std::span<std::byte> /*to*/, Address /*from*/) const { return no_driver(); }

}  // namespace duello::gpu
