// A game that is played elsewhere, as one of its seats, or somebody who watches, is told of it. A move that is kept
// secret is replaced by any legal one: what the own seat sees does not depend on it. So the console shows the game as
// if it were played here.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "json/fields.hpp"
#include "match/duel.hpp"

namespace duello {

// What append_news has written.
std::expected<News, Complaint> read_news(const JsonValue& value);
std::vector<News> read_all_news(JsonFields& fields, std::string_view key);

class Replica {
 public:
  // Told of each event in turn; the duel stands behind it.
  using Tell = std::function<void(const Duel& duel, const Event& event)>;

  // `game` outlives the replica. The seats are counted as their players begin.
  Replica(const AnyGame& game, Conditions conditions, Terms terms);

  // What came at once. News that are known already are passed over; a complaint if they fit to no game.
  std::expected<void, Complaint> take(std::span<const News> news, const Tell& tell);

  const Duel& duel() const { return *duel_; }
  std::uint32_t number() const { return number_; }
  // Who has offered to take back moves, and waits for an answer.
  std::optional<Seat> offer() const { return offer_; }

 private:
  struct Step {
    Seat seat = Seat::one;
    bool is_swap = false;
    std::optional<std::string> move{};  // not there where it is secret
  };

  std::expected<void, Complaint> take_one(std::span<const News> news, std::size_t which);
  void look_ahead(std::span<const News> news, std::size_t moved);
  void reveal(const std::vector<news::Moved>& moves, std::size_t end);
  std::expected<void, Complaint> rebuild();
  std::expected<Referee, Complaint> replayed() const;
  Event event_of(const News& news) const;

  const AnyGame* game_;
  Conditions conditions_;
  Terms terms_;
  std::vector<Step> steps_;
  std::optional<Result> result_;
  std::optional<Seat> offer_;
  std::uint32_t number_ = 0;
  std::optional<Duel> duel_;
};

}  // namespace duello
