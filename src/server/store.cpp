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
  }
  std::unreachable();
}

}  // namespace duello
