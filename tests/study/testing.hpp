// What the tests of this room share: a table that does not tell how fast a game is won.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solve/knowledge.hpp"

namespace duello {

// Another table without its distances, as a large game has it.
class WithoutDistances final : public SolvedGame {
 public:
  explicit WithoutDistances(const Oracle& oracle) : oracle_(oracle) {}

  Value value(const AnyView& view) const override { return vague(oracle_.value(view)); }
  std::vector<Judgement> moves(const AnyView& view) const override {
    std::vector<Judgement> judged = oracle_.moves(view);
    for (Judgement& each : judged) each.value = vague(each.value);
    return judged;
  }
  std::uint64_t positions() const override { return oracle_.positions(); }

  std::string manner() const override { return "who wins"; }
  std::optional<Survey> survey(const Watch& /*watch*/) const override { return std::nullopt; }
  double survey_bytes() const override { return 0; }
  std::size_t slot(const AnyView& /*view*/) const override { return 0; }
  std::optional<TableContents> contents() const override { return std::nullopt; }
  bool is_sound() const override { return true; }

 private:
  static Value vague(Value value) {
    return value.is_neither() ? value
           : value.is_win()   ? Value::win(Value::When::later)
                              : Value::loss(Value::When::later);
  }

  const Oracle& oracle_;
};

}  // namespace duello
