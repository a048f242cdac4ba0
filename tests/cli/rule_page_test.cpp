#include "cli/rule_page.hpp"

#include <gmock/gmock.h>

#include "games/registry.hpp"

namespace duello {
namespace {

using testing::HasSubstr;

TEST(RulePage, HasEverySectionForEveryGame) {
  for (const GameEntry& entry : all_games()) {
    const std::string page = rule_page(**entry.make({}), 80, {});
    for (const std::string_view heading : {"\nGoal\n", "\nSet-up\n", "\nYour turn\n", "\nThe end\n", "\nRulings\n"})
      EXPECT_THAT(page, HasSubstr(heading)) << entry.facts->id;
  }
}

TEST(RulePage, FitsTheWidthItIsGiven) {
  for (const GameEntry& entry : all_games())
    for (const std::size_t width : {60U, 80U})
      for (const std::string& line : lines_of(rule_page(**entry.make({}), width, {})))
        EXPECT_LE(columns(line), width) << entry.facts->id << ": " << line;
}

TEST(RulePage, NamesEveryRuleValueWithItsBookValueAndRange) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    const std::string page = rule_page(*game, 200, {});
    for (const RuleInfo& rule : game->rule_infos()) {
      EXPECT_THAT(page, HasSubstr(cat("  ", rule.key, '=', rule.book, ' ')));
      EXPECT_THAT(page, HasSubstr(cat('(', rule.range, ')')));
    }
  }
}

}  // namespace
}  // namespace duello
