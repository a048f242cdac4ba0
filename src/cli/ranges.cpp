#include "cli/ranges.hpp"
#include "core/try.hpp"

#include <cstdint>

namespace duello {

namespace {

std::expected<std::vector<std::string>, Complaint> spread_out(const std::string& setting) {
  const std::size_t sign = setting.find('=');
  const std::size_t dots = setting.find("..");
  if (sign == std::string::npos || dots == std::string::npos || dots < sign) return std::vector{setting};
  const auto from = whole_number(setting.substr(sign + 1, dots - sign - 1));
  const auto to = whole_number(setting.substr(dots + 2));
  if (!from || !to || *from > *to) return complaint(in_quotes(setting), " is not a range such as length=5..13");
  constexpr std::int64_t kMost = 1000;
  if (std::int64_t{*to} - *from >= kMost) return complaint(in_quotes(setting), " has more than ", kMost, " values");
  std::vector<std::string> settings;
  for (std::int64_t value = *from; value <= *to; ++value) settings.push_back(cat(setting.substr(0, sign + 1), value));
  return settings;
}

}  // namespace

std::expected<std::vector<std::vector<std::string>>, Complaint> all_settings(std::span<const std::string> ranges) {
  std::vector<std::vector<std::string>> choices;  // for each range
  std::size_t count = 1;
  for (const std::string& range : ranges) {
    DUELLO_TRY(auto spread, spread_out(range));
    choices.push_back(std::move(spread));
    count *= choices.back().size();
    if (count > kMostCombinations)
      return complaint("The ranges have more than ", kMostCombinations, " combinations; narrow ", in_quotes(range));
  }
  std::vector<std::vector<std::string>> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].resize(choices.size());
    for (std::size_t rest = i, k = choices.size(); k-- > 0; rest /= choices[k].size())
      all[i][k] = choices[k][rest % choices[k].size()];
  }
  return all;
}

}  // namespace duello
