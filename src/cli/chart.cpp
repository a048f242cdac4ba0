#include "cli/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "core/svg.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

// All lengths are in pixels. Letters are of one width, so that it is known how much room a text takes.
constexpr double kLetter = 7.3;
constexpr int kMargin = 20;
constexpr int kGap = 14;
constexpr int kFullBar = 400;  // for 100 %
constexpr int kNumber = 44;    // behind a bar
constexpr int kThick = 11;     // a bar
constexpr int kRow = 32;
constexpr int kHeading = 92;  // title, legend
constexpr int kAxis = 24;     // numbers above the rows, and below them
constexpr std::string_view kRandom = "#c0392b";
constexpr std::string_view kPerfect = "#2c6fbb";

int width_of(std::size_t letters) { return static_cast<int>(static_cast<double>(letters) * kLetter) + 1; }

void add_text(Svg& svg, double x, double y, std::string_view text, Svg::Attributes more = {}) {
  svg.words("text", text, {{"x", x}, {"y", y}}, more);
}

void add_box(Svg& svg, double x, double y, double width, double height, std::string_view color) {
  svg.element("rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}, {"fill", color}});
}

std::string verdict_of(const Finding& finding) {
  if (!finding.value) return "fair";
  if (finding.value->is_neither()) return "no forced win";
  return cat(winner_of(finding) == 1 ? "first" : "second", " player wins", plies_text(*finding.value));
}

// Rules that never change are said once.
class Labels {
 public:
  explicit Labels(const std::vector<Finding>& findings) {
    for (const RuleValue& rule : findings.front().rules)
      if (std::ranges::all_of(findings, [&](const Finding& each) { return text_of(each, rule.key) == rule.text; }))
        same_.push_back(rule);
  }

  std::string common() const { return settings_text(same_); }
  std::string of(const Finding& finding) const {
    std::vector<RuleValue> changing;
    for (const RuleValue& rule : finding.rules)
      if (std::ranges::find(same_, rule.key, &RuleValue::key) == same_.end()) changing.push_back(rule);
    return settings_text(changing);
  }

 private:
  static std::string text_of(const Finding& finding, const auto& key) {
    const auto found = std::ranges::find(finding.rules, key, &RuleValue::key);
    return found == finding.rules.end() ? "" : found->text;
  }

  std::vector<RuleValue> same_;
};

// Lines at every quarter from the first row to the last, numbered at both ends; the one in the middle stands out.
void add_axis(Svg& svg, int left, int top, int bottom) {
  for (int percent = 0; percent <= 100; percent += 25) {
    const double x = left + kFullBar * percent / 100.0;
    const Svg::Attributes dashed{{"stroke-dasharray", "4 3"}};
    svg.element("line",
                {{"x1", x},
                 {"y1", top},
                 {"x2", x},
                 {"y2", bottom},
                 {"stroke", percent == 0 || percent == 50 ? "#555555" : "#cccccc"}},
                percent == 50 ? dashed : Svg::Attributes());
    for (const int y : {top - 7, bottom + 16}) add_text(svg, x, y, cat(percent, " %"), {{"text-anchor", "middle"}});
  }
}

void add_bars(Svg& svg, const Finding& finding, int left, int y) {
  const auto add = [&](double share, int top, std::string_view color) {
    add_box(svg, left, top, share * kFullBar, kThick, color);
    add_text(svg, left + share * kFullBar + 5, top + 9.5, fmt::format("{:.0f} %", share * 100),
             {{"font-size", 10}, {"stroke", "white"}, {"stroke-width", 3}, {"paint-order", "stroke"}});
  };
  add(finding.random_first_wins, y + 4, kRandom);
  add(finding.perfect_second_wins, y + 4 + kThick + 1, kPerfect);
}

}  // namespace

std::string chart(const Facts& facts, const std::vector<Finding>& findings, const LabOptions& options) {
  const Labels labels(findings);
  std::size_t label = 0;
  std::size_t verdict = 0;
  for (const Finding& finding : findings) {
    label = std::max(label, labels.of(finding).size());
    verdict = std::max(verdict, verdict_of(finding).size());
  }
  const std::string title = cat(facts.title, labels.common().empty() ? "" : cat(", ", labels.common()));
  constexpr std::string_view kRandomText = "first player wins, both at random";
  constexpr std::string_view kPerfectText = "perfect second player beats a random first";
  const std::string sampled = cat(counted(static_cast<std::uint64_t>(options.games), "game"), " for each bar, seed ",
                                  options.seed, "; on the right, who wins when both play perfectly");
  const int left = kMargin + (label == 0 ? 0 : width_of(label) + kGap);
  const int right = left + kFullBar + kNumber + kGap;
  // The title's letters are larger than the others.
  const int widest =
      std::max({right + width_of(verdict), kMargin + width_of(title.size() * 4 / 3), kMargin + width_of(sampled.size()),
                kMargin + 2 * 18 + kGap + width_of(kRandomText.size() + kPerfectText.size())});
  const int width = widest + kMargin;
  const int top = kHeading + kAxis;
  const int bottom = top + kRow * static_cast<int>(findings.size());
  const int height = bottom + kAxis + kMargin / 2;

  Svg svg;
  add_box(svg, 0, 0, width, height, "white");
  add_text(svg, kMargin, 30, title, {{"font-size", 16}});
  add_text(svg, kMargin, 52, sampled, {{"fill", "#555555"}});
  const int second = kMargin + 18 + width_of(kRandomText.size()) + kGap;
  add_box(svg, kMargin, 66, kThick, kThick, kRandom);
  add_text(svg, kMargin + 18, 76, kRandomText);
  add_box(svg, second, 66, kThick, kThick, kPerfect);
  add_text(svg, second + 18, 76, kPerfectText);
  add_axis(svg, left, top, bottom);
  int y = top;
  for (const Finding& finding : findings) {
    add_text(svg, kMargin, y + 20, labels.of(finding));
    add_bars(svg, finding, left, y);
    add_text(svg, right, y + 20, verdict_of(finding));
    y += kRow;
  }
  return svg.document(
      width, height,
      {{"font-family", "DejaVu Sans Mono, Liberation Mono, monospace"}, {"font-size", 12}, {"fill", "#222222"}});
}

std::expected<void, Complaint> write_chart(const std::string& file, const std::string& svg) {
  const auto written = replace_file(file, {}, svg);
  if (!written) return complaint("The chart ", written.error().why);
  return {};
}

}  // namespace duello
