#include "cli/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

std::string text_at(double x, double y, std::string_view text, std::string_view attributes = "") {
  return svg_text(static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)), text, attributes);
}

std::string box(double x, double y, double width, double height, std::string_view color) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y, width,
                     height, color);
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
std::string axis(int left, int top, int bottom) {
  std::string svg;
  for (int percent = 0; percent <= 100; percent += 25) {
    const double x = left + kFullBar * percent / 100.0;
    const bool is_even = percent == 50;
    svg +=
        fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"{3}\"{4}/>\n", x, top, bottom,
                    percent == 0 || is_even ? "#555555" : "#cccccc", is_even ? " stroke-dasharray=\"4 3\"" : "");
    for (const int y : {top - 7, bottom + 16}) svg += text_at(x, y, cat(percent, " %"), "text-anchor=\"middle\"");
  }
  return svg;
}

std::string bars(const Finding& finding, int left, int y) {
  std::string svg;
  const auto add = [&](double share, int top, std::string_view color) {
    svg += box(left, top, share * kFullBar, kThick, color);
    svg += text_at(left + share * kFullBar + 5, top + 9.5, fmt::format("{:.0f} %", share * 100),
                   "font-size=\"10\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\"");
  };
  add(finding.random_first_wins, y + 4, kRandom);
  add(finding.perfect_second_wins, y + 4 + kThick + 1, kPerfect);
  return svg;
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

  std::string svg;
  svg += box(0, 0, width, height, "white");
  svg += text_at(kMargin, 30, title, "font-size=\"16\"");
  svg += text_at(kMargin, 52, sampled, "fill=\"#555555\"");
  const int second = kMargin + 18 + width_of(kRandomText.size()) + kGap;
  svg += box(kMargin, 66, kThick, kThick, kRandom) + text_at(kMargin + 18, 76, kRandomText);
  svg += box(second, 66, kThick, kThick, kPerfect) + text_at(second + 18, 76, kPerfectText);
  svg += axis(left, top, bottom);
  int y = top;
  for (const Finding& finding : findings) {
    svg += text_at(kMargin, y + 20, labels.of(finding));
    svg += bars(finding, left, y);
    svg += text_at(right, y + 20, verdict_of(finding));
    y += kRow;
  }
  return svg_document(width, height,
                      "font-family=\"DejaVu Sans Mono, Liberation Mono, monospace\" font-size=\"12\" fill=\"#222222\"",
                      svg);
}

std::expected<void, Complaint> write_chart(const std::string& file, const std::string& svg) {
  const auto written = replace_file(file, {}, svg);
  if (!written) return complaint("The chart ", written.error().why);
  return {};
}

}  // namespace duello
