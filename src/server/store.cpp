#include "server/store.hpp"

#include <utility>

namespace duello {

std::string_view name_of(TableState state) {
  switch (state) {
    case TableState::open:
      return "open";
    case TableState::playing:
      return "playing";
    case TableState::over:
      return "over";
    case TableState::withdrawn:
      return "withdrawn";
    case TableState::aborted:
      return "aborted";
  }
  std::unreachable();
}

std::optional<TableState> table_state(std::int64_t number) {
  if (number < 0 || number > static_cast<std::int64_t>(TableState::aborted)) return std::nullopt;
  return static_cast<TableState>(number);
}

std::int64_t wall_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace duello
