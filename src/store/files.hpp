// Files that are read and replaced whole, and the folders of the user in which they lie.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace duello {

// Why a file cannot be read or written, as the system says just now: "'FILE' cannot be written: …".
std::unexpected<Complaint> cannot(std::string_view verb, const std::string& file);

std::expected<std::string, Complaint> contents_of(const std::string& file);

// All or nothing: whoever looks sees the old contents or the new. Only the owner may read it.
std::expected<void, Complaint> replace_file(const std::string& file, std::string_view contents);

// Where what is kept for the user lies: games and their index; and what is worth carrying to another machine.
std::expected<std::string, Complaint> state_folder();
std::expected<std::string, Complaint> data_folder();
// Whether a file lies in the state folder, where nobody but the user's own programs puts anything.
bool is_among_own(const std::string& file);
// With all the folders above it; nothing happens if it is there.
std::expected<void, Complaint> make_folder(const std::string& folder);

}  // namespace duello
