#include "core/rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

namespace duello {
namespace {

struct PondRules {
  int fish = 3;
  int depth = 10;
  int water = 0;

  static constexpr std::array<std::string_view, 2> kWaters{"sweet", "salt"};
  static const std::array<RuleField<PondRules>, 3> kFields;
  std::string objection() const {
    return fish <= depth ? "" : cat("The rule 'fish' must be 1 to ", depth, ", not '", fish, "'");
  }
  friend bool operator==(const PondRules&, const PondRules&) = default;
};

constexpr std::array<RuleField<PondRules>, 3> PondRules::kFields{{
    {"fish", &PondRules::fish, 1, 20, "fish in the pond"},
    {"depth", &PondRules::depth, 0, 99, "how deep it is"},
    {"water", &PondRules::water, 0, 1, "what is in it", kWaters},
}};

std::expected<PondRules, Complaint> read(const std::vector<std::string>& settings) {
  return read_rules<PondRules>(settings);
}

std::string complaint(const std::vector<std::string>& settings) {
  const auto rules = read(settings);
  return rules ? "accepted" : rules.error().why;
}

TEST(ReadRules, WhatIsLeftOutIsAsInTheBook) { EXPECT_EQ(read({}), PondRules{}); }

TEST(ReadRules, TakesEveryKey) {
  EXPECT_EQ(read({"fish=5", "depth=20", "water=salt"}), (PondRules{.fish = 5, .depth = 20, .water = 1}));
}

TEST(ReadRules, TakesTheEndsOfARange) {
  EXPECT_EQ(read({"fish=1", "depth=99"}), (PondRules{.fish = 1, .depth = 99}));
  EXPECT_EQ(read({"fish=20", "depth=20"}), (PondRules{.fish = 20, .depth = 20}));
}

TEST(ReadRules, OverlooksBlanksAndCase) {
  EXPECT_EQ(read({" Fish = 5 ", "WATER=Salt"}), (PondRules{.fish = 5, .water = 1}));
}

TEST(ReadRules, TheLastOfTwoSettingsCounts) { EXPECT_EQ(read({"fish=5", "fish=6"}), PondRules{.fish = 6}); }

TEST(ReadRules, AnUnknownKeyIsNamedAndTheKnownOnesListed) {
  EXPECT_EQ(complaint({"size=5"}), "There is no rule 'size'; this game has fish, depth and water");
  EXPECT_EQ(complaint({"=5"}), "There is no rule ''; this game has fish, depth and water");
  EXPECT_EQ(complaint({"fis=5"}), "There is no rule 'fis'; this game has fish, depth and water");
}

TEST(ReadRules, ASettingHasAnEqualsSign) {
  EXPECT_EQ(complaint({"fish"}), "'fish' is not of the form key=value");
  EXPECT_EQ(complaint({""}), "'' is not of the form key=value");
  EXPECT_EQ(complaint({"fish 5"}), "'fish 5' is not of the form key=value");
}

TEST(ReadRules, OutOfRangeNamesKeyValueAndRange) {
  EXPECT_EQ(complaint({"fish=0"}), "The rule 'fish' must be 1 to 20, not '0'");
  EXPECT_EQ(complaint({"fish=21"}), "The rule 'fish' must be 1 to 20, not '21'");
  EXPECT_EQ(complaint({"depth=-1"}), "The rule 'depth' must be 0 to 99, not '-1'");
  EXPECT_EQ(complaint({"fish=99999999999"}), "The rule 'fish' must be 1 to 20, not '99999999999'");
}

TEST(ReadRules, WhatIsNoNumberNamesKeyValueAndRange) {
  EXPECT_EQ(complaint({"fish="}), "The rule 'fish' must be 1 to 20, not ''");
  EXPECT_EQ(complaint({"fish=many"}), "The rule 'fish' must be 1 to 20, not 'many'");
  EXPECT_EQ(complaint({"fish=2.5"}), "The rule 'fish' must be 1 to 20, not '2.5'");
  EXPECT_EQ(complaint({"fish=5=6"}), "The rule 'fish' must be 1 to 20, not '5=6'");
  EXPECT_EQ(complaint({"fish=5 6"}), "The rule 'fish' must be 1 to 20, not '5 6'");
}

TEST(ReadRules, AWordIsOneOfTheWords) {
  EXPECT_EQ(complaint({"water=dirty"}), "The rule 'water' must be sweet or salt, not 'dirty'");
  EXPECT_EQ(complaint({"water=1"}), "The rule 'water' must be sweet or salt, not '1'");
  EXPECT_EQ(complaint({"water="}), "The rule 'water' must be sweet or salt, not ''");
}

TEST(ReadRules, ACombinationMayBeObjectedTo) {
  EXPECT_EQ(complaint({"fish=20"}), "The rule 'fish' must be 1 to 10, not '20'");
  EXPECT_EQ(complaint({"fish=20", "depth=30"}), "accepted") << "only the whole is judged, not the steps to it";
}

TEST(ReadRules, TheFirstMistakeIsTheOneNamed) {
  EXPECT_EQ(complaint({"fish=0", "size=1"}), "The rule 'fish' must be 1 to 20, not '0'");
}

TEST(ReadRules, AComplaintIsFitForATerminal) {
  EXPECT_EQ(complaint({"\x1b[31m"}), "'?[31m' is not of the form key=value");
  EXPECT_EQ(complaint({"\xff=1"}), "There is no rule '?'; this game has fish, depth and water");
  EXPECT_EQ(complaint({"fish=\n"}), "The rule 'fish' must be 1 to 20, not ''");
}

RC_GTEST_PROP(ReadRules, AnyTextGivesRulesOrAPrintableComplaint, (const std::string& text)) {
  const auto rules = read({text});
  if (!rules) RC_ASSERT(!rules.error().why.empty() && is_printable(rules.error().why));
}

RC_GTEST_PROP(RuleValues, ReadBackAsTheRules, ()) {
  const PondRules rules{
      .fish = *rc::gen::inRange(1, 21), .depth = *rc::gen::inRange(20, 100), .water = *rc::gen::inRange(0, 2)};
  std::vector<std::string> settings;
  for (const RuleValue& rule : rule_values(rules)) settings.push_back(cat(rule.key, '=', rule.text));
  RC_ASSERT(read(settings).value() == rules);
}

TEST(RuleValues, AreWrittenAsSettings) {
  EXPECT_EQ(settings_text({}), "");
  EXPECT_EQ(settings_text({{.key = "length", .text = "11"}, {.key = "reach", .text = "any"}}), "length=11 reach=any");
}

TEST(RuleValues, SayWhichAreWords) {
  const auto values = rule_values(PondRules{.water = 1});
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].key, "fish");
  EXPECT_EQ(values[0].value, 3);
  EXPECT_EQ(values[0].text, "3");
  EXPECT_FALSE(values[0].is_word);
  EXPECT_EQ(values[2].value, 1);
  EXPECT_EQ(values[2].text, "salt");
  EXPECT_TRUE(values[2].is_word);
}

TEST(RuleInfos, GiveTheBooksValueAndTheRange) {
  const auto infos = rule_infos<PondRules>();
  ASSERT_EQ(infos.size(), 3U);
  EXPECT_EQ(infos[1].key, "depth");
  EXPECT_EQ(infos[1].book, "10");
  EXPECT_EQ(infos[1].range(), "0 to 99");
  EXPECT_EQ(infos[1].meaning, "how deep it is");
  EXPECT_EQ(infos[2].book, "sweet");
  EXPECT_EQ(infos[2].range(), "sweet or salt");
}

}  // namespace
}  // namespace duello
