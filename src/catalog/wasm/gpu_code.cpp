// In WebAssembly there is no card.
#include "catalog/gpu_code.hpp"

namespace duello {

std::expected<std::shared_ptr<gpu::Card>, Complaint> opened_card() { return gpu::Card::open(); }

std::expected<std::shared_ptr<const gpu::Card>, Complaint> card_with_code(std::string_view /*game*/,
                                                                          std::string_view /*kernel*/) {
  return gpu::Card::open();
}

}  // namespace duello
