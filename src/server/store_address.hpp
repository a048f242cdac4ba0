// Where the tables are kept, as it is said on the command line: sqlite:FILE or postgres://USER@HOST/NAME.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "server/store.hpp"

namespace duello {

std::expected<std::unique_ptr<TableStore>, Complaint> open_store(std::string_view address);
// Copies all tables into a file, even while a server uses the store.
std::expected<void, Complaint> back_up_store(std::string_view address, const std::string& path);

}  // namespace duello
