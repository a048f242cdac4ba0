// Where a page asks: a question in, an answer out, both JSON. A game that is being played stays on the table from
// question to question; all other answers depend on nothing but the question.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/watch.hpp"
#include "json/question.hpp"
#include "page/table.hpp"
#include "study/shelf.hpp"
#include "system/entropy.hpp"

namespace duello {

class Desk {
 public:
  using Chance = std::function<std::uint64_t()>;

  // `chance` gives seeds that nobody can guess; `limits` are those of a question.
  explicit Desk(Watch watch = go_on, Chance chance = fresh_seed, const JsonLimits& limits = Question::kLimits)
      : Desk(std::make_shared<Shelf>(std::move(watch)), std::move(chance), limits) {}
  // With the games on a shelf that outlives it.
  Desk(std::shared_ptr<Shelf> shelf, Chance chance, const JsonLimits& limits = Question::kLimits)
      : shelf_(std::move(shelf)), chance_(std::move(chance)), limits_(limits) {}

  // {"ask":"verb", …}; {"refused":"One sentence."} where there is no other answer.
  std::string answer(std::string_view question);

 private:
  struct Verb;
  static const std::vector<Verb>& verbs();
  Reply reply(std::string_view question);

  Reply games(const Question& question);
  Reply players(const Question& question);
  Reply game(const Question& question);
  Reply seed(const Question& question);

  Reply open(const Question& question);
  Reply submit(const Question& question);
  Reply think(const Question& question);
  Reply next(const Question& question);
  Reply look(const Question& question);
  Reply state(const Question& question);
  // What a change at the table has brought.
  Reply told(const std::expected<void, Complaint>& done);

  Reply position(const Question& question);
  Reply compose(const Question& question);
  Reply analyze(const Question& question);
  Reply hint(const Question& question);

  Reply resume(const Question& question);
  Reply solve(const Question& question);
  Reply findings(const Question& question);
  Reply fits(const Question& question);
  Reply review(const Question& question);
  Reply annotated(const Question& question);
  Reply puzzle(const Question& question);
  Reply records(const Question& question);
  // The game that is asked about.
  std::expected<std::shared_ptr<ChosenGame>, Complaint> chosen(const Question& question);

  std::shared_ptr<Shelf> shelf_;
  Chance chance_;
  JsonLimits limits_;
  std::unique_ptr<Table> table_;  // nobody plays before the first game
};

}  // namespace duello
