#include "store/calendar.hpp"

#include <ctime>

namespace duello {

namespace {

std::string now_as(const char* form) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, form, &local);
  return {text, length};
}

}  // namespace

std::string today() { return now_as("%Y.%m.%d"); }
std::string time_stamp() { return now_as("%Y%m%d-%H%M%S"); }

}  // namespace duello
