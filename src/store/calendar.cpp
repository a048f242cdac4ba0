#include "store/calendar.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "core/text.hpp"

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

bool is_date(std::string_view text) {
  constexpr std::string_view kForm = "dddd.dd.dd";
  const auto fits = [](char c, char form) { return form == 'd' ? c >= '0' && c <= '9' : c == form; };
  if (!std::ranges::equal(text, kForm, fits)) return false;
  const auto year = number_in<int>(text.substr(0, 4));
  const auto month = number_in<unsigned>(text.substr(5, 2));
  const auto day = number_in<unsigned>(text.substr(8, 2));
  return std::chrono::year_month_day(std::chrono::year(*year), std::chrono::month(*month), std::chrono::day(*day)).ok();
}

}  // namespace duello
