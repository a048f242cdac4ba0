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
#include "page/place.hpp"
#include "page/table.hpp"
#include "study/shelf.hpp"
#include "system/entropy.hpp"

namespace duello {

class Desk {
 public:
  using Chance = std::function<std::uint64_t()>;

  static constexpr JsonLimits kLimits{.bytes = std::size_t{8} << 20, .depth = 16};

  // `chance` gives seeds that nobody can guess; `limits` are those of a question.
  explicit Desk(Watch watch = go_on, Chance chance = fresh_seed, const JsonLimits& limits = kLimits)
      : Desk(std::make_shared<Shelf>(std::move(watch)), std::move(chance), limits) {}
  // With the games on a shelf that outlives it.
  Desk(std::shared_ptr<Shelf> shelf, Chance chance, const JsonLimits& limits = kLimits)
      : shelf_(std::move(shelf)), chance_(std::move(chance)), limits_(limits) {}

  // {"ask":"verb", …}; {"error":"One sentence."} where there is no other answer.
  std::string answer(std::string_view question);

 private:
  struct Verb;
  static const std::vector<Verb>& verbs();
  Reply reply(std::string_view question);

  Reply games(JsonFields& question);
  Reply players(JsonFields& question);
  Reply game(JsonFields& question);
  Reply seed(JsonFields& question);

  Reply open(JsonFields& question);
  Reply submit(JsonFields& question);
  Reply think(JsonFields& question);
  Reply next(JsonFields& question);
  Reply look(JsonFields& question);
  Reply state(JsonFields& question);
  // What a change at the table has brought.
  Reply told(const std::expected<void, Complaint>& done);

  Reply position(JsonFields& question);
  Reply compose(JsonFields& question);
  Reply analyze(JsonFields& question);
  Reply hint(JsonFields& question);

  Reply resume(JsonFields& question);
  Reply solve(JsonFields& question);
  Reply findings(JsonFields& question);
  Reply fits(JsonFields& question);
  Reply review(JsonFields& question);
  Reply annotated(JsonFields& question);
  Reply puzzle(JsonFields& question);
  Reply records(JsonFields& question);
  // The game that is asked about.
  std::expected<std::shared_ptr<ChosenGame>, Complaint> chosen(JsonFields& question);

  std::shared_ptr<Shelf> shelf_;
  Chance chance_;
  JsonLimits limits_;
  std::unique_ptr<Table> table_;  // nobody plays before the first game
};

}  // namespace duello
