// Where the tables are kept, as it is said on the command line: sqlite:FILE or postgres://USER@HOST/NAME.
#pragma once

#include <expected>
#include <memory>
#include <string_view>

#include "core/text.hpp"
#include "server/store.hpp"

namespace duello {

std::expected<std::unique_ptr<TableStore>, Complaint> open_store(std::string_view address);

}  // namespace duello
