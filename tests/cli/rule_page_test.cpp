#include "cli/rule_page.hpp"

#include <gmock/gmock.h>

#include "catalog/registry.hpp"
#include "core/title.hpp"

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

TEST(RulePage, NamesTheValuesInForceBesideTheBooks) {
  for (const GameEntry& entry : all_games())
    for (const Variant& variant : entry.facts->variants) {
      const auto game = *entry.make(words_of(variant.settings));
      const std::string page = rule_page(*game, 200, {});
      const std::vector<RuleInfo> infos = game->rule_infos();
      for (std::size_t i = 0; i < infos.size(); ++i) {
        const RuleValue value = game->rules()[i];
        EXPECT_THAT(page, HasSubstr(cat("  ", value.key, '=', value.text, ' ')));
        const std::string book = value.text == infos[i].book ? "" : cat("; the book has ", infos[i].book);
        EXPECT_THAT(page, HasSubstr(cat('(', infos[i].range(), book, ')')));
      }
    }
}

TEST(Title, NamesWhatIsNotTheBooks) {
  for (const GameEntry& entry : all_games()) {
    EXPECT_EQ(full_title(**entry.make({})), entry.facts->title);
    for (const Variant& variant : entry.facts->variants)
      EXPECT_TRUE(full_title(**entry.make(words_of(variant.settings)))
                      .starts_with(cat(entry.facts->title, " (", variant.name, ": ")))
          << variant.name;
  }
}

TEST(Title, HasNoDashesWhereBoardsAreTold) {
  Pen pen;
  EXPECT_EQ(banner("Title", pen), "--- Title ---");
  EXPECT_EQ(banner("Title", pen.told()), "Title");
}

TEST(RulePage, NamesEveryRuleValueWithItsBookValueAndRange) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    const std::string page = rule_page(*game, 200, {});
    for (const RuleInfo& rule : game->rule_infos()) {
      EXPECT_THAT(page, HasSubstr(cat("  ", rule.key, '=', rule.book, ' ')));
      EXPECT_THAT(page, HasSubstr(cat('(', rule.range(), ')')));
    }
  }
}

}  // namespace
}  // namespace duello
