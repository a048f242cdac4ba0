// Names that cannot be guessed: of tables, and of the seats at them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace duello {

// Gives 64 bits that nobody can guess.
using Chance = std::function<std::uint64_t()>;

// At least 128 random bits in 22 characters. Whoever has it sits there.
std::string fresh_token(const Chance& chance);
// 96 random bits in 16 characters. Whoever has it may look.
std::string fresh_table_id(const Chance& chance);
bool is_token(std::string_view text);
bool is_table_id(std::string_view text);

// What is kept of a token. It is as random as the token, so nothing slow is needed.
std::string hash_of(std::string_view token);
// In a time that does not tell where they differ.
bool is_same_hash(std::string_view one, std::string_view two);

}  // namespace duello
