// The folders of the user in which files are kept.
#pragma once

#include <expected>
#include <string>

#include "core/text.hpp"

namespace duello {

// Where what is kept for the user lies: games and their index; and what is worth carrying to another machine.
std::expected<std::string, Complaint> state_folder();
std::expected<std::string, Complaint> data_folder();
// Whether a file really lies in the state folder, where nobody but the user's own programs puts anything: neither ..
// nor a link leads there from elsewhere, or from there to elsewhere.
bool is_among_own(const std::string& file);

}  // namespace duello
