// What somebody asks for: a JSON object of many keys that may be missing, taken apart with a complaint where it is
// wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/chosen_game.hpp"
#include "core/seat.hpp"
#include "json/reader.hpp"

namespace duello {

// A document, or why there is none.
using Reply = std::expected<std::string, Complaint>;

// Every part is missing, good or wrong: nothing, a value or a complaint.
template <class Part>
using Maybe = std::expected<std::optional<Part>, Complaint>;

class Question {
 public:
  static constexpr JsonLimits kLimits{.bytes = std::size_t{8} << 20, .depth = 16};

  // A complaint if there is a key that is not among the `known` ones. `what` it is stands in complaints, as in
  // "The question solve". The value outlives it.
  static std::expected<Question, Complaint> of(const JsonValue& value, std::string what,
                                               std::span<const std::string_view> known);

  bool has(std::string_view key) const { return value_->find(key) != nullptr; }
  const JsonValue* find(std::string_view key) const { return value_->find(key); }

  std::expected<std::string, Complaint> text(std::string_view key) const;  // must be there
  std::expected<std::string, Complaint> text_or_none(std::string_view key) const;
  std::expected<std::vector<std::string>, Complaint> texts(std::string_view key) const;  // none if it is not there
  std::expected<std::array<std::string, 2>, Complaint> two_texts(std::string_view key) const;
  Maybe<Seat> seat(std::string_view key) const;
  Maybe<std::uint64_t> number(std::string_view key, std::uint64_t least, std::uint64_t most) const;
  // A number of 64 bits, which JSON has room for only as a text.
  Maybe<std::uint64_t> seed(std::string_view key) const;
  // As records have it; empty if it is not there.
  std::expected<std::string, Complaint> date(std::string_view key) const;
  std::expected<bool, Complaint> flag(std::string_view key) const;  // false if it is not there
  // Of the keys game, variant and rules.
  std::expected<GameChoice, Complaint> choice() const;

  std::unexpected<Complaint> must_be(std::string_view key, std::string_view value) const {
    return complaint(what_, ": ", key, " must be ", value);
  }

 private:
  Question(const JsonValue& value, std::string what) : value_(&value), what_(std::move(what)) {}

  const JsonValue* value_;
  std::string what_;
};

}  // namespace duello
