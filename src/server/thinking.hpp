// Where programs find their moves, beside those who serve.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "catalog/chosen_game.hpp"
#include "match/duel.hpp"

namespace duello {

class Thinking {
 public:
  struct Task {
    std::shared_ptr<ChosenGame> chosen;
    Duel duel;  // a copy, in which a program is to move
    std::string who;
    std::uint64_t seed;
    std::string owner{};               // the address that has opened the table; they take turns
    std::weak_ptr<const void> wanted;  // once that is gone, nobody needs the answer
  };
  using Answer = std::move_only_function<void(std::expected<Request, Complaint>)>;

  Thinking() = default;
  Thinking(const Thinking&) = delete;
  Thinking& operator=(const Thinking&) = delete;
  virtual ~Thinking() = default;

  // Answers later, in the thread that runs the hall; not at all if it is no longer wanted. False if there is too much
  // to think about already: it may be asked again in a moment.
  virtual bool think(Task task, Answer answer) = 0;
};

}  // namespace duello
