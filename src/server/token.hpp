// Names that cannot be guessed: of tables, and of the seats at them.
#pragma once

#include <string>
#include <string_view>

namespace duello {

// At least 128 random bits in 22 characters. Whoever has it sits there.
std::string fresh_token();
// 96 random bits in 16 characters. Whoever has it may look.
std::string fresh_table_id();
bool is_token(std::string_view text);
bool is_table_id(std::string_view text);

// What is kept of a token. It is as random as the token, so nothing slow is needed.
std::string hash_of(std::string_view token);
// In a time that does not tell where they differ.
bool is_same_hash(std::string_view one, std::string_view two);

}  // namespace duello
