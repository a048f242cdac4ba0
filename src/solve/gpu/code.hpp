// The code that a graphics processor runs to solve a game, as the build made it of the game's kernels.
#pragma once

#include <expected>
#include <memory>
#include <string_view>

#include "core/text.hpp"
#include "solve/gpu/driver.hpp"

namespace duello {

// PTX; empty for a game that has none, and for all where there was no compiler for it.
std::string_view gpu_code(std::string_view game, std::string_view kernel);

// The card that there is, opened once; and the same with the code of a game's kernel, which there must be, on it.
std::expected<std::shared_ptr<gpu::Card>, Complaint> opened_card();
std::expected<std::shared_ptr<const gpu::Card>, Complaint> card_with_code(std::string_view game,
                                                                          std::string_view kernel);

}  // namespace duello
